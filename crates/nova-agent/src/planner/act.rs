//! From one reading to calls, a sentence or a question.

use std::ops::Range;

use nova_model::{Message, Question, Retry, ToolOutcome};
use serde_json::{Map, Value, json};

use super::{
    Given,
    grouping::Group,
    lexicon::{Form, NameKind, Rule, ToolDef},
    matching::bare_kind,
    mind::Mind,
    naming::single,
    past::question,
    rules,
    tag::{Meaning, Tag, Target},
    text::Kind,
    timed::{self, Timed},
    words::Words,
    world::{List, Step},
};

/// What came of one request.
pub(crate) enum Outcome {
    /// A read is missing; think again.
    Coming,
    /// Calls, sentences, questions.
    Done {
        /// Calls for the player.
        steps: Vec<Step>,
        /// Sentences.
        says: Vec<Message>,
        /// Questions.
        asks: Vec<Question>,
    },
}

impl Outcome {
    pub(crate) fn say(code: &'static str) -> Self {
        Self::Done { steps: Vec::new(), says: vec![Message::new(code)], asks: Vec::new() }
    }

    pub(crate) fn steps(steps: Vec<Step>) -> Self {
        Self::Done { steps, says: Vec::new(), asks: Vec::new() }
    }

    pub(crate) fn ask(steps: Vec<Step>, ask: Question) -> Self {
        Self::Done { steps, says: Vec::new(), asks: vec![ask] }
    }
}

/// What an earlier request of the sentence made.
enum MadeBefore {
    /// This.
    Id(String),
    /// It is being planned.
    Coming,
    /// It could not be planned.
    Failed,
    /// None makes anything.
    Nothing,
}

/// One request on its way to calls.
pub(crate) struct Request<'a, 'm> {
    pub(crate) mind: &'m Mind<'a>,
    pub(crate) words: &'m Words,
    pub(crate) group: &'m Group,
    pub(crate) tool: &'m ToolDef,
}

/// How far the arguments are.
pub(crate) enum Args {
    /// All there.
    Full(Map<String, Value>),
    /// Has to be asked, with what is known so far.
    Ask(Question, Map<String, Value>),
    /// A list is on its way.
    Coming,
    /// There is nothing that it could be.
    Nothing(&'static str),
}

/// Completes one of the requests of a sentence.
pub(crate) fn complete(mind: &Mind<'_>, words: &Words, at: usize, all: &[Group]) -> Outcome {
    let Some(group) = all.get(at) else { return Outcome::say("planner.unknown") };
    let before = all.get(..at).unwrap_or_default();
    let Some(tool) = mind.lexicon.tools.get(group.found.tool) else { return Outcome::say("planner.unknown") };
    let request = Request { mind, words, group, tool };
    match mind.rule(group) {
        Rule::Refuse | Rule::Chat => return spoken(tool),
        Rule::Wish => return rules::wish(&request),
        _ => {}
    }
    if !mind.world.has(&tool.name) {
        return rules::not_here(&request, before, all);
    }
    let overridden = words.tags.iter().any(|tag| tag.kind == "override");
    if tool.grave && overridden {
        return rules::sweep(&request);
    }
    match tool.rule {
        Rule::Search => rules::search(&request),
        Rule::Finding => rules::finding(&request),
        Rule::Named => rules::named(&request),
        Rule::Sweep => rules::sweep(&request),
        Rule::Every => rules::every(&request),
        Rule::Advised => rules::advised(&request, before, all),
        _ => plain(&request, before, all),
    }
}

fn spoken(tool: &ToolDef) -> Outcome {
    Outcome::Done { steps: Vec::new(), says: vec![Message::new(tool.code.clone())], asks: Vec::new() }
}

fn plain(request: &Request<'_, '_>, before: &[Group], all: &[Group]) -> Outcome {
    match request.args(before, all) {
        Args::Coming => Outcome::Coming,
        Args::Nothing(code) => Outcome::Done {
            steps: request.missing_reads(&Map::new()),
            says: vec![Message::new(code)],
            asks: Vec::new(),
        },
        Args::Ask(ask, known) => Outcome::ask(request.missing_reads(&known), ask),
        Args::Full(args) => {
            if let Some(ask) = request.absent_place(&args).or_else(|| request.unfit(&args)) {
                return Outcome::ask(request.missing_reads(&args), ask);
            }
            if let Some(outcome) = rules::compared(request, &args) {
                return outcome;
            }
            if let Some(outcome) = rules::if_there(request, &args) {
                return outcome;
            }
            let mut steps = request.for_each(args);
            if let [step] = steps.as_slice() {
                steps.extend(request.others_attached(step));
            }
            steps.extend(request.beside(&steps));
            Outcome::steps(steps)
        }
    }
}

impl Request<'_, '_> {
    /// The arguments, as far as the sentence and the world give them.
    pub(crate) fn args(&self, before: &[Group], others: &[Group]) -> Args {
        let mut args = self.tool.fixed.clone().into_iter().collect::<Map<String, Value>>();
        for (arg, tag) in &self.group.found.slots {
            if arg.starts_with('_') {
                continue;
            }
            let several = self.tool.slots.get(arg).is_some_and(|kind| kind.contains('*'));
            match self.value(arg, tag) {
                Ok(value) => {
                    let value = if several { self.every(&tag.kind) } else { value };
                    args.insert(arg.clone(), self.mind.world.typed(&self.tool.name, arg, value));
                }
                Err(ask) => return Args::Ask(ask, args),
            }
        }
        if let Some(ask) = self.place(&mut args) {
            return Args::Ask(ask, args);
        }
        self.attach(&mut args);
        self.inherit(&mut args, others);
        self.fill(args, before)
    }

