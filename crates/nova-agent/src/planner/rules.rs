//! Requests that need a look first: a search before an install, a check before a fix; and tools that are not here.

use nova_model::{Message, ToolOutcome};
use serde_json::{Map, Value, json};

use super::{
    act::{Args, Outcome, Request},
    grouping::Group,
    lexicon::{Amount, Condition, Rule},
    mind::offers,
    name::name_key,
    naming::single,
    past::question,
    tag::{Meaning, Tag},
    world::{List, Named, Step, entries},
};

/// No tool for it in this build: says so, with the same question it would ask; the reads that help still run.
pub(crate) fn not_here(request: &Request<'_, '_>, before: &[Group], all: &[Group]) -> Outcome {
    let asked = match request.tool.rule {
        Rule::None => request.args(before, all),
        _ => Args::Full(Map::new()),
    };
    match (asked, lacking(request)) {
        (Args::Coming, _) => Outcome::Coming,
        (Args::Ask(ask, _), Outcome::Done { steps, says, .. }) => {
            Outcome::Done { steps, says, asks: vec![ask] }
        }
        (_, lacking) => lacking,
    }
}

fn lacking(request: &Request<'_, '_>) -> Outcome {
    let args = version_of(request)
        .map(|id| Map::from_iter([("version_id".to_owned(), json!(id))]))
        .unwrap_or_default();
    let mut reads = request.reads(&request.tool.instead, &args);
    reads.truncate(2);
    let tool = request.tool;
    let says = vec![if tool.code.is_empty() {
        Message::new("planner.not-here").with("tool", tool.name.as_str())
    } else {
        Message::new("planner.not-here").with("tool", Message::new(tool.code.clone()))
    }];
    Outcome::Done { steps: reads, says, asks: Vec::new() }
}

/// "If there is a 21, use it": looks first, and sets nothing that is not there.
pub(crate) fn if_there(request: &Request<'_, '_>, args: &Map<String, Value>) -> Option<Outcome> {
    let tool = request.tool.ahead.as_ref().filter(|tool| request.mind.world.has(tool))?;
    let known = request.tool.condition.as_ref().map(|_| args.clone()).unwrap_or_default();
    let look = request.reads(std::slice::from_ref(tool), &known).into_iter().next()?;
    let Some(outcome) = request.mind.world.read(&look) else { return Some(Outcome::Coming) };
    if let Some(condition) = &request.tool.condition {
        if holds(condition, outcome) {
            return Some(Outcome::steps(vec![look, Step::new(&request.tool.name, args.clone())]));
        }
        let says = vec![Message::new("planner.condition-not-met")];
        return Some(Outcome::Done { steps: vec![look], says, asks: Vec::new() });
    }
    let shown = match outcome {
        ToolOutcome::Done { data, text, .. } => format!("{data} {text}"),
        _ => String::new(),
    };
    let numbers: Vec<&str> = shown.split(|c: char| !c.is_ascii_digit()).collect();
    let there = args.values().any(|value| {
        let wanted = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        numbers.contains(&wanted.as_str())
    });
    let set = there.then(|| Step::new(&request.tool.name, args.clone()));
    Some(Outcome::steps(std::iter::once(look).chain(set).collect()))
}

/// Whether the read shows what the act depends on.
fn holds(condition: &Condition, outcome: &ToolOutcome) -> bool {
    let ToolOutcome::Done { data, text, .. } = outcome else { return false };
    if let Some(value) = data.get(&condition.field) {
        return empty(value) == (condition.is == Amount::Empty);
    }
    let text = data.get("text").and_then(Value::as_str).unwrap_or(text).to_lowercase();
    condition.words.iter().any(|word| text.contains(word.as_str()))
}

/// An empty list, or lists under names that are all empty.
fn empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(|value| value.as_array().is_some_and(Vec::is_empty)),
        _ => value.is_null(),
    }
}

fn version_of(request: &Request<'_, '_>) -> Option<String> {
    let version =
        request.group.found.slots.get("version_id").or_else(|| request.group.found.slots.get("_version"));
    match version {
        Some(version) => single(version).map(|target| target.id.clone()),
        None => super::naming::scope(request.words),
    }
}

