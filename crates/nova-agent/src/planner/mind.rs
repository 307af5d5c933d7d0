//! From the player's words and what is known to what is done next.

use std::ops::Range;

use jiff::tz::TimeZone;
use nova_model::{Message, Millis, Question};

use super::{
    act::{self, Outcome},
    lexicon::{Form, Lexicon, NameKind, Rule, ToolDef},
    matching::{Match, Scene, bare_kind},
    name,
    past::{Past, question},
    split::{self, Piece},
    tag::{self, Meaning, Tag, Target},
    text::Text,
    world::{List, Named, Step, World},
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
/// A name that was chosen may fit a reading that looks unlikely without it.
const READINGS_OF_A_CHOICE: usize = 40;
/// As many containers are searched for a name that is not in the expected one.
const CONTAINERS: usize = 16;

/// What to do next.
#[derive(Debug, Default)]
pub(crate) struct Thought {
    /// Calls, in order; made already or not.
    pub(crate) steps: Vec<Step>,
    /// Thinks again when these are here.
    pub(crate) look: Vec<Step>,
    /// Sentences.
    pub(crate) says: Vec<Message>,
    /// Questions.
    pub(crate) asks: Vec<Question>,
}

/// The parts of a sentence, in the player's words: on the checklist, or waiting for an answer.
#[derive(Default)]
struct Halves {
    ready: Vec<String>,
    open: Vec<String>,
}

impl Halves {
    fn add(&mut self, words: &str, writes: bool, asks: bool) {
        let words = words.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        if asks {
            self.open.push(words);
        } else if writes {
            self.ready.push(words);
        }
    }

    /// Says which is which, where there is some of both.
    fn say(self) -> Option<Message> {
        let both = !self.ready.is_empty() && !self.open.is_empty();
        both.then(|| Message::new("planner.some-open").with("ready", self.ready).with("open", self.open))
    }
}

/// Everything that thinking needs.
pub(crate) struct Mind<'a> {
    pub(crate) lexicon: &'a Lexicon,
    pub(crate) world: &'a World<'a>,
    pub(crate) now: Millis,
    pub(crate) zone: &'a TimeZone,
}

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

/// A kind of names that a reading has a slot for: in a likely one, and in one that cannot do without.
struct Wanted<'a> {
    kind: &'a NameKind,
    best: bool,
    needed: bool,
}

/// One request in the sentence.
pub(crate) struct Group {
    pub(crate) range: Range<usize>,
    pub(crate) found: Match,
}