    /// A file that the player attached is what a request is about that names nothing else.
    fn attach(&self, args: &mut Map<String, Value>) {
        let Some(given) = self.mind.attached.first().filter(|given| self.takes(given)) else { return };
        if given.iter().all(|(arg, _)| !args.contains_key(*arg)) {
            put(given, args);
        }
    }

    /// The same for each other file that the player attached.
    fn others_attached(&self, step: &Step) -> Vec<Step> {
        let Some((first, others)) = self.mind.attached.split_first() else { return Vec::new() };
        let Value::Object(args) = &step.args else { return Vec::new() };
        if !self.takes(first) || !first.iter().all(|(arg, id)| args.get(*arg) == Some(&json!(id))) {
            return Vec::new();
        }
        let with = |given: &Given| {
            let mut args = args.clone();
            for (arg, _) in first {
                args.remove(*arg);
            }
            put(given, &mut args);
            Step::new(&self.tool.name, args)
        };
        others.iter().filter(|given| self.takes(given)).map(with).collect()
    }

    fn takes(&self, given: &Given) -> bool {
        let Some(file) = &self.tool.attached else { return false };
        let is_taken = |(arg, _): &(&str, String)| self.mind.world.takes(&self.tool.name, arg, &json!(""));
        given.iter().any(|(arg, _)| arg == file) && given.iter().all(is_taken)
    }

    /// A request of one verb ("back up, then delete 1.16.5") means what its neighbour names.
    fn inherit(&self, args: &mut Map<String, Value>, others: &[Group]) {
        let Some((arg, _)) = self.tool.slots.iter().find(|(_, kind)| *kind == "version?") else { return };
        if args.contains_key(arg) {
            return;
        }
        let named =
            || others.iter().find_map(|group| group.found.slots.values().find(|tag| tag.kind == "version"));
        let bare = if self.group.found.slots.is_empty() { named() } else { None };
        if let Some(target) = bare.or_else(|| self.topic()).and_then(single) {
            args.insert(arg.clone(), json!(target.id));
        } else if let Some(home) = &self.words.home {
            args.insert(arg.clone(), json!(home));
        }
    }

    /// "ATM9 is always short of memory, make it 10G": the container that a sentence begins with is what it is about.
    fn topic(&self) -> Option<&Tag> {
        let mut named = self.words.tags.iter().filter(|tag| tag.kind == "version");
        let small = |at: usize| {
            self.words.tags.iter().any(|tag| tag.kind == "filler" && tag.from <= at && at < tag.to)
        };
        let first = named.next().filter(|tag| (self.words.from..tag.from).all(small))?;
        let alone = named.all(|tag| tag.meaning == first.meaning);
        (alone && first.to <= self.group.range.start).then_some(first)
    }

