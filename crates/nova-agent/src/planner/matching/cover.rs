//! What of a stretch a reading covers: its score, its slots, and what is left over.

use std::{collections::BTreeMap, ops::Range};

use super::{HELPER, LEFT, Match, PARTIAL, Placed, SLOT, Scene};
use crate::planner::{
    lexicon::{Form, slot_kinds},
    tag::{Meaning, Tag},
    text::Kind,
};

/// Which tokens are spoken for.
pub(super) struct Cover<'a, 'b> {
    scene: &'b Scene<'a>,
    used: Vec<Range<usize>>,
    slots: BTreeMap<String, Tag>,
    score: f64,
}

impl<'a, 'b> Cover<'a, 'b> {
    pub(super) fn new(scene: &'b Scene<'a>, placed: &Placed<'a>) -> Self {
        let mut cover = Self { scene, used: Vec::new(), slots: BTreeMap::new(), score: 0.0 };
        for (name, tag) in placed {
            cover.take(name.as_deref(), tag);
        }
        cover
    }

    fn take(&mut self, name: Option<&str>, tag: &Tag) {
        let helper = name.is_some_and(|name| name.starts_with('_'));
        let covered: f64 = (tag.from..tag.to).map(|at| self.scene.full_weight(at)).sum();
        self.score += if helper { covered * HELPER } else { covered };
        self.used.push(tag.from..tag.to);
        if let Some(name) = name {
            // In a follow-up a name alone says which: "the Survival one".
            let names = matches!(tag.meaning, Meaning::Targets(_)) && tag.from >= self.scene.from;
            let follows = self.scene.from > 0 && names;
            self.score += if helper && !follows { 0.0 } else { SLOT };
            self.slots.insert(name.to_owned(), tag.clone());
        }
    }

    fn free(&self, tag: &Tag) -> bool {
        !self.used.iter().any(|used| used.start < tag.to && tag.from < used.end)
    }

    /// A slot that no template names: the only free tag of its kind, or the longest.
    pub(super) fn add(&mut self, arg: &str, kind: &str) {
        let kinds = if kind == "memory" { vec!["memory".to_owned()] } else { slot_kinds(kind) };
        let fits = |tag: &&&Tag| kinds.contains(&tag.kind) && self.free(tag);
        let found =
            self.scene.tags.iter().filter(fits).max_by_key(|tag| (tag.to - tag.from, usize::MAX - tag.from));
        if let Some(tag) = found.copied() {
            self.take(Some(arg), tag);
        }
    }

    /// More things of a kind that the tool takes several of.
    pub(super) fn add_all(&mut self, kind: &str) {
        let more: Vec<&Tag> =
            self.scene.tags.iter().copied().filter(|tag| tag.kind == kind && self.free(tag)).collect();
        for tag in more {
            self.take(None, tag);
        }
    }

    /// The longest run that nothing covers, or what stands in quotes.
    pub(super) fn add_rest(&mut self, arg: &str, kind: &str) {
        let quote = self.scene.tags.iter().find(|tag| tag.kind == "quote" && self.free(tag)).copied();
        if let Some(quote) = quote {
            self.take(Some(arg), quote);
            return;
        }
        let Some(run) = self.left().filter(|run| kind != "latin" || self.has_letters(run)) else { return };
        let meaning = Meaning::Spelling(self.scene.text.name(run.start, run.end).to_owned());
        self.score += SLOT;
        self.slots
            .insert(arg.to_owned(), Tag { from: run.start, to: run.end, kind: "rest".to_owned(), meaning });
        self.used.push(run);
    }

    /// The longest uncovered run, without small words at its ends.
    fn left(&self) -> Option<Range<usize>> {
        let covered = |at: usize| self.used.iter().any(|used| used.contains(&at));
        let ends = |at: usize| {
            covered(at)
                || self
                    .scene
                    .text
                    .tokens
                    .get(at)
                    .is_none_or(|token| [",", "。", "?", "!", ";", "、"].contains(&token.norm.as_str()))
        };
        let mut runs: Vec<Range<usize>> = Vec::new();
        for at in self.scene.range.clone() {
            match runs.last_mut() {
                _ if ends(at) => {}
                Some(run) if run.end == at => run.end = at + 1,
                _ => runs.push(at..at + 1),
            }
        }
        let runs = runs.into_iter().map(|run| self.trim(run)).filter(|run| !run.is_empty());
        runs.max_by(|a, b| self.run_weight(a).total_cmp(&self.run_weight(b)).then(b.start.cmp(&a.start)))
    }

    /// Names of projects are mostly written in letters; a run without any is seldom one.
    fn has_letters(&self, run: &Range<usize>) -> bool {
        self.scene
            .text
            .tokens
            .get(run.clone())
            .is_some_and(|tokens| tokens.iter().any(|token| token.kind == Kind::Word))
    }

    fn run_weight(&self, run: &Range<usize>) -> f64 {
        run.clone().map(|at| self.scene.weight(at)).sum()
    }

    fn trim(&self, mut run: Range<usize>) -> Range<usize> {
        while !run.is_empty() && self.small(run.start) {
            run.start += 1;
        }
        while !run.is_empty() && self.small(run.end - 1) {
            run.end -= 1;
        }
        run
    }

    /// A small word or a mark, which begins and ends no name.
    fn small(&self, at: usize) -> bool {
        self.scene.text.tokens.get(at).is_none_or(|token| token.kind == Kind::Mark)
            || self.scene.tags.iter().any(|tag| tag.kind == "filler" && tag.from <= at && at < tag.to)
    }

    pub(super) fn into_match(self, tool: usize, form: Form, weak: f64) -> Match {
        let left = self.left();
        let loose = self.scene.range.clone().filter(|at| !self.used.iter().any(|used| used.contains(at)));
        let cost: f64 = loose.map(|at| self.scene.weight(at)).sum::<f64>() * LEFT;
        let score = self.score - cost - weak - if form == Form::Whole { 0.0 } else { PARTIAL };
        Match { tool, score, slots: self.slots, form, left, used: self.used }
    }
}
