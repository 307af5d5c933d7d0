//! What goes wrong on the way, and what is tried again.

use std::{sync::Arc, time::Duration};

use nova_llm::{Client, ClientLimits, Fault, Finish, Habits, Sink, Wait};
use nova_model::Explain;
use serde_json::json;
use tokio::{net::TcpListener, sync::Notify};

use crate::{
    scene::{DONE, Heard, KEY, Scene, delta, endpoint, finish, http, limits, play, request, stream},
    server::{Answer, Server},
};

fn fine() -> Answer {
    stream(&[json!({"content": "fine"})], "stop")
}

fn words(text: &str) -> String {
    delta(&json!({"content": text}))
}

fn call() -> String {
    delta(
        &json!({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "list_java", "arguments": "{}"}}]}),
    )
}

fn failing(status: u16) -> Answer {
    Answer::json(status, r#"{"error":{"message":"no luck"}}"#)
}

#[tokio::test]
async fn a_server_that_has_an_error_is_asked_again_after_a_wait() {
    for status in [500, 502, 503, 504, 529, 429, 408] {
        let outcome = play(vec![failing(status), failing(status), fine()]).await;
        assert_eq!((outcome.text(), outcome.asked.len()), ("fine", 3), "{status}");
        let waits = &outcome.heard.waits;
        assert!(
            waits.iter().all(|wait| wait.time <= limits().longest_wait && !wait.time.is_zero()),
            "{waits:?}"
        );
        assert_eq!((waits.len(), waits[0].after.status), (2, Some(status)));
    }
}

#[tokio::test]
async fn after_the_last_try_the_error_is_given() {
    let outcome = play(vec![failing(503)]).await;
    assert_eq!((outcome.fault(), outcome.error().status, outcome.asked.len()), (Fault::Server, Some(503), 3));
    let never = ClientLimits { retries: 0, ..limits() };
    let outcome = Scene { limits: never, ..Scene::default() }.play(vec![failing(503)]).await;
    assert_eq!(outcome.asked.len(), 1);
}

#[tokio::test]
async fn what_does_not_pass_is_asked_once() {
    for (status, fault) in [
        (400, Fault::Refused),
        (401, Fault::Key),
        (402, Fault::Credit),
        (403, Fault::Key),
        (404, Fault::NotFound),
        (422, Fault::Refused),
        (501, Fault::Server),
    ] {
        let outcome = play(vec![failing(status)]).await;
        assert_eq!((outcome.fault(), outcome.asked.len()), (fault, 1), "{status}");
    }
}

#[tokio::test]
async fn a_server_that_wants_a_longer_rest_is_given_up_at_once() {
    let busy = Answer::with(429, "application/json", &["retry-after: 3600"], "{}");
    let outcome = play(vec![busy, fine()]).await;
    let error = outcome.error();
    assert_eq!((error.fault, error.retry_after), (Fault::Busy, Some(Duration::from_hours(1))));
    assert_eq!((outcome.asked.len(), outcome.heard.waits.len()), (1, 0));
}

#[tokio::test]
async fn rubbish_as_a_time_to_wait_is_as_if_nothing_was_said() {
    let busy = Answer::with(429, "application/json", &["retry-after: soon"], "{}");
    let outcome = play(vec![busy, fine()]).await;
    assert_eq!((outcome.text(), outcome.heard.waits.len()), ("fine", 1));
}

#[tokio::test]
async fn nobody_there_is_tried_once_more_and_then_offline() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap()).parse().unwrap();
    drop(listener);
    let client = Client::new(http(&base), endpoint(&base), Habits::default(), limits());
    let mut heard = Heard::default();
    let error = client.chat(&request(), &mut heard).await.unwrap_err();
    assert_eq!((error.fault, heard.waits.len()), (Fault::Offline, 1));
    assert_eq!(error.host, format!("127.0.0.1:{}", base.port().unwrap()));
    assert!(!error.said.is_empty() && !error.said.contains("http"), "{}", error.said);
}

#[tokio::test]
async fn a_connection_that_closes_before_an_answer_is_tried_once_more() {
    let outcome = play(vec![Answer::raw(""), fine()]).await;
    assert_eq!((outcome.text(), outcome.asked.len()), ("fine", 2));
    let outcome = play(vec![Answer::raw("")]).await;
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Cut, 2));
}

#[tokio::test]
async fn a_cut_after_words_keeps_the_words_and_says_so() {
    let outcome = play(vec![Answer::cut(&[&words("hel"), &words("lo")]), fine()]).await;
    assert_eq!((outcome.text(), &outcome.reply().finish), ("hello", &Finish::Cut));
    assert_eq!((outcome.heard.text.as_str(), outcome.asked.len()), ("hello", 1));
}

#[tokio::test]
async fn a_cut_after_words_and_a_call_gives_no_call_and_is_not_tried_again() {
    let outcome = play(vec![Answer::cut(&[&words("look"), &call()]), fine()]).await;
    let error = outcome.error();
    assert_eq!((error.fault, error.shown, outcome.asked.len()), (Fault::Cut, true, 1));
}