    /// The ids or values of all things of a kind that the request names.
    fn every(&self, kind: &str) -> Value {
        let range = &self.group.range;
        let here = |tag: &&Tag| tag.kind == kind && range.start <= tag.from && tag.to <= range.end;
        let named = |tag| match single(tag) {
            Some(target) => Some(target.id.as_str()),
            None => value_of(tag),
        };
        let mut ids: Vec<&str> = self.words.tags.iter().filter(here).filter_map(named).collect();
        ids.dedup();
        json!(ids)
    }

    /// The value of a slot, or the question which of several is meant.
    fn value(&self, arg: &str, tag: &Tag) -> Result<Value, Question> {
        Ok(match &tag.meaning {
            Meaning::Word => json!(self.words.text.slice(tag.from, tag.to)),
            Meaning::Value(value) => plain_value(value),
            Meaning::Int(number) => json!(number),
            Meaning::Spelling(text) => json!(text),
            Meaning::Targets(targets) => match targets.as_slice() {
                [target] => json!(target.id),
                _ => return Err(self.which(arg, targets.iter().map(label).collect())),
            },
        })
    }

    /// Sets the container of the things that were named; a question where they are not in the one that was named.
    fn place(&self, args: &mut Map<String, Value>) -> Option<Question> {
        for tag in self.group.found.slots.values() {
            let Some(kind) = self.mind.lexicon.kind(&tag.kind) else { continue };
            let (Some(within), Some(Target { id, scope: Some(scope) })) = (&kind.within, single(tag)) else {
                continue;
            };
            let arg = self.tool.scope.as_ref().unwrap_or(within);
            if !self.tool.slots.contains_key(arg) {
                continue;
            }
            match args.get(arg).and_then(Value::as_str) {
                Some(named) if named != scope => {
                    let text = Message::new("planner.elsewhere").with("name", id.as_str());
                    return Some(question(
                        text.with("here", named).with("there", scope.as_str()),
                        Vec::new(),
                    ));
                }
                Some(_) => {}
                None if self.mind.current().as_ref() == Some(scope) => {}
                None => {
                    args.insert(arg.clone(), json!(scope));
                }
            }
        }
        None
    }

    /// "In 1.18.2", which is not here: the current container is never changed in its place.
    pub(crate) fn absent_place(&self, args: &Map<String, Value>) -> Option<Question> {
        let (arg, kind) = self.tool.slots.iter().find(|(_, kind)| bare_kind(kind) == "version")?;
        if !self.mind.world.writes(&self.tool.name) || args.contains_key(arg) {
            return None;
        }
        let numbered = self.words.tags.iter().find(|tag| self.names_no_place(tag));
        let named = numbered.map(|tag| tag.from..tag.to).or_else(|| self.strange_place())?;
        let kind = self.mind.lexicon.kind(bare_kind(kind))?;
        let choices = match self.mind.world.list(kind, None) {
            List::Known(things) => things.into_iter().map(|thing| thing.id).collect(),
            _ => Vec::new(),
        };
        let which = Message::new(which_code(&kind.name));
        let name = self.words.text.slice(named.start, named.end);
        Some(question(Message::new("planner.no-such").with("name", name).with("which", which), choices))
    }

    /// "In the Skyblock version", "Skyblock 里的": words that nothing explains where a container is named.
    fn strange_place(&self) -> Option<Range<usize>> {
        let left = self.group.found.left.clone().filter(|left| left.start >= self.words.from)?;
        let explains =
            |tag: &Tag| !tag.literal() && !["ordinary", "title", "pack-title"].contains(&tag.kind.as_str());
        let explained = |at: usize, tag: &Tag| tag.from <= at && at < tag.to && explains(tag);
        let strange = |at: usize| !self.words.tags.iter().any(|tag| explained(at, tag));
        let word = |at: usize| self.words.text.tokens.get(at).map(|token| (token.kind, token.norm.as_str()));
        let named = left.clone().all(strange)
            && left.clone().any(|at| word(at).is_some_and(|(kind, _)| kind == Kind::Word));
        let versions = self.words.tags.iter().any(|tag| tag.kind == "versions" && tag.from == left.end);
        let inside = word(left.end).is_some_and(|(_, norm)| ["里", "中"].contains(&norm));
        (named && (versions || inside)).then_some(left)
    }

