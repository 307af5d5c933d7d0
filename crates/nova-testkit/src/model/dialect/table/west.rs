//! Providers in the west.

use super::{INVALID, NO_TOOLS, ORPHAN, PLAIN, on, openai};
use crate::model::dialect::{
    Args, ErrorEvent, Ids, Index, Later, Reasoning, Refusal, Rule, Shape, Signature, Stream, UsageAt, Ways,
    Words,
    refuse::Rule::{
        CallField, CallName, EmptyContent, IdLong, IdNotNine, MessageField, Orphan, Other, Param, Schema,
        SignatureMissing, Temperature, ToolFieldsAlone, UserAfterTool,
    },
};

pub(super) const OPENAI: Ways = Ways {
    name: "openai",
    stream: Stream {
        chunk: r#"{"object":"chat.completion.chunk","system_fingerprint":"fp_1","service_tier":"default","obfuscation":"Zk3"}"#,
        first: Some(r#"{"role":"assistant","content":null,"refusal":null}"#),
        reasoning: Reasoning::Hidden,
        ..PLAIN
    },
    shape: Shape::Object,
    refuses: OPENAI_REFUSES,
    bad_key: on(
        Other,
        401,
        Shape::Object,
        Words::new("Incorrect API key provided.", INVALID, "invalid_api_key"),
    ),
    no_tools: on(Other, 400, Shape::Object, NO_TOOLS),
};

const OPENAI_REFUSES: &[Refusal] = &[
    openai(
        Param("max_tokens"),
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "unsupported_parameter",
        "max_tokens",
    ),
    openai(
        Temperature,
        "Unsupported value: 'temperature' does not support this value with this model. Only the default (1) value is supported.",
        "unsupported_value",
        "temperature",
    ),
    openai(ToolFieldsAlone, "'parallel_tool_calls' is only allowed when 'tools' are specified.", "", ""),
    openai(
        Param("parallel_tool_calls"),
        "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
        "unsupported_parameter",
        "parallel_tool_calls",
    ),
    openai(
        IdLong,
        "Invalid 'messages[{at}].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length {n} instead.",
        "string_above_max_length",
        "messages[{at}].tool_calls[0].id",
    ),
    openai(
        CallName,
        "Invalid 'messages[{at}].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        "invalid_value",
        "messages[{at}].tool_calls[0].function.name",
    ),
    openai(MessageField(&[]), "Unrecognized request argument supplied: {field}", "", ""),
    openai(CallField, "Unknown parameter: 'messages[{at}].tool_calls[0].{field}'.", "unknown_parameter", ""),
    ORPHAN,
];

pub(super) const AZURE: Ways = Ways {
    name: "azure",
    stream: Stream {
        opening: &[
            r#"{"id":"","choices":[],"created":0,"model":"","object":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{"hate":{"filtered":false,"severity":"safe"}}}]}"#,
            r#"{"id":"","choices":[{"index":0,"finish_reason":null,"content_filter_results":{},"content_filter_offsets":{"check_offset":0}}]}"#,
        ],
        last: r#"{"content":null}"#,
        ..OPENAI.stream
    },
    refuses: &[
        openai(Param("stream_options"), "Unrecognized request argument supplied: stream_options", "", ""),
        openai(
            ToolFieldsAlone,
            "'tool_choice' is only allowed when 'tools' are specified.",
            "",
            "tool_choice",
        ),
        openai(
            IdLong,
            "Invalid 'messages[{at}].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length {n} instead.",
            "string_above_max_length",
            "messages[{at}].tool_calls[0].id",
        ),
        openai(MessageField(&[]), "Unrecognized request argument supplied: {field}", "", ""),
        ORPHAN,
    ],
    bad_key: on(
        Other,
        401,
        Shape::Object,
        Words::new(
            "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.",
            "",
            "401",
        ),
    ),
    ..OPENAI
};

pub(super) const GEMINI: Ways = Ways {
    name: "gemini",
    stream: Stream {
        first: None,
        beside: r#"{"role":"assistant"}"#,
        last: r#"{"role":"assistant"}"#,
        calls_end: "stop",
        reasoning: Reasoning::Hidden,
        args: Args::Whole,
        index: Index::Missing,
        ids: Ids::Digits("function-call-", 19),
        signature: Signature::Google,
        usage: UsageAt::Everywhere,
        ..PLAIN
    },
    shape: Shape::Array,
    refuses: &[
        gemini(
            SignatureMissing,
            "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.",
        ),
        gemini(
            Schema,
            "Invalid JSON payload received. Unknown name \"{field}\" at 'tools[0].function_declarations[0].parameters': Cannot find field.",
        ),
        gemini(
            MessageField(&[]),
            "Invalid JSON payload received. Unknown name \"{field}\" at 'messages[{at}]': Cannot find field.",
        ),
        gemini(
            Orphan,
            "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
        ),
    ],
    bad_key: on(
        Other,
        401,
        Shape::Array,
        Words::new("API key not valid. Please pass a valid API key.", "UNAUTHENTICATED", ""),
    ),
    no_tools: gemini(Other, "Function calling is not enabled for models/gemma-3-4b-it"),
};

const fn gemini(rule: Rule, message: &'static str) -> Refusal {
    on(rule, 400, Shape::Array, Words::new(message, "INVALID_ARGUMENT", ""))
}

pub(super) const MISTRAL: Ways = Ways {
    name: "mistral",
    stream: Stream {
        reasoning: Reasoning::Parts,
        args: Args::Whole,
        ids: Ids::Letters("", 9),
        usage: UsageAt::WithFinish,
        ..PLAIN
    },
    shape: Shape::TaggedCode,
    refuses: &[
        mistral_extra("{field}", MessageField(&[])),
        mistral_extra("{field}", CallField),
        mistral_extra("stream_options", Param("stream_options")),
        mistral(
            IdNotNine,
            "Tool call id was {field} but must be a-z, A-Z, 0-9, with a length of 9.",
            "invalid_function_call",
            "3280",
        ),
        mistral(
            UserAfterTool,
            "Unexpected role 'user' after role 'tool'",
            "invalid_request_message_order",
            "3230",
        ),
        mistral(
            Orphan,
            "Not the same number of function calls and responses",
            "invalid_request_message_order",
            "3230",
        ),
    ],
    bad_key: on(Other, 401, Shape::DetailText, Words::new("Unauthorized", "", "")),
    no_tools: mistral(
        Other,
        "Function calling is not enabled for this model",
        "invalid_request_invalid_args",
        "3051",
    ),
};

const fn mistral(rule: Rule, message: &'static str, kind: &'static str, code: &'static str) -> Refusal {
    on(rule, 400, Shape::TaggedCode, Words::new(message, kind, code))
}

const fn mistral_extra(field: &'static str, rule: Rule) -> Refusal {
    let words = Words::new("Extra inputs are not permitted", "extra_forbidden", "").at(field);
    on(rule, 422, Shape::Detail, words)
}

pub(super) const GROQ: Ways = Ways {
    name: "groq",
    stream: Stream {
        chunk: r#"{"object":"chat.completion.chunk","system_fingerprint":"fp_groq","x_groq":{"id":"req_01"}}"#,
        reasoning: Reasoning::Field("reasoning"),
        args: Args::Whole,
        ids: Ids::Letters("call_", 4),
        error: ErrorEvent::Named,
        ..PLAIN
    },
    shape: Shape::Object,
    refuses: &[
        openai(
            MessageField(&["reasoning"]),
            "'messages.{at}' : for 'role:assistant' the following must be satisfied[('messages.{at}' : property '{field}' is unsupported)]",
            "",
            "",
        ),
        openai(
            CallField,
            "'messages.{at}' : for 'role:assistant' the following must be satisfied[('messages.{at}.tool_calls.0' : property '{field}' is unsupported)]",
            "",
            "",
        ),
        openai(ToolFieldsAlone, "tool_choice requires tools", "", ""),
    ],
    bad_key: on(Other, 401, Shape::Object, Words::new("Invalid API Key", INVALID, "invalid_api_key")),
    no_tools: openai(Other, "`tool calling` is not supported with this model", "", ""),
};

pub(super) const OPENROUTER: Ways = Ways {
    name: "openrouter",
    stream: Stream {
        heartbeat: Some(": OPENROUTER PROCESSING"),
        chunk: r#"{"object":"chat.completion.chunk","provider":"Amazon Bedrock"}"#,
        beside: r#"{"role":"assistant"}"#,
        last: r#"{"role":"assistant","content":""}"#,
        reasoning: Reasoning::Field("reasoning"),
        later: Later::SameId,
        ids: Ids::Letters("toolu_bdrk_", 24),
        usage: UsageAt::Always,
        error: ErrorEvent::Chunk,
        ..PLAIN
    },
    shape: Shape::Routed,
    refuses: &[
        on(
            EmptyContent,
            400,
            Shape::Passed,
            Words::new("ValidationException: messages: text content blocks must be non-empty", "", ""),
        ),
        on(
            Orphan,
            400,
            Shape::Passed,
            Words::new(
                "messages.{at}: `tool_use` ids were found without `tool_result` blocks immediately after",
                "",
                "",
            ),
        ),
    ],
    bad_key: on(Other, 401, Shape::Routed, Words::new("No auth credentials found", "", "")),
    no_tools: on(
        Other,
        404,
        Shape::Routed,
        Words::new(
            "No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing",
            "",
            "",
        ),
    ),
};
