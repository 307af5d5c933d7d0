//! The main flow, and what a checklist's id is good for.

use anyhow::Result;
use serde_json::{Value, json};

use crate::window::{Window, no, yes};

const SODIUM: &str = "versions/1.20.1-fabric/mods/sodium.jar";
const SODIUM_OFF: &str = "versions/1.20.1-fabric/mods/sodium.jar.disabled";

/// The arguments of `tool_write`.
fn write(tool: &str, args: &Value) -> Value {
    json!({ "tool": tool, "args": args })
}

fn ticks(id: &str, lines: &[usize]) -> Value {
    json!({ "id": id, "yes": lines })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_clash_is_planned_confirmed_done_and_taken_back() -> Result<()> {
    let window = Window::new()?;
    let before = window.tree()?;
    let chat = window.chat().await;
    let done = window.talk(&chat, "sodium 和 optifabric 冲突了，帮我处理", yes).await?;
    let checklist = &done.of("confirm")[0]["checklist"];
    assert_eq!(checklist["lines"][0]["changes"][0]["to"], "sodium.jar.disabled", "{checklist:#}");
    assert!(checklist["lines"][0]["changes"][0]["what"].as_str().unwrap().starts_with("versions/"));
    let after = window.tree()?;
    assert!(!after.has(SODIUM) && after.has(SODIUM_OFF));
    let change = text(&done.done()["receipts"][0]["change"]);
    let undone = window.stream("change_undo", json!({ "id": change })).await?;
    assert_eq!(undone.done()["receipts"].as_array().unwrap().len(), 1, "{undone:#?}");
    before.assert_same(&window.tree()?);
    Ok(())
}

#[tokio::test]
async fn a_question_is_answered_with_the_next_sentence_or_the_number_of_a_choice() -> Result<()> {
    let window = Window::new()?;
    for answer in ["sodium", "6"] {
        let chat = window.chat().await;
        let asked = window.talk(&chat, "停用一个模组", no).await?;
        let question = &asked.done()["asked"][0];
        assert!(asked.of("confirm").is_empty() && question["text"].is_string(), "{asked:#?}");
        let planned = window.talk(&chat, answer, no).await?;
        let title = &planned.of("confirm")[0]["checklist"]["lines"][0]["title"];
        assert!(title.as_str().unwrap().contains("sodium.jar"), "{title}");
    }
    Ok(())
}

#[tokio::test]
async fn the_id_of_a_checklist_works_once_and_no_other_id_works() -> Result<()> {
    let window = Window::new()?;
    let mut running = window.start("tool_write", write("disable_mod", &json!({ "mod": "sodium" })));
    let id = text(&running.until("confirm").await?["checklist"]["id"]);
    for wrong in ["", "u-00000001", &id.to_uppercase(), &format!("{id}a")] {
        assert_eq!(
            window.call("checklist_confirm", ticks(wrong, &[1])).await.unwrap_err().code,
            "desk.ask.gone"
        );
    }
    // Not with the answer to another kind of card either.
    let answer = json!({ "id": id, "answers": ["yes"] });
    assert_eq!(window.call("question_answer", answer).await.unwrap_err().code, "desk.ask.gone");
    let secret = json!({ "id": id, "secret": "yes" });
    assert_eq!(window.call("secret_answer", secret).await.unwrap_err().code, "desk.ask.gone");
    window.call("checklist_confirm", ticks(&id, &[1])).await.unwrap();
    assert_eq!(window.call("checklist_confirm", ticks(&id, &[1])).await.unwrap_err().code, "desk.ask.gone");
    let done = running.end().await?;
    assert_eq!(done.of("ask_over").len(), 1);
    assert_eq!(done.done()["receipts"].as_array().unwrap().len(), 1);
    assert!(window.tree()?.has(SODIUM_OFF));
    Ok(())
}

#[tokio::test]
async fn after_a_stop_the_id_is_worth_nothing_and_the_chat_is_free() -> Result<()> {
    let window = Window::new()?;
    let before = window.tree()?;
    let chat = window.chat().await;
    let mut running = window.start("chat_send", json!({ "chat": chat, "words": "disable sodium" }));
    let id = text(&running.until("confirm").await?["checklist"]["id"]);
    let busy = window.talk(&chat, "disable lithium", yes).await?;
    assert_eq!(busy.code(), "desk.chat.busy");
    window.call("chat_stop", json!({ "chat": chat })).await.unwrap();
    running.until("ask_over").await?;
    assert_eq!(window.call("checklist_confirm", ticks(&id, &[1])).await.unwrap_err().code, "desk.ask.gone");
    assert_eq!(running.end().await?.done()["end"]["reason"], "cancelled");
    before.assert_same(&window.tree()?);
    let next = window.talk(&chat, "which mods are installed?", no).await?;
    assert_eq!(next.done()["end"]["reason"], "answered");
    Ok(())
}

#[tokio::test]
async fn a_loss_for_good_takes_a_word_of_its_own_and_the_checklist_waits_for_it() -> Result<()> {
    let window = Window::new()?;
    window.attended("tool_write", write("delete_mod", &json!({ "mod": "sodium" })), yes).await?;
    let trash = window.desk_read("list_trash").await?["trash"][0]["id"].clone();
    let purge = write("empty_trash", &json!({ "trash_ids": [trash] }));
    let mut running = window.start("tool_write", purge);
    let checklist = running.until("confirm").await?["checklist"].clone();
    let (id, line) = (text(&checklist["id"]), &checklist["lines"][0]);
    assert_eq!((&line["undo"]["permanent"], &line["ticked"]), (&json!(true), &json!(false)), "{line:#}");
    let fault = window.call("checklist_confirm", ticks(&id, &[1])).await.unwrap_err();
    assert_eq!(fault.code, "desk.ask.lost-unconfirmed");
    assert!(!window.desk_read("list_trash").await?["trash"].as_array().unwrap().is_empty());
    let word = json!({ "id": id, "yes": [1], "lost": [1] });
    window.call("checklist_confirm", word).await.unwrap();
    assert_eq!(running.end().await?.done()["receipts"].as_array().unwrap().len(), 1);
    assert!(window.desk_read("list_trash").await?["trash"].as_array().unwrap().is_empty());
    Ok(())
}

#[tokio::test]
async fn a_no_changes_nothing() -> Result<()> {
    let window = Window::new()?;
    let before = window.tree()?;
    let refused =
        window.attended("tool_write", write("delete_save", &json!({ "save": "Survival" })), no).await?;
    let states: Vec<_> =
        refused.of("line_changed").iter().map(|event| event["state"]["state"].clone()).collect();
    assert_eq!(states, ["refused"]);
    assert_eq!(refused.done()["receipts"], json!([]));
    before.assert_same(&window.tree()?);
    Ok(())
}

#[tokio::test]
async fn a_line_without_the_lines_it_needs_is_not_done() -> Result<()> {
    let window = Window::new()?;
    let before = window.tree()?;
    let chat = window.chat().await;
    let only = |lines: &'static [usize]| {
        move |event: &Value| {
            let id = event.get("checklist")?["id"].as_str()?.to_owned();
            Some(("checklist_confirm", ticks(&id, lines)))
        }
    };
    let words = "disable lithium and delete lithium";
    let second = window.talk(&chat, words, only(&[2])).await?;
    assert_eq!(second.of("confirm")[0]["checklist"]["lines"][1]["needs"], json!([1]));
    before.assert_same(&window.tree()?);
    let first = window.talk(&chat, words, only(&[1, 7])).await?;
    assert_eq!(first.done()["receipts"].as_array().unwrap().len(), 1);
    assert!(window.tree()?.has("versions/1.20.1-fabric/mods/lithium.jar.disabled"));
    Ok(())
}
