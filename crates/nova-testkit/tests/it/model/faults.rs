//! Each fault, as it stands on the wire.

use std::time::{Duration, Instant};

use anyhow::Result;
use nova_testkit::model::{Dialect, Fault, ModelServer, Place, Script, Step};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::wire::{End, Heard, Whole, ask, chat, connect, opening, read};

fn step(fault: Fault) -> Step {
    let step = Step::call("disable_mod", json!({"mod": "sodium"})).fault(fault);
    Step { say: Some("Words that go on for a while.".to_owned()), ..step }
}

async fn server(fault: Fault) -> Result<ModelServer> {
    ModelServer::start(Script::new(Dialect::Openai).then(step(fault))).await
}

async fn heard(fault: Fault) -> Result<Heard> {
    ask(&server(fault).await?, &opening()).await
}

fn cut(after: Place, n: usize) -> Fault {
    Fault::Cut { after, n: Some(n), reset: false }
}

#[tokio::test]
async fn a_status_has_its_code_body_and_headers() -> Result<()> {
    let headers = [("Retry-After".to_owned(), "2".to_owned())].into();
    let busy = heard(Fault::Status { code: 429, body: None, headers }).await?;
    assert_eq!((busy.status, busy.head.contains("\r\nretry-after: 2")), (429, true));
    assert_eq!(busy.json()["error"]["code"], "rate_limit_exceeded");
    let body = Some(json!("upstream connect error"));
    let plain = heard(Fault::Status { code: 503, body, headers: [].into() }).await?;
    assert_eq!((plain.status, plain.text().as_str()), (503, "upstream connect error"));
    Ok(())
}

#[tokio::test]
async fn a_status_without_a_body_speaks_as_the_dialect_does() -> Result<()> {
    let fault = Fault::Status { code: 404, body: None, headers: [].into() };
    let server = ModelServer::start(Script::new(Dialect::Gemini).then(step(fault))).await?;
    assert_eq!(ask(&server, &opening()).await?.json()[0]["error"]["code"], 404);
    Ok(())
}

#[tokio::test]
async fn a_page_is_html_with_200() -> Result<()> {
    let page = heard(Fault::Html).await?;
    assert_eq!(
        (page.status, page.head.contains("text/html"), page.text().starts_with("<!doctype")),
        (200, true, true)
    );
    Ok(())
}

