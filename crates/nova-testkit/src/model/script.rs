//! What a server says, in what order, and what goes wrong with it: the script, as JSON or as values.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;

use super::dialect::Dialect;

/// A whole script. The module's page describes the JSON.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    /// Whose habits the server has.
    pub dialect: Dialect,
    /// Whether it takes the `tools` field at all.
    pub tools_api: bool,
    /// Which forms of `response_format` it takes.
    pub json_schema: JsonShape,
    /// The key that each request has to carry.
    pub key: Option<String>,
    /// Texts that must not stand in any body. The key is one by itself.
    pub secrets: Vec<String>,
    /// What `GET /v1/models` lists.
    pub models: Vec<String>,
    /// Whether a conversation's earlier messages may change between two requests.
    pub compaction_allowed: bool,
    /// Whether it obeys what it reads instead of following the steps.
    pub gullible: bool,
    /// What a gullible model calls first, so that there is something to read.
    pub look: Vec<ScriptCall>,
    /// The answers, one a request.
    pub steps: Vec<Step>,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            dialect: Dialect::Openai,
            tools_api: true,
            json_schema: JsonShape::Yes,
            key: None,
            secrets: Vec::new(),
            models: vec!["scripted".to_owned()],
            compaction_allowed: false,
            gullible: false,
            look: Vec::new(),
            steps: Vec::new(),
        }
    }
}

impl Script {
    /// An empty script of a dialect: it answers "done" to everything.
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, ..Self::default() }
    }

    /// Reads the JSON.
    pub fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text).context("this is no script for a model server")
    }

    /// The same with one more answer.
    #[must_use]
    pub fn then(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// The same, wanting this key.
    #[must_use]
    pub fn key(mut self, key: &str) -> Self {
        self.key = Some(key.to_owned());
        self
    }
}

/// Which forms of `response_format` a server takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonShape {
    /// `json_schema` and `json_object`.
    #[default]
    Yes,
    /// Only `json_object`.
    JsonObject,
    /// None.
    No,
}

/// One answer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Step {
    /// The words.
    pub say: Option<String>,
    /// The reasoning before them.
    pub reasoning: Option<String>,
    /// The calls after them.
    pub calls: Vec<ScriptCall>,
    /// Whether the reasoning stands in the words between `<think>` and `</think>`, whatever the dialect does.
    pub think_tags: bool,
    /// What goes wrong.
    pub fault: Option<Fault>,
    /// The step is passed over, for good, where this does not hold.
    pub r#if: Option<Condition>,
    /// Whether the last step goes on answering.
    pub repeat: bool,
}

impl Step {
    /// An answer in words.
    pub fn say(text: &str) -> Self {
        Self { say: Some(text.to_owned()), ..Self::default() }
    }

    /// An answer with one call.
    pub fn call(name: &str, args: Value) -> Self {
        Self::default().and_call(name, args)
    }

    /// The same with one more call.
    #[must_use]
    pub fn and_call(mut self, name: &str, args: Value) -> Self {
        self.calls.push(ScriptCall { name: name.to_owned(), args });
        self
    }

    /// The same with reasoning before it.
    #[must_use]
    pub fn reasoning(mut self, text: &str) -> Self {
        self.reasoning = Some(text.to_owned());
        self
    }

    /// The same, going wrong.
    #[must_use]
    pub fn fault(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// The same again and again.
    #[must_use]
    pub fn repeat(mut self) -> Self {
        self.repeat = true;
        self
    }
}

/// A call in a script.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptCall {
    /// The tool.
    pub name: String,
    /// Its arguments. A string is sent as it stands, so that arguments can be broken.
    #[serde(default = "no_arguments")]
    pub args: Value,
}

fn no_arguments() -> Value {
    Value::Object(serde_json::Map::new())
}

/// When a step is used.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Condition {
    /// This stands in the latest tool results, or, where there are none, in the last message.
    pub contains: Option<String>,
    /// This does not stand there.
    pub lacks: Option<String>,
    /// The request offers tools in this way.
    pub rung: Option<Rung>,
}

/// How a request offers tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// In the `tools` field.
    Tools,
    /// In the prompt, which asks for one JSON object with `say` and `calls`.
    Json,
    /// Not at all.
    Plain,
}

/// What goes wrong with an answer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// An error answer.
    Status {
        /// The status.
        code: u16,
        /// The body: a string as it stands, anything else as JSON; without one, what the dialect says for this status.
        #[serde(default)]
        body: Option<Value>,
        /// More headers (`retry-after`).
        #[serde(default)]
        headers: std::collections::BTreeMap<String, String>,
    },
    /// A web page with status 200.
    Html,
    /// The whole answer as one JSON body, though a stream was asked for.
    JsonBody,
    /// The connection closes in the middle.
    Cut {
        /// Where.
        after: Place,
        /// After how many pieces (bytes); one without it.
        #[serde(default)]
        n: Option<usize>,
        /// By a reset instead of an end.
        #[serde(default)]
        reset: bool,
    },
    /// Silence in the middle.
    Stall {
        /// Where.
        after: Place,
        /// After how many pieces (bytes); one without it.
        #[serde(default)]
        n: Option<usize>,
        /// For how long.
        ms: u64,
    },
    /// The last byte of one character of the text is missing; the stream goes on behind it.
    TruncatedUtf8,
    /// Bytes that are no events.
    Garbage,
    /// An error instead of the rest, after the words.
    ErrorInStream,
    /// Neither a finish reason nor `[DONE]`.
    NoDone,
    /// The last call's arguments are cut and the finish reason is `length`.
    LengthMidCall,
    /// The last call's arguments are cut and the finish reason says that all is well.
    HalfJson,
    /// The first call is to a tool that does not exist.
    InventedTool,
    /// Texts in the calls' arguments are ids that nobody ever gave out.
    InventedId,
    /// Neither words nor calls.
    Empty,
    /// Words without an end.
    Huge,
    /// A wait before each piece.
    Slow {
        /// How long.
        ms: u64,
    },
}

/// A place in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Behind the head, before any of the body.
    Headers,
    /// Behind so many pieces of words.
    Text,
    /// Behind so many pieces of calls.
    Call,
    /// Behind so many bytes of the body.
    Bytes,
}