    /// A number of a game version in the request that names nothing and fills no slot.
    fn names_no_place(&self, tag: &Tag) -> bool {
        let range = &self.group.range;
        let inside = tag.kind == "game" && range.start <= tag.from && tag.to <= range.end;
        let meant = |other: &Tag| matches!(other.meaning, Meaning::Targets(_)) && other.overlaps(tag);
        let java =
            |other: &Tag| other.kind == "java-word" && other.to <= tag.from && tag.from - other.to <= 1;
        let taken = self.group.found.slots.values().any(|slot| slot.overlaps(tag));
        let text = self.words.text.slice(tag.from, tag.to);
        let plausible = text.matches('.').count() == 2 || text.starts_with("1.") || text.contains('w');
        let beside_amount = self.words.tags.iter().any(|other| other.kind == "memory" && other.overlaps(tag));
        inside
            && tag.from >= self.words.from
            && plausible
            && !taken
            && !beside_amount
            && !text.starts_with("0.")
            && !self.words.tags.iter().any(|other| meant(other) || java(other))
    }

    /// What the sentence does not say: the current container, an entry by its moment; else a question.
    fn fill(&self, mut args: Map<String, Value>, before: &[Group]) -> Args {
        for (arg, kind) in &self.tool.slots {
            if arg.starts_with('_') || args.contains_key(arg) || kind.ends_with('?') {
                continue;
            }
            let bare = bare_kind(kind);
            let value = match self.mind.lexicon.kind(bare) {
                Some(known) if known.timed => match timed::choose(self, known) {
                    Timed::Coming => return Args::Coming,
                    Timed::One(id) => Some(json!(id)),
                    Timed::Ask(choices) if choices.is_empty() && bare == "change" && self.listed(known) => {
                        return Args::Nothing("planner.nothing-to-undo");
                    }
                    Timed::Ask(choices) => return Args::Ask(self.which(arg, choices), args),
                },
                Some(_) if named_before(before, bare).is_some() => {
                    named_before(before, bare).map(|id| json!(id))
                }
                _ if kind.ends_with('=') => match self.made(arg, before) {
                    MadeBefore::Coming => return Args::Coming,
                    MadeBefore::Failed => return Args::Nothing("planner.not-made"),
                    MadeBefore::Id(id) => Some(json!(id)),
                    MadeBefore::Nothing => self.default().map(|id| json!(id)),
                },
                _ => None,
            };
            match value {
                Some(value) => {
                    args.insert(arg.clone(), value);
                }
                None => return self.ask_for(arg, bare, args),
            }
        }
        let needs = |(arg, kind): (&String, &String)| !arg.starts_with('_') && !kind.ends_with('?');
        if self.group.found.form == Form::Ask && !self.tool.slots.iter().any(needs) {
            let arg = self.tool.slots.keys().next().map_or("", String::as_str);
            return Args::Ask(self.which(arg, Vec::new()), args);
        }
        Args::Full(args)
    }

    /// The container that an earlier request of the sentence names or makes ("install 1.21.4, then start it"). What one makes is only
    /// known once it is planned: its name may be taken.
    fn made(&self, arg: &str, before: &[Group]) -> MadeBefore {
        for (at, group) in before.iter().enumerate().rev() {
            let named = group.found.slots.values().find(|tag| tag.kind == "version").and_then(single);
            if let Some(target) = named {
                return MadeBefore::Id(target.id.clone());
            }
            let tool = self.mind.lexicon.tools.get(group.found.tool);
            let Some(tool) = tool.filter(|tool| tool.makes.as_deref() == Some(arg)) else { continue };
            if !self.mind.world.has(&tool.name) {
                return MadeBefore::Failed;
            }
            return self.planned(tool, arg, complete(self.mind, self.words, at, before));
        }
        MadeBefore::Nothing
    }

