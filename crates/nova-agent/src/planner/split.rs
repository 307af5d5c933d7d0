//! A sentence as a row of pieces: where one request ends and the next begins, what is negated, what is taken back.

use std::{collections::HashMap, ops::Range};

use super::{
    matching::{Gate, LONGEST},
    tag::{Tag, VERBATIM, covered},
    text::Text,
};

/// More pieces than this are not told apart.
const MAX_PIECES: usize = 12;
/// But for so many at the end of what is too long to be one request.
const LAST_PIECES: usize = 4;

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

/// The pieces, in order. Of a text that goes on and on the beginning and the end are told apart: what is asked stands before or behind
/// what was pasted.
pub(crate) fn pieces(text: &Text, tags: &[Tag], whole: Range<usize>) -> Vec<Piece> {
    let mut ranges = ranges(text, tags, &whole);
    if let Some(rest) = ranges.get(MAX_PIECES).map(|rest| rest.start) {
        let told_apart = if whole.end - rest > LONGEST { LAST_PIECES } else { 0 };
        let last = ranges.split_off(MAX_PIECES.max(ranges.len() - told_apart));
        ranges.truncate(MAX_PIECES);
        ranges.push(rest..last.first().map_or(whole.end, |first| first.start));
        ranges.extend(last);
    }
    let mut out = Vec::new();
    for range in ranges {
        push(&mut out, range, tags);
    }
    take_back(&mut out, tags);
    put_in_mouths(&mut out, text, tags);
    out
}

/// What stands between the stops; in a long text between the ends of its lines, too.
fn ranges(text: &Text, tags: &[Tag], whole: &Range<usize>) -> Vec<Range<usize>> {
    let inner = |tag: &Tag| Tag { from: tag.from + 1, ..tag.clone() };
    let inner: Vec<Tag> = tags.iter().filter(|tag| opaque(tag)).map(inner).collect();
    let inside = covered(&inner, text.tokens.len());
    let (words, long) = (Cuts::of(tags), whole.len() > LONGEST);
    let mut out = Vec::new();
    let (mut from, mut at) = (whole.start, whole.start);
    while at < whole.end {
        let line = || (long && text.begins_line(at)).then_some(at);
        let cut = words.at(text, at).or_else(line).filter(|_| inside.get(at) != Some(&true));
        if let Some(to) = cut {
            out.push(from..at);
            from = to;
            at = to.max(at + 1);
        } else {
            at += 1;
        }
    }
    out.push(from..whole.end);
    out.retain(|range| !range.is_empty());
    out
}

/// "The description says: …": what stands behind the colon was asked by somebody else.
fn put_in_mouths(pieces: &mut [Piece], text: &Text, tags: &[Tag]) {
    let colon = |at: usize| text.tokens.get(at).is_some_and(|token| token.norm == ":");
    let told = |piece: &Piece| {
        let inside = |tag: &Tag| piece.range.start <= tag.from && tag.to <= piece.range.end;
        colon(piece.range.end) && tags.iter().any(|tag| tag.kind == "told" && inside(tag))
    };
    let Some(by) = pieces.iter().position(told) else { return };
    let end = pieces.get(by).map_or(0, |piece| piece.range.end);
    for piece in pieces.iter_mut().skip(by.saturating_add(1)) {
        piece.negated = Some(end);
    }
}

/// "Delete it… never mind", "delete it? no": what was asked before is taken back. At the beginning these words only lead over.
fn take_back(pieces: &mut [Piece], tags: &[Tag]) {
    let refusal = |tag: &&Tag| {
        let alone =
            || pieces.last().is_some_and(|last| last.range.start == tag.from && last.range.end == tag.to);
        tag.kind == "retract" || (tag.kind == "not" && pieces.len() > 1 && alone())
    };
    let Some(at) = tags.iter().filter(refusal).map(|tag| tag.from).max() else { return };
    let asked_before = |piece: &&mut Piece| {
        tags.iter()
            .any(|tag| verb(tag) && piece.range.start <= tag.from && tag.from < at.min(piece.range.end))
    };
    for piece in pieces.iter_mut().filter(asked_before) {
        piece.negated = Some(at);
    }
}

/// Names, paths and quotes are never cut.
fn opaque(tag: &Tag) -> bool {
    matches!(tag.meaning, super::tag::Meaning::Targets(_))
        || VERBATIM.contains(&tag.kind.as_str())
        || tag.kind == "game"
}

