//! Which tool a part of a sentence asks for, and with what. Score = words covered + slots filled - words left over.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::{
    lexicon::{Form, Lexicon, Rule, Template, ToolDef, element_kinds, free_text, slot_kinds},
    pattern::Element,
    tag::{Meaning, Tag},
    text::{Kind, Text},
};

/// Between two elements of a part at most this many tokens may stand.
const GAP: usize = 4;
/// Worth of a filled slot, cost of a word left over, cost of a missing slot.
const SLOT: f64 = 0.8;
const LEFT: f64 = 0.7;
const PARTIAL: f64 = 0.9;
const LIGHT: f64 = 0.25;
/// Less memory than this (in MB) was never meant.
const LEAST_MEMORY: i64 = 512;
/// Classes of things that a number in front of them counts.
const COUNTED: [&str; 5] = ["java-word", "mods", "versions", "saves", "backups"];
/// What words of a slot count that only helps to understand.
const HELPER: f64 = 0.5;

/// Word classes that take back, or keep from, what stands beside them.
const NEGATIONS: [&str; 5] = ["not", "not-that", "instead", "leave", "do-undo"];

/// What kinds of tools may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// All.
    Open,
    /// A question about the state: nothing that changes it.
    Reads,
    /// "How do I …": only what shows or tells.
    Howto,
    /// "I deleted …", "my friend says …", "I cannot …": what is told is not asked for. Taking the past back is.
    Told,
    /// "All but …", "this or that": what is named is not what is meant.
    Except,
    /// "If …", "delete it?": nothing is lost on a condition or a doubt.
    Supposed,
}

/// A reading of a part of a sentence.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    /// Index of the tool.
    pub(crate) tool: usize,
    pub(crate) score: f64,
    /// The values, by argument.
    pub(crate) slots: BTreeMap<String, Tag>,
    /// How far the template goes.
    pub(crate) form: Form,
    /// What no template word covers, in the player's spelling.
    pub(crate) left: Option<Range<usize>>,
    /// What is covered.
    pub(crate) used: Vec<Range<usize>>,
}

/// A part of a sentence with everything known about it.
pub(crate) struct Scene<'a> {
    pub(crate) text: &'a Text,
    pub(crate) tags: Vec<&'a Tag>,
    pub(crate) range: Range<usize>,
    pub(crate) gate: Gate,
    kinds: HashSet<&'a str>,
    from: usize,
    lexicon: &'a Lexicon,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(
        lexicon: &'a Lexicon,
        text: &'a Text,
        tags: &'a [Tag],
        range: Range<usize>,
        gate: Gate,
    ) -> Self {
        let tags: Vec<&Tag> =
            tags.iter().filter(|tag| range.start <= tag.from && tag.to <= range.end).collect();
        let kinds = tags.iter().map(|tag| tag.kind.as_str()).collect();
        Self { text, tags, range, gate, kinds, from: 0, lexicon }
    }

    /// The same, but tokens before `from` weigh nothing: they lend meanings and cost nothing.
    pub(crate) fn counting_from(self, from: usize) -> Self {
        Self { from, ..self }
    }

    /// The readings worth looking at, best first, at most one a tool.
    pub(crate) fn readings(&self) -> Vec<Match> {
        let lexicon = self.lexicon;
        let mut out: Vec<Match> = Vec::new();
        for template in &lexicon.templates {
            let Some(tool) = lexicon.tools.get(template.tool).filter(|tool| self.admits(tool)) else {
                continue;
            };
            let Some(found) = self.read(template, tool) else { continue };
            match out.iter_mut().find(|known| known.tool == found.tool) {
                Some(known) if known.score < found.score => *known = found,
                Some(_) => {}
                None => out.push(found),
            }
        }
        out.sort_by(|a, b| b.score.total_cmp(&a.score));
        out
    }

    fn admits(&self, tool: &ToolDef) -> bool {
        match self.gate {
            Gate::Open => true,
            Gate::Reads | Gate::Except => !tool.write,
            Gate::Supposed => !tool.grave,
            Gate::Told => !tool.write || (!tool.grave && self.is_about_the_past(tool)),
            Gate::Howto => tool.howto || matches!(tool.rule, Rule::Chat | Rule::Refuse | Rule::Wish),
        }
    }

    /// Whether it takes something that is called by its moment: a backup, a change, a thing in the trash.
    fn is_about_the_past(&self, tool: &ToolDef) -> bool {
        let timed = |kind: &String| self.lexicon.kind(bare_kind(kind)).is_some_and(|kind| kind.timed);
        tool.slots.values().any(timed)
    }

    fn read(&self, template: &Template, tool: &ToolDef) -> Option<Match> {
        let present = |kinds: &Vec<String>| kinds.iter().any(|kind| self.kinds.contains(kind.as_str()));
        if !template.needs.iter().all(present) {
            return None;
        }
        let mut search = Search { scene: self, template, best: None, steps: 0, tool };
        search.place(0, 0, &mut Vec::new());
        search.best
    }

    /// Whether a "not" or "leave alone" stands here that the reading does not speak for. "No, …" only leads over.
    pub(crate) fn unheard(text: &Text, tags: &[Tag], found: &Match, range: &Range<usize>) -> bool {
        let heard = |tag: &Tag| found.used.iter().any(|used| used.start < tag.to && tag.from < used.end);
        let inside = |tag: &Tag| range.start <= tag.from && tag.to <= range.end;
        let mark = |at: Option<usize>| {
            at.and_then(|at| text.tokens.get(at)).is_none_or(|token| token.kind == Kind::Mark)
        };
        let leads_over =
            |tag: &Tag| mark(tag.from.checked_sub(1)) && tag.to < range.end && mark(Some(tag.to));
        tags.iter().any(|tag| {
            NEGATIONS.contains(&tag.kind.as_str()) && inside(tag) && !heard(tag) && !leads_over(tag)
        })
    }

    /// What a token costs when nothing covers it.
    fn weight(&self, at: usize) -> f64 {
        let mut here = self.tags.iter().filter(|tag| tag.from <= at && at < tag.to);
        if here.clone().any(|tag| self.lexicon.soft.contains(&tag.kind)) {
            0.0
        } else if here.any(|tag| self.lexicon.light.contains(&tag.kind)) {
            self.full_weight(at) * LIGHT
        } else {
            self.full_weight(at)
        }
    }

    /// What a token is worth.
    fn full_weight(&self, at: usize) -> f64 {
        match self.text.tokens.get(at).map(|token| token.kind) {
            None | Some(Kind::Mark) => 0.0,
            Some(_) if at < self.from => 0.0,
            Some(Kind::Han) => 0.5,
            Some(Kind::Word | Kind::Number) => 1.0,
        }
    }
}

