//! What a server remembers, and the decision what a request gets.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::{
    Captured,
    answer::{Answer, Frame},
    ask::{Ask, role, text},
    check::{self, Conversations},
    dialect::{Given, Ways, Words, refused},
    fault::{ending, json_body, plan, spoil},
    fill::fill,
    gullible,
    http::{Got, Plan},
    log::Log,
    script::{Condition, JsonShape, Script, Step},
};

/// Everything that requests change.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) requests: Vec<Captured>,
    pub(crate) violations: Vec<String>,
    pub(crate) refusals: Vec<String>,
    pub(crate) disconnects: usize,
    pub(crate) log: Log,
    script: Script,
    next: usize,
    /// Calls of a step that the dialect gives one by one.
    pending: VecDeque<Step>,
    conversations: Conversations,
    given: Vec<Given>,
    answers: usize,
    before: Vec<u8>,
}

impl State {
    pub(crate) fn new(script: Script, log: Log) -> Self {
        Self { log, script, ..Self::default() }
    }

    /// How many steps have been used.
    pub(crate) fn used(&self) -> usize {
        self.next
    }

    /// Notes a request that could not be read.
    pub(crate) fn unreadable(&mut self, error: &str) {
        self.violations.push(format!("a request that could not be read: {error}"));
        self.log.unreadable(error);
    }

    /// Notes that a client did not wait for the end of its answer.
    pub(crate) fn client_gone(&mut self, got: &Got) {
        self.disconnects += 1;
        self.log.disconnected(got);
    }

    /// What a request gets. Everything about it is remembered first.
    pub(crate) fn answer(&mut self, got: &Got) -> Plan {
        let body: Option<Value> = serde_json::from_slice(&got.body).ok();
        let captured = Captured::new(got, body.clone());
        self.requests.push(captured.clone());
        let known = self.violations.len();
        let plan = self.route(got, body.as_ref());
        let said = self.violations.get(known..).unwrap_or_default();
        self.log.request(self.requests.len(), &captured, plan.status, said);
        plan
    }

