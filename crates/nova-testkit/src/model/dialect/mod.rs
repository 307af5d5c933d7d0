//! How servers of the same protocol differ: how they cut an answer into pieces, and what they refuse. The facts are data
//! ([`table`]); this is their shape.

mod error;
mod refuse;
mod table;

use serde::Deserialize;

pub(crate) use error::{Shape, Words};
pub(crate) use refuse::{Given, Refusal, Rule, refused};

/// Whose habits a server has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names of products say it")]
pub enum Dialect {
    #[default]
    Openai,
    Azure,
    Deepseek,
    Moonshot,
    Dashscope,
    Zhipu,
    Gemini,
    Mistral,
    Groq,
    Openrouter,
    Siliconflow,
    Minimax,
    Vllm,
    Ollama,
    Lmstudio,
    Llamacpp,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Openai,
        Self::Azure,
        Self::Deepseek,
        Self::Moonshot,
        Self::Dashscope,
        Self::Zhipu,
        Self::Gemini,
        Self::Mistral,
        Self::Groq,
        Self::Openrouter,
        Self::Siliconflow,
        Self::Minimax,
        Self::Vllm,
        Self::Ollama,
        Self::Lmstudio,
        Self::Llamacpp,
    ];

    /// Its name in a script.
    pub fn name(self) -> &'static str {
        self.ways().name
    }
}

/// Everything that is particular about one kind of server.
#[derive(Debug)]
pub(crate) struct Ways {
    pub(crate) name: &'static str,
    pub(crate) stream: Stream,
    /// The form of its errors.
    pub(crate) shape: Shape,
    /// What it refuses besides what every server refuses.
    pub(crate) refuses: &'static [Refusal],
    /// A request without its key.
    pub(crate) bad_key: Refusal,
    /// A request with tools, to a model that has none.
    pub(crate) no_tools: Refusal,
}

/// How an answer is streamed.
#[derive(Debug)]
pub(crate) struct Stream {
    /// What stands before a payload: `data: ` or `data:`.
    pub(crate) field: &'static str,
    pub(crate) eol: &'static str,
    /// Bytes of one write; without it each event is one.
    pub(crate) write: Option<usize>,
    /// A comment before the answer and between its parts.
    pub(crate) heartbeat: Option<&'static str>,
    /// Whole chunks before the first delta, as JSON.
    pub(crate) opening: &'static [&'static str],
    /// Fields of every chunk, as JSON.
    pub(crate) chunk: &'static str,
    /// The delta before all others, as JSON.
    pub(crate) first: Option<&'static str>,
    /// Fields beside words in a delta, as JSON.
    pub(crate) beside: &'static str,
    /// The delta of the finish chunk, as JSON.
    pub(crate) last: &'static str,
    /// The finish reason while there is more, as JSON.
    pub(crate) open: &'static str,
    /// The finish reason after calls.
    pub(crate) calls_end: &'static str,
    pub(crate) reasoning: Reasoning,
    pub(crate) args: Args,
    pub(crate) index: Index,
    pub(crate) ids: Ids,
    pub(crate) later: Later,
    pub(crate) signature: Signature,
    pub(crate) usage: UsageAt,
    pub(crate) many: Many,
    /// Whether an error inside the stream is an event of its own.
    pub(crate) error: ErrorEvent,
}

/// Where reasoning goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reasoning {
    /// Nowhere.
    Hidden,
    /// Into a field of the delta.
    Field(&'static str),
    /// Into the content as a part of its own kind.
    Parts,
    /// Into the words, between tags.
    Tags,
    /// Into the words, with only the closing tag.
    LoneTag,
}

/// How arguments are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Args {
    /// Not at all: a call is one delta.
    Whole,
    /// Into pieces of so many characters, after a delta with the name and `""`.
    Pieces(usize),
    /// The same, but the first delta has no arguments.
    AfterName(usize),
}

/// What stands in a call's `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Index {
    Given,
    Missing,
    Null,
    /// 0 for each call.
    Zero,
}

/// What ids look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ids {
    /// A prefix and so many letters and digits.
    Letters(&'static str, usize),
    /// A prefix and so many digits.
    Digits(&'static str, usize),
    /// `functions.NAME:N`
    Named,
    Missing,
    /// The same for each call of an answer.
    Repeated,
}

/// What later pieces of a call repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Later {
    Bare,
    SameId,
    NewId,
    EmptyIdAndName,
    Name,
}

/// Whether calls carry a signature that has to come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signature {
    None,
    Google,
}

/// Where the token counts stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UsageAt {
    Never,
    /// In a chunk of their own, if `stream_options` asks.
    WhenAsked,
    /// In a chunk of their own, always.
    Always,
    /// In the finish chunk.
    WithFinish,
    /// In the choice of the finish chunk.
    InChoice,
    /// In every chunk.
    Everywhere,
}

/// How many calls an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Many {
    AtOnce,
    /// One; the next comes with the next answer.
    OneByOne,
}

/// How an error shows inside a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorEvent {
    /// As a data line.
    Data,
    /// As a chunk with empty choices beside it.
    Chunk,
    /// Behind `event: error`.
    Named,
}