/// Words that end a piece, and where the next one begins.
struct Cuts(HashMap<usize, usize>);

impl Cuts {
    fn of(tags: &[Tag]) -> Self {
        let mut cuts = HashMap::new();
        for tag in tags.iter().filter(|tag| tag.kind == "then") {
            cuts.entry(tag.from).or_insert(tag.to);
        }
        for tag in tags.iter().filter(|tag| tag.kind == "instead") {
            cuts.entry(tag.from).or_insert(tag.from);
        }
        Self(cuts)
    }

    /// The end of a stop or of a connecting word that begins at `at`.
    fn at(&self, text: &Text, at: usize) -> Option<usize> {
        let token = text.tokens.get(at)?;
        let stop = STOPS.contains(&token.norm.as_str()).then_some(at + 1);
        stop.or_else(|| self.0.get(&at).copied())
    }
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
    let leave = || tags.iter().filter(inside).find(|tag| tag.kind == "leave").map(|tag| tag.from);
    if verbs.is_empty()
        && let Some(at) = leave()
    {
        return Some(at);
    }
    let nots = tags.iter().filter(inside).filter(|tag| tag.kind == "not" || tag.kind == "instead");
    let close = |not: &&Tag| verbs.iter().any(|verb| verb.from >= not.to && verb.from - not.to <= 3);
    nots.into_iter().find(close).map(|not| not.from)
}

/// Whether anything in the stretch keeps from an act.
pub(crate) fn negates(tags: &[Tag], range: &Range<usize>) -> bool {
    let inside = |tag: &&Tag| range.start <= tag.from && tag.to <= range.end;
    tags.iter()
        .filter(inside)
        .any(|tag| ["not", "not-that", "instead", "leave", "except"].contains(&tag.kind.as_str()))
}

/// Word classes whose name begins with `do-` are verbs of requests.
fn verb(tag: &Tag) -> bool {
    tag.kind.starts_with("do-")
}

/// What is left of the text after "no, I mean": the beginning of the last correction's remainder, if there is one.
/// "Not A" inside a sentence rules A out and corrects nothing.
pub(crate) fn correction(tags: &[Tag], text: &Text) -> Option<(usize, usize)> {
    let len = text.tokens.len();
    let stop = |at: usize| text.tokens.get(at).is_some_and(|token| STOPS.contains(&token.norm.as_str()));
    let rules_out = |tag: &Tag| {
        tags.iter().any(|other| other.kind == "not-that" && other.from == tag.from && other.to == tag.to)
            && !stop(tag.to)
    };
    // "If it is not A, make it A" corrects nothing.
    let supposed = |tag: &Tag| {
        let before = tags.iter().filter(|other| other.kind == "if" && other.to <= tag.from);
        before.map(|other| other.to).max().is_some_and(|from| !(from..tag.from).any(stop))
    };
    tags.iter()
        .filter(|tag| {
            tag.kind == "correction" && tag.from > 0 && tag.to < len && !rules_out(tag) && !supposed(tag)
        })
        .map(|tag| (tag.from, tag.to))
        .max_by_key(|(from, _)| *from)
}

/// What may answer a stretch: a question asks for reads, "how do I" for words, what somebody tells for no act of its own,
/// everything else is open.
pub(crate) fn gate(text: &Text, tags: &[Tag], range: &Range<usize>) -> Gate {
    let said = Said { text, tags, range };
    let has = |kind: &str| said.last(kind).is_some();
    let inverted = said.asks_whether()
        || said.asks_yes_or_no()
        || tags.iter().any(|tag| tag.kind == "question-start" && tag.from == range.start);
    if said.asks_whether_it_suits() || said.asks_to_be_told_which() {
        Gate::Reads
    } else if has("howto") && !has("why") {
        Gate::Howto
    } else if has("permission") || ((has("question") || has("why") || inverted) && !has("request")) {
        Gate::Reads
    } else if has("except") || said.chooses() {
        Gate::Except
    } else if said.last("told").is_some_and(|told| Some(told) > said.last("request")) {
        Gate::Told
    } else if has("if") || said.depends() || (said.wonders() && !has("request")) {
        Gate::Supposed
    } else {
        Gate::Open
    }
}

/// A stretch of what was said.
struct Said<'a> {
    text: &'a Text,
    tags: &'a [Tag],
    range: &'a Range<usize>,
}

