//! What the tokens of a sentence mean: word classes, values, amounts, names. Several meanings may lie on one token.

use super::{
    lexicon::{Lexicon, Phrase},
    number, technical,
    text::{Kind, Text, Token, starts_with},
};

/// Something that is meant by a name: its id and the container it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) id: String,
    pub(crate) scope: Option<String>,
}

/// What a run of tokens means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    /// A word of a class.
    Word,
    /// A value of a list.
    Value(String),
    /// A number, or MB.
    Int(i64),
    /// The player's own spelling.
    Spelling(String),
    /// Real things; more than one is ambiguous.
    Targets(Vec<Target>),
}

/// A meaning and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tag {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) kind: String,
    pub(crate) meaning: Meaning,
}

/// Kinds of text that is taken as it stands.
pub(crate) const VERBATIM: [&str; 6] = ["quote", "path", "address", "flags", "variable", "assigned"];

impl Tag {
    /// Whether the two share a token.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.from < other.to && other.from < self.to
    }

    fn strictly_holds(&self, other: &Self) -> bool {
        self.from <= other.from && other.to <= self.to && self.to - self.from > other.to - other.from
    }

    /// Words of a template that are told apart by spaces, so that none hides inside another.
    fn spaced(&self) -> bool {
        self.literal() && self.kind.is_ascii()
    }

    /// A name, a path, a quote: nothing inside it means anything else.
    fn named(&self) -> bool {
        matches!(self.meaning, Meaning::Targets(_)) || VERBATIM.contains(&self.kind.as_str())
    }

    /// A name in quotes is still that name.
    fn quoted_in(&self, other: &Self) -> bool {
        other.kind == "quote" && matches!(self.meaning, Meaning::Targets(_))
    }

    /// Words of one template only, which say nothing about others.
    pub(crate) fn literal(&self) -> bool {
        self.kind.starts_with('\'')
    }
}

/// Every meaning that needs no look at the launcher.
pub(crate) fn tags(text: &Text, lexicon: &Lexicon) -> Vec<Tag> {
    let tokens = &text.tokens;
    let mut out = Vec::new();
    for at in 0..tokens.len() {
        out.extend(phrases_at(tokens, at, lexicon));
        out.extend(amounts_at(tokens, at));
        out.extend(game_at(text, at));
        out.extend(ago_at(tokens, at, lexicon));
    }
    out.extend(lexicon.spelling.heard(tokens, &lexicon.phrases, &out));
    let out = nouns(longest(out));
    let mut out = outside_quotes(out, &quotes(text));
    out.extend(quotes(text));
    out.extend(chunks(text));
    out
}

fn phrases_at(tokens: &[Token], at: usize, lexicon: &Lexicon) -> Vec<Tag> {
    let Some(first) = tokens.get(at) else { return Vec::new() };
    let rest = tokens.get(at..).unwrap_or_default();
    let singular = first.norm.strip_suffix('s').unwrap_or_default();
    let guess = first.guess.as_deref().unwrap_or_default();
    let words = [first.norm.as_str(), singular, guess];
    let known = words.into_iter().filter_map(|word| lexicon.phrases.get(word)).flatten();
    known
        .filter(|phrase| starts_with(rest, &phrase.tokens) && !plural_of_verb(first, phrase))
        .map(|phrase: &Phrase| Tag {
            from: at,
            to: at + phrase.tokens.len(),
            kind: phrase.kind.clone(),
            meaning: phrase.value.clone().map_or(Meaning::Word, Meaning::Value),
        })
        .collect()
}

/// "backups" is no verb, "backup" is.
fn plural_of_verb(word: &Token, phrase: &Phrase) -> bool {
    phrase.kind.starts_with("do-")
        && phrase.tokens.first().is_some_and(|first| word.norm.strip_suffix('s') == Some(&first.norm))
}

fn amounts_at(tokens: &[Token], at: usize) -> Vec<Tag> {
    let tag =
        |to, kind: &str, value| Tag { from: at, to, kind: kind.to_owned(), meaning: Meaning::Int(value) };
    let mut out = Vec::new();
    if let Some((mb, to)) = number::memory_at(tokens, at) {
        out.push(tag(to, "memory", mb));
    } else if let Some(found) = number::number_at(tokens, at) {
        out.extend(number::bare_memory(found.value).map(|mb| tag(found.end, "bare memory", mb)));
        out.extend(number::whole(found.value).map(|value| tag(found.end, "number", value)));
    }
    out
}