    fn ways(&self) -> &'static Ways {
        self.script.dialect.ways()
    }

    fn route(&mut self, got: &Got, body: Option<&Value>) -> Plan {
        let path = got.path.split('?').next().unwrap_or_default();
        let ways = self.ways();
        match got.method.as_str() {
            _ if !self.has_key(got) => self.refuse(ways.bad_key.status, &ways.bad_key.body()),
            "GET" if path.ends_with("/models") => json_body(200, &self.models()),
            "POST" if path.ends_with("/chat/completions") => self.chat(got, body),
            _ => {
                let fault = format!("{} {path} is nothing that a client has to ask for", got.method);
                self.wrong(404, &[fault])
            }
        }
    }

    fn has_key(&self, got: &Got) -> bool {
        self.script.key.as_ref().is_none_or(|key| {
            let wanted = format!("Bearer {key}");
            got.head.iter().any(|(name, value)| name == "authorization" && *value == wanted)
        })
    }

    fn models(&self) -> Value {
        let model = |id: &String| json!({"id": id, "object": "model", "created": 1, "owned_by": "testkit"});
        json!({"object": "list", "data": self.script.models.iter().map(model).collect::<Vec<_>>()})
    }

    fn chat(&mut self, got: &Got, body: Option<&Value>) -> Plan {
        let mut faults = check::faults(got, body, &self.script);
        if !self.script.compaction_allowed {
            faults.extend(self.conversations.fault(&got.body));
        }
        let refusal = body.and_then(|body| self.refusal(Ask(body)));
        if let Some((status, error)) = refusal {
            self.note(&faults);
            return self.refuse(status, &error);
        }
        match body {
            Some(body) if faults.is_empty() => self.reply(got, Ask(body)),
            _ => self.wrong(400, &faults),
        }
    }

    /// What this model or this dialect does not take.
    fn refusal(&self, ask: Ask<'_>) -> Option<(u16, Value)> {
        let ways = self.ways();
        if !self.script.tools_api && ask.0.get("tools").is_some() {
            return Some((ways.no_tools.status, ways.no_tools.body()));
        }
        self.shape_refusal(ask).or_else(|| refused(ways.refuses, ask, &self.given))
    }

    fn shape_refusal(&self, ask: Ask<'_>) -> Option<(u16, Value)> {
        let asked = ask.0.get("response_format")?;
        let kind = asked["type"].as_str().unwrap_or_default();
        let taken = match self.script.json_schema {
            JsonShape::Yes => true,
            JsonShape::JsonObject => kind != "json_schema",
            JsonShape::No => kind == "text",
        };
        let message = format!("This response_format type is unavailable now: '{kind}'");
        let words =
            Words { message: &message, kind: "invalid_request_error", code: "", param: "response_format" };
        (!taken).then(|| (400, self.ways().shape.body(400, &words)))
    }

    fn refuse(&mut self, status: u16, error: &Value) -> Plan {
        self.refusals.push(format!("request {}: {status} {error}", self.requests.len()));
        json_body(status, error)
    }

    /// Notes what is wrong with a request, and answers that.
    fn wrong(&mut self, status: u16, faults: &[String]) -> Plan {
        self.note(faults);
        let message = format!("testkit: {}", faults.join("; "));
        let words = Words { message: &message, kind: "invalid_request_error", code: "", param: "" };
        json_body(status, &self.ways().shape.body(status, &words))
    }

    fn note(&mut self, faults: &[String]) {
        let number = self.requests.len();
        self.violations.extend(faults.iter().map(|fault| format!("request {number}: {fault}")));
    }

    fn reply(&mut self, got: &Got, ask: Ask<'_>) -> Plan {
        self.conversations.keep(&got.body);
        let step = match self.step(ask) {
            Ok(step) => spoil(step, ask),
            Err(fault) => return self.wrong(400, &[fault]),
        };
        self.answers += 1;
        let cached = got.body.iter().zip(&self.before).take_while(|(now, before)| now == before).count();
        let frame = Frame {
            stream: &self.ways().stream,
            rung: ask.rung(),
            model: ask.0["model"].as_str().unwrap_or_default(),
            sent: got.body.len(),
            cached,
            usage_asked: ask.0["stream_options"]["include_usage"] == true,
            ending: ending(step.fault.as_ref()),
            number: self.answers,
        };
        let answer = Answer::new(&step, frame);
        let left = answer.left.iter().map(|call| Step { calls: vec![call.clone()], ..Step::default() });
        self.pending.extend(left);
        self.given.extend(answer.given());
        self.before.clone_from(&got.body);
        plan(&answer, step.fault.as_ref(), self.ways())
    }

    /// The next of the calls that come one by one, as long as the turn goes on.
    fn pending(&mut self, ask: Ask<'_>) -> Option<Step> {
        if ask.messages().last().map(role) != Some("tool") {
            self.pending.clear();
        }
        self.pending.pop_front()
    }

    /// The next step that fits the request, filled.
    fn step(&mut self, ask: Ask<'_>) -> Result<Step, String> {
        if self.script.gullible {
            return Ok(gullible::step(ask, &self.script.look));
        }
        if let Some(step) = self.pending(ask) {
            return Ok(step);
        }
        while let Some(step) = self.script.steps.get(self.next) {
            let last = self.next + 1 >= self.script.steps.len();
            let fits = step.r#if.as_ref().is_none_or(|condition| holds(condition, ask));
            let filled = fits.then(|| fill(step, ask));
            if !(last && step.repeat) {
                self.next += 1;
            } else if !fits {
                break;
            }
            if let Some(filled) = filled {
                return filled;
            }
        }
        Ok(Step::say("done"))
    }
}

fn holds(condition: &Condition, ask: Ask<'_>) -> bool {
    let latest: String = ask.latest().into_iter().map(|told| told.text + "\n").collect();
    let words =
        if latest.trim().is_empty() { ask.messages().last().map(text).unwrap_or_default() } else { latest };
    condition.contains.as_ref().is_none_or(|text| words.contains(text))
        && condition.lacks.as_ref().is_none_or(|text| !words.contains(text))
        && condition.rung.is_none_or(|rung| ask.rung() == rung)
}