#[tokio::test]
async fn one_body_holds_the_whole_answer() -> Result<()> {
    let whole = heard(Fault::JsonBody).await?;
    assert!(whole.head.contains("application/json"));
    let message = &whole.json()["choices"][0]["message"];
    assert_eq!(message["content"], "Words that go on for a while.");
    assert_eq!(message["tool_calls"][0]["function"]["arguments"], r#"{"mod":"sodium"}"#);
    Ok(())
}

#[tokio::test]
async fn a_cut_closes_the_connection_where_it_says() -> Result<()> {
    let none = heard(cut(Place::Headers, 1)).await?;
    assert_eq!((none.end, none.body.len()), (End::Closed, 0));
    let text = heard(cut(Place::Text, 2)).await?;
    assert_eq!((text.end, Whole::of(&text).text.as_str()), (End::Closed, "Words that go on"));
    let call = heard(cut(Place::Call, 2)).await?;
    assert_eq!((call.end, Whole::of(&call).made()), (End::Closed, vec![("disable_mod", r#"{"mod":"#)]));
    let bytes = heard(cut(Place::Bytes, 33)).await?;
    assert_eq!((bytes.end, bytes.body.len()), (End::Closed, 33));
    Ok(())
}

#[tokio::test]
async fn a_cut_by_reset_is_a_reset() -> Result<()> {
    let reset = heard(Fault::Cut { after: Place::Text, n: None, reset: true }).await;
    // A reset may overtake what was sent before it, the head too.
    assert!(reset.is_err() || reset.is_ok_and(|heard| heard.end == End::Reset));
    Ok(())
}

#[tokio::test]
async fn after_a_cut_the_next_request_gets_the_next_step() -> Result<()> {
    let script = Script::new(Dialect::Openai).then(step(cut(Place::Text, 1))).then(Step::say("whole"));
    let server = ModelServer::start(script).await?;
    ask(&server, &opening()).await?;
    assert_eq!(Whole::of(&ask(&server, &opening()).await?).text, "whole");
    assert_eq!((server.disconnects(), server.violations()), (0, vec![]));
    Ok(())
}

#[tokio::test]
async fn a_stall_is_a_silence_of_that_length_and_then_the_rest() -> Result<()> {
    let started = Instant::now();
    let stalled = heard(Fault::Stall { after: Place::Text, n: None, ms: 150 }).await?;
    assert!(started.elapsed() >= Duration::from_millis(150));
    assert_eq!(
        (Whole::of(&stalled).text.as_str(), stalled.is_done()),
        ("Words that go on for a while.", true)
    );
    Ok(())
}

#[tokio::test]
async fn a_client_that_leaves_in_a_silence_is_noticed_at_once() -> Result<()> {
    let server = server(Fault::Stall { after: Place::Headers, n: None, ms: 60_000 }).await?;
    let mut stream = connect(&server).await?;
    stream.write_all(&chat(&opening())).await?;
    stream.read_u8().await?;
    drop(stream);
    noticed(&server).await;
    Ok(())
}

#[tokio::test]
async fn words_without_an_end_last_until_the_client_leaves() -> Result<()> {
    let server = server(Fault::Huge).await?;
    let mut stream = connect(&server).await?;
    stream.write_all(&chat(&opening())).await?;
    let mut many = vec![0; 2_000_000];
    stream.read_exact(&mut many).await?;
    drop(stream);
    noticed(&server).await;
    Ok(())
}

/// Waits until the server has seen that its client is gone.
async fn noticed(server: &ModelServer) {
    let started = Instant::now();
    while server.disconnects() == 0 {
        assert!(started.elapsed() < Duration::from_secs(5), "nobody noticed");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(server.disconnects(), 1);
}

#[tokio::test]
async fn half_a_character_stands_in_a_stream_that_goes_on() -> Result<()> {
    let half = heard(Fault::TruncatedUtf8).await?;
    assert!(std::str::from_utf8(&half.body).is_err());
    assert!(half.is_done());
    Ok(())
}

#[tokio::test]
async fn garbage_is_a_stream_by_its_head_only() -> Result<()> {
    let garbage = heard(Fault::Garbage).await?;
    assert_eq!((garbage.head.contains("text/event-stream"), garbage.chunks().len()), (true, 0));
    assert_eq!(garbage.body.len(), 2000);
    Ok(())
}

#[tokio::test]
async fn an_error_in_a_stream_comes_after_the_words_in_the_form_of_the_dialect() -> Result<()> {
    for (dialect, mark) in [
        (Dialect::Openai, "data: {\"error\":{"),
        (Dialect::Groq, "event: error\ndata: {\"error\":{"),
        (Dialect::Openrouter, "\"choices\":[],\"error\":{\"code\":502"),
        (Dialect::Gemini, "data: {\"error\":{"),
    ] {
        let server = ModelServer::start(Script::new(dialect).then(step(Fault::ErrorInStream))).await?;
        let broken = ask(&server, &opening()).await?;
        assert!(broken.text().contains(mark), "{}", broken.text());
        let whole = Whole::of(&broken);
        assert_eq!((whole.text.as_str(), whole.calls.len()), ("Words that go on for a while.", 0));
        assert!(!broken.is_done());
    }
    Ok(())
}

#[tokio::test]
async fn a_stream_without_an_end_mark_still_ends_its_body() -> Result<()> {
    let open = heard(Fault::NoDone).await?;
    assert_eq!((open.end, open.is_done(), Whole::of(&open).finish.as_str()), (End::Whole, false, ""));
    assert_eq!(Whole::of(&open).made(), [("disable_mod", r#"{"mod":"sodium"}"#)]);
    Ok(())
}

#[tokio::test]
async fn cut_arguments_end_with_length_or_as_if_nothing_were_wrong() -> Result<()> {
    let half = vec![("disable_mod", r#"{"mod":""#)];
    let length = Whole::of(&heard(Fault::LengthMidCall).await?);
    assert_eq!((length.finish.as_str(), length.made()), ("length", half.clone()));
    let silent = Whole::of(&heard(Fault::HalfJson).await?);
    assert_eq!((silent.finish.as_str(), silent.made()), ("tool_calls", half));
    Ok(())
}

#[tokio::test]
async fn tools_and_ids_can_be_invented() -> Result<()> {
    let tool = Whole::of(&heard(Fault::InventedTool).await?);
    assert_eq!(tool.made(), [("delete_everything", r#"{"mod":"sodium"}"#)]);
    let id = Whole::of(&heard(Fault::InventedId).await?);
    assert_eq!(id.made(), [("disable_mod", r#"{"mod":"made-up-7f3a9c"}"#)]);
    let script = Script::new(Dialect::Openai).then(Step::default().fault(Fault::InventedId));
    let bare = Whole::of(&ask(&ModelServer::start(script).await?, &opening()).await?);
    assert_eq!(bare.made(), [("disable_mod", r#"{"mod":"made-up-7f3a9c"}"#)]);
    Ok(())
}

#[tokio::test]
async fn an_empty_answer_has_neither_words_nor_calls() -> Result<()> {
    let empty = heard(Fault::Empty).await?;
    let whole = Whole::of(&empty);
    assert_eq!((whole.text.as_str(), whole.calls.len(), whole.finish.as_str()), ("", 0, "stop"));
    assert!(empty.is_done());
    Ok(())
}

#[tokio::test]
async fn a_slow_answer_waits_before_each_piece() -> Result<()> {
    let started = Instant::now();
    let slow = heard(Fault::Slow { ms: 10 }).await?;
    let pieces = u32::try_from(slow.chunks().len())?;
    assert!(started.elapsed() >= Duration::from_millis(10) * pieces);
    assert!(slow.is_done());
    Ok(())
}

#[tokio::test]
async fn one_connection_serves_one_request_after_another() -> Result<()> {
    let server = ModelServer::start(Script::default()).await?;
    let mut stream = connect(&server).await?;
    for _ in 0..3 {
        stream.write_all(&chat(&opening())).await?;
        assert_eq!(Whole::of(&read(&mut stream).await?).text, "done");
    }
    Ok(())
}

#[tokio::test]
async fn a_dropped_server_is_gone_and_takes_its_connections_along() -> Result<()> {
    let server = server(Fault::Stall { after: Place::Headers, n: None, ms: 60_000 }).await?;
    let mut stream = connect(&server).await?;
    stream.write_all(&chat(&opening())).await?;
    stream.read_u8().await?;
    drop(server);
    assert_eq!(read(&mut stream).await?.end, End::Closed);
    Ok(())
}
