//! A page that was loaded again finds what runs and what waits.

use anyhow::Result;
use serde_json::{Value, json};

use crate::window::{Heeded, Window};

fn id(event: &Value) -> Value {
    event["checklist"]["id"].clone()
}

async fn running(window: &Window) -> Value {
    window.call("window_start", json!({})).await.unwrap()["running"].clone()
}

#[tokio::test]
async fn a_page_that_was_loaded_again_answers_what_waits_and_hears_the_turn_from_its_beginning() -> Result<()>
{
    let window = Window::new()?;
    let chat = window.chat().await;
    let mut first = window.start("chat_send", json!({ "chat": chat, "words": "disable sodium" }));
    let waits = first.until("confirm").await?;
    let found = running(&window).await;
    assert_eq!((&found[0]["chat"], &found[0]["words"]), (&json!(chat), &json!("disable sodium")));
    assert_eq!(found[0]["pending"], json!([waits]));
    let view = window.call("chat_open", json!({ "id": chat })).await.unwrap();
    assert_eq!((&view["items"], &view["running"]), (&json!([]), &found[0]));
    let mut second = window.start("chat_follow", json!({ "chat": found[0]["follow"] }));
    assert_eq!(id(&second.until("confirm").await?), id(&waits));
    let word = json!({ "id": id(&waits), "yes": [1] });
    window.call("checklist_confirm", word).await.unwrap();
    let (first, second) = (first.end().await?, second.end().await?);
    // What is left out is how long a slow look took so far.
    let told = |heard: &Heeded| -> Vec<Value> {
        heard.events.iter().filter(|event| event["event"] != "tool_progress").cloned().collect()
    };
    assert_eq!(told(&first), told(&second));
    assert_eq!(first.done(), second.done());
    assert_eq!(first.done()["receipts"].as_array().unwrap().len(), 1);
    assert_eq!(running(&window).await, json!([]));
    Ok(())
}

#[tokio::test]
async fn a_checklist_of_a_page_is_found_too_and_can_be_stopped() -> Result<()> {
    let window = Window::new()?;
    let before = window.tree()?;
    let write = json!({ "tool": "disable_mod", "args": { "mod": "sodium" } });
    let mut first = window.start("tool_write", write);
    let waits = first.until("confirm").await?;
    let found = running(&window).await;
    assert_eq!((&found[0]["chat"], &found[0]["pending"]), (&Value::Null, &json!([waits])));
    window.call("chat_stop", json!({ "chat": found[0]["follow"] })).await.unwrap();
    assert_eq!(first.end().await?.done()["end"]["reason"], "cancelled");
    assert_eq!(running(&window).await, json!([]));
    before.assert_same(&window.tree()?);
    Ok(())
}

#[tokio::test]
async fn following_nothing_is_no_fault() -> Result<()> {
    let window = Window::new()?;
    let chat = window.chat().await;
    for follow in [chat.as_str(), "", "h-none"] {
        assert_eq!(window.call("chat_follow", json!({ "chat": follow })).await.unwrap(), Value::Null);
    }
    Ok(())
}

#[tokio::test]
async fn a_call_that_is_let_go_of_stops_its_turn_and_frees_the_chat() -> Result<()> {
    let window = Window::new()?;
    let before = window.tree()?;
    let chat = window.chat().await;
    let mut gone = window.start("chat_send", json!({ "chat": chat, "words": "disable sodium" }));
    let waits = gone.until("confirm").await?;
    let follows = window.start("chat_follow", json!({ "chat": chat }));
    tokio::task::yield_now().await;
    drop(gone);
    assert_eq!(follows.end().await?.code(), "desk.turn.broke");
    let word = json!({ "id": id(&waits), "yes": [1] });
    // The turn may still be on its way to its end: a word that comes now is one word too late, whether it is heard or not.
    drop(window.call("checklist_confirm", word).await);
    assert_eq!(running(&window).await, json!([]));
    before.assert_same(&window.tree()?);
    let chat = window.chat().await;
    let next = window.stream("chat_send", json!({ "chat": chat, "words": "hello" })).await?;
    assert_eq!(next.done()["end"]["reason"], "answered");
    Ok(())
}