/// The kind a slot wants, without the marks for optional, defaulted and several.
pub(crate) fn bare_kind(kind: &str) -> &str {
    kind.trim_end_matches(['?', '=', '*'])
}

struct Search<'a, 'b> {
    scene: &'b Scene<'a>,
    template: &'b Template,
    tool: &'b ToolDef,
    best: Option<Match>,
    steps: usize,
}

type Placed<'a> = Vec<(Option<String>, &'a Tag)>;

impl<'a> Search<'a, '_> {
    /// Tries every tag for the next element, the elements of a part in order.
    fn place(&mut self, part: usize, element: usize, placed: &mut Placed<'a>) {
        self.steps += 1;
        if self.steps > 3000 {
            return;
        }
        let Some(elements) = self.template.flat.get(part) else {
            return self.finish(placed);
        };
        let Some(wanted) = elements.get(element) else {
            return self.place(part + 1, 0, placed);
        };
        let name = match wanted {
            Element::Slot { kind, .. } if free_text(kind) => return self.place(part, element + 1, placed),
            Element::Slot { name, .. } => Some(name.clone()),
            _ => None,
        };
        let after = if element == 0 { None } else { placed.last().map(|(_, tag)| tag.to) };
        let kinds = element_kinds(wanted);
        for tag in self.scene.tags.clone() {
            let near = after.is_none_or(|after| after <= tag.from && tag.from - after <= GAP);
            if kinds.contains(&tag.kind) && near && !placed.iter().any(|(_, other)| other.overlaps(tag)) {
                placed.push((name.clone(), tag));
                self.place(part, element + 1, placed);
                placed.pop();
            }
        }
    }

    fn finish(&mut self, placed: &Placed<'a>) {
        let mut cover = Cover::new(self.scene, placed);
        let mut slots: Vec<(&String, &String)> = self.tool.slots.iter().collect();
        slots.sort_by_key(|(arg, kind)| kind.ends_with('?') || arg.starts_with('_'));
        for (arg, kind) in slots {
            if !placed.iter().any(|(name, _)| name.as_ref() == Some(arg)) {
                cover.add(arg, bare_kind(kind));
            }
        }
        let several = self
            .tool
            .slots
            .iter()
            .filter(|(arg, kind)| kind.contains('*') || self.tool.each.as_ref() == Some(arg));
        for (_, kind) in several {
            cover.add_all(bare_kind(kind));
        }
        if let Some((arg, kind)) = self.rest_slot() {
            cover.add_rest(&arg, &kind);
        }
        let found = cover.into_match(self.template.tool, self.template.form, self.tool.weak);
        if self.left_over(&found) || found.slots.values().any(|tag| self.no_amount(tag)) {
            return;
        }
        let better = self.best.as_ref().is_none_or(|best| best.score < found.score);
        let whole = self.rest_slot().is_none_or(|(arg, _)| found.slots.contains_key(&arg));
        if better && whole {
            self.best = Some(found);
        }
    }

    /// Whether a word is left over that must not stand beside this tool.
    fn left_over(&self, found: &Match) -> bool {
        let covered = |tag: &Tag| found.used.iter().any(|used| used.start <= tag.from && tag.to <= used.end);
        let tags = &self.scene.tags;
        let parted = |tag: &Tag| tags.iter().any(|then| then.kind == "then" && then.from >= tag.to);
        let act = |tag: &Tag| tag.kind.starts_with("do-") && parted(tag);
        let own = |tag: &Tag| {
            self.template.flat.iter().flatten().any(|element| element_kinds(element).contains(&tag.kind))
        };
        let strange = |tag: &&Tag| {
            self.tool.never_with.contains(&tag.kind) && (!covered(tag) || (act(tag) && !own(tag)))
        };
        self.scene.tags.iter().any(strange)
    }

    /// A number is an amount of memory only where memory is spoken of, never beside what counts or numbers something else
    /// (`java 21`, `17 mods`), and never where two amounts are said: which is meant is asked then.
    fn no_amount(&self, tag: &Tag) -> bool {
        let Meaning::Int(amount) = tag.meaning else { return false };
        if tag.kind != "memory" && tag.kind != "bare memory" {
            return false;
        }
        let loose = tag.kind == "bare memory";
        let pronoun = |at: usize| self.scene.text.tokens.get(at).is_some_and(|token| token.norm == "one");
        if loose && tag.to == tag.from + 1 && pronoun(tag.from) {
            return true;
        }
        let spoken = self.scene.kinds.contains("memory-word");
        amount < LEAST_MEMORY || self.rivals(tag) || (loose && (!spoken || self.counts(tag)))
    }

    /// Whether another amount stands in the words that count.
    fn rivals(&self, tag: &Tag) -> bool {
        let tags = &self.scene.tags;
        let tokens = &self.scene.text.tokens;
        // `9` in `ATM9` is part of a name.
        let glued = |at: usize, start: usize| {
            let before = at.checked_sub(1).and_then(|at| tokens.get(at));
            before.is_some_and(|before| before.end == start && before.kind == Kind::Word)
        };
        let digits = |other: &Tag| {
            let token = tokens.get(other.from);
            token.is_some_and(|token| token.kind == Kind::Number && !glued(other.from, token.start))
        };
        let amount = |other: &Tag| {
            other.kind == "memory" || (other.kind == "bare memory" && digits(other) && !self.counts(other))
        };
        let other = |other: &&&Tag| {
            other.from >= self.scene.from
                && !other.overlaps(tag)
                && other.meaning != tag.meaning
                && amount(other)
        };
        tags.iter().any(|tag| other(&tag))
    }

    /// Whether a number says how many of something, or which Java.
    fn counts(&self, tag: &Tag) -> bool {
        self.scene.tags.iter().any(|other| {
            let before = other.to <= tag.from && tag.from - other.to <= 1 && other.kind == "java-word";
            let after = tag.to <= other.from && other.from - tag.to <= 1;
            before || (after && COUNTED.contains(&other.kind.as_str()))
        })
    }

    fn rest_slot(&self) -> Option<(String, String)> {
        self.template.flat.iter().flatten().find_map(|element| match element {
            Element::Slot { name, kind } if free_text(kind) => Some((name.clone(), kind.clone())),
            _ => None,
        })
    }
}

