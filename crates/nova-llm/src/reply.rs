//! What came back.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A whole answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// The words, without reasoning and without markers of calls.
    pub text: String,
    /// The calls, in order. Empty where the stream was cut, whatever had come.
    pub calls: Vec<RawCall>,
    /// What has to go back with the next request.
    pub kept: Kept,
    /// What it cost, where the server says so.
    pub usage: Option<Usage>,
    /// How it ended.
    pub finish: Finish,
}

/// How an answer ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Finish {
    /// By itself.
    #[default]
    Done,
    /// At the server's limit of length. Calls in it are left out.
    Length,
    /// The stream ended without saying that it was the end, or a filter ended it. Calls in it are left out.
    Cut,
}

/// A call as a model made it.
#[derive(Clone, Debug, PartialEq)]
pub struct RawCall {
    /// The tool's name without decoration where it is one of the request's, else as it came.
    pub name: String,
    /// The arguments.
    pub args: Args,
}

/// Arguments as they came.
#[derive(Clone, Debug, PartialEq)]
pub enum Args {
    /// An object.
    Object(Map<String, Value>),
    /// An object with something behind it. Good enough for a tool that looks.
    Trailing(Map<String, Value>),
    /// No object at all, as text.
    Unclear(String),
}

/// Fields of an answer that some servers want back unchanged: reasoning, and what a call carries besides its name and arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// The name of the field (`reasoning_content`, `reasoning`) and its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<(String, String)>,
    /// Unknown fields of each call, by its position; shorter than the calls where the rest has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Map<String, Value>>,
}

impl Kept {
    /// Whether there is nothing to send back.
    pub fn is_empty(&self) -> bool {
        self.reasoning.is_none() && self.calls.iter().all(Map::is_empty)
    }
}

/// What an answer cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the request.
    pub prompt: u64,
    /// Of those, tokens that the server had in its cache.
    pub cached: u64,
    /// Tokens of the answer.
    pub completion: u64,
    /// Money in millionths of the account's unit, where the server says so.
    pub micros: Option<u64>,
}

impl Usage {
    /// Whether it tells tokens; some servers tell only money.
    pub(crate) fn counts_tokens(self) -> bool {
        self.prompt > 0 || self.completion > 0
    }

    /// This, and what it leaves open from an earlier one.
    pub(crate) fn or(self, earlier: Self) -> Self {
        let tokens = if self.counts_tokens() { self } else { earlier };
        Self { micros: self.micros.or(earlier.micros), ..tokens }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            prompt: self.prompt.saturating_add(other.prompt),
            cached: self.cached.saturating_add(other.cached),
            completion: self.completion.saturating_add(other.completion),
            micros: match (self.micros, other.micros) {
                (None, None) => None,
                (one, two) => Some(one.unwrap_or(0).saturating_add(two.unwrap_or(0))),
            },
        }
    }
}