/// A game version: `1.20`, `1.21.4`, `26.1`, `24w14a`.
fn game_at(text: &Text, at: usize) -> Option<Tag> {
    let tokens = &text.tokens;
    let token = tokens.get(at).filter(|token| token.kind == Kind::Number)?;
    let dots = token.norm.matches('.').count();
    let snapshot = [1, 2, 3].map(|step| tokens.get(at + step).map_or("", |token| token.norm.as_str()));
    let to = match snapshot {
        ["w", week, letter] if token.norm.len() == 2 && week.len() == 2 && letter.len() == 1 => at + 4,
        _ if (1..=2).contains(&dots) => at + 1,
        _ => return None,
    };
    let meaning = Meaning::Spelling(text.slice(at, to).to_owned());
    Some(Tag { from: at, to, kind: "game".to_owned(), meaning })
}

/// `三天前`, `3 days ago`: a number followed by a word of the class `ago-…`.
fn ago_at(tokens: &[Token], at: usize, lexicon: &Lexicon) -> Option<Tag> {
    let found = number::number_at(tokens, at)?;
    let unit = phrases_at(tokens, found.end, lexicon).into_iter().find(|tag| tag.kind == "ago")?;
    let Meaning::Value(unit_name) = unit.meaning else { return None };
    let meaning = Meaning::Value(format!("{unit_name}:{}", found.value));
    Some(Tag { from: at, to: unit.to, kind: "moment".to_owned(), meaning })
}

/// Drops what lies wholly inside a longer phrase: `开` in `开始`, `更新` in `更新日志`.
pub(crate) fn longest(tags: Vec<Tag>) -> Vec<Tag> {
    let strong: Vec<Tag> = tags.iter().filter(|tag| !tag.literal() && tag.kind != "code").cloned().collect();
    let held = |tag: &Tag| {
        strong.iter().any(|other| {
            other.strictly_holds(tag) && (!tag.spaced() || other.named()) && !tag.quoted_in(other)
        })
    };
    tags.into_iter().filter(|tag| !held(tag)).collect()
}

/// "The last backup" is a thing, "back up" an act: after a determiner or a moment, a word that may be both is a thing.
fn nouns(tags: Vec<Tag>) -> Vec<Tag> {
    let led = |tag: &Tag| {
        tags.iter()
            .any(|before| before.to == tag.from && ["determiner", "moment"].contains(&before.kind.as_str()))
    };
    let thing = |tag: &Tag| {
        let same = |other: &&Tag| other.from == tag.from && other.to == tag.to && !other.literal();
        tags.iter().filter(same).any(|other| !other.kind.starts_with("do-") && other.kind != "filler")
    };
    let keep: Vec<bool> =
        tags.iter().map(|tag| !(tag.kind.starts_with("do-") && led(tag) && thing(tag))).collect();
    let mut keep = keep.into_iter();
    tags.into_iter().filter(|_| keep.next().unwrap_or(true)).collect()
}

fn outside_quotes(tags: Vec<Tag>, quotes: &[Tag]) -> Vec<Tag> {
    let inside = |tag: &Tag| quotes.iter().any(|quote| quote.from <= tag.from && tag.to <= quote.to);
    tags.into_iter().filter(|tag| !inside(tag)).collect()
}

const QUOTES: [(&str, &str); 8] =
    [("「", "」"), ("『", "』"), ("“", "”"), ("‘", "’"), ("\"", "\""), ("《", "》"), ("`", "`"), ("'", "'")];

/// Quoted runs. What is in quotes is a name or a text, never a command.
fn quotes(text: &Text) -> Vec<Tag> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(token) = text.tokens.get(at) {
        at += 1;
        let Some((_, close)) = QUOTES.iter().find(|(open, _)| *open == token.norm) else { continue };
        let end = text.tokens.iter().skip(at).position(|token| token.norm == *close).map(|found| at + found);
        if let Some(end) = end.filter(|end| *end > at) {
            let meaning = Meaning::Spelling(text.slice(at, end).to_owned());
            out.push(Tag { from: at - 1, to: end + 1, kind: "quote".to_owned(), meaning });
            at = end + 1;
        }
    }
    out
}

/// Runs without spaces that are a path, an archive's name, a network address, flags or a variable.
fn chunks(text: &Text) -> Vec<Tag> {
    let mut out = Vec::new();
    let mut from = 0;
    while from < text.tokens.len() {
        let to = chunk_end(&text.tokens, from);
        if let Some(more) = technical::tags(text, from, to) {
            from = more.last().map_or(to, |tag| tag.to);
            out.extend(more);
        } else if let Some((kind, to)) = chunk_kind(text, from, to) {
            let meaning = Meaning::Spelling(text.slice(from, to).to_owned());
            out.push(Tag { from, to, kind: kind.to_owned(), meaning });
            from = to;
        } else {
            from += 1;
        }
    }
    out
}

