//! Files that change while a checklist waits.
#![expect(clippy::disallowed_methods, reason = "tests change the files as another program would")]

use std::{fs, time::SystemTime};

use anyhow::Result;
use serde_json::{Value, json};

use crate::window::{Answer, Heeded, Window, no, yes};

const SODIUM: &str = "versions/1.20.1-fabric/mods/sodium.jar";
const SODIUM_OFF: &str = "versions/1.20.1-fabric/mods/sodium.jar.disabled";

fn disable() -> Value {
    json!({ "tool": "disable_mod", "args": { "mod": "sodium" } })
}

/// Another program writes the file anew.
fn touch(window: &Window) {
    let file = fs::File::options().append(true).open(window.game(SODIUM)).unwrap();
    let before = file.metadata().unwrap().modified().unwrap();
    file.set_modified(before + std::time::Duration::from_secs(7)).unwrap();
    assert_ne!(before, SystemTime::UNIX_EPOCH);
}

/// The states that line 1 went through.
fn states(heeded: &Heeded) -> Vec<&str> {
    heeded.of("line_changed").iter().filter_map(|event| event["state"]["state"].as_str()).collect()
}

/// Ticks everything, after the file was touched as often as this.
fn touching(window: &Window, mut times: usize) -> impl FnMut(&Value) -> Option<Answer> {
    move |event| {
        let answer = yes(event)?;
        if let Some(left) = times.checked_sub(1) {
            times = left;
            touch(window);
        }
        Some(answer)
    }
}

#[tokio::test]
async fn a_stale_line_is_not_done_and_comes_again_on_a_checklist_of_its_own() -> Result<()> {
    let window = Window::new()?;
    let done = window.attended("tool_write", disable(), touching(&window, 1)).await?;
    let lists: Vec<_> = done.of("confirm").iter().map(|event| &event["checklist"]).collect();
    assert_eq!(lists.iter().map(|list| &list["again"]).collect::<Vec<_>>(), [false, true]);
    assert_ne!(lists[0]["id"], lists[1]["id"]);
    assert_eq!(lists[1]["lines"][0]["line"], 1);
    assert_eq!(states(&done), ["running", "stale", "running", "done"]);
    assert_eq!(done.done()["receipts"].as_array().unwrap().len(), 1);
    assert!(window.tree()?.has(SODIUM_OFF));
    let used = json!({ "id": lists[0]["id"], "yes": [1] });
    assert_eq!(window.call("checklist_confirm", used).await.unwrap_err().code, "desk.ask.gone");
    Ok(())
}

#[tokio::test]
async fn a_no_to_the_fresh_plan_leaves_the_file_alone() -> Result<()> {
    let window = Window::new()?;
    let mut shown = 0;
    let refused = window
        .attended("tool_write", disable(), |event| {
            let answer = yes(event)?;
            shown += 1;
            if shown == 1 {
                touch(&window);
                return Some(answer);
            }
            no(event)
        })
        .await?;
    assert_eq!(states(&refused), ["running", "stale", "refused"]);
    assert!(window.tree()?.has(SODIUM));
    Ok(())
}

#[tokio::test]
async fn what_changes_each_time_is_shown_three_times_and_then_left_alone() -> Result<()> {
    let window = Window::new()?;
    let stale = window.attended("tool_write", disable(), touching(&window, 9)).await?;
    assert_eq!(stale.of("confirm").len(), 3);
    assert_eq!(states(&stale).last(), Some(&"stale"));
    assert_eq!(stale.done()["receipts"], json!([]));
    assert!(window.tree()?.has(SODIUM));
    Ok(())
}

#[tokio::test]
async fn a_line_whose_file_is_gone_is_stale_and_nothing_is_shown_again() -> Result<()> {
    let window = Window::new()?;
    let gone = window
        .attended("tool_write", disable(), |event| {
            let answer = yes(event)?;
            fs::remove_file(window.game(SODIUM)).unwrap();
            Some(answer)
        })
        .await?;
    assert_eq!((gone.of("confirm").len(), states(&gone)), (1, vec!["running", "stale"]));
    Ok(())
}

#[tokio::test]
async fn a_kept_chat_says_what_became_of_the_fresh_plan() -> Result<()> {
    let window = Window::new()?;
    let chat = window.chat().await;
    window.talk(&chat, "disable sodium and disable lithium", touching(&window, 1)).await?;
    let view = window.call("chat_open", json!({ "id": chat })).await.unwrap();
    let items = view["items"].as_array().unwrap();
    let settled: Vec<_> = items.iter().filter(|item| item["kind"] == "settled").collect();
    assert_eq!(settled.len(), 1);
    for line in settled[0]["lines"].as_array().unwrap() {
        assert_eq!(line["state"]["state"], "done", "{line:#}");
        assert!(line["said"].is_string());
    }
    Ok(())
}
