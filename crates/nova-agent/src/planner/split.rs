//! A sentence as a row of pieces: where one request ends and the next begins, what is negated, what is taken back.

use std::ops::Range;

use super::{matching::Gate, tag::Tag, text::Text};

/// More pieces than this are not told apart.
const MAX_PIECES: usize = 12;

/// A piece that may be a request of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) range: Range<usize>,
    /// "if …": only looked at, never done.
    pub(crate) condition: bool,
    /// Where "don't …" stands.
    pub(crate) negated: Option<usize>,
}

const STOPS: [&str; 9] = [",", "。", ";", "!", "?", "、", ".", ":", "…"];

/// The pieces, in order.
pub(crate) fn pieces(text: &Text, tags: &[Tag], whole: Range<usize>) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut from = whole.start;
    let mut at = whole.start;
    while at < whole.end {
        let inside = tags.iter().any(|tag| opaque(tag) && tag.from < at && at < tag.to);
        let cut = if inside { None } else { cut_at(text, tags, at) };
        if let Some(to) = cut.filter(|_| out.len() < MAX_PIECES) {
            push(&mut out, from..at, tags);
            from = to;
            at = to.max(at + 1);
        } else {
            at += 1;
        }
    }
    push(&mut out, from..whole.end, tags);
    out
}

/// Names, paths and quotes are never cut.
fn opaque(tag: &Tag) -> bool {
    matches!(tag.meaning, super::tag::Meaning::Targets(_))
        || ["path", "quote", "address", "game"].contains(&tag.kind.as_str())
}

/// The end of a stop or of a connecting word that begins at `at`.
fn cut_at(text: &Text, tags: &[Tag], at: usize) -> Option<usize> {
    let token = text.tokens.get(at)?;
    if STOPS.contains(&token.norm.as_str()) {
        return Some(at + 1);
    }
    tags.iter().find(|tag| tag.kind == "then" && tag.from == at).map(|tag| tag.to)
}

fn push(out: &mut Vec<Piece>, range: Range<usize>, tags: &[Tag]) {
    if range.is_empty() {
        return;
    }
    let has = |kind: &str| {
        tags.iter().any(|tag| tag.kind == kind && range.start <= tag.from && tag.to <= range.end)
    };
    out.push(Piece { condition: has("if"), negated: negated(&range, tags), range });
}

/// "don't" with a verb close behind it. "Not in quotes" and "no confirmation" have none.
fn negated(range: &Range<usize>, tags: &[Tag]) -> Option<usize> {
    let inside = |tag: &&Tag| range.start <= tag.from && tag.to <= range.end;
    let verbs: Vec<&Tag> = tags.iter().filter(inside).filter(|tag| verb(tag)).collect();
    let ruled_out = |tag: &Tag| tag.kind == "not-that" && tag.from == range.start;
    if verbs.is_empty() && tags.iter().any(ruled_out) {
        return Some(range.start);
    }
    let nots = tags.iter().filter(inside).filter(|tag| tag.kind == "not");
    let close = |not: &&Tag| verbs.iter().any(|verb| verb.from >= not.to && verb.from - not.to <= 3);
    nots.into_iter().find(close).map(|not| not.from)
}

/// Word classes whose name begins with `do-` are verbs of requests.
fn verb(tag: &Tag) -> bool {
    tag.kind.starts_with("do-")
}

/// What is left of the text after "no, I mean": the beginning of the last correction's remainder, if there is one.
pub(crate) fn correction(tags: &[Tag], len: usize) -> Option<(usize, usize)> {
    tags.iter()
        .filter(|tag| tag.kind == "correction" && tag.from > 0 && tag.to < len)
        .map(|tag| (tag.from, tag.to))
        .max_by_key(|(from, _)| *from)
}

/// What may answer a stretch: a question asks for reads, "how do I" for words, everything else is open.
pub(crate) fn gate(tags: &[Tag], range: &Range<usize>) -> Gate {
    let has = |kind: &str| {
        tags.iter().any(|tag| tag.kind == kind && range.start <= tag.from && tag.to <= range.end)
    };
    let inverted = tags.iter().any(|tag| tag.kind == "question-start" && tag.from == range.start);
    if has("howto") && !has("why") {
        Gate::Howto
    } else if has("permission") || ((has("question") || has("why") || inverted) && !has("request")) {
        Gate::Reads
    } else {
        Gate::Open
    }
}