/// A wish without an act: asks what is meant.
pub(crate) fn wish(request: &Request<'_, '_>) -> Outcome {
    let offers = offers(request.tool, &request.words.text);
    Outcome::ask(Vec::new(), question(Message::new(request.tool.code.clone()), offers))
}

/// "If it is not enough, make it 10G": looks first; where the value is as large already, nothing is done.
pub(crate) fn compared(request: &Request<'_, '_>, args: &Map<String, Value>) -> Option<Outcome> {
    let (tool, field) = request.tool.compare.as_ref()?;
    let has = |kind: &str| request.words.tags.iter().any(|tag| tag.kind == kind);
    let conditional = has("not-enough") || has("if-not") || (has("if") && has("is-not"));
    if !conditional || !request.mind.world.has(tool) {
        return None;
    }
    let look = Step::new(tool, Map::new());
    let Some(outcome) = request.mind.world.read(&look) else { return Some(Outcome::Coming) };
    let shown = match outcome {
        ToolOutcome::Done { data, .. } => data.get(field),
        _ => None,
    };
    let wanted = args.get(field)?;
    if shown.is_some_and(|shown| shown.is_string() && shown == wanted) {
        let says = vec![Message::new("planner.already")];
        return Some(Outcome::Done { steps: vec![look], says, asks: Vec::new() });
    }
    let has = shown.and_then(Value::as_i64);
    let wanted = wanted.as_i64().unwrap_or(i64::MAX);
    if has.is_some_and(|has| has >= wanted) {
        let says = vec![Message::new("planner.enough").with("value", has.unwrap_or_default())];
        return Some(Outcome::Done { steps: vec![look], says, asks: Vec::new() });
    }
    Some(Outcome::steps(vec![look, Step::new(&request.tool.name, args.clone())]))
}

/// Deleting everything of a kind, or anything that is not named: shows what there is and asks.
pub(crate) fn sweep(request: &Request<'_, '_>) -> Outcome {
    let known = version_of(request)
        .map(|id| Map::from_iter([("version_id".to_owned(), json!(id))]))
        .unwrap_or_default();
    let kind = request.tool.slots.values().map(|kind| super::matching::bare_kind(kind));
    let kind = kind.filter_map(|kind| request.mind.lexicon.kind(kind)).find(|kind| kind.described.is_empty());
    let choices = match kind.map(|kind| request.mind.world.list(kind, None)) {
        Some(List::Coming) => return Outcome::Coming,
        Some(List::Known(things)) => things.into_iter().map(|thing| thing.id).collect(),
        _ => Vec::new(),
    };
    Outcome::ask(request.missing_reads(&known), question(Message::new("planner.one-by-one"), choices))
}

/// Every entry of the list that the argument is picked from.
pub(crate) fn every(request: &Request<'_, '_>) -> Outcome {
    let kind = request.tool.slots.get(&request.tool.pick).and_then(|kind| request.mind.lexicon.kind(kind));
    let ids: Vec<String> = match kind.map(|kind| request.mind.world.list(kind, None)) {
        Some(List::Coming) => return Outcome::Coming,
        Some(List::Known(things)) => things.into_iter().map(|thing| thing.id).collect(),
        _ => Vec::new(),
    };
    let shown = request.missing_reads(&Map::new());
    if ids.is_empty() {
        return Outcome::steps(shown);
    }
    let args = Map::from_iter([(request.tool.pick.clone(), json!(ids))]);
    Outcome::steps(shown.into_iter().chain([Step::new(&request.tool.name, args)]).collect())
}

