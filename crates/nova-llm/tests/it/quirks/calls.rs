//! Arguments, names and ids of calls.

use nova_llm::Fault;
use serde_json::{Value, json};

use super::{Quirk, lines, message, piece, pieces, quirk, whole_call};
use crate::{
    scene::{Outcome, delta, stream},
    server::Answer,
};

fn one(outcome: &Outcome, name: &str, args: &Value) {
    assert_eq!(outcome.calls(), [(name, args.clone())]);
    assert_eq!(outcome.asked.len(), 1);
}

fn versions(outcome: &Outcome) {
    one(outcome, "list_versions", &json!({}));
}

fn memory(outcome: &Outcome) {
    one(outcome, "set_memory", &json!({"max_mb": 8192}));
}

/// A request that the server refuses for good.
pub(super) fn refused(outcome: &Outcome) {
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Refused, 1));
    assert!(outcome.heard.waits.is_empty());
}

fn arguments() -> Vec<Quirk> {
    vec![
        quirk("args-empty-string", whole_call("list_versions", &json!("")), versions),
        quirk(
            "args-null-or-missing",
            pieces(&[
                json!({"index": 0, "id": "a", "function": {"name": "list_versions", "arguments": null}}),
            ]),
            versions,
        ),
        quirk("args-object", whole_call("set_memory", &json!({"max_mb": 8192})), memory),
        quirk("args-double-encoded", whole_call("set_memory", &json!("\"{\\\"max_mb\\\":8192}\"")), memory),
        quirk("args-trailing-garbage", whole_call("list_versions", &json!("{}\"\"")), |outcome| {
            one(outcome, "list_versions", &json!({"trailing": {}}));
        }),
        quirk("args-invalid-json", whole_call("disable_mod", &json!("{mod: sodium}")), |outcome| {
            let (name, args) = outcome.calls().remove(0);
            assert_eq!(name, "disable_mod");
            assert!(args.as_str().is_some_and(|text| text.starts_with("{mod: sodium")), "{args}");
        }),
        quirk(
            "args-wrong-types",
            whole_call("set_memory", &json!("{\"max_mb\":\"8192\",\"x\":1}")),
            |outcome| {
                one(outcome, "set_memory", &json!({"max_mb": "8192", "x": 1}));
            },
        ),
    ]
}

fn names() -> Vec<Quirk> {
    let parallel = json!({"tool_uses": [{"recipient_name": "functions.list_java", "parameters": {}}]});
    vec![
        quirk("name-unknown", whole_call("uninstall_java", &json!("{}")), |outcome| {
            one(outcome, "uninstall_java", &json!({}));
        }),
        quirk("name-decorated", whole_call("functions.list_mods:0", &json!("{}")), |outcome| {
            one(outcome, "list_mods", &json!({}));
        }),
        quirk("name-empty", whole_call("", &json!("{}")), |outcome| one(outcome, "", &json!({}))),
        quirk(
            "name-multi-tool-use",
            whole_call("multi_tool_use.parallel", &json!(parallel.to_string())),
            |outcome| {
                one(outcome, "list_java", &json!({}));
            },
        ),
    ]
}

fn ids() -> Vec<Quirk> {
    let nameless = json!([
        {"function": {"name": "list_java", "arguments": "{}"}},
        {"id": "", "function": {"name": "list_versions", "arguments": "{}"}},
    ]);
    vec![
        quirk(
            "id-missing-or-duplicate",
            message(&json!({"tool_calls": nameless}), "tool_calls"),
            |outcome| {
                assert_eq!(outcome.calls(), [("list_java", json!({})), ("list_versions", json!({}))]);
            },
        ),
        quirk(
            "id-mistral-9",
            Answer::json(
                400,
                r#"{"object":"error","message":"Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.","type":"invalid_function_call","code":"3280"}"#,
            ),
            |outcome| {
                refused(outcome);
                assert!(outcome.error().said.contains("length of 9"), "{:?}", outcome.error());
            },
        ),
        quirk(
            "id-max-40",
            Answer::json(
                400,
                r#"{"error":{"message":"Invalid 'messages[2].tool_calls[0].id': string too long","type":"invalid_request_error"}}"#,
            ),
            refused,
        ),
    ]
}

fn leaks() -> Vec<Quirk> {
    vec![
        quirk(
            "call-leaks-as-text",
            stream(
                &[
                    json!({"content": "<tool"}),
                    json!({"content": "_call>\n{\"name\":\"list_versions\",\"arguments\":{}}\n</tool_call>"}),
                ],
                "stop",
            ),
            |outcome| {
                versions(outcome);
                assert_eq!((outcome.text(), outcome.heard.text.as_str()), ("", ""));
            },
        ),
        quirk(
            "call-and-leak",
            message(
                &json!({"content": "<tool_call>", "tool_calls": [
                    {"id": "a", "type": "function", "function": {"name": "list_java", "arguments": "{}"}}]}),
                "tool_calls",
            ),
            |outcome| {
                one(outcome, "list_java", &json!({}));
                assert_eq!((outcome.text(), outcome.heard.text.as_str()), ("", ""));
            },
        ),
        quirk(
            "thought-signature",
            lines(&[
                &delta(&piece(
                    &json!({"id": "a", "type": "function", "function": {"name": "list_java", "arguments": "{}"},
                    "extra_content": {"google": {"thought_signature": "AAA"}}}),
                )),
                crate::scene::DONE,
            ]),
            |outcome| {
                one(outcome, "list_java", &json!({}));
                let kept = serde_json::to_value(&outcome.reply().kept).unwrap();
                assert_eq!(
                    kept,
                    json!({"calls": [{"extra_content": {"google": {"thought_signature": "AAA"}}}]})
                );
            },
        ),
        quirk(
            "tool-calls-null",
            message(&json!({"role": "assistant", "content": "hi", "tool_calls": []}), "stop"),
            super::says_hi_to_its_end,
        ),
    ]
}

pub(super) fn quirks() -> Vec<Quirk> {
    [arguments(), names(), ids(), leaks()].into_iter().flatten().collect()
}
