//! From the player's words and what is known to what is done next.

use jiff::tz::TimeZone;
use nova_model::{Message, Millis, Question};

use super::{
    Given,
    act::{self, Outcome},
    grouping::Group,
    lexicon::{Lexicon, Rule, ToolDef},
    past::{Past, question},
    split,
    tag::{self, Meaning, Tag},
    text::Text,
    words::{Words, said},
    world::{Step, World},
};

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
    /// The files that the player attached.
    pub(crate) attached: &'a [Given],
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
    pub(super) fn read(&self, said: &str, past: &Past) -> Words {
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

/// A text that is to be translated or explained is not a request.
fn spoken_only(words: &Words) -> Option<Thought> {
    let verbatim = words.tags.iter().any(|tag| tag.kind == "verbatim");
    verbatim.then(|| Thought { says: vec![Message::new("planner.text-only")], ..Thought::default() })
}

/// A tool's offers in the language of the words.
pub(crate) fn offers(tool: &ToolDef, text: &Text) -> Vec<String> {
    let chinese = text.tokens.iter().any(|token| token.kind == super::text::Kind::Han);
    tool.offers.get(if chinese { "zh" } else { "en" }).cloned().unwrap_or_default()
}