/// A read works the value out: it is made first, and what it advises is set.
pub(crate) fn advised(request: &Request<'_, '_>, before: &[Group], all: &[Group]) -> Outcome {
    let tool = request.tool;
    let mut args = match request.args(before, all) {
        Args::Full(args) => args,
        Args::Ask(ask, _) => return Outcome::ask(Vec::new(), ask),
        Args::Coming => return Outcome::Coming,
        Args::Nothing(code) => return Outcome::say(code),
    };
    if let Some(ask) = request.absent_place(&args) {
        return Outcome::ask(Vec::new(), ask);
    }
    let look = request.reads(std::slice::from_ref(&tool.first), &args).into_iter().next();
    let Some(look) = look else { return lacking(request) };
    let Some(outcome) = request.mind.world.read(&look) else { return Outcome::Coming };
    let advised = match outcome {
        ToolOutcome::Done { data, .. } => data.get(&tool.pick).cloned(),
        _ => None,
    };
    // What only the read was asked with is none of the act's business.
    args.retain(|arg, value| request.mind.world.takes(&tool.name, arg, value));
    let set = advised.map(|value| {
        args.insert(tool.pick.clone(), value);
        Step::new(&tool.name, args)
    });
    Outcome::steps(std::iter::once(look).chain(set).collect())
}

/// Search, then take the hit that bears the name; several or none is a question.
pub(crate) fn search(request: &Request<'_, '_>) -> Outcome {
    let tool = request.tool;
    let args = match request.args(&[], &[]) {
        Args::Full(args) | Args::Ask(_, args) => args,
        Args::Coming => return Outcome::Coming,
        Args::Nothing(code) => return Outcome::say(code),
    };
    let Some(query) = query(request) else {
        return Outcome::ask(Vec::new(), request.which("query", Vec::new()));
    };
    let step = Step::new(&tool.first, search_args(request, &args, &query));
    let outcome = match request.mind.world.read(&step) {
        Some(outcome) => outcome,
        None if request.mind.world.has(&tool.first) => return Outcome::Coming,
        None => return lacking(request),
    };
    let hits = entries(outcome, "results", None, None);
    match bearing(&hits, &query, request) {
        Some(hit) if named_exactly(request) => {
            let (name, arg) = target_tool(request, hit);
            let mut put: Map<String, Value> = Map::from_iter([(arg, json!(hit.id))]);
            if let Some(version) = args.get("version_id").filter(|_| name == tool.name) {
                put.insert("version_id".to_owned(), version.clone());
            }
            Outcome::steps(vec![step, Step::new(name, put)])
        }
        _ if hits.is_empty() => {
            let says = vec![Message::new("planner.nothing-found").with("query", query.as_str())];
            Outcome::Done { steps: vec![step], says, asks: Vec::new() }
        }
        _ => {
            let choices = hits.iter().map(title).collect();
            Outcome::ask(vec![step], question(Message::new("planner.which.hit"), choices))
        }
    }
}

/// What is searched for: a known title, a topic, or the player's words.
pub(crate) fn query(request: &Request<'_, '_>) -> Option<String> {
    let found = &request.group.found.slots;
    let tag = found.get("query").or_else(|| found.get("_title")).or_else(|| found.get("_topic"))?;
    match &tag.meaning {
        Meaning::Value(text) | Meaning::Spelling(text) => Some(text.clone()),
        _ => None,
    }
}

/// A topic ("a map mod") names no project; a title or the player's own words do.
fn named_exactly(request: &Request<'_, '_>) -> bool {
    request.group.found.slots.get("query").is_none_or(|tag| tag.kind != "topic")
        && !request.group.found.slots.contains_key("_topic")
}

fn search_args(request: &Request<'_, '_>, args: &Map<String, Value>, query: &str) -> Map<String, Value> {
    let mut out = Map::from_iter([("query".to_owned(), json!(query))]);
    for arg in ["kind", "loader", "game_version"] {
        if let Some(value) = args.get(arg) {
            out.insert(arg.to_owned(), value.clone());
        }
    }
    let version = request.mind.version_facts(args.get("version_id").and_then(Value::as_str));
    for (arg, fields) in [("loader", ["loader", "loader"]), ("game_version", ["game_version", "game"])] {
        let fact =
            version.as_ref().and_then(|facts| fields.iter().find_map(|field| facts.get(*field)?.as_str()));
        if let Some(fact) = fact.filter(|fact| !out.contains_key(arg) && *fact != "vanilla") {
            out.insert(arg.to_owned(), json!(fact));
        }
    }
    out.retain(|arg, value| request.mind.world.takes(&request.tool.first, arg, value));
    out
}