pub(super) fn chunk_end(tokens: &[Token], from: usize) -> usize {
    let mut to = from + 1;
    while let (Some(before), Some(next)) = (tokens.get(to - 1), tokens.get(to)) {
        if before.end != next.start || QUOTES.iter().any(|(a, b)| next.norm == *a || next.norm == *b) {
            break;
        }
        to += 1;
    }
    to
}

const ARCHIVES: [&str; 3] = ["mrpack", "zip", "rar"];

fn chunk_kind(text: &Text, from: usize, to: usize) -> Option<(&'static str, usize)> {
    let norms: Vec<&str> = text.tokens.get(from..to)?.iter().map(|token| token.norm.as_str()).collect();
    let starts_path = matches!(norms.as_slice(), ["/" | "\\" | "~", ..])
        || matches!(norms.as_slice(), [drive, ":", "/" | "\\", ..] if drive.len() == 1);
    let at_edge = from == 0
        || text.tokens.get(from - 1).is_none_or(|before| {
            before.kind != Kind::Word || text.tokens.get(from).is_none_or(|token| before.end != token.start)
        });
    let archive = norms.windows(2).position(|pair| pair[0] == "." && ARCHIVES.contains(&pair[1]));
    if let Some(end) = archive.filter(|end| *end > 0 && (starts_path || plain_name(&norms, *end))) {
        return Some(("path", from + end + 2));
    }
    if starts_path && at_edge && norms.len() > 2 {
        return Some(("path", to));
    }
    if let Some(end) = address_end(text, from, to).filter(|_| at_edge) {
        return Some(("address", end));
    }
    code_end(text, from, to).filter(|_| at_edge).map(|end| ("code", end))
}

/// A code that somebody passes on: 4 to 20 letters and digits, with a digit among them or all in capitals.
fn code_end(text: &Text, from: usize, to: usize) -> Option<usize> {
    let tokens = text.tokens.get(from..to)?;
    let part = |token: &Token| token.norm.is_ascii() && (token.kind != Kind::Mark || token.norm == "-");
    let len = tokens.iter().take_while(|token| part(token)).count();
    let said = text.slice(from, from + len);
    let letters = said.chars().filter(char::is_ascii_alphanumeric).count();
    let digit = said.contains(|c: char| c.is_ascii_digit());
    let capitals = !said.contains(|c: char| c.is_ascii_lowercase());
    ((4..=20).contains(&letters) && (digit || capitals) && !said.contains('.')).then_some(from + len)
}

/// A file's name without Chinese glued in front of it.
fn plain_name(norms: &[&str], end: usize) -> bool {
    norms.iter().take(end).all(|norm| norm.is_ascii() && *norm != "," && *norm != ":")
}

/// `play.example.net`, `10.0.0.2:25565`.
fn address_end(text: &Text, from: usize, to: usize) -> Option<usize> {
    let tokens = text.tokens.get(from..to)?;
    let hostish = |token: &Token| {
        (token.kind != Kind::Han && token.kind != Kind::Mark && token.norm.is_ascii())
            || [".", "-", ":"].contains(&token.norm.as_str())
    };
    let len = tokens.iter().take_while(|token| hostish(token)).count();
    let host = tokens.get(..len)?;
    let number = host.first().is_some_and(|token| token.norm.matches('.').count() == 3);
    let words = host.iter().filter(|token| token.kind == Kind::Word && token.norm.len() > 1).count();
    let dots = host.iter().filter(|token| token.norm == ".").count();
    let letters_first = host.first().is_some_and(|token| token.kind == Kind::Word);
    (number || (letters_first && words >= 2 && dots >= 1 && host.last()?.kind != Kind::Mark))
        .then_some(from + len)
}

#[cfg(test)]
mod tests {
    use super::super::fold::Fold;
    use super::*;

    fn found(words: &str) -> Vec<(String, String)> {
        let text = Text::read(words, &Fold::default());
        let mut out: Vec<Tag> = quotes(&text);
        out.extend(chunks(&text));
        out.into_iter().map(|tag| (tag.kind.clone(), text.slice(tag.from, tag.to).to_owned())).collect()
    }

    #[test]
    fn paths_addresses_and_quotes_are_seen() {
        let pair = |kind: &str, text: &str| vec![(kind.to_owned(), text.to_owned())];
        assert_eq!(found("导入 D:/下载/My.mrpack 这个"), pair("path", "D:/下载/My.mrpack"));
        assert_eq!(found("导入D:\\下载\\包.zip吧"), pair("path", "D:\\下载\\包.zip"));
        assert_eq!(found("install /home/a/pack.zip now"), pair("path", "/home/a/pack.zip"));
        assert_eq!(found("进 mc.example.net:25565 玩"), pair("address", "mc.example.net:25565"));
        assert_eq!(found("叫「童年」"), pair("quote", "「童年」"));
        assert_eq!(found("use 1.20.1 now"), vec![]);
    }
}
