//! Quoted runs, and runs without spaces that are a path, an archive's name, a network address or a code. What is needed of the rest of
//! the text is noted once for every token, so that a long text is gone through once.

use super::{
    tag::{Meaning, Tag},
    technical,
    text::{Kind, Text, Token},
};

const QUOTES: [(&str, &str); 8] =
    [("「", "」"), ("『", "』"), ("“", "”"), ("‘", "’"), ("\"", "\""), ("《", "》"), ("`", "`"), ("'", "'")];

const ARCHIVES: [&str; 3] = ["mrpack", "zip", "rar"];

/// More tokens than a code has.
const LONGEST_CODE: usize = 64;

/// Quoted runs. What is in quotes is a name or a text, never a command.
pub(crate) fn quotes(text: &Text) -> Vec<Tag> {
    let closing = QUOTES.map(|(_, close)| ahead(&text.tokens, |token| token.norm == close));
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(token) = text.tokens.get(at) {
        at += 1;
        let Some(kind) = QUOTES.iter().position(|(open, _)| *open == token.norm) else { continue };
        let end =
            closing.get(kind).and_then(|closing| closing.get(at)).filter(|end| **end < text.tokens.len());
        if let Some(end) = end.copied().filter(|end| *end > at) {
            let meaning = Meaning::Spelling(text.slice(at, end).to_owned());
            out.push(Tag { from: at - 1, to: end + 1, kind: "quote".to_owned(), meaning });
            at = end + 1;
        }
    }
    out
}

/// Paths, names of archives, addresses, codes, flags and variables.
pub(crate) fn chunks(text: &Text) -> Vec<Tag> {
    let runs = Runs::of(text);
    let mut out = Vec::new();
    let mut from = 0;
    while from < text.tokens.len() {
        if let Some(more) = technical::tags(text, &runs.end, from) {
            from = more.last().map_or(from + 1, |tag| tag.to);
            out.extend(more);
        } else if let Some((kind, to)) = runs.kind(from) {
            let meaning = Meaning::Spelling(text.slice(from, to).to_owned());
            out.push(Tag { from, to, kind: kind.to_owned(), meaning });
            from = to;
        } else {
            from += 1;
        }
    }
    out
}

/// For every token, where the first one from it on is that is so; the number of tokens where none is. One entry more than tokens.
fn ahead(tokens: &[Token], is: impl Fn(&Token) -> bool) -> Vec<usize> {
    let mut next = tokens.len();
    let mut out = vec![next; tokens.len() + 1];
    for (at, token) in tokens.iter().enumerate().rev() {
        if is(token) {
            next = at;
        }
        if let Some(place) = out.get_mut(at) {
            *place = next;
        }
    }
    out
}

/// How many of the tokens before each one are so.
fn counted(tokens: &[Token], is: impl Fn(&Token) -> bool) -> Vec<usize> {
    let mut out = vec![0];
    out.extend(tokens.iter().scan(0, |count, token| {
        *count += usize::from(is(token));
        Some(*count)
    }));
    out
}

/// What stands ahead of every token.
struct Runs<'t> {
    text: &'t Text,
    /// The end of its run without spaces.
    end: Vec<usize>,
    /// The dot before an archive's ending.
    archive: Vec<usize>,
    /// What a file's name does not have.
    no_name: Vec<usize>,
    /// What a server's name does not have.
    no_host: Vec<usize>,
    /// What a code does not have.
    no_code: Vec<usize>,
    /// Words of two letters and more, and dots, before it.
    words: Vec<usize>,
    dots: Vec<usize>,
}

impl<'t> Runs<'t> {
    fn of(text: &'t Text) -> Self {
        let tokens = &text.tokens;
        let is_archive = |token: &Token| ARCHIVES.contains(&token.norm.as_str());
        let mut archive = ahead(tokens, |_| false);
        for at in (0..tokens.len().saturating_sub(1)).rev() {
            let here = norm(tokens, at) == "." && tokens.get(at + 1).is_some_and(is_archive);
            let next = if here { at } else { archive.get(at + 1).copied().unwrap_or(tokens.len()) };
            archive.get_mut(at).into_iter().for_each(|place| *place = next);
        }
        Self {
            text,
            end: ends(tokens),
            archive,
            no_name: ahead(tokens, |token| !token.norm.is_ascii() || token.norm == "," || token.norm == ":"),
            no_host: ahead(tokens, |token| !in_host(token)),
            no_code: ahead(tokens, |token| !in_code(token)),
            words: counted(tokens, |token| token.kind == Kind::Word && token.norm.len() > 1),
            dots: counted(tokens, |token| token.norm == "."),
        }
    }