/// Which tokens are spoken for.
struct Cover<'a, 'b> {
    scene: &'b Scene<'a>,
    used: Vec<Range<usize>>,
    slots: BTreeMap<String, Tag>,
    score: f64,
}

impl<'a, 'b> Cover<'a, 'b> {
    fn new(scene: &'b Scene<'a>, placed: &Placed<'a>) -> Self {
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
    fn add(&mut self, arg: &str, kind: &str) {
        let kinds = if kind == "memory" { vec!["memory".to_owned()] } else { slot_kinds(kind) };
        let fits = |tag: &&&Tag| kinds.contains(&tag.kind) && self.free(tag);
        let found =
            self.scene.tags.iter().filter(fits).max_by_key(|tag| (tag.to - tag.from, usize::MAX - tag.from));
        if let Some(tag) = found.copied() {
            self.take(Some(arg), tag);
        }
    }

    /// More things of a kind that the tool takes several of.
    fn add_all(&mut self, kind: &str) {
        let more: Vec<&Tag> =
            self.scene.tags.iter().copied().filter(|tag| tag.kind == kind && self.free(tag)).collect();
        for tag in more {
            self.take(None, tag);
        }
    }

    /// The longest run that nothing covers, or what stands in quotes.
    fn add_rest(&mut self, arg: &str, kind: &str) {
        let quote = self.scene.tags.iter().find(|tag| tag.kind == "quote" && self.free(tag)).copied();
        if let Some(quote) = quote {
            self.take(Some(arg), quote);
            return;
        }
        let Some(run) = self.left().filter(|run| kind != "latin" || self.has_letters(run)) else { return };
        let meaning = Meaning::Spelling(self.scene.text.slice(run.start, run.end).to_owned());
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

    fn into_match(self, tool: usize, form: Form, weak: f64) -> Match {
        let left = self.left();
        let loose = self.scene.range.clone().filter(|at| !self.used.iter().any(|used| used.contains(at)));
        let cost: f64 = loose.map(|at| self.scene.weight(at)).sum::<f64>() * LEFT;
        let score = self.score - cost - weak - if form == Form::Whole { 0.0 } else { PARTIAL };
        Match { tool, score, slots: self.slots, form, left, used: self.used }
    }
}
