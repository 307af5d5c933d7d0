//! By which words servers are understood. Small letters; Chinese as it is written.

/// The account is empty.
pub(super) const CREDIT: &[&str] = &[
    "insufficient_quota",
    "insufficient balance",
    "insufficient_balance",
    "insufficient credit",
    "insufficient funds",
    "not enough credit",
    "credit balance",
    "balance is insufficient",
    "balance not enough",
    "out of credit",
    "payment required",
    "payment_required",
    "billing_hard_limit",
    "billing_not_active",
    "arrearage",
    "account is overdue",
    "account in good standing",
    "exceeded your monthly spending",
    "余额不足",
    "余额已用完",
    "欠费",
    "额度不足",
    "额度已用完",
    "资源包",
    "请充值",
];

/// It also says this of a limit for each minute, where it comes with a status of its own.
pub(super) const CREDIT_OR_RATE: &[&str] = &["exceeded your current quota", "check your plan and billing"];
/// Gemini's word for such a limit.
pub(super) const RATE_STATUS: &[&str] = &["resource_exhausted"];

/// The key is wrong, whatever the status.
pub(super) const KEY: &[&str] = &[
    "invalid_api_key",
    "invalid api key",
    "invalid api-key",
    "incorrect api key",
    "invalidapikey",
    "api key not valid",
    "api_key_invalid",
    "api key expired",
    "authentication fails",
    "authentication_error",
    "invalid authentication",
    "no api key provided",
    "login fail",
    "无效的api",
    "无效的令牌",
    "令牌已过期",
    "身份验证失败",
];

/// The provider does not serve this place; with another key it would be the same.
pub(super) const REGION: &[&str] = &[
    "unsupported_country",
    "country, region, or territory not supported",
    "user location is not supported",
    "not available in your region",
    "not available in your country",
];

/// Too many requests. These are looked for before the words about length, which some of them contain.
pub(super) const RATE: &[&str] = &[
    "rate limit",
    "rate_limit",
    "ratelimit",
    "rate-limit",
    "too many requests",
    "too_many_requests",
    "tokens per min",
    "tokens per day",
    "requests per min",
    "requests per day",
    "per minute",
    "(tpm)",
    "(rpm)",
    "throttl",
    "请求过于频繁",
    "频率",
    "限流",
    "速率",
    "并发",
];

/// The request is too long.
pub(super) const LENGTH: &[&str] = &[
    "context_length",
    "context length",
    "context window",
    "context size",
    "context limit",
    "maximum context",
    "exceed_context",
    "exceeds the context",
    "prompt is too long",
    "prompt too long",
    "prompt_too_long",
    "input is too long",
    "input too long",
    "input length",
    "input tokens exceed",
    "input token count",
    "maximum input",
    "max input token",
    "maximum number of tokens",
    "max_prompt_tokens",
    "prompt token count",
    "prompt contains too many tokens",
    "too many tokens",
    "exceeds model token limit",
    "exceeded model token limit",
    "maximum prompt length",
    "reduce the length of the",
    "request_too_large",
    "larger than the context",
    "超过最大长度",
    "超出最大长度",
    "上下文长度",
    "输入过长",
    "输入长度",
    "prompt 超长",
    "prompt超长",
];

/// Tools cannot be used with this model on this server.
pub(super) const NO_TOOLS: &[&str] = &[
    "not support tools",
    "not support tool use",
    "not support tool call",
    "n't support tools",
    "n't support tool use",
    "n't support tool call",
    "not support function",
    "n't support function",
    "support tool use",
    "tools param requires",
    "--jinja",
    "enable-auto-tool-choice",
    "tool-call-parser",
    "tool calling is not supported",
    "tool calls are not supported",
    "tool use is not supported",
    "tools is not supported",
    "tools are not supported",
    "tools not supported",
    "'tools' is not supported",
    "\"tools\" is not supported",
    "'tools' not supported",
    "unsupported parameter: tools",
    "unsupported parameter: 'tools'",
    "unrecognized request argument supplied: tools",
    "function calling is not supported",
    "function calling is not enabled",
    "function call is not supported",
    "functions are not supported",
    "不支持工具",
    "不支持函数",
    "不支持 function",
    "不支持function",
    "不支持 tool",
    "不支持tool",
];

/// The model does not exist, where the status does not say so.
pub(super) const NO_MODEL: &[&str] = &[
    "model_not_found",
    "modelnotfound",
    "model not found",
    "model not exist",
    "model does not exist",
    "model doesn't exist",
    "no such model",
    "unknown model",
    "unknown_model",
    "invalid model",
    "invalid_model",
    "is not a valid model",
    "not found the model",
    "try pulling it first",
    "模型不存在",
    "未找到模型",
    "没有找到模型",
];

/// The provider's filter.
pub(super) const FILTER: &[&str] = &[
    "content_filter",
    "contentfilter",
    "content filter",
    "content management policy",
    "content_policy",
    "content policy",
    "responsibleai",
    "data_inspection_failed",
    "datainspectionfailed",
    "inappropriate content",
    "sensitive_words",
    "new_sensitive",
    "content exists risk",
    "high risk",
    "flagged",
    "敏感",
    "违规",
    "不安全",
];

/// The server has too much to do.
pub(super) const OVERLOADED: &[&str] =
    &["overloaded", "server_busy", "server is busy", "服务器繁忙", "服务繁忙"];

/// Not accepted, of a field.
pub(super) const REFUSES: &[&str] = &[
    "unrecognized",
    "unrecognised",
    "unknown",
    "unsupported",
    "not supported",
    "not support",
    "unexpected",
    "not permitted",
    "not allowed",
    "extra inputs",
    "extra fields",
    "extra_forbidden",
    "additional propert",
    "must not",
    "cannot be",
    "invalid",
    "不支持",
];

/// Wanted, of a field.
pub(super) const WANTS: &[&str] =
    &["passed back", "missing", "required", "must be provided", "must be included", "缺少"];

/// An empty text is refused.
pub(super) const NOT_EMPTY: &[&str] = &[
    "non-empty",
    "must not be empty",
    "cannot be empty",
    "can not be empty",
    "can't be empty",
    "should not be empty",
    "is empty",
    "empty content",
    "must have non-empty",
    "at least one character",
    "不能为空",
];

/// `null` is refused.
pub(super) const NOT_NULL: &[&str] = &[
    "<nil>",
    "null",
    "nonetype",
    "none is not",
    "should be a valid string",
    "must be a string",
    "expected a string",
    "expected string",
];