    /// What begins at a token, and its end.
    fn kind(&self, from: usize) -> Option<(&'static str, usize)> {
        let to = *self.end.get(from)?;
        let starts_path = self.starts_path(from, to);
        let archive = self.archive.get(from).copied().filter(|dot| dot + 1 < to && *dot > from);
        if let Some(dot) = archive.filter(|dot| starts_path || self.no_name.get(from) >= Some(dot)) {
            return Some(("path", dot + 2));
        }
        if !self.at_edge(from) {
            return None;
        }
        if starts_path && to - from > 2 {
            return Some(("path", to));
        }
        let address = self.address_end(from, to).map(|end| ("address", end));
        address.or_else(|| Some(("code", self.code_end(from, to)?)))
    }

    fn starts_path(&self, from: usize, to: usize) -> bool {
        let norm = |at: usize| if at < to { norm(&self.text.tokens, at) } else { "" };
        let slash = |at: usize| matches!(norm(at), "/" | "\\");
        slash(from)
            || norm(from) == "~"
            || (norm(from) == "config" && slash(from + 1))
            || (norm(from).len() == 1 && norm(from + 1) == ":" && slash(from + 2))
    }

    /// Whether no word is glued in front of it.
    fn at_edge(&self, from: usize) -> bool {
        let tokens = &self.text.tokens;
        let before = from.checked_sub(1).and_then(|before| tokens.get(before));
        before.is_none_or(|before| {
            before.kind != Kind::Word || tokens.get(from).is_none_or(|token| before.end != token.start)
        })
    }

    /// `play.example.net`, `10.0.0.2:25565`.
    fn address_end(&self, from: usize, to: usize) -> Option<usize> {
        let end = self.no_host.get(from)?.min(&to);
        let host = self.text.tokens.get(from..*end)?;
        let (first, last) = (host.first()?, host.last()?);
        let between = |counts: &[usize]| Some(counts.get(*end)? - counts.get(from)?);
        let number = first.norm.matches('.').count() == 3;
        let named = first.kind == Kind::Word && between(&self.words)? >= 2 && between(&self.dots)? >= 1;
        (number || (named && last.kind != Kind::Mark)).then_some(*end)
    }

    /// A code that somebody passes on: 4 to 20 letters and digits, with a digit among them or all in capitals.
    fn code_end(&self, from: usize, to: usize) -> Option<usize> {
        let end = *self.no_code.get(from)?.min(&to);
        if end - from > LONGEST_CODE {
            return None;
        }
        let said = self.text.slice(from, end);
        let letters = said.chars().filter(char::is_ascii_alphanumeric).count();
        let digit = said.contains(|c: char| c.is_ascii_digit());
        let capitals = !said.contains(|c: char| c.is_ascii_lowercase());
        ((4..=20).contains(&letters) && (digit || capitals) && !said.contains('.')).then_some(end)
    }
}

fn norm(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.norm.as_str())
}

/// Where the run without spaces ends that goes on at each token. A quotation mark begins a new one.
pub(super) fn ends(tokens: &[Token]) -> Vec<usize> {
    let mut out = vec![tokens.len(); tokens.len()];
    let mut end = tokens.len();
    for (at, pair) in tokens.windows(2).enumerate().rev() {
        let [token, next] = pair else { continue };
        if token.end != next.start || QUOTES.iter().any(|(a, b)| next.norm == *a || next.norm == *b) {
            end = at + 1;
        }
        out.get_mut(at).into_iter().for_each(|place| *place = end);
    }
    out
}

fn in_host(token: &Token) -> bool {
    (token.kind != Kind::Han && token.kind != Kind::Mark && token.norm.is_ascii())
        || [".", "-", ":"].contains(&token.norm.as_str())
}

fn in_code(token: &Token) -> bool {
    token.norm.is_ascii() && (token.kind != Kind::Mark || token.norm == "-")
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
        assert_eq!(found("重置 config/a-b.json 吧"), pair("path", "config/a-b.json"));
        assert_eq!(found("进 mc.example.net:25565 玩"), pair("address", "mc.example.net:25565"));
        assert_eq!(found("叫「童年」"), pair("quote", "「童年」"));
        assert_eq!(found("use 1.20.1 now"), vec![]);
        assert_eq!(found("don't open \" or 「"), vec![]);
        assert_eq!(found("code AB-12-CD."), pair("code", "AB-12-CD"));
    }
}