/// The only hit whose name is, or else begins with, what was searched.
fn bearing<'h>(hits: &'h [Named], query: &str, request: &Request<'_, '_>) -> Option<&'h Named> {
    let fold = &request.mind.lexicon.fold;
    let wanted = name_key(query, fold);
    let by = |fits: &dyn Fn(&str) -> bool| -> Vec<&'h Named> {
        hits.iter().filter(|hit| hit.names.iter().any(|name| fits(&name_key(name, fold)))).collect()
    };
    let exact = by(&|key| key == wanted);
    let begins = by(&|key| key.starts_with(&wanted));
    exact.first().copied().or_else(|| if begins.len() == 1 { begins.first().copied() } else { None })
}

fn title(hit: &Named) -> String {
    hit.names.iter().find(|name| **name != hit.id).unwrap_or(&hit.id).clone()
}

fn target_tool(request: &Request<'_, '_>, hit: &Named) -> (String, String) {
    let kind =
        ["kind", "project_type", "type"].iter().find_map(|key| hit.facts.get(*key)).and_then(Value::as_str);
    let other = kind.and_then(|kind| request.tool.by_kind.get(kind));
    let (name, arg) = other.map_or((&request.tool.name, &request.tool.pick), |(name, arg)| (name, arg));
    (name.clone(), arg.clone())
}

/// The outcome of the check that a rule needs first.
fn checked<'a>(request: &Request<'a, '_>) -> Result<(Step, &'a ToolOutcome), Outcome> {
    let args = version_of(request)
        .map(|id| Map::from_iter([("version_id".to_owned(), json!(id))]))
        .unwrap_or_default();
    let step = Step::new(&request.tool.first, args);
    match request.mind.world.read(&step) {
        Some(outcome) => Ok((step, outcome)),
        None if request.mind.world.has(&request.tool.first) => Err(Outcome::Coming),
        None => Err(lacking(request)),
    }
}

/// Check, then resolve the findings that name what the player named, or all of a few where nothing was named.
pub(crate) fn finding(request: &Request<'_, '_>) -> Outcome {
    let (step, outcome) = match checked(request) {
        Ok(checked) => checked,
        Err(outcome) => return outcome,
    };
    let findings = entries(outcome, "findings", None, None);
    let named = named_things(request);
    if let Some(ask) = not_in_this_one(request, &named) {
        return Outcome::ask(vec![step], ask);
    }
    let fits = |finding: &&Named| {
        let text = finding.facts.to_string().to_lowercase();
        named.iter().all(|name| text.contains(&name.to_lowercase()))
    };
    let fitting: Vec<&Named> = findings.iter().filter(fits).collect();
    if fitting.is_empty() && named.len() > 1 {
        let text = Message::new("planner.which.to-disable");
        return Outcome::ask(vec![step], question(text, named));
    }
    if fitting.len() > 8 || (fitting.is_empty() && !findings.is_empty()) {
        let choices = findings.iter().map(|finding| finding.id.clone()).collect();
        return Outcome::ask(vec![step], question(Message::new("planner.which.finding"), choices));
    }
    let version = step.args.get("version_id").cloned();
    let resolve = fitting.iter().map(|finding| {
        let mut args = Map::from_iter([(request.tool.pick.clone(), json!(finding.id))]);
        args.extend(version.clone().map(|version| ("version_id".to_owned(), version)));
        Step::new(&request.tool.name, args)
    });
    Outcome::steps(std::iter::once(step.clone()).chain(resolve).collect())
}

/// A thing that the player names is known, but not here: says so by name, and offers what is near.
fn not_in_this_one(request: &Request<'_, '_>, named: &[String]) -> Option<nova_model::Question> {
    let range = &request.group.range;
    let tags = || request.words.tags.iter().filter(|tag| range.start <= tag.from && tag.to <= range.end);
    let here = |title: &&Tag| tags().any(|tag| tag.kind == "mod" && tag.overlaps(title));
    let missing = tags().filter(|tag| tag.kind == "title").find(|title| !here(title))?;
    let name = request.words.text.slice(missing.from, missing.to);
    let fold = &request.mind.lexicon.fold;
    let start: String = name_key(name, fold).chars().take(4).collect();
    let kind = request.mind.lexicon.kind("mod")?;
    let scope = version_of(request);
    let List::Known(things) = request.mind.list(kind, scope.as_deref()) else { return None };
    let near = things.into_iter().map(|thing| thing.id).filter(|id| name_key(id, fold).starts_with(&start));
    let choices = named.iter().cloned().chain(near).collect();
    let place = scope.or_else(|| request.mind.current()).unwrap_or_default();
    let text = Message::new("planner.not-in-version").with("name", name).with("here", place);
    Some(question(text, choices))
}

