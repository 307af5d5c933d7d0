//! The player's words while they are read: tokens, tags, and what is ruled out in them.

use std::{collections::BTreeSet, ops::Range};

use super::{
    grouping::Group,
    tag::{Meaning, Tag, covered},
    text::Text,
};

/// A sentence with its tags, and from where on it counts (what came before it only lends meanings).
pub(crate) struct Words {
    pub(crate) text: Text,
    pub(crate) tags: Vec<Tag>,
    pub(crate) from: usize,
    /// What came before counts, too: these words only name what it lacks.
    pub(crate) named: bool,
    /// The container that the chat was about, for words that only follow on ("and the log?").
    pub(crate) home: Option<String>,
    /// Where a correction ends and begins.
    pub(crate) corrected: Option<(usize, usize)>,
}

impl Words {
    /// "Not A but B", "B, not A", "B instead of A", "from A to B": A is what is not meant.
    pub(super) fn rule_out(&mut self) {
        let nots = self.tags.iter().filter(|tag| ["not-that", "instead", "not"].contains(&tag.kind.as_str()));
        let mut nots: Vec<Range<usize>> = nots.map(|tag| tag.from..tag.to).collect();
        let left = self
            .text
            .tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| ["从", "from"].contains(&token.norm.as_str()));
        let left: Vec<Range<usize>> = left.map(|(at, _)| at..at + 1).collect();
        nots.extend(left.iter().cloned());
        for not in nots {
            let Some(out) = self.named_after(&not) else { continue };
            let name = matches!(out.meaning, Meaning::Targets(_)) || out.kind == "moment";
            let other = |tag: &Tag| tag.kind == out.kind && !tag.overlaps(&out) && tag.meaning != out.meaning;
            if (name && left.contains(&not)) || !self.tags.iter().any(other) {
                continue;
            }
            self.tags.retain(|tag| {
                !(valued(tag) && tag.overlaps(&out) || tag.from == not.start && tag.to == not.end)
            });
            let meaning = Meaning::Word;
            self.tags.push(Tag { from: not.start, to: out.to, kind: "filler".to_owned(), meaning });
        }
    }

    /// The name or value right behind these words, at most one small word between.
    pub(super) fn named_after(&self, not: &Range<usize>) -> Option<Tag> {
        let small = self.tags.iter().filter(|tag| tag.kind == "filler" && tag.from == not.end);
        let begins: Vec<usize> = small.map(|tag| tag.to).chain([not.end]).collect();
        let close = |tag: &&Tag| begins.contains(&tag.from) && valued(tag);
        self.tags.iter().filter(close).max_by_key(|tag| tag.to - tag.from).cloned()
    }

    /// What is said anew after a correction, or in this turn, takes the place of what was said before.
    pub(super) fn forget(&mut self) {
        if let Some((from, to)) = self.corrected {
            let anew = kinds_with_values(&self.tags, |tag| tag.from >= to);
            self.tags.retain(|tag| tag.from >= to || (tag.to <= from && !anew.contains(&tag.kind)));
        }
        let edge = self.from;
        let anew = kinds_with_values(&self.tags, |tag| tag.from >= edge);
        self.tags.retain(|tag| tag.from >= edge || !anew.contains(&tag.kind));
    }
}

/// A name or a value that stands for itself.
pub(super) fn valued(tag: &Tag) -> bool {
    tag.meaning != Meaning::Word && tag.kind != "quote"
}

pub(super) fn kinds_with_values(tags: &[Tag], keep: impl Fn(&Tag) -> bool) -> BTreeSet<String> {
    let valued = tags.iter().filter(|tag| keep(tag) && tag.meaning != Meaning::Word);
    valued.map(|tag| tag.kind.clone()).collect()
}

/// Whether there is a word that nothing explains.
pub(super) fn strange(words: &Words) -> bool {
    let explains =
        |tag: &Tag| !tag.literal() && !["code", "number", "bare memory"].contains(&tag.kind.as_str());
    let tokens = &words.text.tokens;
    let known = covered(words.tags.iter().filter(|tag| explains(tag)), tokens.len());
    let mut said = tokens.iter().zip(known).skip(words.from);
    said.any(|(token, known)| token.kind != super::text::Kind::Mark && !known)
}

/// The words of a request.
pub(super) fn said<'w>(words: &'w Words, group: Option<&Group>) -> &'w str {
    group.map_or("", |group| words.text.slice(group.range.start, group.range.end))
}
