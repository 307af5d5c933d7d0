//! The dialects: one constant each. Where a server's versions differ, the one that is harder on a client is written down.

use super::{
    Args, Dialect, ErrorEvent, Ids, Index, Later, Many, Reasoning, Refusal, Rule, Shape, Signature, Stream,
    UsageAt, Ways, Words,
    refuse::Rule::{
        CallField, CallName, Developer, EmptyContent, IdLong, IdNotNine, MessageField, NotStream,
        NullContent, Order, Orphan, Other, Param, ReasoningMissing, Schema, SignatureMissing, Temperature,
        ToolChoiceForced, ToolChoiceObject, ToolFieldsAlone,
    },
};

const INVALID: &str = "invalid_request_error";

impl Dialect {
    /// What is particular about it.
    pub(crate) fn ways(self) -> &'static Ways {
        match self {
            Self::Openai => &OPENAI,
            Self::Azure => &AZURE,
            Self::Deepseek => &DEEPSEEK,
            Self::Moonshot => &MOONSHOT,
            Self::Dashscope => &DASHSCOPE,
            Self::Zhipu => &ZHIPU,
            Self::Gemini => &GEMINI,
            Self::Mistral => &MISTRAL,
            Self::Groq => &GROQ,
            Self::Openrouter => &OPENROUTER,
            Self::Siliconflow => &SILICONFLOW,
            Self::Minimax => &MINIMAX,
            Self::Vllm => &VLLM,
            Self::Ollama => &OLLAMA,
            Self::Lmstudio => &LMSTUDIO,
            Self::Llamacpp => &LLAMACPP,
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

const OPENAI: Ways = Ways {
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
    openai(
        MessageField(&["reasoning_content", "reasoning"]),
        "Unrecognized request argument supplied: {field}",
        "",
        "",
    ),
    openai(CallField, "Unknown parameter: 'messages[{at}].tool_calls[0].{field}'.", "unknown_parameter", ""),
    ORPHAN,
];

const AZURE: Ways = Ways {
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
        openai(
            MessageField(&["reasoning_content", "reasoning"]),
            "Unrecognized request argument supplied: {field}",
            "",
            "",
        ),
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

const DEEPSEEK: Ways = Ways {
    name: "deepseek",
    stream: Stream {
        heartbeat: Some(": keep-alive"),
        chunk: r#"{"object":"chat.completion.chunk","system_fingerprint":"fp_ds"}"#,
        first: Some(r#"{"role":"assistant","content":null,"reasoning_content":""}"#),
        beside: r#"{"reasoning_content":null}"#,
        last: r#"{"content":"","reasoning_content":null}"#,
        ids: Ids::Letters("call_00_", 24),
        usage: UsageAt::WithFinish,
        ..PLAIN
    },
    shape: Shape::Object,
    refuses: &[
        openai(
            Developer,
            "Failed to deserialize the JSON body into the target type: messages[{at}].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`",
            "invalid_request_error",
            "",
        ),
        openai(
            ReasoningMissing,
            "The reasoning_content in the thinking mode must be passed back to the API.",
            "invalid_request_error",
            "",
        ),
        ORPHAN,
    ],
    bad_key: on(
        Other,
        401,
        Shape::Object,
        Words::new("Authentication Fails, Your api key is invalid", "authentication_error", INVALID),
    ),
    no_tools: on(
        Other,
        400,
        Shape::Object,
        Words::new("deepseek-reasoner does not support Function Calling", INVALID, INVALID),
    ),
};

const MOONSHOT: Ways = Ways {
    name: "moonshot",
    stream: Stream { ids: Ids::Named, usage: UsageAt::InChoice, ..PLAIN },
    shape: Shape::Object,
    refuses: &[
        openai(Temperature, "invalid temperature: only 1 is allowed for this model", "", ""),
        openai(
            Schema,
            "Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <{field}>",
            "",
            "",
        ),
        openai(ToolChoiceForced, "tool_choice 'required' is incompatible with thinking enabled", "", ""),
        openai(
            ReasoningMissing,
            "thinking is enabled but reasoning_content is missing in assistant tool call message at index {at}",
            "",
            "",
        ),
        ORPHAN,
    ],
    bad_key: on(
        Other,
        401,
        Shape::Object,
        Words::new("Invalid Authentication", "invalid_authentication_error", ""),
    ),
    no_tools: on(Other, 400, Shape::Object, NO_TOOLS),
};

const DASHSCOPE: Ways = Ways {
    name: "dashscope",
    stream: Stream {
        first: Some(r#"{"role":"assistant","content":null,"reasoning_content":""}"#),
        later: Later::EmptyIdAndName,
        ids: Ids::Letters("call_", 22),
        ..PLAIN
    },
    shape: Shape::WithRequestId,
    refuses: &[
        on(
            NotStream,
            400,
            Shape::WithRequestId,
            Words::new(
                "parameter.enable_thinking must be set to false for non-streaming calls",
                INVALID,
                "invalid_parameter_error",
            ),
        ),
        on(
            ToolChoiceForced,
            400,
            Shape::WithRequestId,
            Words::new(
                "<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode",
                INVALID,
                "invalid_parameter_error",
            ),
        ),
        on(
            Orphan,
            400,
            Shape::WithRequestId,
            Words::new(
                "<400> InternalError.Algo.InvalidParameter: An assistant message with \"tool_calls\" must be followed by tool messages responding to each \"tool_call_id\". The following tool_call_ids did not have response messages: message[{at}].role",
                INVALID,
                "invalid_parameter_error",
            ),
        ),
    ],
    bad_key: on(
        Other,
        401,
        Shape::WithRequestId,
        Words::new("Incorrect API key provided. ", INVALID, "invalid_api_key"),
    ),
    no_tools: on(
        Other,
        400,
        Shape::WithRequestId,
        Words::new(
            "<400> InternalError.Algo.InvalidParameter: The tool call is not supported.",
            INVALID,
            "invalid_parameter_error",
        ),
    ),
};

const ZHIPU: Ways = Ways {
    name: "zhipu",
    stream: Stream {
        eol: "\r\n",
        first: None,
        beside: r#"{"role":"assistant"}"#,
        later: Later::NewId,
        usage: UsageAt::WithFinish,
        ..PLAIN
    },
    shape: Shape::Coded,
    refuses: &[
        zhipu(Order, "messages 参数非法。请检查文档。", "1214"),
        zhipu(Orphan, "messages 参数非法。请检查文档。", "1214"),
        zhipu(Developer, "角色信息不正确", "1214"),
        zhipu(ToolChoiceForced, "tool_choice 参数仅支持 auto", "1210"),
    ],
    bad_key: on(Other, 401, Shape::Coded, Words::new("令牌已过期或验证不正确", "", "1000")),
    no_tools: zhipu(Other, "模型当前不支持 tools 参数", "1210"),
};

const fn zhipu(rule: Rule, message: &'static str, code: &'static str) -> Refusal {
    on(rule, 400, Shape::Coded, Words::new(message, "", code))
}

const GEMINI: Ways = Ways {
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
            MessageField(&["reasoning_content", "reasoning"]),
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

const MISTRAL: Ways = Ways {
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
        mistral_extra("{field}", MessageField(&["reasoning_content", "reasoning"])),
        mistral_extra("{field}", CallField),
        mistral_extra("stream_options", Param("stream_options")),
        mistral(
            IdNotNine,
            "Tool call id was {field} but must be a-z, A-Z, 0-9, with a length of 9.",
            "invalid_function_call",
            "3280",
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

const GROQ: Ways = Ways {
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
            MessageField(&["reasoning_content"]),
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

const OPENROUTER: Ways = Ways {
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

const SILICONFLOW: Ways = Ways {
    name: "siliconflow",
    stream: Stream {
        beside: r#"{"role":"assistant","reasoning_content":null}"#,
        last: r#"{"role":"assistant","content":"","reasoning_content":null}"#,
        ids: Ids::Repeated,
        usage: UsageAt::Everywhere,
        ..PLAIN
    },
    shape: Shape::Flat,
    refuses: &[siliconflow(
        ToolChoiceForced,
        "Value error, The `required` option for tool_choice is not yet supported.",
        "20015",
    )],
    bad_key: on(Other, 401, Shape::Bare, Words::new("Api key is invalid", "", "")),
    no_tools: siliconflow(Other, "Function call is not supported for this model.", "20037"),
};

const fn siliconflow(rule: Rule, message: &'static str, code: &'static str) -> Refusal {
    on(rule, 400, Shape::Flat, Words::new(message, "", code))
}

const MINIMAX: Ways = Ways {
    name: "minimax",
    stream: Stream {
        field: "data:",
        reasoning: Reasoning::Tags,
        later: Later::Name,
        ids: Ids::Letters("call_function_", 12),
        usage: UsageAt::Always,
        ..PLAIN
    },
    shape: Shape::Wrapped,
    refuses: &[
        minimax(Orphan, "invalid params, tool call result does not follow tool call (2013)"),
        minimax(Developer, "invalid params, invalid role: developer (2013)"),
    ],
    bad_key: on(
        Other,
        401,
        Shape::Wrapped,
        Words::new(
            "login fail: Please carry the API secret key in the 'Authorization' field of the request header (1004)",
            "authorized_error",
            "",
        ),
    ),
    no_tools: minimax(Other, "invalid params, model does not support tools (2013)"),
};

const fn minimax(rule: Rule, message: &'static str) -> Refusal {
    on(rule, 400, Shape::Wrapped, Words::new(message, "bad_request_error", ""))
}

const VLLM: Ways = Ways {
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

const OLLAMA: Ways = Ways {
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

const LMSTUDIO: Ways = Ways {
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

const LLAMACPP: Ways = Ways {
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
