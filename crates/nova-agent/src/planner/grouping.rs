//! Cutting a sentence into requests: which neighbouring pieces belong together, and which reading of them is likeliest.

use std::ops::Range;

use super::{
    lexicon::{Form, Rule},
    matching::{LONGEST, Match, Scene},
    mind::Mind,
    split::{self, Piece},
    tag::{Meaning, Tag},
    text::Text,
    words::Words,
};

/// A reading below this is no reading.
const ENOUGH: f64 = 0.6;
/// A reading that can only lead to a question may be weaker.
const ENOUGH_TO_ASK: f64 = -0.6;
/// What one more act costs, so that one request is not read as two.
const ACT: f64 = 0.5;
/// What a word outside every act costs.
const STRAY: f64 = 0.5;
/// As many neighbouring pieces may be one request.
const JOINED: usize = 4;

/// One request in the sentence.
pub(crate) struct Group {
    pub(crate) range: Range<usize>,
    pub(crate) found: Match,
}

impl Mind<'_> {
    /// The best way to read the pieces as requests.
    pub(super) fn groups(&self, words: &Words) -> Vec<Group> {
        let pieces = split::pieces(&words.text, &words.tags, 0..words.text.tokens.len());
        if words.from > 0 {
            let whole = 0..words.text.tokens.len();
            let said = words.from..words.text.tokens.len();
            let heard = |found: &Match| {
                let writes = self.lexicon.tools.get(found.tool).is_some_and(|tool| tool.write);
                !(writes && Scene::unheard(&words.text, &words.tags, found, &said))
            };
            let found = self.best(words, &whole).filter(heard);
            return found.map(|found| Group { range: whole, found }).into_iter().collect();
        }
        let mut table: Vec<(f64, Vec<Group>)> = vec![(0.0, Vec::new())];
        for end in 1..=pieces.len() {
            let best =
                (end.saturating_sub(JOINED)..end).map(|from| self.extend(words, &table, &pieces, from..end));
            let best = best.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default();
            table.push(best);
        }
        table.pop().map(|(_, groups)| groups).unwrap_or_default()
    }

    /// The best row of requests up to `span.start`, with the pieces of `span` as one more.
    fn extend(
        &self,
        words: &Words,
        table: &[(f64, Vec<Group>)],
        pieces: &[Piece],
        span: Range<usize>,
    ) -> (f64, Vec<Group>) {
        let (score, groups) =
            table.get(span.start).map(|(score, groups)| (*score, groups.as_slice())).unwrap_or_default();
        let parts = pieces.get(span).unwrap_or_default();
        let mut groups: Vec<Group> =
            groups.iter().map(|g| Group { range: g.range.clone(), found: g.found.clone() }).collect();
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return (score, groups) };
        let range = first.range.start..last.range.end;
        let nots: Vec<usize> = parts.iter().filter_map(|piece| piece.negated).collect();
        let dropped = !nots.is_empty();
        let meant = |found: &Match| {
            let writes = self.lexicon.tools.get(found.tool).is_some_and(|tool| tool.write);
            nots.iter().all(|at| found.used.iter().any(|used| used.contains(at)))
                && !(writes && Scene::unheard(&words.text, &words.tags, found, &range))
        };
        let lent = || self.lent(words, &groups, &range);
        let only = || self.only_the_other(words, parts);
        let short = || self.of_what_is_made(words, &groups, &range);
        let read = self.best(words, &range).filter(meant);
        let whole = read.as_ref().is_some_and(|found| found.form == Form::Whole);
        let read = if whole { read } else { short().or(read) };
        match read.or_else(lent).or_else(only) {
            Some(found) => {
                let score = score + found.score - ACT;
                groups.push(Group { range, found });
                (score, groups)
            }
            None if dropped && parts.len() == 1 => (score, groups),
            None if parts.len() == 1 && first.condition => (score - 0.1, groups),
            None => (score - STRAY * weight(&words.text, &range), groups),
        }
    }

    /// "Delete this mod and that world": what has no verb of its own takes the one before.
    fn lent(&self, words: &Words, groups: &[Group], range: &Range<usize>) -> Option<Match> {
        let before = groups.last().filter(|group| group.found.form == Form::Whole)?;
        let verbs = |range: &Range<usize>| {
            words
                .tags
                .iter()
                .any(|tag| tag.kind.starts_with("do-") && range.start <= tag.from && tag.to <= range.end)
        };
        let tool = self.lexicon.tools.get(before.found.tool).filter(|tool| tool.write)?;
        if verbs(range) || split::negates(&words.tags, range) {
            return None;
        }
        let whole = before.range.start..range.end;
        if whole.len() > LONGEST {
            return None;
        }
        let lends = |tag: &&Tag| {
            tag.from >= range.start || tag.kind.starts_with("do-") && before.range.contains(&tag.from)
        };
        let tags: Vec<Tag> = words.tags.iter().filter(lends).cloned().collect();
        let readings = Scene::new(
            self.lexicon,
            &words.text,
            &tags,
            whole.clone(),
            split::gate(&words.text, &words.tags, &whole),
        )
        .counting_from(range.start)
        .readings();
        let same = |found: &Match| {
            let other = self.lexicon.tools.get(found.tool);
            other.is_some_and(|other| other.write && other.grave == tool.grave && other.name != tool.name)
                && found.form == Form::Whole
                && found
                    .slots
                    .values()
                    .any(|tag| tag.from >= range.start && matches!(tag.meaning, Meaning::Targets(_)))
        };
        readings.into_iter().find(|found| found.score >= ENOUGH && same(found))
    }

    /// "Install 1.21.4, then open": behind something that is made a short word is enough for what is done with it.
    fn of_what_is_made(&self, words: &Words, groups: &[Group], range: &Range<usize>) -> Option<Match> {
        let before = self.lexicon.tools.get(groups.last()?.found.tool)?;
        let made = before.makes.as_deref()?;
        let takes_it = |found: &Match| {
            let slots = self.lexicon.tools.get(found.tool).map(|tool| &tool.slots);
            slots.and_then(|slots| slots.get(made)).is_some_and(|kind| kind.ends_with('='))
        };
        let whole = |found: &Match| {
            found.form == Form::Whole && found.slots.is_empty() && found.used == [range.clone()]
        };
        self.readings(words, range).into_iter().find(|found| takes_it(found) && whole(found))
    }

    /// "Don't delete Sodium, just turn it off": the act that is meant takes what the other one named.
    fn only_the_other(&self, words: &Words, parts: &[Piece]) -> Option<Match> {
        let [ruled_out, meant] = parts else { return None };
        let within = |range: &Range<usize>, tag: &Tag| range.start <= tag.from && tag.to <= range.end;
        let target = |tag: &Tag| matches!(tag.meaning, Meaning::Targets(_));
        let of = |range: &Range<usize>, fits: &dyn Fn(&Tag) -> bool| {
            words.tags.iter().any(|tag| within(range, tag) && fits(tag))
        };
        let verb = |tag: &Tag| tag.kind.starts_with("do-");
        let clear = ruled_out.negated.is_some()
            && meant.negated.is_none()
            && !meant.condition
            && of(&ruled_out.range, &target)
            && of(&meant.range, &verb)
            && !of(&meant.range, &target)
            && !split::negates(&words.tags, &meant.range);
        let whole = ruled_out.range.start..meant.range.end;
        if !clear || whole.len() > LONGEST {
            return None;
        }
        let kept = |tag: &&Tag| !within(&ruled_out.range, tag) || target(tag);
        let tags: Vec<Tag> = words.tags.iter().filter(kept).cloned().collect();
        let gate = split::gate(&words.text, &words.tags, &meant.range);
        let readings = Scene::new(self.lexicon, &words.text, &tags, whole, gate)
            .counting_from(meant.range.start)
            .readings();
        let takes_it = |found: &Match| found.slots.values().any(|tag| within(&ruled_out.range, tag));
        readings.into_iter().find(|found| found.form == Form::Whole && found.score >= ENOUGH).filter(takes_it)
    }

    pub(super) fn best(&self, words: &Words, range: &Range<usize>) -> Option<Match> {
        let enough = |found: &Match| if self.asks(found) { ENOUGH_TO_ASK } else { ENOUGH };
        let readings = self.readings(words, range);
        readings.into_iter().find(|found| found.score >= enough(found) && self.worth_saying(found, words))
    }

    /// Half a sentence for a tool that is not here is no reason to say so.
    pub(super) fn worth_saying(&self, found: &Match, words: &Words) -> bool {
        let light = |used: &Range<usize>| {
            let here = |tag: &&Tag| tag.from == used.start && tag.to == used.end;
            words
                .tags
                .iter()
                .filter(here)
                .any(|tag| self.lexicon.light.contains(&tag.kind) || tag.kind == "inside")
        };
        let reads = self.lexicon.tools.get(found.tool).is_some_and(|tool| !tool.write);
        if reads && found.form == Form::Bare && found.slots.is_empty() && found.used.iter().all(light) {
            return false;
        }
        let tool = self.lexicon.tools.get(found.tool);
        let spoken = tool.is_some_and(|tool| matches!(tool.rule, Rule::Chat | Rule::Refuse));
        found.form == Form::Whole || spoken || tool.is_some_and(|tool| self.world.has(&tool.name))
    }

    /// Whether the reading is of a change and lacks something.
    fn asks(&self, found: &Match) -> bool {
        let tool = self.lexicon.tools.get(found.tool);
        tool.is_some_and(|tool| tool.rule == Rule::Wish || (found.form != Form::Whole && tool.write))
    }

    pub(super) fn readings(&self, words: &Words, range: &Range<usize>) -> Vec<Match> {
        if range.len() > LONGEST {
            return Vec::new();
        }
        let asked = words.from.max(range.start)..range.end;
        let gate = split::gate(&words.text, &words.tags, &asked);
        Scene::new(self.lexicon, &words.text, &words.tags, range.clone(), gate)
            .counting_from(if words.named { 0 } else { words.from })
            .readings()
    }
}

fn weight(text: &Text, range: &Range<usize>) -> f64 {
    let tokens = text.tokens.get(range.clone()).unwrap_or_default();
    tokens
        .iter()
        .map(|token| match token.kind {
            super::text::Kind::Mark => 0.0,
            super::text::Kind::Han => 0.5,
            _ => 1.0,
        })
        .sum()
}