impl Mind<'_> {
    /// The next step for what was said last.
    pub(crate) fn think(&self, past: &Past) -> Thought {
        if past.named {
            return self.with_the_past(past).unwrap_or_else(|| self.unknown(past));
        }
        if past.agrees(self.lexicon)
            && let Some(thought) = self.with_the_past(past).filter(|thought| thought.asks.is_empty())
        {
            return thought;
        }
        let alone = self.read(&past.said, past);
        if let Some(thought) = spoken_only(&alone) {
            return thought;
        }
        let follows = alone.tags.iter().any(|tag| tag.kind == "correction");
        let thought = self.consider(alone, past);
        // "No, …" alone declines; before something that only the past explains it does not.
        let declines = follows && thought.steps.is_empty() && thought.look.is_empty();
        if thought.asks.is_empty() && !thought.is_empty() && !declines {
            return thought;
        }
        let better = |other: &Thought| {
            (other.asks.is_empty() && !(declines && other.steps.is_empty() && other.look.is_empty()))
                || thought.is_empty()
        };
        self.with_the_past(past)
            .filter(better)
            .unwrap_or_else(|| if thought.is_empty() { self.unknown(past) } else { thought })
    }

    /// The tokens and plain meanings of a sentence, after "no, I mean …".
    fn read(&self, said: &str, past: &Past) -> Words {
        let text = self.lexicon.read(said);
        let tags = tag::tags(&text, self.lexicon);
        let corrected = split::correction(&tags, &text);
        let mut words = Words { text, tags, from: 0, named: past.named, home: None, corrected };
        words.tags.extend(past.earlier(&words, self.lexicon));
        words.forget();
        words
    }

    fn consider(&self, mut words: Words, past: &Past) -> Thought {
        let first = self.groups(&words);
        if !self.add_names(&mut words, &first, past) {
            return Thought { look: self.world.wanted(), ..Thought::default() };
        }
        let groups = self.groups(&words);
        self.act_on(&words, &groups)
    }

    fn act_on(&self, words: &Words, groups: &[Group]) -> Thought {
        let mut thought = Thought::default();
        let mut asked: Vec<Option<String>> = Vec::new();
        let mut halves = Halves::default();
        for at in 0..groups.len() {
            match act::complete(self, words, at, groups) {
                Outcome::Coming => {
                    thought.look = self.world.wanted();
                    return thought;
                }
                Outcome::Done { steps, says, asks } => {
                    let writes = steps.iter().any(|step| self.world.writes(&step.tool));
                    halves.add(said(words, groups.get(at)), writes, !asks.is_empty());
                    let tool = groups.get(at).and_then(|group| self.lexicon.tools.get(group.found.tool));
                    asked.extend(asks.iter().map(|_| tool.map(|tool| tool.name.clone())));
                    thought.steps.extend(steps);
                    thought.says.extend(says);
                    thought.asks.extend(asks);
                }
            }
        }
        let done = |ask: &&Option<String>| {
            ask.as_ref().is_none_or(|tool| !thought.steps.iter().any(|step| step.tool == *tool))
        };
        let keep: Vec<bool> = asked.iter().map(|ask| done(&ask)).collect();
        let mut keep = keep.into_iter();
        thought.asks.retain(|_| keep.next().unwrap_or(true));
        self.never_both(&mut thought);
        if !thought.asks.is_empty() {
            thought.says.extend(halves.say());
        }
        thought
    }

    /// Nothing is called twice, and no thing is both turned on and off by one sentence: that is asked.
    fn never_both(&self, thought: &mut Thought) {
        let mut once: Vec<Step> = Vec::new();
        for step in std::mem::take(&mut thought.steps) {
            if !once.contains(&step) {
                once.push(step);
            }
        }
        let clash =
            |step: &Step| self.world.writes(&step.tool) && once.iter().any(|other| self.opposed(step, other));
        let keep: Vec<Step> = once.iter().filter(|step| !clash(step)).cloned().collect();
        if keep.len() < once.len() {
            thought.asks.push(question(Message::new("planner.which.other"), Vec::new()));
        }
        thought.steps = keep;
    }

    /// Two calls of which one undoes the other: opposite tools for one thing, or one switch set both ways.
    fn opposed(&self, a: &Step, b: &Step) -> bool {
        let opposite = |a: &Step, b: &Step| {
            self.lexicon
                .tools
                .iter()
                .any(|tool| tool.name == a.tool && tool.opposite.as_ref() == Some(&b.tool))
        };
        if a.tool != b.tool {
            return a.args == b.args && (opposite(a, b) || opposite(b, a));
        }
        let (Some(left), Some(right)) = (a.args.as_object(), b.args.as_object()) else { return false };
        let differ = |arg: &String| left.get(arg) != right.get(arg);
        let mut apart = left.keys().filter(|arg| differ(arg)).peekable();
        apart.peek().is_some()
            && left.len() == right.len()
            && apart.all(|arg| left.get(arg).is_some_and(|value| value.is_boolean() || value.is_number()))
    }

    /// The same with what was said before: "make it 4G then", "the first one".
    fn with_the_past(&self, past: &Past) -> Option<Thought> {
        let mut best = None;
        let agrees = past.agrees(self.lexicon);
        for before in past.contexts(self.lexicon) {
            let joined = format!("{before}\n。{}", past.said);
            let mut words = self.read(&joined, past);
            let edge = self.lexicon.read(before).tokens.len() + 1;
            words.from = edge;
            if past.named {
                words.tags.retain(|tag| tag.from < edge || tag.meaning != Meaning::Word);
            }
            if agrees {
                words.tags.retain(|tag| tag.from < edge || tag.kind == "yes" || tag.kind == "it");
            }
            words.forget();
            let thought = self.consider(words, past);
            if !thought.is_empty() && (thought.asks.is_empty() || best.is_none()) {
                let sure = thought.asks.is_empty();
                best = Some(thought);
                if sure {
                    break;
                }
            }
        }
        best
    }

    /// Nothing to do: a "don't" is heard; words about the launcher are asked about; anything else is not understood.
    fn unknown(&self, past: &Past) -> Thought {
        let text = self.lexicon.read(&past.said);
        let tags = tag::tags(&text, self.lexicon);
        let has = |kind: &str| tags.iter().any(|tag| tag.kind == kind);
        let whole = 0..text.tokens.len();
        let code = if has("howto") || has("permission") {
            "planner.howto"
        } else if split::pieces(&text, &tags, whole).iter().any(|piece| piece.negated.is_some()) {
            "planner.dropped"
        } else if tags.iter().any(|tag| self.is_about_the_launcher(tag)) {
            return Thought { asks: self.what(&text).into_iter().collect(), ..Thought::default() };
        } else {
            "planner.unknown"
        };
        Thought { says: vec![Message::new(code)], ..Thought::default() }
    }

    fn is_about_the_launcher(&self, tag: &Tag) -> bool {
        tag.kind.starts_with("do-") || self.lexicon.light.contains(&tag.kind) || tag.kind == "it"
    }

    /// "What would you like?", with offers.
    fn what(&self, text: &Text) -> Option<Question> {
        let tool = self.lexicon.tools.iter().find(|tool| tool.rule == Rule::Wish)?;
        Some(question(Message::new(tool.code.clone()), offers(tool, text)))
    }

    /// The best way to read the pieces as requests.
    fn groups(&self, words: &Words) -> Vec<Group> {
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
        match self.best(words, &range).filter(meant).or_else(lent) {
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
        let lends = |tag: &&Tag| {
            tag.from >= range.start || tag.kind.starts_with("do-") && before.range.contains(&tag.from)
        };
        let tags: Vec<Tag> = words.tags.iter().filter(lends).cloned().collect();
        let whole = before.range.start..range.end;
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

    fn best(&self, words: &Words, range: &Range<usize>) -> Option<Match> {
        let enough = |found: &Match| if self.asks(found) { ENOUGH_TO_ASK } else { ENOUGH };
        let readings = self.readings(words, range);
        readings.into_iter().find(|found| found.score >= enough(found) && self.worth_saying(found, words))
    }

    /// Half a sentence for a tool that is not here is no reason to say so.
    fn worth_saying(&self, found: &Match, words: &Words) -> bool {
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

    fn readings(&self, words: &Words, range: &Range<usize>) -> Vec<Match> {
        let asked = words.from.max(range.start)..range.end;
        let gate = split::gate(&words.text, &words.tags, &asked);
        Scene::new(self.lexicon, &words.text, &words.tags, range.clone(), gate)
            .counting_from(if words.named { 0 } else { words.from })
            .readings()
    }

    /// Tags the names of real things. False while a list is on its way.
    fn add_names(&self, words: &mut Words, groups: &[Group], past: &Past) -> bool {
        let mut kinds = self.kinds_wanted(words, groups);
        kinds.sort_by_key(|wanted| wanted.kind.within.is_some());
        for Wanted { kind, best, needed } in kinds {
            let scope = kind.within.as_ref().and_then(|_| scope_of(kind, words, groups));
            let asked = scope.as_deref().filter(|_| !kind.whole);
            let List::Known(mut things) = self.list(kind, asked) else {
                if self.world.wanted().is_empty() {
                    continue;
                }
                return false;
            };
            if kind.timed {
                for thing in &mut things {
                    thing.names = vec![thing.id.clone()];
                }
            }
            let mut found = name::mentions(kind, &things, &words.text, &words.tags, self.lexicon);
            let everywhere =
                kind.whole || (scope.is_none() && things.iter().any(|thing| thing.scope.is_some()));
            let unknown = found.is_empty() && needed && strange(words);
            let missing = unknown || kind.titles.as_ref().is_some_and(|titles| unmet(words, &found, titles));
            if missing && kind.within.is_some() && best && !everywhere {
                match self.elsewhere(kind, words) {
                    Some(tags) => {
                        let free = |tag: &Tag| !found.iter().any(|known| known.overlaps(tag));
                        let more: Vec<Tag> = tags.into_iter().filter(free).collect();
                        found.extend(more);
                    }
                    None => return false,
                }
            }
            let home = scope.or_else(|| self.current());
            for tag in &mut found {
                prefer(tag, home.as_deref());
            }
            self.point(kind, &things, words, &mut found, past);
            words.tags.extend(found);
            words.tags = tag::longest(std::mem::take(&mut words.tags));
            words.forget();
        }
        words.rule_out();
        true
    }

    pub(crate) fn list(&self, kind: &NameKind, scope: Option<&str>) -> List {
        if kind.earlier { List::Absent } else { self.world.list(kind, scope) }
    }

    /// The kinds of names that the likely readings have slots for, and whether the likeliest has.
    fn kinds_wanted(&self, words: &Words, groups: &[Group]) -> Vec<Wanted<'_>> {
        let whole = 0..words.text.tokens.len();
        let mut ranges: Vec<Range<usize>> = groups.iter().map(|group| group.range.clone()).collect();
        let pieces = split::pieces(&words.text, &words.tags, whole.clone());
        let apart = |range: &Range<usize>| {
            !groups.iter().any(|group| group.range.start < range.end && range.start < group.range.end)
        };
        ranges.extend(pieces.into_iter().map(|piece| piece.range).filter(apart));
        if groups.is_empty() {
            ranges.push(whole);
        }
        let mut names: Vec<(&str, bool, bool)> = Vec::new();
        let (within, most) = if words.named { (f64::MAX, READINGS_OF_A_CHOICE) } else { (2.5, 6) };
        for range in ranges {
            let readings = self.readings(words, &range);
            let best = readings.first().map_or(0.0, |best| best.score);
            for (at, found) in
                readings.iter().filter(|found| found.score > best - within).take(most).enumerate()
            {
                let likely = at == 0 || best - found.score < 1.5;
                let tool = self.lexicon.tools.get(found.tool);
                let slots = tool.into_iter().flat_map(|tool| &tool.slots);
                names.extend(slots.map(|(arg, kind)| {
                    let open = found.left.is_some() && !found.slots.contains_key(arg);
                    (bare_kind(kind), likely, likely && open && !kind.ends_with('?'))
                }));
            }
        }
        let wanted = |kind: &'_ NameKind| {
            let mut of = names.iter().filter(|(name, ..)| *name == kind.name).peekable();
            of.peek()?;
            Some((of.clone().any(|(_, best, _)| *best), of.any(|(.., needed)| *needed)))
        };
        let kinds = self.lexicon.kinds.iter().filter_map(|kind| {
            let (best, needed) = wanted(kind)?;
            Some(Wanted { kind, best, needed })
        });
        let code = words.tags.iter().any(|tag| tag.kind == "code");
        kinds.filter(|wanted| !wanted.kind.timed || wanted.best || code).collect()
    }

    /// Mentions in all other containers. `None` while a list is on its way.
    fn elsewhere(&self, kind: &NameKind, words: &Words) -> Option<Vec<Tag>> {
        let containers = self.lexicon.kinds.iter().find(|kind| !kind.described.is_empty())?;
        let List::Known(versions) = self.world.list(containers, None) else {
            return self.world.wanted().is_empty().then(Vec::new);
        };
        let mut things: Vec<Named> = Vec::new();
        for version in versions.iter().take(CONTAINERS) {
            if let List::Known(more) = self.world.list(kind, Some(&version.id)) {
                things.extend(more);
            }
        }
        if !self.world.wanted().is_empty() {
            return None;
        }
        Some(name::mentions(kind, &things, &words.text, &words.tags, self.lexicon))
    }

    /// "this version", "that one".
    fn point(&self, kind: &NameKind, things: &[Named], words: &mut Words, found: &mut Vec<Tag>, past: &Past) {
        let this = format!("this-{}", kind.name);
        let that = format!("that-{}", kind.name);
        let current = things
            .iter()
            .find(|thing| thing.facts.get("current").and_then(serde_json::Value::as_bool) == Some(true));
        let named = !found.is_empty();
        let follows = words.tags.iter().any(|tag| tag.kind == "follow") && !kind.described.is_empty();
        if follows && !named {
            let said = past.last_mentioned(kind, things, self.lexicon);
            words.home.clone_from(&said.as_ref().and_then(only).map(|target| target.id.clone()));
        }
        for tag in words.tags.iter().filter(|tag| tag.kind == this || tag.kind == that || tag.kind == "it") {
            if named && tag.kind == this {
                continue;
            }
            let before = found.iter().filter(|other| other.to <= tag.from).max_by_key(|other| other.to);
            let meaning = match before {
                Some(before) if tag.kind != this => Some(before.meaning.clone()),
                _ if tag.kind == this => current.map(|thing| Meaning::Targets(vec![target(thing)])),
                _ => past.last_mentioned(kind, things, self.lexicon),
            };
            if let Some(meaning) = meaning {
                found.push(Tag { from: tag.from, to: tag.to, kind: kind.name.clone(), meaning });
            }
        }
    }

    /// The current container's id.
    pub(crate) fn current(&self) -> Option<String> {
        let kind = self.lexicon.kinds.iter().find(|kind| !kind.described.is_empty())?;
        let List::Known(things) = self.world.list(kind, None) else { return None };
        let is =
            |thing: &&Named| thing.facts.get("current").and_then(serde_json::Value::as_bool) == Some(true);
        things.iter().find(is).map(|thing| thing.id.clone())
    }

    /// The rule of a group's tool.
    pub(crate) fn rule(&self, group: &Group) -> Rule {
        self.lexicon.tools.get(group.found.tool).map(|tool| tool.rule).unwrap_or_default()
    }
}

