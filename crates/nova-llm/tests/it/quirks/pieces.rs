//! Calls that come in pieces.

use serde_json::{Value, json};

use super::{Quirk, piece, pieces, quirk};
use crate::scene::{Outcome, stream};

fn one(outcome: &Outcome, name: &str, args: &Value) {
    assert_eq!(outcome.calls(), [(name, args.clone())]);
    assert_eq!((outcome.text(), outcome.asked.len()), ("", 1));
}

fn two(outcome: &Outcome) {
    assert_eq!(outcome.calls(), [("list_versions", json!({})), ("list_java", json!({}))]);
}

fn mods_of_1_21_4(outcome: &Outcome) {
    one(outcome, "list_mods", &json!({"version_id": "1.21.4"}));
}

fn mods(outcome: &Outcome) {
    one(outcome, "list_mods", &json!({}));
}

fn java(outcome: &Outcome) {
    one(outcome, "list_java", &json!({}));
}

fn versions(outcome: &Outcome) {
    one(outcome, "list_versions", &json!({}));
}

fn more(arguments: &str) -> Value {
    json!({"index": 0, "function": {"arguments": arguments}})
}

fn whole(index: &Value, id: &str, name: &str) -> Value {
    json!({"index": index, "id": id, "type": "function", "function": {"name": name, "arguments": "{}"}})
}

fn bare(id: &str, name: &str) -> Value {
    json!({"id": id, "function": {"name": name, "arguments": "{}"}})
}

fn start(id: &str, name: &str, arguments: &str) -> Value {
    json!({"index": 0, "id": id, "function": {"name": name, "arguments": arguments}})
}

#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn quirks() -> Vec<Quirk> {
    vec![
        quirk(
            "stream-args-split",
            pieces(&[start("c1", "list_mods", ""), more("{\"version"), more("_id\":\"1.21"), more(".4\"}")]),
            mods_of_1_21_4,
        ),
        quirk("stream-args-whole", pieces(&[whole(&json!(0), "c1", "list_versions")]), versions),
        quirk("stream-index-missing", pieces(&[bare("c1", "get_settings")]), |outcome| {
            one(outcome, "get_settings", &json!({}));
        }),
        quirk("stream-index-missing-two", pieces(&[bare("a", "list_versions"), bare("b", "list_java")]), two),
        quirk("stream-index-null", pieces(&[whole(&Value::Null, "a", "list_java")]), java),
        quirk(
            "stream-index-repeated-0",
            pieces(&[whole(&json!(0), "a", "list_versions"), whole(&json!(0), "b", "list_java")]),
            two,
        ),
        quirk(
            "stream-id-changes-per-chunk",
            pieces(&[
                start("x1", "list_mods", ""),
                json!({"index": 0, "id": "x2", "function": {"arguments": "{\"version_id\":"}}),
                json!({"index": 0, "id": "x3", "function": {"arguments": "\"1.16.5\"}"}}),
            ]),
            |outcome| one(outcome, "list_mods", &json!({"version_id": "1.16.5"})),
        ),
        quirk(
            "stream-id-repeated",
            pieces(&[
                start("a", "list_java", "{"),
                json!({"index": 0, "id": "a", "function": {"arguments": "}"}}),
            ]),
            java,
        ),
        quirk(
            "stream-id-name-empty-later",
            pieces(&[
                start("a", "list_mods", "{"),
                json!({"index": 0, "id": "", "function": {"name": "", "arguments": "}"}}),
                json!({"index": 0, "id": null, "function": {"name": null, "arguments": ""}}),
            ]),
            mods,
        ),
        quirk(
            "stream-name-repeated",
            pieces(&[
                start("a", "list_mods", "{"),
                json!({"index": 0, "function": {"name": "list_mods", "arguments": "}"}}),
            ]),
            mods,
        ),
        quirk(
            "stream-name-late",
            pieces(&[
                json!({"index": 0, "id": "a", "function": {"arguments": "{\"version_id\":"}}),
                json!({"index": 0, "function": {"name": "list_mods", "arguments": "\"1.21.4\"}"}}),
            ]),
            mods_of_1_21_4,
        ),
        quirk(
            "stream-args-repeated-summary",
            pieces(&[
                start("a", "list_mods", "{\"version_id\":"),
                more("\"1.21.4\"}"),
                more("{\"version_id\":\"1.21.4\"}"),
            ]),
            mods_of_1_21_4,
        ),
        quirk(
            "stream-text-then-call",
            stream(
                &[
                    json!({"role": "assistant", "content": "看一下。"}),
                    piece(&whole(&json!(0), "a", "list_versions")),
                ],
                "tool_calls",
            ),
            |outcome| {
                assert_eq!((outcome.text(), outcome.heard.text.as_str()), ("看一下。", "看一下。"));
                assert_eq!(outcome.calls(), [("list_versions", json!({}))]);
            },
        ),
        quirk(
            "stream-content-null",
            stream(
                &[
                    json!({"role": "assistant", "content": null, "tool_calls": [whole(&json!(0), "a", "list_java")]}),
                    json!({"content": null}),
                ],
                "tool_calls",
            ),
            |outcome| {
                java(outcome);
                assert_eq!(outcome.heard.pieces, 0);
            },
        ),
        quirk(
            "parallel-off-by-default",
            pieces(&[
                json!({"index": 0, "id": "a", "function": {"name": "disable_mod", "arguments": "{\"mod\":\"jei\"}"}}),
            ]),
            |outcome| {
                one(outcome, "disable_mod", &json!({"mod": "jei"}));
                assert!(outcome.asked[0].json().get("parallel_tool_calls").is_none());
            },
        ),
    ]
}
