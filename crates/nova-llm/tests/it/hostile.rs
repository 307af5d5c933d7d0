//! Servers that send more than an answer, or something else than one.

use std::time::{Duration, Instant};

use nova_llm::{ClientLimits, Fault, Finish, Usage};
use serde_json::{Value, json};

use crate::{
    scene::{DONE, Scene, delta, finish, limits, play, stream},
    server::Answer,
};

/// The most characters of words, and of reasoning.
const CHARS: usize = 1024 * 1024;

fn said(words: &str) -> Answer {
    stream(&[json!({"content": words})], "stop")
}

#[tokio::test]
async fn a_piece_of_nothing_but_reasoning_blocks_is_read() {
    let blocks = "<think></think>".repeat(1024 * 1024 / 15);
    let outcome = play(vec![said(&format!("{blocks}ok"))]).await;
    assert_eq!((outcome.text(), &outcome.reply().finish), ("ok", &Finish::Done));
}

#[tokio::test]
async fn words_of_nothing_but_marks_beside_a_call_are_read() {
    let call = json!({"tool_calls": [{"index": 0, "function": {"name": "list_java", "arguments": "{}"}}]});
    let words = json!({"content": format!("x {}", "<tool_call>a ".repeat(60_000))});
    let outcome = play(vec![stream(&[words, call], "tool_calls")]).await;
    assert_eq!(outcome.calls(), [("list_java", json!({}))]);
    assert_eq!(outcome.text().len(), 2 + 2 * 60_000);
}

#[tokio::test]
async fn names_and_words_of_four_megabytes_take_no_longer_than_four_short_ones() {
    let name = format!("list_mods{}", "()".repeat(2_000_000));
    let call = json!({"tool_calls": [{"index": 0, "function": {"name": name, "arguments": "{}"}}]});
    assert_eq!(play(vec![stream(&[call], "tool_calls")]).await.fault(), Fault::Garbled);
    let call = json!({"name": name, "arguments": {}}).to_string();
    for words in [call, "\n".repeat(4_000_000), "<think>".repeat(600_000), "{".repeat(4_000_000)] {
        assert_eq!(play(vec![said(&words), said("ok")]).await.reply().calls, []);
    }
}

#[tokio::test]
async fn words_end_where_there_are_too_many_of_them() {
    let piece = json!({"content": "钠".repeat(CHARS / 4)});
    let mut pieces: Vec<Value> = vec![piece; 5];
    pieces.push(json!({"tool_calls": [{"index": 0, "function": {"name": "list_java", "arguments": "{}"}}]}));
    let outcome = play(vec![stream(&pieces, "tool_calls")]).await;
    assert_eq!(outcome.text().chars().count(), CHARS);
    assert_eq!((outcome.heard.text.as_str(), &outcome.reply().finish), (outcome.text(), &Finish::Length));
    assert!(outcome.calls().is_empty());
}

#[tokio::test]
async fn words_that_are_just_as_many_as_are_taken_are_all_there() {
    let outcome = play(vec![said(&"x".repeat(CHARS))]).await;
    assert_eq!((outcome.text().len(), &outcome.reply().finish), (CHARS, &Finish::Done));
}

#[tokio::test]
async fn reasoning_ends_where_there_is_too_much_of_it() {
    let half = "x".repeat(CHARS / 2 + 1);
    let (field, thinking) =
        (json!({"reasoning_content": half}), json!({"content": format!("<think>{half}")}));
    let part = json!({"content": [{"type": "thinking", "thinking": half}]});
    let words = json!({"content": "ok"});
    for pieces in [[field.clone(), field.clone(), words.clone()], [field, part, words.clone()]] {
        let outcome = play(vec![stream(&pieces, "stop")]).await;
        assert_eq!((outcome.heard.reasoning.len(), outcome.text()), (CHARS, ""));
        assert_eq!(outcome.reply().finish, Finish::Length);
    }
    let outcome = play(vec![stream(&[thinking, json!({"content": half}), words], "stop")]).await;
    assert_eq!((outcome.heard.reasoning.len(), &outcome.reply().finish), (CHARS, &Finish::Length));
}

#[tokio::test]
async fn a_whole_answer_that_is_too_long_is_cut_too() {
    let body = json!({"choices": [{"message": {"content": "x".repeat(CHARS + 1)}, "finish_reason": "stop"}]});
    let outcome = play(vec![Answer::json(200, &body.to_string())]).await;
    assert_eq!((outcome.text().len(), &outcome.reply().finish), (CHARS, &Finish::Length));
}

/// Lines that come one every 20 ms, more than the time there is for all of them.
async fn slow(first: &str, then: &str) -> (crate::scene::Outcome, Duration) {
    let lines: Vec<&str> = std::iter::once(first).chain(std::iter::repeat_n(then, 400)).collect();
    let limits = ClientLimits { whole: Duration::from_millis(300), retries: 0, ..limits() };
    let start = Instant::now();
    let answer = Answer::events(&lines).slow(Duration::from_millis(20));
    (Scene { limits, ..Scene::default() }.play(vec![answer]).await, start.elapsed())
}

#[tokio::test]
async fn comments_do_not_make_an_answer_take_longer_than_it_may() {
    let (outcome, took) = slow(": alive", ": alive").await;
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::TimedOut, 1));
    assert!(took < Duration::from_secs(4));
}

#[tokio::test]
async fn words_that_drip_are_cut_when_the_time_is_over() {
    let drop = delta(&json!({"content": "x"}));
    let (outcome, took) = slow(&drop, &drop).await;
    assert_eq!(outcome.reply().finish, Finish::Cut);
    assert!(outcome.text().starts_with('x') && took < Duration::from_secs(4));
}

#[tokio::test]
async fn tokens_and_money_that_come_apart_are_both_kept() {
    let tokens = r#"data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1}}"#;
    let money = r#"data: {"choices":[],"usage":{"cost":0.5}}"#;
    let hi = delta(&json!({"content": "hi"}));
    let expected = Usage { prompt: 9, completion: 1, micros: Some(500_000), ..Usage::default() };
    for [first, second] in [[tokens, money], [money, tokens]] {
        let outcome = play(vec![Answer::events(&[&hi, &finish("stop"), first, second, DONE])]).await;
        assert_eq!(outcome.reply().usage, Some(expected));
    }
}