impl Thought {
    fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.look.is_empty() && self.says.is_empty() && self.asks.is_empty()
    }
}

fn target(thing: &Named) -> Target {
    Target { id: thing.id.clone(), scope: thing.scope.clone() }
}

/// A text that is to be translated or explained is not a request.
fn spoken_only(words: &Words) -> Option<Thought> {
    let verbatim = words.tags.iter().any(|tag| tag.kind == "verbatim");
    verbatim.then(|| Thought { says: vec![Message::new("planner.text-only")], ..Thought::default() })
}

/// Whether there is a word that nothing explains.
fn strange(words: &Words) -> bool {
    let explains =
        |tag: &Tag| !tag.literal() && !["code", "number", "bare memory"].contains(&tag.kind.as_str());
    let known = |at: usize| words.tags.iter().any(|tag| explains(tag) && tag.from <= at && at < tag.to);
    let word =
        |at: usize| words.text.tokens.get(at).is_some_and(|token| token.kind != super::text::Kind::Mark);
    (words.from..words.text.tokens.len()).any(|at| word(at) && !known(at))
}

/// Whether a well-known name is said that none of the things here bears.
fn unmet(words: &Words, found: &[Tag], titles: &str) -> bool {
    let named = |title: &Tag| {
        found
            .iter()
            .chain(&words.tags)
            .any(|tag| matches!(tag.meaning, Meaning::Targets(_)) && tag.overlaps(title))
    };
    words.tags.iter().filter(|tag| tag.kind == titles).any(|title| !named(title))
}

