//! Chats that go on, are opened again and change their language; windows that listen; calls that make no sense.

use anyhow::Result;
use serde_json::{Value, json};

use crate::window::{Window, no, yes};

fn kinds(view: &Value) -> Vec<&str> {
    view["items"].as_array().unwrap().iter().filter_map(|item| item["kind"].as_str()).collect()
}

#[tokio::test]
async fn a_kept_chat_shows_the_same_items_in_this_run_and_in_the_next() -> Result<()> {
    let window = Window::new()?;
    let chat = window.chat().await;
    window.talk(&chat, "disable sodium", yes).await?;
    window.talk(&chat, "which mods are installed?", no).await?;
    let here = window.call("chat_open", json!({ "id": chat })).await.unwrap();
    let kinds = kinds(&here);
    assert_eq!((kinds[0], here["items"][0]["text"].as_str()), ("player", Some("disable sodium")));
    for kind in ["tool", "settled", "nova"] {
        assert!(kinds.contains(&kind), "{kind} is not in {kinds:?}");
    }
    let settled = here["items"].as_array().unwrap().iter().find(|item| item["kind"] == "settled").unwrap();
    assert_eq!(settled["lines"][0]["state"]["state"], "done");
    assert_eq!(window.reopened()?.call("chat_open", json!({ "id": "latest" })).await.unwrap(), here);
    Ok(())
}

#[tokio::test]
async fn a_chat_goes_on_after_it_was_opened_by_the_next_run() -> Result<()> {
    let window = Window::new()?;
    let chat = window.chat().await;
    window.talk(&chat, "disable sodium", yes).await?;
    let next = window.reopened()?;
    assert_eq!(next.talk(&chat, "undo that", yes).await?.code(), "desk.chat.unknown");
    next.call("chat_open", json!({ "id": chat })).await.unwrap();
    let undone = next.talk(&chat, "撤销刚才的改动", yes).await?;
    assert_eq!(undone.done()["receipts"].as_array().unwrap().len(), 1, "{undone:#?}");
    assert!(window.tree()?.has("versions/1.20.1-fabric/mods/sodium.jar"));
    Ok(())
}

#[tokio::test]
async fn the_next_turn_speaks_the_language_that_was_just_set() -> Result<()> {
    let window = Window::new()?;
    let chat = window.chat().await;
    let said = async |words: &str| -> Result<String> {
        let heard = window.talk(&chat, words, no).await?;
        Ok(heard.of("said")[0]["text"].as_str().unwrap().to_owned())
    };
    assert!(said("which mods are installed?").await?.contains("mods"));
    let mut listening = window.start("window_listen", json!({}));
    tokio::task::yield_now().await;
    let language = json!({ "tool": "set_appearance", "args": { "language": "zh-CN" } });
    window.attended("tool_write", language, yes).await?;
    assert_eq!(listening.until("look").await?["look"]["lang"], "zh-CN");
    assert!(said("装了哪些模组？").await?.contains("模组"));
    assert_eq!(window.call("window_start", json!({})).await.unwrap()["look"]["lang"], "zh-CN");
    Ok(())
}

#[tokio::test]
async fn every_window_that_listens_hears_of_a_change_and_one_that_went_is_forgotten() -> Result<()> {
    let window = Window::new()?;
    let mut one = window.start("window_listen", json!({}));
    let mut two = window.start("window_listen", json!({}));
    let gone = window.start("window_listen", json!({}));
    tokio::task::yield_now().await;
    drop(gone);
    let write = json!({ "tool": "disable_mod", "args": { "mod": "sodium" } });
    window.attended("tool_write", write, yes).await?;
    one.until("changed").await?;
    two.until("changed").await?;
    Ok(())
}

#[tokio::test]
async fn pages_read_again_after_a_change_and_not_after_a_look() -> Result<()> {
    let window = Window::new()?;
    let chat = window.chat().await;
    let mut listening = window.start("window_listen", json!({}));
    tokio::task::yield_now().await;
    window.talk(&chat, "which mods are installed?", no).await?;
    window.talk(&chat, "disable sodium", no).await?;
    let done = window.talk(&chat, "disable sodium", yes).await?;
    let change = done.done()["receipts"][0]["change"].clone();
    window.stream("change_undo", json!({ "id": change })).await?;
    window.call("look_set", json!({ "theme": "dark" })).await.unwrap();
    listening.until("look").await?;
    let told: Vec<_> = listening.heard().iter().map(|notice| notice["notice"].as_str().unwrap()).collect();
    assert_eq!(told, ["changed", "changed", "look"], "the line that was done and its undo");
    Ok(())
}