#[tokio::test]
async fn a_cut_before_anything_was_shown_is_tried_once_more() {
    let outcome = play(vec![Answer::cut(&[&call()]), fine()]).await;
    assert_eq!((outcome.text(), outcome.asked.len()), ("fine", 2));
    let outcome = play(vec![Answer::cut(&[])]).await;
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Cut, 2));
}

#[tokio::test]
async fn a_whole_transfer_that_ends_with_its_usage_gives_its_complete_calls() {
    let usage = r#"data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1}}"#;
    let outcome = play(vec![Answer::events(&[&call(), usage])]).await;
    assert_eq!(outcome.calls(), [("list_java", json!({}))]);
    let without = play(vec![Answer::events(&[&call()])]).await;
    assert_eq!(without.fault(), Fault::Cut);
    let cut = play(vec![Answer::cut(&[&call(), usage])]).await;
    assert_eq!(cut.fault(), Fault::Cut);
}

#[tokio::test]
async fn an_error_in_the_stream_after_words_is_given_with_what_was_shown() {
    let error = r#"data: {"error":{"message":"overloaded"}}"#;
    let outcome = play(vec![Answer::events(&[&words("hel"), error]), fine()]).await;
    assert_eq!((outcome.fault(), outcome.error().shown, outcome.asked.len()), (Fault::Server, true, 1));
    assert_eq!(outcome.heard.text, "hel");
}

#[tokio::test]
async fn an_answer_without_anything_is_asked_for_once_more() {
    let empty = || stream(&[json!({"content": ""})], "stop");
    let outcome = play(vec![empty(), fine()]).await;
    assert_eq!((outcome.text(), outcome.asked.len()), ("fine", 2));
    let outcome = play(vec![empty()]).await;
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Empty, 2));
    let calls_without_calls = play(vec![stream(&[], "tool_calls")]).await;
    assert_eq!((calls_without_calls.fault(), calls_without_calls.asked.len()), (Fault::Empty, 2));
}

#[tokio::test]
async fn a_filter_after_words_keeps_them() {
    let outcome = play(vec![stream(&[json!({"content": "some"})], "content_filter")]).await;
    assert_eq!((outcome.text(), &outcome.reply().finish), ("some", &Finish::Cut));
}

#[tokio::test]
async fn what_is_no_answer_of_such_a_server_is_garbled() {
    let page = "<!doctype html><html><head><title>Welcome to nginx!</title></head></html>";
    for (answer, said) in [
        (Answer::with(200, "text/html", &[], page), "Welcome to nginx!"),
        (Answer::with(200, "text/plain", &[], "hello there"), "hello there"),
        (Answer::json(200, "{\"status\":\"ok\""), "{\"status\":\"ok\""),
        (Answer::json(200, "[1,2]"), "[1,2]"),
        (Answer::json(200, "{\"status\":\"ok\"}"), "{\"status\":\"ok\"}"),
    ] {
        let outcome = play(vec![answer, fine()]).await;
        assert_eq!((outcome.fault(), outcome.error().said.as_str()), (Fault::Garbled, said));
        assert_eq!(outcome.asked.len(), 1);
    }
}

#[tokio::test]
async fn an_answer_without_end_stops_at_its_limit() {
    let lines: Vec<String> = (0..40).map(|_| words(&"x".repeat(1000))).collect();
    let answer = Answer::events(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    let small = ClientLimits { bytes: 10_000, ..limits() };
    let outcome = Scene { limits: small, ..Scene::default() }.play(vec![answer]).await;
    assert_eq!((outcome.fault(), outcome.error().shown, outcome.asked.len()), (Fault::Garbled, true, 1));
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_only_its_host_is_named() {
    let other = Server::start(vec![fine()]).await;
    let location = format!("location: {}?key=secret", other.base);
    let outcome = play(vec![Answer::with(307, "text/plain", &[&location], "")]).await;
    let error = outcome.error();
    assert_eq!((error.fault, error.status), (Fault::Refused, Some(307)));
    assert!(error.said.ends_with(&format!("127.0.0.1:{}", other.port())), "{}", error.said);
    assert!(!error.said.contains("secret") && other.asked().is_empty());
}

#[tokio::test]
async fn the_key_is_never_repeated() {
    let echo = format!(r#"{{"error":{{"message":"Incorrect API key provided: {KEY}.\u001b[2J Get one."}}}}"#);
    let outcome = play(vec![Answer::json(401, &echo)]).await;
    let error = outcome.error();
    assert_eq!(error.fault, Fault::Key);
    assert_eq!(error.said, "Incorrect API key provided: …. Get one.");
    let printed = format!("{error} {error:?} {:?}", error.report());
    assert!(!printed.contains(KEY), "{printed}");
}

#[tokio::test]
async fn what_a_server_says_is_capped() {
    let body = format!(r#"{{"error":"{}"}}"#, "long ".repeat(100_000));
    let outcome = play(vec![Answer::json(400, &body)]).await;
    assert!(outcome.error().said.chars().count() <= 300);
}

#[tokio::test]
async fn a_silent_server_is_given_up_and_not_asked_again() {
    let short =
        || ClientLimits { first: Duration::from_millis(100), idle: Duration::from_millis(300), ..limits() };
    let nothing = Answer::raw("").hanging();
    let outcome = Scene { limits: short(), ..Scene::default() }.play(vec![nothing]).await;
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::TimedOut, 1));
    let only_comments = Answer::events(&[": alive"]);
    let outcome = Scene { limits: short(), ..Scene::default() }.play(vec![unfinished(only_comments)]).await;
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::TimedOut, 1));
}

