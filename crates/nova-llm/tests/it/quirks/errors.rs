//! Error bodies, limits of requests and of length.

use std::time::Duration;

use nova_llm::{Fault, Habits, Request, WireMessage, tokens::Reading};
use serde_json::json;

use super::{Quirk, calls::refused, fine, quirk};
use crate::{
    scene::{Outcome, Scene, limits, request},
    server::Answer,
};

fn refused_with(outcome: &Outcome, said: &str) {
    refused(outcome);
    assert!(outcome.error().said.starts_with(said), "{:?}", outcome.error());
}

fn no_tools(outcome: &Outcome) {
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::NoTools, 1));
    assert_eq!(outcome.habits, Habits { no_tools: true, ..Habits::default() });
}

fn bodies() -> Vec<Quirk> {
    vec![
        quirk(
            "error-body-array",
            Answer::json(400, r#"[{"error":{"code":400,"message":"...","status":"INVALID_ARGUMENT"}}]"#),
            |outcome| refused_with(outcome, "..."),
        ),
        quirk(
            "error-body-string",
            Answer::json(
                400,
                r#"{"error":"Invalid tool_choice type: 'object'. Supported string values: none, auto, required"}"#,
            ),
            |outcome| refused_with(outcome, "Invalid tool_choice type"),
        ),
        quirk(
            "error-body-siliconflow",
            Answer::json(
                400,
                r#"{"code":20015,"message":"Value error, The `required` option for tool_choice is not yet supported.","data":null}"#,
            ),
            |outcome| refused_with(outcome, "Value error"),
        ),
        quirk(
            "error-body-vllm",
            Answer::json(
                400,
                r#"{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}"#,
            ),
            |outcome| {
                no_tools(outcome);
                assert!(outcome.error().said.starts_with("\"auto\" tool choice requires"));
            },
        ),
        quirk(
            "no-tools-model",
            Answer::json(
                400,
                r#"{"error":{"message":"registry.ollama.ai/library/gemma3:4b does not support tools","type":"api_error","param":null,"code":null}}"#,
            ),
            no_tools,
        ),
        quirk(
            "tools-need-flag",
            Answer::json(
                500,
                r#"{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}"#,
            ),
            no_tools,
        ),
        quirk(
            "groq-tool-use-failed",
            Answer::json(
                400,
                r#"{"error":{"message":"Failed to call a function. Please adjust your prompt.","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"list_mods{\"version_id\":\"x\"}</function>"}}"#,
            ),
            |outcome| assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Refused, 3)),
        ),
        quirk("400-not-retryable", Answer::json(400, r#"{"error":{"message":"bad request"}}"#), |outcome| {
            refused_with(outcome, "bad request");
        }),
    ]
}

fn patient() -> Scene {
    Scene {
        limits: nova_llm::ClientLimits { longest_wait: Duration::from_mins(1), ..limits() },
        ..Scene::default()
    }
}

fn busy() -> Vec<Quirk> {
    let limited =
        r#"{"error":{"message":"Rate limit reached","type":"requests","code":"rate_limit_exceeded"}}"#;
    vec![
        quirk(
            "429-retry-after-seconds",
            Answer::with(429, "application/json", &["retry-after: 2"], limited),
            |outcome| {
                assert_eq!((outcome.text(), outcome.asked.len()), ("fine", 2));
                let waits = &outcome.heard.waits;
                assert_eq!((waits.len(), waits[0].time), (1, Duration::from_secs(2)));
                assert_eq!((waits[0].after.fault, waits[0].after.status), (Fault::Busy, Some(429)));
            },
        )
        .asking(patient)
        .then(fine()),
        quirk(
            "429-retry-after-date",
            Answer::with(
                429,
                "application/json",
                &["retry-after: Wed, 21 Oct 2026 07:28:00 GMT", "date: Wed, 21 Oct 2026 09:00:00 GMT"],
                "{}",
            ),
            |outcome| {
                assert_eq!((outcome.text(), outcome.asked.len()), ("fine", 2));
                assert_eq!(outcome.heard.waits[0].time, Duration::ZERO);
            },
        )
        .asking(patient)
        .then(fine()),
        quirk(
            "429-quota",
            Answer::json(
                429,
                r#"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}"#,
            ),
            |outcome| assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Credit, 1)),
        ),
    ]
}

/// A request of more than 4096 tokens.
fn long() -> Scene {
    let messages = vec![WireMessage::System("word ".repeat(6000)), WireMessage::User("hi".to_owned())];
    Scene { request: Request { messages, ..request() }, ..Scene::default() }
}

fn length() -> Vec<Quirk> {
    let too_long = Quirk {
        id: "context-overflow-words",
        scene: Scene::default,
        shows: vec![
            Answer::json(
                400,
                r#"{"error":{"message":"Input length 877338 exceeds the maximum allowed input length of 639968 tokens","code":"400"}}"#,
            ),
            Answer::json(
                400,
                r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":180283,"n_ctx":180224}}"#,
            ),
        ],
        then: None,
        check: |outcome| {
            assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::TooLong, 1));
            let learnt = outcome.habits.context;
            assert!(matches!(learnt, Some(639_968 | 180_224)), "{learnt:?}");
        },
    };
    let cut = json!({"choices": [{"message": {"role": "assistant", "content": "Hello!"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 4096, "completion_tokens": 3, "total_tokens": 4099}});
    vec![
        too_long,
        quirk("context-silent-cut", Answer::json(200, &cut.to_string()), |outcome| {
            assert_eq!(outcome.text(), "Hello!");
            assert_eq!(outcome.reply().reading(&long().request), Reading::Cut { read: 4096 });
        })
        .asking(long),
    ]
}

pub(super) fn quirks() -> Vec<Quirk> {
    [bodies(), busy(), length()].into_iter().flatten().collect()
}