    fn planned(&self, tool: &ToolDef, arg: &str, outcome: Outcome) -> MadeBefore {
        let steps = match outcome {
            Outcome::Coming => return MadeBefore::Coming,
            Outcome::Done { steps, .. } => steps,
        };
        let Some(step) = steps.into_iter().find(|step| step.tool == tool.name) else {
            return MadeBefore::Failed;
        };
        match self.mind.world.read(&step) {
            None => MadeBefore::Coming,
            Some(ToolOutcome::Queued { makes, .. }) => {
                let made = makes.iter().find(|made| made.param == arg);
                made.map_or(MadeBefore::Nothing, |made| MadeBefore::Id(made.id.clone()))
            }
            // Done at once, or there already.
            Some(ToolOutcome::Done { data, .. }) => {
                let made = data[arg].as_str().map(str::to_owned);
                made.map_or(MadeBefore::Nothing, MadeBefore::Id)
            }
            // It may go better the next time: what follows is asked for as well, and says for itself what is missing.
            Some(ToolOutcome::Failed { report }) if report.retry == Retry::Later => {
                likely_name(&step).map_or(MadeBefore::Failed, MadeBefore::Id)
            }
            Some(_) => MadeBefore::Failed,
        }
    }

    /// Whether the list of a kind is here.
    fn listed(&self, kind: &NameKind) -> bool {
        matches!(self.mind.world.list(kind, None), List::Known(_))
    }

    /// The current container, unless the sentence stops where a name should stand.
    fn default(&self) -> Option<String> {
        let clear = self.group.found.form == Form::Whole && !self.vague();
        if clear { self.mind.current() } else { None }
    }

    /// "The old one": something is meant that is not named.
    fn vague(&self) -> bool {
        let range = &self.group.range;
        self.words
            .tags
            .iter()
            .any(|tag| tag.kind == "vague" && range.start <= tag.from && tag.to <= range.end)
    }

    fn ask_for(&self, arg: &str, kind: &str, args: Map<String, Value>) -> Args {
        let Some(known) = self.mind.lexicon.kind(kind) else {
            return Args::Ask(self.which(arg, self.value_choices(kind)), args);
        };
        let scope = known.within.as_ref().and_then(|within| args.get(within)).and_then(Value::as_str);
        match self.mind.list(known, scope) {
            List::Coming => Args::Coming,
            List::Absent => Args::Ask(self.which(arg, Vec::new()), args),
            List::Known(things) => {
                let choices = things.iter().map(|thing| thing.id.clone()).collect();
                Args::Ask(self.which(arg, choices), args)
            }
        }
    }

