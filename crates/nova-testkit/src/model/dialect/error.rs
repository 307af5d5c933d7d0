//! The forms of error bodies.

use serde_json::{Value, json};

/// The form of an error body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `{"error": {message, type, param, code}}`, the code a text or null.
    Object,
    /// The same with `request_id` beside it.
    WithRequestId,
    /// `{"error": {code, message, type}}`, the code the status as a number.
    Numbered,
    /// `{"error": {code, message}}`, the code a number written as a text.
    Coded,
    /// `[{"error": {code, message, status}}]`
    Array,
    /// `{"error": "text"}`
    Text,
    /// `{"code": 20015, "message": "…", "data": null}`
    Flat,
    /// `{"object": "error", message, type, param, code}`, the code the status.
    Tagged,
    /// The same, with a code of its own as a text.
    TaggedCode,
    /// `{"detail": [{type, loc, msg}]}`
    Detail,
    /// `{"detail": "text"}`
    DetailText,
    /// `{"type": "error", "error": {type, message, http_code}, "request_id"}`
    Wrapped,
    /// `{"error": {message, code, metadata: {raw, provider_name}}}`: the real words are the provider's.
    Passed,
    /// `{"error": {message, code}}`
    Routed,
    /// A text in quotes and nothing around it.
    Bare,
}

/// What an error says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words<'a> {
    pub(crate) message: &'a str,
    /// The `type` (or `status`) of the error.
    pub(crate) kind: &'a str,
    /// Its `code`; empty for null.
    pub(crate) code: &'a str,
    /// Its `param`, or the place that it complains about; empty for null.
    pub(crate) param: &'a str,
}

impl Words<'static> {
    pub(crate) const fn new(message: &'static str, kind: &'static str, code: &'static str) -> Self {
        Self { message, kind, code, param: "" }
    }

    pub(crate) const fn at(self, param: &'static str) -> Self {
        Self { param, ..self }
    }
}

const REQUEST: &str = "0b3c1d2e-5f60-4718-9a2b-3c4d5e6f7081";

impl Shape {
    /// The body of an error.
    pub(crate) fn body(self, status: u16, words: &Words<'_>) -> Value {
        let Words { message, kind, code, param } = *words;
        let code_number = code.parse::<i64>().unwrap_or_else(|_| i64::from(status));
        let (code, param) = (or_null(code), or_null(param));
        let object = json!({"message": message, "type": kind, "param": param, "code": code});
        match self {
            Self::Object => json!({"error": object}),
            Self::WithRequestId => json!({"error": object, "request_id": REQUEST}),
            Self::Numbered => json!({"error": {"code": status, "message": message, "type": kind}}),
            Self::Coded => json!({"error": {"code": code_number.to_string(), "message": message}}),
            Self::Array => json!([{"error": {"code": status, "message": message, "status": kind}}]),
            Self::Text => json!({"error": message}),
            Self::Flat => json!({"code": code_number, "message": message, "data": null}),
            Self::Tagged => {
                json!({"object": "error", "message": message, "type": kind, "param": param, "code": status})
            }
            Self::TaggedCode => {
                json!({"object": "error", "message": message, "type": kind, "param": param, "code": code})
            }
            Self::Detail => json!({"detail": [{"type": kind, "loc": ["body", param], "msg": message}]}),
            Self::DetailText => json!({"detail": message}),
            Self::Wrapped => wrapped(status, message, kind),
            Self::Passed => passed(status, message),
            Self::Routed => json!({"error": {"message": message, "code": status}}),
            Self::Bare => json!(message),
        }
    }
}

fn wrapped(status: u16, message: &str, kind: &str) -> Value {
    let error = json!({"type": kind, "message": message, "http_code": status.to_string()});
    json!({"type": "error", "error": error, "request_id": REQUEST})
}

fn passed(status: u16, message: &str) -> Value {
    let from = json!({"raw": message, "provider_name": "Amazon Bedrock"});
    json!({"error": {"message": "Provider returned error", "code": status, "metadata": from}})
}

fn or_null(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { json!(text) }
}