impl Said<'_> {
    fn inside(&self) -> impl Iterator<Item = &Tag> {
        self.tags.iter().filter(|tag| self.range.start <= tag.from && tag.to <= self.range.end)
    }

    /// Where the last word of a class begins.
    fn last(&self, kind: &str) -> Option<usize> {
        self.inside().filter(|tag| tag.kind == kind).map(|tag| tag.from).max()
    }

    /// "Can the game run on this?" asks; "can you run it" requests.
    fn asks_whether(&self) -> bool {
        let norm = |at: usize| self.text.tokens.get(at).map_or("", |token| token.norm.as_str());
        let begin = self.range.start;
        ["can", "could", "will"].contains(&norm(begin))
            && !["you", "u", "ya", "we", "nova", "i", "someone", "ya'll"].contains(&norm(begin + 1))
    }

    /// "告诉我现在是官方还是镜像", "tell me whether it is A or B": the choices are what is asked about, not what is wanted.
    fn asks_to_be_told_which(&self) -> bool {
        let told = self.inside().filter(|tag| tag.kind == "do-show").map(|tag| tag.from).min();
        told.is_some_and(|told| self.last("or").is_some_and(|or| told < or))
    }

    /// "找得到 Java 21 不？", "关没关 sodium": a "not" at the end, or between a word and itself.
    fn asks_yes_or_no(&self) -> bool {
        let norm = |at: usize| self.text.tokens.get(at).map_or("", |token| token.norm.as_str());
        let not = |at: usize| ["不", "没", "否"].contains(&norm(at));
        let ends = |at: usize| ["", "?", "呢", "啊", "呀"].contains(&norm(at));
        let mut inside = self.range.clone().skip(1);
        inside.any(|at| {
            let asks = norm(at - 1) == norm(at + 1)
                && !["", "能", "可", "好", "行", "有", "是", "会", "要", "对"].contains(&norm(at - 1));
            not(at) && (ends(at + 1) || asks)
        })
    }

    /// "1.20.1-forge 用 java 17 可以吗": without a word that asks for the act, this asks what would be right.
    fn asks_whether_it_suits(&self) -> bool {
        let norm = |at: usize| self.text.tokens.get(at).map_or("", |token| token.norm.as_str());
        let end = self.range.end;
        let last =
            |tag: &Tag| tag.kind == "suits" && (tag.to == end || (tag.to + 1 == end && norm(tag.to) == "?"));
        let weak =
            |tag: &Tag| (tag.from..tag.to).all(|at| ["用", "使", "跑", "开", "能"].contains(&norm(at)));
        self.inside().any(last)
            && !self.inside().any(|tag| verb(tag) && !weak(tag))
            && !self.range.clone().any(|at| ["把", "帮", "给", "请", "替", "烦"].contains(&norm(at)))
    }

    /// Whether it ends with a question mark.
    fn wonders(&self) -> bool {
        let mark = |at: usize| self.text.tokens.get(at).is_some_and(|token| token.norm == "?");
        mark(self.range.end) || self.range.end.checked_sub(1).is_some_and(mark)
    }

    /// "If it is broken, delete it": the condition stands in the part before.
    fn depends(&self) -> bool {
        let begin = self.range.start;
        let stop = |at: usize| {
            self.text.tokens.get(at).is_some_and(|token| ["。", ".", "!", ";"].contains(&token.norm.as_str()))
        };
        let before = self.tags.iter().filter(|tag| tag.kind == "if" && tag.to <= begin);
        before.map(|tag| tag.to).max().is_some_and(|from| {
            let done = self.tags.iter().any(|tag| verb(tag) && from <= tag.from && tag.to <= begin);
            !done && !(from..begin).any(stop)
        })
    }

    /// "This one or that one", "move or delete it": nobody chose yet.
    fn chooses(&self) -> bool {
        let named = |tag: &&Tag| matches!(tag.meaning, super::tag::Meaning::Targets(_));
        let between = |or: &Tag| {
            let things = self.inside().filter(named).filter(|tag| tag.to <= or.from).any(|tag| {
                self.inside().filter(named).any(|other| other.from >= or.to && other.kind == tag.kind)
            });
            let verbs = self.inside().any(|tag| verb(tag) && tag.to <= or.from)
                && self.inside().any(|tag| verb(tag) && tag.from == or.to);
            things || verbs
        };
        self.inside().any(|tag| tag.kind == "or" && between(tag))
    }
}