    fn value_choices(&self, kind: &str) -> Vec<String> {
        let values = self.mind.lexicon.phrases.values().flatten().filter(|phrase| phrase.kind == kind);
        let mut values: Vec<String> = values.filter_map(|phrase| phrase.value.clone()).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The question for an argument, naming what was said and not found.
    pub(crate) fn which(&self, arg: &str, choices: Vec<String>) -> Question {
        let kind = self.tool.slots.get(arg).map_or("", |kind| bare_kind(kind));
        let text = Message::new(which_code(kind));
        let left = self.group.found.left.as_ref().map(|left| self.words.text.slice(left.start, left.end));
        let unknown =
            left.filter(|left| !left.is_empty() && left.chars().count() <= 40 && !choices.is_empty());
        let named = self.group.found.slots.contains_key(arg);
        match unknown.filter(|_| !named && self.mind.lexicon.kind(kind).is_some()) {
            Some(name) => {
                question(Message::new("planner.no-such").with("name", name).with("which", text), choices)
            }
            None => question(text, choices),
        }
    }

    /// A value that the tool as it is here does not take.
    fn unfit(&self, args: &Map<String, Value>) -> Option<Question> {
        let unfit = args.iter().find(|(arg, value)| !self.mind.world.takes(&self.tool.name, arg, value));
        unfit.map(|(arg, _)| self.which(arg, Vec::new()))
    }

    /// One call, or one for each thing of the kind that the tool takes one of.
    fn for_each(&self, args: Map<String, Value>) -> Vec<Step> {
        let Some(each) = self.tool.each.as_ref() else { return vec![Step::new(&self.tool.name, args)] };
        let kind = self.tool.slots.get(each).map_or("", |kind| bare_kind(kind));
        let range = &self.group.range;
        let here = |tag: &&Tag| tag.kind == kind && range.start <= tag.from && tag.to <= range.end;
        let mut steps: Vec<Step> = Vec::new();
        let more = self.words.tags.iter().filter(here).filter_map(single).map(|target| {
            let mut args = args.clone();
            args.insert(each.clone(), json!(target.id));
            self.move_to(&mut args, target, kind);
            Step::new(&self.tool.name, args)
        });
        for step in more.chain(std::iter::once(Step::new(&self.tool.name, args.clone()))) {
            let bare = !step.args.as_object().is_some_and(|args| args.contains_key(each));
            if !steps.contains(&step) && (!bare || steps.is_empty()) {
                steps.push(step);
            }
        }
        steps
    }

    /// The container of one of several things, where the sentence names none.
    fn move_to(&self, args: &mut Map<String, Value>, target: &Target, kind: &str) {
        let within = self.mind.lexicon.kind(kind).and_then(|kind| kind.within.as_ref());
        let (Some(within), Some(scope)) = (within, target.scope.as_ref()) else { return };
        let named = self.group.found.slots.contains_key(within);
        if named || !self.tool.slots.contains_key(within) {
            return;
        }
        if self.mind.current().as_ref() == Some(scope) {
            args.remove(within);
        } else {
            args.insert(within.clone(), json!(scope));
        }
    }

    fn beside(&self, steps: &[Step]) -> Vec<Step> {
        let args = steps.first().map(shared_args).unwrap_or_default();
        self.reads(&self.tool.beside, &args)
    }

    /// The reads that help to answer a question.
    pub(crate) fn missing_reads(&self, known: &Map<String, Value>) -> Vec<Step> {
        let version = known.get("version_id").cloned();
        let args =
            version.map(|version| Map::from_iter([("version_id".to_owned(), version)])).unwrap_or_default();
        self.reads(&self.tool.missing, &args)
    }

    /// Reads that are here, each with the arguments it takes.
    pub(crate) fn reads(&self, tools: &[String], args: &Map<String, Value>) -> Vec<Step> {
        let world = self.mind.world;
        let here = tools.iter().filter(|tool| world.has(tool) && !world.writes(tool));
        here.map(|tool| {
            let fits = |(arg, value): (&String, &Value)| {
                world.takes(tool, arg, value).then(|| (arg.clone(), value.clone()))
            };
            Step::new(tool, args.iter().filter_map(fits).collect())
        })
        .collect()
    }
}

fn put(given: &Given, args: &mut Map<String, Value>) {
    args.extend(given.iter().map(|(arg, id)| ((*arg).to_owned(), json!(id))));
}

fn value_of(tag: &Tag) -> Option<&str> {
    match &tag.meaning {
        Meaning::Value(value) => Some(value),
        _ => None,
    }
}

/// `1.21.4-fabric` for an install of 1.21.4 with Fabric.
fn likely_name(step: &Step) -> Option<String> {
    let game = step.args.get("game_version")?.as_str()?;
    let loader = step.args.get("loader").and_then(Value::as_str);
    Some(loader.map_or_else(|| game.to_owned(), |loader| format!("{game}-{loader}")))
}

/// The thing of this kind that an earlier request of the sentence names ("back up Survival, then move it").
fn named_before(before: &[Group], kind: &str) -> Option<String> {
    let tags = before.iter().rev().flat_map(|group| group.found.slots.values());
    tags.filter(|tag| tag.kind == kind).find_map(single).map(|target| target.id.clone())
}

/// The container of a call, for the reads beside it.
fn shared_args(step: &Step) -> Map<String, Value> {
    let version = step.args.get("version_id").cloned();
    version.map(|version| Map::from_iter([("version_id".to_owned(), version)])).unwrap_or_default()
}

/// `true`, numbers and words.
pub(super) fn plain_value(value: &str) -> Value {
    match value {
        "true" => json!(true),
        "false" => json!(false),
        _ => json!(value),
    }
}

fn label(target: &Target) -> String {
    match &target.scope {
        Some(scope) => format!("{} ({scope})", target.id),
        None => target.id.clone(),
    }
}

fn which_code(kind: &str) -> &'static str {
    match kind {
        "version" => "planner.which.version",
        "mod" => "planner.which.mod",
        "save" => "planner.which.save",
        "backup" => "planner.which.backup",
        "java" => "planner.which.java",
        "trash" | "trash-item" => "planner.which.trash",
        "change" => "planner.which.change",
        "memory" | "sum" => "planner.which.memory",
        "game" => "planner.which.game",
        "rest" => "planner.which.name",
        "source" => "planner.which.source",
        "path" => "planner.which.file",
        "flags" | "variable" | "assigned" => "planner.which.flags",
        _ => "planner.which.other",
    }
}
