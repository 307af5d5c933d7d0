//! What servers do not like about a request, and what is sent after that.

use nova_llm::{Fault, Habits, Kept, Request, WireCall, WireMessage};
use serde_json::{Map, Value, json};

use super::{Quirk, calls::refused, fine, quirk};
use crate::{
    scene::{Outcome, Scene, request},
    server::Answer,
};

/// A history with a call, its answer, and what the server wants back.
fn second_round() -> Request {
    let kept = Kept {
        reasoning: Some(("reasoning_content".to_owned(), "hm".to_owned())),
        calls: vec![
            json!({"extra_content": {"google": {"thought_signature": "AAA"}}}).as_object().unwrap().clone(),
        ],
    };
    let call = WireCall { id: "abcdefgh1".to_owned(), name: "list_java".to_owned(), args: Map::new() };
    let mut asked = request();
    asked.messages.push(WireMessage::Assistant { text: String::new(), calls: vec![call], kept });
    asked.messages.push(WireMessage::Tool { call: "abcdefgh1".to_owned(), text: "Java 21".to_owned() });
    asked
}

pub(super) fn second() -> Scene {
    Scene { request: second_round(), ..Scene::default() }
}

pub(super) fn knowing(habits: Habits) -> Scene {
    Scene { habits, ..second() }
}

fn assistant(outcome: &Outcome, request: usize) -> Value {
    outcome.asked[request].json()["messages"][2].clone()
}

/// The request went out twice, the second time with this habit, which stays known.
pub(super) fn mended(outcome: &Outcome, habits: Habits) {
    assert_eq!((outcome.text(), outcome.asked.len()), ("fine", 2));
    assert_eq!(outcome.habits, habits);
    assert!(outcome.heard.waits.is_empty(), "nobody has to wait for that");
}

fn contents() -> Vec<Quirk> {
    vec![
        quirk(
            "history-content-null-refused",
            Answer::json(400, r#"{"error":{"message":"invalid message content type: <nil>"}}"#),
            |outcome| {
                mended(outcome, Habits::default());
                assert_eq!(assistant(outcome, 0)["content"], Value::Null);
                assert_eq!(assistant(outcome, 1)["content"], "");
            },
        )
        .asking(|| knowing(Habits { null_content: true, ..Habits::default() }))
        .then(fine()),
        quirk(
            "history-content-empty-refused",
            Answer::json(400, r#"{"message":"ValidationException: messages: text content blocks must be non-empty"}"#),
            |outcome| {
                mended(outcome, Habits { null_content: true, ..Habits::default() });
                assert_eq!(assistant(outcome, 0)["content"], "");
                assert_eq!(assistant(outcome, 1)["content"], Value::Null);
            },
        )
        .asking(second)
        .then(fine()),
        quirk(
            "history-orphan-call",
            Answer::json(
                400,
                r#"{"error":{"message":"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.","type":"invalid_request_error"}}"#,
            ),
            |outcome| {
                refused(outcome);
                let messages = outcome.asked[0].json()["messages"].clone();
                assert_eq!(messages[2]["tool_calls"][0]["id"], messages[3]["tool_call_id"]);
            },
        )
        .asking(second),
        quirk(
            "history-1214",
            Answer::json(400, r#"{"error":{"code":"1214","message":"messages 参数非法。请检查文档。"}}"#),
            |outcome| {
                refused(outcome);
                assert!(outcome.error().said.contains("参数非法"));
                let messages = outcome.asked[0].json()["messages"].clone();
                assert_eq!((&messages[0]["role"], &messages[1]["role"]), (&json!("system"), &json!("user")));
            },
        ),
    ]
}

fn field_is_never_sent(outcome: &Outcome) {
    refused(outcome);
    let body = outcome.asked[0].json();
    for field in [
        "tool_choice",
        "parallel_tool_calls",
        "temperature",
        "max_tokens",
        "max_completion_tokens",
        "functions",
    ] {
        assert!(body.get(field).is_none(), "{field}");
    }
}

fn without_tools() -> Scene {
    Scene { request: Request { tools: None, ..request() }, ..Scene::default() }
}

fn fields() -> Vec<Quirk> {
    let refusal = |body: &str| Answer::json(400, body);
    vec![
        quirk(
            "tool-choice-object",
            refusal(r#"{"error":"Invalid tool_choice type: 'object'. Supported string values: none, auto, required"}"#),
            field_is_never_sent,
        ),
        quirk(
            "tool-choice-required-silent",
            super::message(&json!({"role": "assistant", "content": "", "tool_calls": null}), "stop"),
            |outcome| {
                assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Empty, 2));
                assert!(outcome.asked[1].json().get("tool_choice").is_none());
            },
        ),
        quirk(
            "parallel-param-refused",
            refusal(r#"{"error":{"message":"Unsupported parameter: 'parallel_tool_calls' is not supported with this model.","param":"parallel_tool_calls","code":"unsupported_parameter"}}"#),
            field_is_never_sent,
        ),
        quirk(
            "parallel-without-tools",
            refusal(r#"{"error":{"message":"'parallel_tool_calls' is only allowed when 'tools' are specified.","type":"invalid_request_error"}}"#),
            |outcome| {
                field_is_never_sent(outcome);
                assert!(outcome.asked[0].json().get("tools").is_none());
            },
        )
        .asking(without_tools),
        quirk(
            "max-tokens-name",
            refusal(r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens"}}"#),
            field_is_never_sent,
        ),
        quirk(
            "role-developer",
            refusal("{\"error\":{\"message\":\"messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`\"}}"),
            |outcome| {
                refused(outcome);
                assert_eq!(outcome.asked[0].json()["messages"][0]["role"], "system");
            },
        ),
        quirk(
            "temperature-fixed",
            refusal(r#"{"error":{"message":"invalid temperature: only 1 is allowed for this model","type":"invalid_request_error"}}"#),
            field_is_never_sent,
        ),
        quirk(
            "enable-thinking-nonstream",
            refusal(r#"{"error":{"code":"invalid_parameter_error","message":"parameter.enable_thinking must be set to false for non-streaming calls","type":"invalid_request_error"}}"#),
            |outcome| {
                refused(outcome);
                assert_eq!(outcome.asked[0].json()["stream"], true);
            },
        ),
        quirk(
            "schema-flavour",
            refusal(r#"{"error":{"message":"Invalid request: tools.function.parameters is not a valid moonshot flavored json schema","type":"invalid_request_error"}}"#),
            |outcome| {
                refused(outcome);
                assert!(!outcome.habits.no_tools);
            },
        ),
    ]
}

pub(super) fn quirks() -> Vec<Quirk> {
    [contents(), fields()].into_iter().flatten().collect()
}