/// The same without the end of the transfer, and with the connection open.
fn unfinished(answer: Answer) -> Answer {
    answer.without_end().hanging()
}

#[tokio::test]
async fn silence_after_words_keeps_the_words() {
    let short = ClientLimits { idle: Duration::from_millis(300), ..limits() };
    let answer = unfinished(Answer::events(&[&words("hel")]));
    let outcome = Scene { limits: short, ..Scene::default() }.play(vec![answer]).await;
    assert_eq!((outcome.text(), &outcome.reply().finish), ("hel", &Finish::Cut));
}

#[tokio::test]
async fn silence_after_the_end_was_named_is_the_end() {
    let short = ClientLimits { idle: Duration::from_millis(300), ..limits() };
    let answer = unfinished(Answer::events(&[&words("hi"), &finish("stop")]));
    let outcome = Scene { limits: short, ..Scene::default() }.play(vec![answer]).await;
    assert_eq!((outcome.text(), &outcome.reply().finish), ("hi", &Finish::Done));
}

#[tokio::test]
async fn one_object_counts_where_it_is_whole_even_without_an_end() {
    let short = || ClientLimits { idle: Duration::from_millis(300), ..limits() };
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n";
    let body = json!({"choices": [{"message": {"content": "hi"}}]}).to_string();
    let whole = Answer::raw(format!("{head}{body}")).hanging();
    let outcome = Scene { limits: short(), ..Scene::default() }.play(vec![whole]).await;
    assert_eq!(outcome.text(), "hi");
    let half = Answer::raw(format!("{head}{}", body.split_at(20).0));
    let outcome = Scene { limits: short(), ..Scene::default() }.play(vec![half]).await;
    assert_eq!((outcome.fault(), outcome.asked.len()), (Fault::Cut, 2));
}

#[tokio::test]
async fn comments_are_a_sign_of_life() {
    let patient = ClientLimits { idle: Duration::from_millis(400), ..limits() };
    let mut lines = vec![": alive"; 8];
    let (said, end) = (words("hi"), finish("stop"));
    lines.extend([said.as_str(), end.as_str(), DONE]);
    let answer = Answer::events(&lines).slow(Duration::from_millis(100));
    let outcome = Scene { limits: patient, ..Scene::default() }.play(vec![answer]).await;
    assert_eq!(outcome.text(), "hi");
}

#[tokio::test]
async fn nothing_is_waited_for_behind_the_end_of_a_stream() {
    let answer = unfinished(Answer::events(&[&words("hi"), DONE]));
    let before = std::time::Instant::now();
    let outcome = play(vec![answer]).await;
    assert_eq!(outcome.text(), "hi");
    assert!(before.elapsed() < Duration::from_secs(2));
}

/// Tells when words come or a wait begins.
struct Bell(Arc<Notify>);

impl Sink for Bell {
    fn text(&mut self, _: &str) {
        self.0.notify_one();
    }

    fn waits(&mut self, _: Wait) {
        self.0.notify_one();
    }
}

/// Asks, and drops the question as soon as anything comes of it.
async fn ask_and_drop(server: &Server, limits: ClientLimits) {
    let client = Client::new(http(&server.base), endpoint(&server.base), Habits::default(), limits);
    let rung = Arc::new(Notify::new());
    let (asked, mut bell) = (request(), Bell(Arc::clone(&rung)));
    tokio::select! {
        result = client.chat(&asked, &mut bell) => panic!("{result:?}"),
        () = rung.notified() => {}
    }
}

#[tokio::test]
async fn dropping_the_question_closes_the_connection() {
    let server = Server::start(vec![unfinished(Answer::events(&[&words("hel")]))]).await;
    ask_and_drop(&server, limits()).await;
    assert!(server.closed(1, Duration::from_secs(1)).await);
}

#[tokio::test]
async fn dropping_the_question_in_a_wait_asks_no_more() {
    let server =
        Server::start(vec![Answer::with(429, "application/json", &["retry-after: 0.2"], "{}")]).await;
    ask_and_drop(&server, ClientLimits { longest_wait: Duration::from_secs(9), ..limits() }).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(server.asked().len(), 1);
}
