//! How streams are framed and how they end.

use nova_llm::{Fault, Finish, Usage};
use serde_json::json;

use super::{Quirk, hi, lines, message, piece, pieces, quirk, says_hi_to_its_end, stop};
use crate::{
    scene::{DONE, Outcome, delta, stream},
    server::Answer,
};

fn said(text: &str) -> Answer {
    stream(&[json!({"content": text})], "stop")
}

fn usage_of_ten(outcome: &Outcome) {
    says_hi_to_its_end(outcome);
    assert_eq!(outcome.reply().usage, Some(Usage { prompt: 9, completion: 1, ..Usage::default() }));
}

/// The bytes one by one, so that a read may end inside a character.
fn byte_by_byte(text: &str) -> Answer {
    Answer::stream(text.as_bytes().chunks(1), true)
}

fn finishes() -> Vec<Quirk> {
    let call = |name: &str, arguments: &str| json!({"index": 0, "id": "a", "function": {"name": name, "arguments": arguments}});
    vec![
        quirk("finish-stop-with-calls", stream(&[piece(&call("list_versions", "{}"))], "stop"), |outcome| {
            assert_eq!(outcome.calls(), [("list_versions", json!({}))]);
        }),
        quirk(
            "finish-tool-calls-without-calls",
            stream(&[json!({"content": "好的"})], "tool_calls"),
            |outcome| {
                assert_eq!((outcome.text(), outcome.calls(), outcome.asked.len()), ("好的", Vec::new(), 1));
            },
        ),
        quirk(
            "finish-empty-string",
            lines(&[
                r#"data: {"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":""}]}"#,
                &stop(),
                DONE,
            ]),
            says_hi_to_its_end,
        ),
        quirk("finish-unknown", stream(&[json!({"content": "ok"})], "end_turn"), |outcome| {
            assert_eq!((outcome.text(), &outcome.reply().finish), ("ok", &Finish::Done));
        }),
        quirk(
            "finish-length-mid-call",
            stream(&[piece(&call("install_content", "{\"project_id\":\"AAN"))], "length"),
            |outcome| {
                assert_eq!((outcome.calls(), &outcome.reply().finish), (Vec::new(), &Finish::Length));
                assert!(outcome.reply().kept.is_empty());
            },
        ),
        quirk("finish-tool-calls-but-cut", pieces(&[call("set_memory", "{\"max_mb\":81")]), |outcome| {
            assert_eq!(outcome.calls(), [("set_memory", json!("{\"max_mb\":81"))]);
        }),
        quirk("finish-content-filter", stream(&[], "content_filter"), |outcome| {
            assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Blocked, 1));
        }),
    ]
}

fn broken() -> Vec<Quirk> {
    vec![
        quirk(
            "stream-no-finish-no-done",
            lines(&[
                &delta(&json!({"content": "hello"})),
                r#"data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1}}"#,
            ]),
            |outcome| {
                assert_eq!((outcome.text(), &outcome.reply().finish), ("hello", &Finish::Cut));
                assert_eq!(outcome.asked.len(), 1);
            },
        ),
        quirk(
            "stream-cut-mid-call",
            Answer::cut(&[&delta(&piece(
                &json!({"index": 0, "id": "a", "function": {"name": "list_mods", "arguments": "{\"ver"}}),
            ))]),
            |outcome| {
                assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Cut, 2));
                assert!(!outcome.error().shown);
            },
        ),
    ]
}

fn chunks() -> Vec<Quirk> {
    vec![
        quirk(
            "chunk-empty-choices-first",
            lines(&[r#"data: {"id":"","choices":[],"prompt_filter_results":[]}"#, &hi(), &stop(), DONE]),
            says_hi_to_its_end,
        ),
        quirk(
            "chunk-empty-choices-usage",
            lines(&[
                &hi(),
                &stop(),
                r#"data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1,"total_tokens":10}}"#,
                DONE,
            ]),
            usage_of_ten,
        ),
        quirk(
            "chunk-no-delta",
            lines(&[
                r#"data: {"id":"","choices":[{"index":0,"finish_reason":null,"content_filter_results":{}}]}"#,
                &hi(),
                &stop(),
                DONE,
            ]),
            says_hi_to_its_end,
        ),
        quirk("usage-missing", said("hi"), |outcome| {
            says_hi_to_its_end(outcome);
            assert_eq!(outcome.reply().usage, None);
        }),
        quirk(
            "extra-fields",
            lines(&[
                r#"data: {"id":1,"created":1.5,"cost":"0","timings":{"x":[1]},"choices":[{"index":0,"delta":{"content":"hi","annotations":[]},"logprobs":{},"finish_reason":null}]}"#,
                DONE,
            ]),
            says_hi_to_its_end,
        ),
    ]
}

fn framing() -> Vec<Quirk> {
    vec![
        quirk(
            "sse-comment",
            lines(&[": keep-alive", ": OPENROUTER PROCESSING", &hi(), DONE]),
            says_hi_to_its_end,
        ),
        quirk("sse-comment-inside-data", lines(&["data: : OPENROUTER PROCESSING", &hi(), DONE]), says_hi_to_its_end),
        quirk("sse-empty-data", lines(&["data:", "data: ", &hi(), DONE]), says_hi_to_its_end),
        quirk(
            "sse-no-space-crlf-split",
            byte_by_byte("data:{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"中\"}}]}\r\n\r\n"),
            |outcome| assert_eq!((outcome.text(), &outcome.reply().finish), ("中", &Finish::Cut)),
        ),
        quirk(
            "sse-error-in-200",
            lines(&[r#"data: {"id":"g1","object":"chat.completion.chunk","choices":[],"error":{"code":502,"message":"Provider is busy"}}"#]),
            |outcome| {
                let error = outcome.error();
                assert_eq!((error.fault, error.status, error.said.as_str()), (Fault::Server, Some(502), "Provider is busy"));
                assert_eq!((outcome.asked.len(), outcome.heard.waits.len()), (3, 2));
            },
        ),
        quirk(
            "sse-event-error",
            Answer::stream(
                [b"event: error\ndata: {\"error\":{\"message\":\"Failed to call a function\",\"type\":\"invalid_request_error\",\"code\":\"tool_use_failed\",\"status_code\":400}}\n\n".as_slice()].into_iter(),
                true,
            ),
            |outcome| {
                assert_eq!((outcome.fault(), outcome.error().status), (Fault::Refused, Some(400)));
                assert_eq!(outcome.asked.len(), 3);
            },
        ),
        quirk("json-body-for-stream", message(&json!({"role": "assistant", "content": "hi"}), "stop"), says_hi_to_its_end),
        quirk(
            "base-url-forms",
            Answer::with(404, "text/html", &[], "<html><head><title>404 Not Found</title></head></html>"),
            |outcome| {
                assert!(matches!(outcome.fault(), Fault::NotFound | Fault::Garbled), "{:?}", outcome.fault());
                assert_eq!(outcome.asked.len(), 1);
            },
        ),
    ]
}

pub(super) fn quirks() -> Vec<Quirk> {
    [finishes(), broken(), chunks(), framing()].into_iter().flatten().collect()
}
