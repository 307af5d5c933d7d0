//! Which tool a part of a sentence asks for, and with what. Score = words covered + slots filled - words left over.

mod cover;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::{
    lexicon::{Form, Lexicon, Rule, Template, ToolDef, free_text},
    pattern::Element,
    tag::{Meaning, Tag},
    text::{Kind, Text},
};
use cover::Cover;

/// More tokens are no request: it is said in fewer, and what is pasted is none. What it takes to read one grows faster than its
/// length.
pub(crate) const LONGEST: usize = 120;
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
    /// The tags of each kind, in order.
    kinds: HashMap<&'a str, Vec<usize>>,
    /// What each token of the range costs when nothing covers it.
    weights: Vec<f64>,
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
        let mut kinds: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, tag) in tags.iter().enumerate() {
            kinds.entry(tag.kind.as_str()).or_default().push(at);
        }
        Self { text, tags, range, gate, kinds, weights: Vec::new(), from: 0, lexicon }.weighed()
    }

    /// The same, but tokens before `from` weigh nothing: they lend meanings and cost nothing.
    pub(crate) fn counting_from(self, from: usize) -> Self {
        Self { from, ..self }.weighed()
    }

    /// What a token costs when nothing covers it: small words nothing or little, all others what they are worth.
    fn weighed(mut self) -> Self {
        let mut weights: Vec<f64> = self.range.clone().map(|at| self.full_weight(at)).collect();
        let mut scale = |class: &[String], factor: f64| {
            let of_class = class.iter().filter_map(|kind| self.kinds.get(kind.as_str())).flatten();
            let mut covered = vec![false; weights.len()];
            for tag in of_class.filter_map(|at| self.tags.get(*at)) {
                let places = (tag.from..tag.to).filter_map(|at| at.checked_sub(self.range.start));
                places.for_each(|at| covered.get_mut(at).into_iter().for_each(|covered| *covered = true));
            }
            let covered = weights.iter_mut().zip(covered).filter(|(_, covered)| *covered);
            covered.for_each(|(weight, _)| *weight *= factor);
        };
        scale(&self.lexicon.light, LIGHT);
        scale(&self.lexicon.soft, 0.0);
        self.weights = weights;
        self
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
        self.search(template, tool)?.best
    }

    fn search<'b>(&'b self, template: &'b Template, tool: &'b ToolDef) -> Option<Search<'a, 'b>> {
        let present = |kinds: &Vec<String>| {
            kinds.is_empty() || kinds.iter().any(|kind| self.kinds.contains_key(kind.as_str()))
        };
        if !template.kinds.iter().flatten().all(present) {
            return None;
        }
        let fits = template.kinds.iter().map(|part| part.iter().map(|kinds| self.of_kinds(kinds)).collect());
        let fits = fits.collect();
        let mut search = Search { scene: self, template, fits, best: None, steps: 0, tool };
        search.place(0, 0, &mut Vec::new());
        Some(search)
    }

    /// How many steps its readings take, each over all of its tokens.
    #[cfg(test)]
    pub(crate) fn work(&self) -> usize {
        let tools = &self.lexicon.tools;
        let searches = self.lexicon.templates.iter().filter_map(|template| {
            let tool = tools.get(template.tool).filter(|tool| self.admits(tool))?;
            Some(self.search(template, tool)?.steps)
        });
        searches.sum::<usize>() * self.range.len()
    }

    /// The tags of these kinds, in order.
    fn of_kinds(&self, kinds: &[String]) -> Vec<&'a Tag> {
        let places = kinds.iter().filter_map(|kind| self.kinds.get(kind.as_str())).flatten().copied();
        let places: BTreeSet<usize> = places.collect();
        places.into_iter().filter_map(|at| self.tags.get(at).copied()).collect()
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
        let place = at.checked_sub(self.range.start);
        place.and_then(|place| self.weights.get(place)).copied().unwrap_or_default()
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
    /// For every element of every part, the tags that it may be.
    fits: Vec<Vec<Vec<&'a Tag>>>,
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
        let fits = self.fits.get(part).and_then(|part| part.get(element)).cloned().unwrap_or_default();
        for tag in fits {
            let near = after.is_none_or(|after| after <= tag.from && tag.from - after <= GAP);
            if near && !placed.iter().any(|(_, other)| other.overlaps(tag)) {
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
        let own = |tag: &Tag| self.template.kinds.iter().flatten().any(|kinds| kinds.contains(&tag.kind));
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
        let spoken = self.scene.kinds.contains_key("memory-word");
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
