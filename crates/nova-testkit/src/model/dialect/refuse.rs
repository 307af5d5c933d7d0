//! What a dialect refuses in a request that another would take.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Shape, Words};
use crate::model::{
    ask::{Ask, arguments, calls, name, role},
    check,
};

/// One thing that a dialect refuses, and how it says so. `{at}` is the message's number, `{field}` what is wrong there, `{n}`
/// a length.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) rule: Rule,
    pub(crate) status: u16,
    pub(crate) shape: Shape,
    pub(crate) words: Words<'static>,
}

/// The fields of a message that the protocol has.
const KNOWN: &[&str] = &["role", "content", "name", "tool_calls", "tool_call_id"];

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// An assistant message whose content is null (or missing).
    NullContent,
    /// An assistant message whose content is `""`.
    EmptyContent,
    /// A call's id that is not nine letters or digits.
    IdNotNine,
    /// A call's id of more than 40 bytes.
    IdLong,
    /// A call's name with other characters than letters, digits, `_` and `-`.
    CallName,
    /// Two calls with one id, or a conversation that does not start with the user.
    Order,
    /// A call without its answer.
    Orphan,
    /// The player's words right behind a tool's answer.
    UserAfterTool,
    /// A call of the present turn came with reasoning, and that is not there any more.
    ReasoningMissing,
    /// The same with a call's signature.
    SignatureMissing,
    /// A message with a field that is neither of the protocol nor one of these.
    MessageField(&'static [&'static str]),
    /// A call with a field that is not of the protocol.
    CallField,
    /// A field of the request.
    Param(&'static str),
    /// A temperature that is not 1.
    Temperature,
    /// `tool_choice` or `parallel_tool_calls` without tools.
    ToolFieldsAlone,
    /// `tool_choice` as an object.
    ToolChoiceObject,
    /// `tool_choice: required`, or as an object.
    ToolChoiceForced,
    /// A message of the role `developer`.
    Developer,
    /// A tool's schema with keywords that not every server knows.
    Schema,
    /// No stream asked for.
    NotStream,
    /// Never by itself: it is looked at elsewhere.
    Other,
}

/// What the server gave in an earlier answer with calls, to be asked for again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// The first call's name and arguments: the client makes ids of its own.
    pub(crate) call: (String, String),
    pub(crate) reasoning: bool,
    pub(crate) signature: Option<String>,
}

/// What is wrong, and where.
#[derive(Default)]
struct Hit {
    at: usize,
    field: String,
    n: usize,
}

impl Refusal {
    pub(crate) const fn new(rule: Rule, status: u16, shape: Shape, words: Words<'static>) -> Self {
        Self { rule, status, shape, words }
    }

    /// The body where nothing has to be filled in.
    pub(crate) fn body(&self) -> Value {
        self.shape.body(self.status, &self.words)
    }
}

/// The first thing that the dialect refuses in a request: its status and body.
pub(crate) fn refused(refusals: &[Refusal], ask: Ask<'_>, given: &[Given]) -> Option<(u16, Value)> {
    refusals.iter().find_map(|refusal| {
        let hit = refusal.rule.hit(ask, given)?;
        let fill = |text: &str| {
            let filled = text.replace("{at}", &hit.at.to_string()).replace("{n}", &hit.n.to_string());
            filled.replace("{field}", &hit.field)
        };
        let Words { message, kind, code, param } = refusal.words;
        let words = Words { message: &fill(message), kind, code, param: &fill(param) };
        Some((refusal.status, refusal.shape.body(refusal.status, &words)))
    })
}

impl Rule {
    fn hit(self, ask: Ask<'_>, given: &[Given]) -> Option<Hit> {
        match self {
            Self::NullContent => assistant(ask, |message| message["content"].is_null().then(Hit::default)),
            Self::EmptyContent => assistant(ask, |message| (message["content"] == "").then(Hit::default)),
            Self::IdNotNine | Self::IdLong | Self::CallName | Self::CallField => {
                assistant(ask, |message| calls(message).iter().find_map(|call| self.in_call(call)))
            }
            Self::ReasoningMissing | Self::SignatureMissing => self.missing(ask, given),
            Self::MessageField(more) => at(ask.messages(), |message| {
                let known = |key: &&String| KNOWN.contains(&key.as_str()) || more.contains(&key.as_str());
                let field = message.as_object()?.keys().find(|key| !known(key))?.clone();
                Some(Hit { field, ..Hit::default() })
            }),
            Self::Developer => {
                at(ask.messages(), |message| (role(message) == "developer").then(Hit::default))
            }
            Self::Order => order(ask).then(Hit::default),
            Self::UserAfterTool => user_after_tool(ask),
            Self::Orphan => check::orphan(ask).map(|at| Hit { at, ..Hit::default() }),
            _ => self.in_request(ask),
        }
    }

