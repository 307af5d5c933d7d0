//! The page of changes: the journal in parts, undo and redo, and why something cannot be undone.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use nova_testkit::write_file;
use serde_json::{Value, json};

use crate::window::{Window, yes};

const MODS: &str = "versions/1.20.1-fabric/mods";

impl Window {
    async fn disable(&self, name: &str) -> Result<String> {
        let receipt = self.change("disable_mod", json!({ "mod": name })).await?;
        Ok(receipt["change"].as_str().context("no change")?.to_owned())
    }

    async fn undo(&self, id: &Value) -> Result<Value> {
        Ok(self.stream("change_undo", json!({ "id": id })).await?.done().clone())
    }

    async fn journal(&self) -> Vec<Value> {
        let page = self.page("changes_list", json!({ "limit": 100 })).await;
        page["changes"].as_array().cloned().unwrap_or_default()
    }
}

fn brief(change: &Value) -> [&str; 2] {
    [&change["role"], &change["state"]].map(|word| word.as_str().unwrap_or_default())
}

fn ids(page: &Value) -> Vec<&str> {
    page["changes"].as_array().into_iter().flatten().filter_map(|change| change["id"].as_str()).collect()
}

#[tokio::test]
async fn a_change_says_what_it_did_to_which_file() -> Result<()> {
    let window = Window::new()?;
    let id = window.disable("sodium").await?;
    let [change] = window.journal().await.try_into().unwrap();
    assert_eq!((change["id"].as_str(), change["tool"].as_str()), (Some(id.as_str()), Some("disable_mod")));
    assert!(change["title"].as_str().unwrap().contains("sodium.jar"), "{change:#}");
    assert_eq!((&change["version"], &change["fixed"]), (&json!("1.20.1-fabric"), &Value::Null));
    let files = window.page("change_files", json!({ "id": id })).await;
    let row = json!({ "kind": "rename", "what": format!("{MODS}/sodium.jar"), "to": "sodium.jar.disabled", "bytes": null });
    assert_eq!(files, json!([row]));
    let unknown = window.call("change_files", json!({ "id": "c-00000000" })).await;
    assert_eq!(unknown.unwrap_err().code, "content.history.no-such");
    Ok(())
}

#[tokio::test]
async fn undo_redo_and_undo_again_are_three_changes_about_the_first() -> Result<()> {
    let window = Window::new()?;
    let first = window.disable("sodium").await?;
    window.undo(&json!(first)).await?;
    let journal = window.journal().await;
    assert_eq!([brief(&journal[0]), brief(&journal[1])], [["undo", "done"], ["change", "undone"]]);
    assert_eq!(journal[1]["undone_by"], journal[0]["id"]);

    window.undo(&journal[0]["id"]).await?;
    let journal = window.journal().await;
    let all: Vec<_> = journal.iter().map(brief).collect();
    assert_eq!(all, [["redo", "done"], ["undo", "undone"], ["change", "done"]]);
    let about: BTreeSet<_> = journal.iter().map(|change| change["title"].as_str()).collect();
    assert_eq!(about.len(), 1, "each is called after what the first did: {about:?}");
    assert_eq!(journal[0]["of"], json!(first));
    assert!(window.tree()?.has(&format!("{MODS}/sodium.jar.disabled")));

    window.undo(&json!(first)).await?;
    assert!(window.tree()?.has(&format!("{MODS}/sodium.jar")));
    assert_eq!(brief(&window.journal().await[0]), ["undo", "done"]);
    Ok(())
}

#[tokio::test]
async fn a_turn_is_taken_back_whole() -> Result<()> {
    let window = Window::new()?;
    let before = window.tree()?;
    let chat = window.chat().await;
    window.talk(&chat, "停用 sodium 和 lithium", yes).await?;
    let journal = window.journal().await;
    assert_eq!(journal.len(), 2, "{journal:#?}");
    assert_eq!(journal[0]["turn"], journal[1]["turn"]);
    let done = window.undo(&journal[0]["turn"]).await?;
    assert_eq!(done["faults"], json!([]));
    before.assert_same(&window.tree()?);
    let journal = window.journal().await;
    let turns: BTreeSet<_> = journal.iter().map(|change| change["turn"].as_str()).collect();
    assert_eq!((journal.len(), turns.len()), (4, 2), "the undos are one turn");
    assert!(journal[2..].iter().all(|change| change["state"] == "undone"));
    Ok(())
}

