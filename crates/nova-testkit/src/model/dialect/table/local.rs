//! Servers on the own machine.

use super::{INVALID, PLAIN, on};
use crate::model::dialect::{
    Args, ErrorEvent, Ids, Index, Many, Reasoning, Shape, Stream, UsageAt, Ways, Words,
    refuse::Rule::{Developer, NullContent, Other, ToolChoiceObject, ToolFieldsAlone},
};

pub(super) const VLLM: Ways = Ways {
    name: "vllm",
    stream: Stream {
        write: Some(61),
        args: Args::AfterName(5),
        index: Index::Given,
        ids: Ids::Letters("chatcmpl-tool-", 32),
        ..PLAIN
    },
    shape: Shape::Tagged,
    refuses: &[on(
        ToolFieldsAlone,
        400,
        Shape::Tagged,
        Words::new("When using `tool_choice`, `tools` must be set.", "BadRequestError", ""),
    )],
    bad_key: on(Other, 401, Shape::Text, Words::new("Unauthorized", "", "")),
    no_tools: on(
        Other,
        400,
        Shape::Tagged,
        Words::new(
            "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set",
            "BadRequestError",
            "",
        ),
    ),
};

pub(super) const OLLAMA: Ways = Ways {
    name: "ollama",
    stream: Stream {
        chunk: r#"{"object":"chat.completion.chunk","system_fingerprint":"fp_ollama"}"#,
        first: None,
        beside: r#"{"role":"assistant"}"#,
        last: r#"{"role":"assistant","content":""}"#,
        open: "\"\"",
        calls_end: "stop",
        reasoning: Reasoning::Field("reasoning"),
        args: Args::Whole,
        index: Index::Zero,
        ids: Ids::Letters("call_", 8),
        ..PLAIN
    },
    shape: Shape::Object,
    refuses: &[on(
        NullContent,
        400,
        Shape::Object,
        Words::new("invalid message content type: <nil>", INVALID, ""),
    )],
    bad_key: on(Other, 401, Shape::Text, Words::new("unauthorized", "", "")),
    no_tools: on(
        Other,
        400,
        Shape::Object,
        Words::new("registry.ollama.ai/library/gemma3:4b does not support tools", "api_error", ""),
    ),
};

pub(super) const LMSTUDIO: Ways = Ways {
    name: "lmstudio",
    stream: Stream {
        index: Index::Null,
        reasoning: Reasoning::LoneTag,
        args: Args::Whole,
        ids: Ids::Digits("", 9),
        usage: UsageAt::Never,
        error: ErrorEvent::Named,
        ..PLAIN
    },
    shape: Shape::Text,
    refuses: &[
        on(
            ToolChoiceObject,
            400,
            Shape::Text,
            Words::new(
                "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
                "",
                "",
            ),
        ),
        on(
            NullContent,
            400,
            Shape::Text,
            Words::new(
                "Invalid 'messages' in payload: messages[{at}].content must be a string, got null",
                "",
                "",
            ),
        ),
    ],
    bad_key: on(Other, 401, Shape::Text, Words::new("Invalid API token", "", "")),
    no_tools: on(Other, 400, Shape::Text, Words::new("This model does not support tools", "", "")),
};

pub(super) const LLAMACPP: Ways = Ways {
    name: "llamacpp",
    stream: Stream {
        heartbeat: Some(":"),
        chunk: r#"{"object":"chat.completion.chunk","timings":{"prompt_n":1,"predicted_ms":1.5}}"#,
        first: Some(r#"{"role":"assistant","content":null}"#),
        ids: Ids::Missing,
        many: Many::OneByOne,
        ..PLAIN
    },
    shape: Shape::Numbered,
    refuses: &[on(
        Developer,
        500,
        Shape::Numbered,
        Words::new("Unexpected message role.", "server_error", ""),
    )],
    bad_key: on(Other, 401, Shape::Numbered, Words::new("Invalid API Key", "authentication_error", "")),
    no_tools: on(
        Other,
        500,
        Shape::Numbered,
        Words::new("tools param requires --jinja flag", "server_error", ""),
    ),
};