    fn in_request(self, ask: Ask<'_>) -> Option<Hit> {
        let choice = &ask.0["tool_choice"];
        let has = |field: &str| ask.0.get(field).is_some();
        let wrong = match self {
            Self::Param(field) => has(field),
            Self::Temperature => has("temperature") && ask.0["temperature"].as_f64() != Some(1.0),
            Self::ToolFieldsAlone => {
                ask.tools().is_empty() && (has("tool_choice") || has("parallel_tool_calls"))
            }
            Self::ToolChoiceObject => choice.is_object(),
            Self::ToolChoiceForced => choice.is_object() || choice == "required",
            Self::NotStream => ask.0["stream"] != true,
            Self::Schema => return check::schema(ask).map(|field| Hit { field, ..Hit::default() }),
            _ => false,
        };
        wrong.then(Hit::default)
    }

    fn in_call(self, call: &Value) -> Option<Hit> {
        let id = call["id"].as_str().unwrap_or_default();
        let name = name(call);
        let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let known = |key: &&String| matches!(key.as_str(), "id" | "type" | "function" | "index");
        let (wrong, field) = match self {
            Self::IdNotNine => (id.len() != 9 || !letters(id), id.to_owned()),
            Self::IdLong => (id.len() > 40, id.to_owned()),
            Self::CallName => (name.is_empty() || name.len() > 64 || !name.chars().all(plain), name),
            _ => {
                let unknown = call.as_object()?.keys().find(|key| !known(key))?;
                (true, unknown.clone())
            }
        };
        wrong.then(|| Hit { n: id.len(), field, ..Hit::default() })
    }

    /// Only the present turn: what an earlier one thought may be gone.
    fn missing(self, ask: Ask<'_>, given: &[Given]) -> Option<Hit> {
        let skipped = ask.messages().len().saturating_sub(ask.since_user().len());
        let hit = at(ask.since_user(), |message| {
            let call = calls(message).first()?;
            let key = (name(call), arguments(call));
            let given = given.iter().rev().find(|given| given.call == key)?;
            let returned = &call["extra_content"]["google"]["thought_signature"];
            let missing = match self {
                Self::SignatureMissing => {
                    given.signature.is_some() && returned.as_str() != given.signature.as_deref()
                }
                _ => {
                    given.reasoning
                        && ["reasoning_content", "reasoning"].iter().all(|key| blank(&message[*key]))
                }
            };
            missing.then(Hit::default)
        })?;
        Some(Hit { at: hit.at.saturating_add(skipped), ..hit })
    }
}

fn blank(value: &Value) -> bool {
    value.as_str().is_none_or(str::is_empty)
}

fn order(ask: Ask<'_>) -> bool {
    let first = ask.messages().iter().map(role).find(|role| *role != "system");
    let mut seen = BTreeSet::new();
    let ids = ask.messages().iter().flat_map(calls).filter_map(|call| call["id"].as_str());
    first != Some("user") || !ids.into_iter().all(|id| seen.insert(id))
}

fn user_after_tool(ask: Ask<'_>) -> Option<Hit> {
    let mut pairs = ask.messages().windows(2);
    let at = pairs.position(|pair| pair.iter().map(role).eq(["tool", "user"]))?;
    Some(Hit { at: at.saturating_add(1), ..Hit::default() })
}

fn assistant(ask: Ask<'_>, look: impl Fn(&Value) -> Option<Hit>) -> Option<Hit> {
    at(ask.messages(), |message| if role(message) == "assistant" { look(message) } else { None })
}

fn at(messages: &[Value], look: impl Fn(&Value) -> Option<Hit>) -> Option<Hit> {
    messages.iter().enumerate().find_map(|(at, message)| Some(Hit { at, ..look(message)? }))
}
