//! Taking back by a click.

use anyhow::Result;
use nova_testkit::Tree;
use serde_json::{Value, json};

use crate::window::{Heeded, Window, yes};

async fn undo(window: &Window, id: &Value) -> Result<Heeded> {
    window.stream("change_undo", json!({ "id": id })).await
}

fn change(done: &Heeded) -> Value {
    done.done()["receipts"][0]["change"].clone()
}

async fn write(window: &Window, tool: &str, args: Value) -> Result<Heeded> {
    window.attended("tool_write", json!({ "tool": tool, "args": args }), yes).await
}

fn code(undone: &Heeded) -> &Value {
    assert_eq!(undone.done()["receipts"], json!([]), "{undone:#?}");
    &undone.done()["faults"][0]["code"]
}

#[tokio::test]
async fn an_undo_is_undone_by_the_id_it_has_itself() -> Result<()> {
    let window = Window::new()?;
    let before = window.tree()?;
    let mut id = change(&write(&window, "disable_mod", json!({ "mod": "sodium" })).await?);
    let after = window.tree()?;
    for wanted in [&before, &after, &before] {
        let undone = undo(&window, &id).await?;
        assert!(undone.of("confirm").is_empty(), "a click shows no checklist");
        id = change(&undone);
        Tree::assert_same(wanted, &window.tree()?);
    }
    Ok(())
}

#[tokio::test]
async fn a_whole_turn_is_undone_by_its_id() -> Result<()> {
    let window = Window::new()?;
    let before = window.tree()?;
    let chat = window.chat().await;
    let done = window.talk(&chat, "disable sodium and disable lithium", yes).await?;
    assert_eq!(done.done()["receipts"].as_array().unwrap().len(), 2);
    undo(&window, &done.done()["turn"]).await?;
    before.assert_same(&window.tree()?);
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_undone_is_a_fault_that_says_why() -> Result<()> {
    let window = Window::new()?;
    let gone = undo(&window, &json!("c-00000000")).await?;
    assert!(code(&gone).is_string(), "{gone:#?}");
    let id = change(&write(&window, "disable_mod", json!({ "mod": "sodium" })).await?);
    undo(&window, &id).await?;
    let twice = undo(&window, &id).await?;
    assert!(code(&twice).is_string(), "{twice:#?}");
    write(&window, "delete_mod", json!({ "mod": "sodium" })).await?;
    let trash = window.desk_read("list_trash").await?["trash"][0]["id"].clone();
    let purged = change(&write(&window, "empty_trash", json!({ "trash_ids": [trash] })).await?);
    let lost = undo(&window, &purged).await?;
    assert_eq!(code(&lost), "files.permanent", "{lost:#?}");
    Ok(())
}

#[tokio::test]
async fn what_stands_in_the_way_of_an_undo_is_named() -> Result<()> {
    let window = Window::new()?;
    let id = change(&write(&window, "disable_mod", json!({ "mod": "sodium" })).await?);
    nova_testkit::write_file(&window.game("versions/1.20.1-fabric/mods/sodium.jar"), b"another")?;
    let before = window.tree()?;
    let blocked = undo(&window, &id).await?;
    assert!(code(&blocked).is_string(), "{blocked:#?}");
    assert!(blocked.done()["faults"][0]["message"].as_str().unwrap().contains("sodium.jar"));
    before.assert_same(&window.tree()?);
    Ok(())
}
