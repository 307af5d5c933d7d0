//! Reasoning: where it comes, and whether it goes back.

use nova_llm::Habits;
use serde_json::json;

use super::{
    Quirk, fine,
    history::{knowing, mended, second},
    quirk,
};
use crate::{scene::stream, server::Answer};

pub(super) fn quirks() -> Vec<Quirk> {
    vec![
        quirk(
            "reasoning-stream",
            stream(
                &[json!({"role": "assistant", "reasoning_content": "The player wants..."}), json!({"content": "好"})],
                "stop",
            ),
            |outcome| {
                assert_eq!((outcome.text(), outcome.heard.text.as_str()), ("好", "好"));
                assert_eq!(outcome.heard.reasoning, "The player wants...");
                let kept = outcome.reply().kept.reasoning.clone();
                assert_eq!(kept, Some(("reasoning_content".to_owned(), "The player wants...".to_owned())));
            },
        ),
        quirk(
            "reasoning-must-return",
            Answer::json(
                400,
                r#"{"error":{"message":"The reasoning_content in the thinking mode must be passed back to the API.","type":"invalid_request_error","code":"invalid_request_error"}}"#,
            ),
            |outcome| {
                mended(outcome, Habits::default());
                let sent = |at: usize| outcome.asked[at].json()["messages"][2].get("reasoning_content").cloned();
                assert_eq!((sent(0), sent(1)), (None, Some(json!("hm"))));
            },
        )
        .asking(|| knowing(Habits { no_reasoning: true, ..Habits::default() }))
        .then(fine()),
        quirk(
            "reasoning-must-not-return",
            Answer::json(400, r#"{"error":{"message":"Unrecognized request argument supplied: reasoning_content"}}"#),
            |outcome| {
                mended(outcome, Habits { no_reasoning: true, ..Habits::default() });
                let sent = |at: usize| outcome.asked[at].json()["messages"][2].get("reasoning_content").cloned();
                assert_eq!((sent(0), sent(1)), (Some(json!("hm")), None));
            },
        )
        .asking(second)
        .then(fine()),
        quirk(
            "think-tags-in-content",
            stream(&[json!({"content": "<think>hm"}), json!({"content": "</think>好的"})], "stop"),
            |outcome| {
                assert_eq!((outcome.text(), outcome.heard.text.as_str()), ("好的", "好的"));
                assert_eq!(outcome.heard.reasoning, "hm");
            },
        ),
    ]
}