#[tokio::test]
async fn what_moved_on_says_why_it_cannot_be_taken_back() -> Result<()> {
    let window = Window::new()?;
    let id = window.disable("sodium").await?;
    write_file(&window.game(MODS).join("sodium.jar.disabled"), b"another mod")?;
    let [change] = window.journal().await.try_into().unwrap();
    assert_eq!(change["fixed"]["code"], "files.moved-on", "{change:#}");
    let why = change["fixed"]["message"].as_str().unwrap();
    assert!(why.contains(&format!(" {MODS}/sodium.jar.disabled ")), "below the game folder: {why}");
    let refused = window.undo(&json!(id)).await?;
    assert_eq!(refused["faults"][0]["code"], "files.moved-on", "{refused:#}");
    Ok(())
}

#[tokio::test]
async fn what_was_freed_for_good_cannot_be_taken_back() -> Result<()> {
    let window = Window::new()?;
    window.change("delete_mod", json!({ "mod": "lithium" })).await?;
    window.change("empty_trash", json!({})).await?;
    let journal = window.journal().await;
    assert_eq!(journal[0]["fixed"]["code"], "files.permanent");
    assert_eq!(journal[1]["fixed"]["code"], "files.gone", "{journal:#?}");
    Ok(())
}

#[tokio::test]
async fn a_change_that_was_cut_off_shows_as_rolled_back() -> Result<()> {
    let window = Window::new()?;
    let id = window.disable("sodium").await?;
    let record = window.data("journal").join(format!("{id}.json"));
    let whole = std::fs::read_to_string(&record)?;
    let cut: Vec<_> = whole.lines().filter(|line| !line.contains("\"done\"")).collect();
    assert!(cut.len() < whole.lines().count(), "{whole}");
    write_file(&record, format!("{}\n", cut.join("\n")).as_bytes())?;
    let again = window.reopened()?;
    let [change] = again.journal().await.try_into().unwrap();
    assert_eq!(
        (brief(&change), &change["fixed"]["code"]),
        (["change", "rolled_back"], &json!("files.not-done"))
    );
    assert!(again.tree()?.has(&format!("{MODS}/sodium.jar")));
    Ok(())
}

#[tokio::test]
async fn the_journal_comes_in_parts_that_end_with_a_turn() -> Result<()> {
    let window = Window::new()?;
    let first = window.disable("canary").await?;
    let chat = window.chat().await;
    window.talk(&chat, "停用 sodium 和 lithium", yes).await?;
    window.change("backup_version", json!({})).await?;
    let all = window.page("changes_list", json!({ "limit": 100 })).await;
    let all = ids(&all);
    assert_eq!((all.len(), all.last()), (4, Some(&first.as_str())));

    let part = window.page("changes_list", json!({ "limit": 2 })).await;
    assert_eq!(
        (ids(&part).as_slice(), &part["more"]),
        (&all[..3], &json!(true)),
        "a turn is not shown in part"
    );
    let rest = window.page("changes_list", json!({ "limit": 2, "after": all[2] })).await;
    assert_eq!((ids(&rest).as_slice(), &rest["more"]), (&all[3..], &json!(false)));
    let through = window.page("changes_list", json!({ "limit": 1, "through": first })).await;
    assert_eq!(ids(&through), all);
    let nowhere = window.page("changes_list", json!({ "limit": 5, "after": "c-00000000" })).await;
    assert_eq!((ids(&nowhere).len(), &nowhere["more"]), (0, &json!(false)));
    Ok(())
}

#[tokio::test]
async fn changes_of_one_version_are_found_by_it() -> Result<()> {
    let window = Window::new()?;
    window.disable("sodium").await?;
    window.change("select_version", json!({ "version_id": "1.21.4" })).await?;
    let page = window.page("changes_list", json!({ "limit": 10, "version": "1.20.1-fabric" })).await;
    assert_eq!(page["changes"][0]["tool"], "disable_mod");
    assert_eq!(ids(&page).len(), 1, "{page:#}");
    assert!(page["versions"].as_array().unwrap().contains(&json!("1.20.1-fabric")));
    Ok(())
}