/// The container that is named in the sentence, if it is clear.
pub(crate) fn scope(words: &Words) -> Option<String> {
    let containers = words.tags.iter().filter(|tag| tag.kind == "version");
    let mut ids: Vec<String> =
        containers.filter_map(|tag| single(tag).map(|target| target.id.clone())).collect();
    ids.dedup();
    (ids.len() == 1).then(|| ids.remove(0))
}

/// The same for things of a kind: a container that another request of the sentence names says nothing about them.
fn scope_of(kind: &NameKind, words: &Words, groups: &[Group]) -> Option<String> {
    let version = words.tags.iter().find(|tag| tag.kind == "version")?;
    let home = groups.iter().find(|group| group.range.contains(&version.from));
    let other = |group: &Group| group.range.start != home.map_or(0, |home| home.range.start);
    let said = |group: &Group| {
        let about = format!("{}s", kind.name);
        words.tags.iter().any(|tag| tag.kind == about && group.range.contains(&tag.from))
    };
    let elsewhere =
        home.is_some_and(|home| !said(home)) && groups.iter().any(|group| other(group) && said(group));
    if elsewhere { None } else { scope(words) }
}

/// Of several things with one name, the one in the container that is named or current.
fn prefer(tag: &mut Tag, home: Option<&str>) {
    let Meaning::Targets(targets) = &tag.meaning else { return };
    let here: Vec<Target> =
        targets.iter().filter(|target| target.scope.as_deref() == home).cloned().collect();
    if home.is_some() && here.len() == 1 {
        tag.meaning = Meaning::Targets(here);
    }
}