/// The things named in the request, by id.
fn named_things(request: &Request<'_, '_>) -> Vec<String> {
    let range = &request.group.range;
    let tags = request.words.tags.iter().filter(|tag| range.start <= tag.from && tag.to <= range.end);
    let kinds: Vec<&str> = request.tool.slots.values().map(|kind| super::matching::bare_kind(kind)).collect();
    let things = tags.filter(|tag| kinds.contains(&tag.kind.as_str()) && tag.kind != "version");
    let mut out: Vec<String> = things.filter_map(single).map(|target| target.id.clone()).collect();
    out.dedup();
    out
}

/// Check, then act on the first real thing that the check names. What the text says beyond names does nothing.
pub(crate) fn named(request: &Request<'_, '_>) -> Outcome {
    let (step, outcome) = match checked(request) {
        Ok(checked) => checked,
        Err(outcome) => return outcome,
    };
    let kinds = request.tool.slots.get(&request.tool.pick).map(|kind| super::matching::bare_kind(kind));
    let Some(kind) = kinds.and_then(|kind| request.mind.lexicon.kind(kind)) else {
        return Outcome::steps(vec![step]);
    };
    let scope = step.args.get("version_id").and_then(Value::as_str).map(str::to_owned);
    let things = match request.mind.world.list(kind, scope.as_deref()) {
        List::Coming => return Outcome::Coming,
        List::Known(things) => things,
        List::Absent => Vec::new(),
    };
    match first_named(outcome, &things, request) {
        Some(id) => {
            let mut args = Map::from_iter([(request.tool.pick.clone(), json!(id))]);
            args.extend(scope.map(|scope| ("version_id".to_owned(), json!(scope))));
            Outcome::steps(vec![step, Step::new(&request.tool.name, args)])
        }
        None => Outcome::steps(vec![step]),
    }
}

fn first_named(outcome: &ToolOutcome, things: &[Named], request: &Request<'_, '_>) -> Option<String> {
    let ToolOutcome::Done { data, text, .. } = outcome else { return None };
    let findings = data.get("findings").and_then(Value::as_array);
    let loser = findings.and_then(|findings| findings.first()?.get("loser")?.as_str());
    if let Some(loser) = loser.and_then(|loser| things.iter().find(|thing| thing.is_file(loser))) {
        return Some(loser.id.clone());
    }
    let said = match findings {
        Some(findings) => findings.first()?.to_string(),
        None => data.get("text").and_then(Value::as_str).unwrap_or(text).to_owned(),
    };
    let said = request.mind.lexicon.read(&said);
    let words: Vec<&str> = said.tokens.iter().map(|token| token.norm.as_str()).collect();
    let place = |thing: &Named| {
        let names = thing.names.iter().map(|name| request.mind.lexicon.read(name));
        let found = names.filter_map(|name| {
            let name: Vec<&str> = name.tokens.iter().map(|token| token.norm.as_str()).collect();
            words.windows(name.len().max(1)).position(|window| window == name)
        });
        found.min()
    };
    things
        .iter()
        .filter_map(|thing| Some((place(thing)?, thing)))
        .min_by_key(|(at, _)| *at)
        .map(|(_, thing)| thing.id.clone())
}

impl super::mind::Mind<'_> {
    /// The facts of a version, or of the current one.
    pub(crate) fn version_facts(&self, id: Option<&str>) -> Option<Value> {
        let kind = self.lexicon.kinds.iter().find(|kind| !kind.described.is_empty())?;
        let List::Known(things) = self.list(kind, None) else { return None };
        let current = self.current();
        let wanted = id.or(current.as_deref())?;
        things.into_iter().find(|thing| thing.id == wanted).map(|thing| thing.facts)
    }
}
