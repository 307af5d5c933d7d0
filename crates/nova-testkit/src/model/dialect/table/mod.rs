//! The dialects: one constant each. Where a server's versions differ, the one that is harder on a client is written down.

mod china;
mod local;
mod west;

use super::{
    Args, Dialect, ErrorEvent, Ids, Index, Later, Many, Reasoning, Refusal, Rule, Shape, Signature, Stream,
    UsageAt, Ways, Words, refuse::Rule::Orphan,
};

const INVALID: &str = "invalid_request_error";

impl Dialect {
    /// What is particular about it.
    pub(crate) fn ways(self) -> &'static Ways {
        match self {
            Self::Openai => &west::OPENAI,
            Self::Azure => &west::AZURE,
            Self::Deepseek => &china::DEEPSEEK,
            Self::Moonshot => &china::MOONSHOT,
            Self::Dashscope => &china::DASHSCOPE,
            Self::Zhipu => &china::ZHIPU,
            Self::Gemini => &west::GEMINI,
            Self::Mistral => &west::MISTRAL,
            Self::Groq => &west::GROQ,
            Self::Openrouter => &west::OPENROUTER,
            Self::Siliconflow => &china::SILICONFLOW,
            Self::Minimax => &china::MINIMAX,
            Self::Vllm => &local::VLLM,
            Self::Ollama => &local::OLLAMA,
            Self::Lmstudio => &local::LMSTUDIO,
            Self::Llamacpp => &local::LLAMACPP,
        }
    }
}

/// The protocol as it is written down.
const PLAIN: Stream = Stream {
    field: "data: ",
    eol: "\n",
    write: None,
    heartbeat: None,
    opening: &[],
    chunk: "{}",
    first: Some(r#"{"role":"assistant","content":""}"#),
    beside: "{}",
    last: "{}",
    open: "null",
    calls_end: "tool_calls",
    reasoning: Reasoning::Field("reasoning_content"),
    args: Args::Pieces(7),
    index: Index::Given,
    ids: Ids::Letters("call_", 24),
    later: Later::Bare,
    signature: Signature::None,
    usage: UsageAt::WhenAsked,
    many: Many::AtOnce,
    error: ErrorEvent::Data,
};

const fn on(rule: Rule, status: u16, shape: Shape, words: Words<'static>) -> Refusal {
    Refusal::new(rule, status, shape, words)
}

const fn openai(rule: Rule, message: &'static str, code: &'static str, param: &'static str) -> Refusal {
    on(rule, 400, Shape::Object, Words::new(message, INVALID, code).at(param))
}

const NO_TOOLS: Words<'static> =
    Words::new("tools is not supported in this model", INVALID, "unsupported_parameter");

const ORPHAN: Refusal = openai(
    Orphan,
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (messages[{at}])",
    "",
    "messages",
);