/// The words of a request.
fn said<'w>(words: &'w Words, group: Option<&Group>) -> &'w str {
    group.map_or("", |group| words.text.slice(group.range.start, group.range.end))
}

/// A tool's offers in the language of the words.
pub(crate) fn offers(tool: &ToolDef, text: &Text) -> Vec<String> {
    let chinese = text.tokens.iter().any(|token| token.kind == super::text::Kind::Han);
    tool.offers.get(if chinese { "zh" } else { "en" }).cloned().unwrap_or_default()
}

/// The one thing a tag means.
pub(crate) fn single(tag: &Tag) -> Option<&Target> {
    only(&tag.meaning)
}

fn only(meaning: &Meaning) -> Option<&Target> {
    match meaning {
        Meaning::Targets(targets) if targets.len() == 1 => targets.first(),
        _ => None,
    }
}

impl Words {
    /// "Not A but B", "B, not A", "B instead of A", "from A to B": A is what is not meant.
    fn rule_out(&mut self) {
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
    fn named_after(&self, not: &Range<usize>) -> Option<Tag> {
        let small = |at: usize| {
            let between = |tag: &Tag| tag.kind == "filler" && tag.from == not.end && tag.to == at;
            at == not.end || self.tags.iter().any(between)
        };
        let close = |tag: &&Tag| valued(tag) && tag.from >= not.end && small(tag.from);
        self.tags.iter().filter(close).max_by_key(|tag| tag.to - tag.from).cloned()
    }

    /// What is said anew after a correction, or in this turn, takes the place of what was said before.
    fn forget(&mut self) {
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
fn valued(tag: &Tag) -> bool {
    tag.meaning != Meaning::Word && tag.kind != "quote"
}

fn kinds_with_values(tags: &[Tag], keep: impl Fn(&Tag) -> bool) -> Vec<String> {
    let valued = tags.iter().filter(|tag| keep(tag) && tag.meaning != Meaning::Word);
    valued.map(|tag| tag.kind.clone()).collect()
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
