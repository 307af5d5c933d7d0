//! What the tokens of a sentence mean: word classes, values, amounts, names. Several meanings may lie on one token.

use std::collections::HashSet;

use super::{
    chunk::{chunks, quotes},
    lexicon::{Lexicon, Phrase},
    number,
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
    fn spaced(&self, tokens: &[Token]) -> bool {
        let said = tokens.get(self.from..self.to).unwrap_or_default();
        self.literal() && said.iter().all(|token| token.norm.is_ascii())
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
    let out = nouns(longest(out, tokens));
    let quotes = quotes(text);
    let mut out = outside_quotes(out, &quotes);
    out.extend(quotes);
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

/// For every token, the tags that lie on it.
pub(crate) fn on_tokens<'t>(tags: impl IntoIterator<Item = &'t Tag>, count: usize) -> Vec<Vec<&'t Tag>> {
    let mut out: Vec<Vec<&Tag>> = vec![Vec::new(); count];
    for tag in tags {
        out.iter_mut().take(tag.to).skip(tag.from).for_each(|here| here.push(tag));
    }
    out
}

/// Which tokens any of the tags lies on.
pub(crate) fn covered<'t>(tags: impl IntoIterator<Item = &'t Tag>, count: usize) -> Vec<bool> {
    let mut out = vec![false; count];
    for tag in tags {
        out.iter_mut().take(tag.to).skip(tag.from).for_each(|here| *here = true);
    }
    out
}

/// Drops what lies wholly inside a longer phrase: `开` in `开始`, `更新` in `更新日志`.
pub(crate) fn longest(mut tags: Vec<Tag>, tokens: &[Token]) -> Vec<Tag> {
    let count = tags.iter().map(|tag| tag.to).max().unwrap_or_default();
    let strong = tags.iter().filter(|tag| !tag.literal() && tag.kind != "code");
    let strong = on_tokens(strong, count);
    let held = |tag: &Tag| {
        strong.get(tag.from).into_iter().flatten().any(|other| {
            other.strictly_holds(tag) && (!tag.spaced(tokens) || other.named()) && !tag.quoted_in(other)
        })
    };
    let keep: Vec<bool> = tags.iter().map(|tag| !held(tag)).collect();
    keep_those(&mut tags, keep);
    tags
}

fn keep_those(tags: &mut Vec<Tag>, keep: Vec<bool>) {
    let mut keep = keep.into_iter();
    tags.retain(|_| keep.next().unwrap_or(true));
}

/// "The last backup" is a thing, "back up" an act: after a determiner or a moment, a word that may be both is a thing.
fn nouns(mut tags: Vec<Tag>) -> Vec<Tag> {
    let leads = |tag: &&Tag| ["determiner", "moment"].contains(&tag.kind.as_str());
    let led: HashSet<usize> = tags.iter().filter(leads).map(|tag| tag.to).collect();
    let is_thing = |tag: &&Tag| !tag.literal() && !tag.kind.starts_with("do-") && tag.kind != "filler";
    let things: HashSet<(usize, usize)> =
        tags.iter().filter(is_thing).map(|tag| (tag.from, tag.to)).collect();
    let act = |tag: &Tag| {
        tag.kind.starts_with("do-") && led.contains(&tag.from) && things.contains(&(tag.from, tag.to))
    };
    let keep: Vec<bool> = tags.iter().map(|tag| !act(tag)).collect();
    keep_those(&mut tags, keep);
    tags
}

fn outside_quotes(mut tags: Vec<Tag>, quotes: &[Tag]) -> Vec<Tag> {
    let count = quotes.iter().map(|quote| quote.to).max().unwrap_or_default();
    let quotes = on_tokens(quotes, count);
    let inside = |tag: &Tag| {
        quotes.get(tag.from).into_iter().flatten().any(|quote| quote.from <= tag.from && tag.to <= quote.to)
    };
    tags.retain(|tag| !inside(tag));
    tags
}
