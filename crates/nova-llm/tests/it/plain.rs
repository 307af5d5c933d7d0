//! A question and its answer, where nothing is odd.

use std::time::Duration;

use nova_llm::{Client, Fault, Finish, Habits, Usage};
use serde_json::json;
use tokio::{io::AsyncWriteExt, net::TcpListener};

use crate::{
    scene::{DONE, Heard, KEY, delta, endpoint, finish, http, limits, play, request, stream},
    server::{self, Answer, Asked},
};

#[tokio::test]
async fn words_come_as_they_are_said_and_are_whole_in_the_end() {
    let deltas = [
        json!({"role": "assistant", "content": ""}),
        json!({"content": "你好"}),
        json!({"content": ", you"}),
    ];
    let outcome = play(vec![stream(&deltas, "stop")]).await;
    assert_eq!((outcome.text(), outcome.heard.text.as_str()), ("你好, you", "你好, you"));
    assert_eq!(outcome.heard.pieces, 2);
    assert_eq!(outcome.reply().finish, Finish::Done);
    assert!(outcome.heard.waits.is_empty() && outcome.reply().kept.is_empty());
}

#[tokio::test]
async fn the_request_has_key_model_messages_and_tools_and_no_more() {
    let outcome = play(vec![stream(&[json!({"content": "hi"})], "stop")]).await;
    let asked = &outcome.asked[0];
    assert_eq!(asked.line(), "POST /v1/chat/completions");
    assert_eq!(asked.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    assert_eq!(asked.header("content-type"), Some("application/json"));
    assert_eq!(asked.header("accept-encoding"), Some("identity"));
    let body = asked.json();
    let keys: Vec<&String> = body.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["messages", "model", "stream", "stream_options", "tools"]);
    assert_eq!((&body["model"], &body["stream"]), (&json!("test-model"), &json!(true)));
    assert_eq!(body["messages"][1], json!({"role": "user", "content": "hi"}));
}

/// The end of the transfer comes a moment after the end of the words, as from real servers.
async fn two_answers(listener: TcpListener) -> Vec<Asked> {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut asked = Vec::new();
    for _ in 0..2 {
        asked.push(server::request(&mut stream).await.unwrap());
        let event = format!("{}\n\n{DONE}\n\n", delta(&json!({"content": "hi"})));
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        let text = format!("{head}{:x}\r\n{event}\r\n", event.len());
        stream.write_all(text.as_bytes()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
        stream.write_all(b"0\r\n\r\n").await.unwrap();
    }
    asked
}

#[tokio::test]
async fn one_connection_serves_all_rounds() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap()).parse().unwrap();
    let server = tokio::spawn(two_answers(listener));
    let client = Client::new(http(&base), endpoint(&base), Habits::default(), limits());
    for _ in 0..2 {
        assert_eq!(client.chat(&request(), &mut Heard::default()).await.unwrap().text, "hi");
    }
    assert_eq!(server.await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_question_may_be_asked_from_any_thread() {
    fn is_send<T: Send>(_: &T) {}
    let base = "http://127.0.0.1:9/v1".parse().unwrap();
    let client = Client::new(http(&base), endpoint(&base), Habits::default(), limits());
    let (asked, mut heard) = (request(), Heard::default());
    is_send(&client.chat(&asked, &mut heard));
}

#[tokio::test]
async fn a_mark_of_byte_order_is_no_part_of_the_first_event() {
    let text = format!("\u{feff}{}\n\n{}\n\n", delta(&json!({"content": "hi"})), finish("stop"));
    let outcome = play(vec![Answer::stream([text.as_bytes()].into_iter(), true)]).await;
    assert_eq!(outcome.text(), "hi");
}

#[tokio::test]
async fn an_error_that_comes_as_a_success_is_an_error() {
    let body =
        r#"{"id":"x","choices":null,"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}"#;
    for answer in [Answer::json(200, body), Answer::events(&[&format!("data: {body}")])] {
        let outcome = play(vec![answer]).await;
        assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Credit, 1));
    }
}

#[tokio::test]
async fn usage_behind_the_end_is_read() {
    let usage = r#"data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1,"total_tokens":10}}"#;
    let said = delta(&json!({"content": "hi"}));
    let outcome = play(vec![Answer::events(&[&said, &finish("stop"), usage, DONE])]).await;
    assert_eq!(outcome.reply().usage, Some(Usage { prompt: 9, completion: 1, ..Usage::default() }));
}