#[tokio::test]
async fn a_kept_checklist_knows_what_became_of_its_changes() -> Result<()> {
    let window = Window::new()?;
    let chat = window.chat().await;
    let done = window.talk(&chat, "disable sodium and disable lithium", yes).await?;
    let receipts = &done.done()["receipts"];
    window.stream("change_undo", json!({ "id": receipts[0]["change"] })).await?;
    let kept = window.reopened()?.call("chat_open", json!({ "id": chat })).await.unwrap();
    let settled = kept["items"].as_array().unwrap().iter().find(|item| item["kind"] == "settled").unwrap();
    let [first, second] = [0, 1].map(|at| settled["lines"][at].clone());
    assert_eq!((&first["undone"], &first["state"]["change"]), (&json!(true), &json!("")), "{first}");
    assert_eq!((&second["undone"], &second["state"]["change"]), (&json!(false), &receipts[1]["change"]));
    Ok(())
}

#[tokio::test]
async fn a_call_that_makes_no_sense_is_a_fault() -> Result<()> {
    let window = Window::new()?;
    let code = async |name: &str, args: Value| window.call(name, args).await.unwrap_err().code;
    assert_eq!(code("delete_everything\u{7}", json!({})).await, "desk.no-command");
    for args in [json!(null), json!([]), json!({ "chat": 7, "words": [] }), json!("x".repeat(100_000))] {
        assert_eq!(code("chat_send", args).await, "desk.bad-arguments");
    }
    assert_eq!(code("chat_send", json!({ "chat": "h-none", "words": "hi" })).await, "desk.chat.unknown");
    assert_eq!(code("chat_open", json!({ "id": "h-none" })).await, "agent.store.no-chat");
    let unknown = json!({ "tool": "format_disk", "args": {} });
    let refused = window.attended("tool_write", unknown, yes).await?;
    assert_eq!(refused.done()["receipts"], json!([]), "{refused:#?}");
    Ok(())
}

#[tokio::test]
async fn a_fault_never_repeats_what_was_typed_behind_the_mask() -> Result<()> {
    let window = Window::new()?;
    for args in [json!({ "id": 1, "secret": "sk-planted" }), json!({ "id": "x", "secret": "sk-planted" })] {
        let fault = window.call("secret_answer", args).await.unwrap_err();
        assert!(!serde_json::to_string(&fault)?.contains("planted"), "{fault:?}");
    }
    Ok(())
}

#[tokio::test]
async fn an_empty_chat_has_suggestions_in_the_players_language() -> Result<()> {
    let window = Window::new()?;
    let found = window.call("chat_suggestions", json!({})).await.unwrap();
    assert_eq!(found[0]["text"], "check the mods for conflicts");
    assert!(found[0]["why"].as_str().unwrap().contains("1.20.1-fabric"), "{found:#}");
    Ok(())
}

#[tokio::test]
async fn what_is_open_beside_the_chat_is_what_this_mod_means() -> Result<()> {
    let window = Window::new()?;
    let open = json!({ "page": "mods", "version": "1.20.1-fabric", "item": "lithium" });
    let send = json!({ "chat": window.chat().await, "words": "停用这个模组", "open": open });
    let planned = window.attended("chat_send", send, no).await?;
    let title = &planned.of("confirm")[0]["checklist"]["lines"][0]["title"];
    assert!(title.as_str().unwrap().contains("lithium.jar"), "{title}");
    Ok(())
}

#[tokio::test]
async fn a_window_names_its_pages_instead_of_commands() -> Result<()> {
    let window = Window::new()?;
    let chat = window.chat().await;
    let said = window.talk(&chat, "hello", no).await?;
    let why = said.done()["who"]["why"].as_str().unwrap();
    assert!(why.contains("Settings") && !why.contains("nova model"), "{why}");
    Ok(())
}
