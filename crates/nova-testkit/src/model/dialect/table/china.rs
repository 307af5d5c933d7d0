//! Providers in China.

use super::{INVALID, NO_TOOLS, ORPHAN, PLAIN, on, openai};
use crate::model::dialect::{
    Ids, Later, Reasoning, Refusal, Rule, Shape, Stream, UsageAt, Ways, Words,
    refuse::Rule::{
        Developer, NotStream, Order, Orphan, Other, ReasoningMissing, Schema, Temperature, ToolChoiceForced,
    },
};

pub(super) const DEEPSEEK: Ways = Ways {
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

pub(super) const MOONSHOT: Ways = Ways {
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

pub(super) const DASHSCOPE: Ways = Ways {
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

pub(super) const ZHIPU: Ways = Ways {
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

pub(super) const SILICONFLOW: Ways = Ways {
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

pub(super) const MINIMAX: Ways = Ways {
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
