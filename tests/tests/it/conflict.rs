//! The main job: a sentence, a look, a checklist, a confirmation, a change, and back again.

use anyhow::{Context, Result};
use nova_testkit::{GameFolder, GameRoot, Jar, Tree, Version};
use serde_json::Value;

use crate::nova::Nova;

const SENTENCES: [(&str, &str); 3] = [
    ("zh-CN", "sodium 和 optifine 冲突了，帮我处理"),
    ("zh-TW", "sodium 跟 optifine 衝突了，幫我處理"),
    ("en", "sodium and optifine clash, please fix it"),
];

/// A Fabric version with Sodium, and OptiFine brought in by OptiFabric.
fn clash() -> GameRoot {
    let own = GameFolder::new()
        .jar(Jar::fabric("sodium").for_game("1.20.1").breaks("optifabric", "*").file("sodium.jar"))
        .jar(Jar::fabric("optifabric").for_game("1.20.1").file("optifabric.jar"))
        .jar(Jar::optifine("1.20.1", "HD_U_I6").file("optifine.jar"))
        .jar(Jar::fabric("lithium").for_game("1.20.1").file("lithium.jar"));
    GameRoot::new().version(Version::fabric("1.20.1-fabric", "1.20.1").own(own)).selected("1.20.1-fabric")
}

fn game(nova: &Nova) -> Result<Tree> {
    Tree::of(&nova.game())
}

/// The changes of the first checklist line, as `what -> to`.
fn first_line(answer: &Value) -> Result<String> {
    let change = answer.pointer("/checklist/lines/0/plan/changes/0").context("no line on the checklist")?;
    Ok(format!("{} -> {}", change["what"].as_str().unwrap_or(""), change["to"].as_str().unwrap_or("")))
}

#[test]
fn the_conflict_sentence_ends_with_sodium_switched_off_and_undo_restores_the_tree() -> Result<()> {
    for (language, sentence) in SENTENCES {
        let nova = Nova::on(&clash())?;
        let before = game(&nova)?;

        let asked = nova.run_in(language, &["--json", "ask", sentence])?.object(3)?;
        let line = first_line(&asked)?;
        assert!(line.contains("sodium.jar") && line.ends_with("sodium.jar.disabled"), "{language}: {line}");
        before.assert_same(&game(&nova)?);

        let done = nova.run_in(language, &["--json", "--yes", "ask", sentence])?.object(0)?;
        let mods = "versions/1.20.1-fabric/mods";
        assert!(nova.game().join(mods).join("sodium.jar.disabled").is_file(), "{language}");
        assert!(!nova.game().join(mods).join("sodium.jar").exists(), "{language}");

        let change = done["change_id"].as_str().context("no change id")?;
        nova.run_in(language, &["--json", "--yes", "undo", change])?.object(0)?;
        before.assert_same(&game(&nova)?);
    }
    Ok(())
}

#[test]
fn undoing_the_undo_does_the_change_again() -> Result<()> {
    let nova = Nova::on(&clash())?;
    let done = nova.run(&["--json", "--yes", "mods", "disable", "lithium"])?.object(0)?;
    let after = game(&nova)?;
    let mut change = done["change_id"].clone();
    for _ in 0..2 {
        let id = change.as_str().context("no change id")?.to_owned();
        change = nova.run(&["--json", "--yes", "undo", &id])?.object(0)?["change_id"].clone();
    }
    after.assert_same(&game(&nova)?);
    Ok(())
}

#[test]
fn a_whole_turn_is_undone_by_its_id() -> Result<()> {
    let nova = Nova::on(&clash())?;
    let before = game(&nova)?;
    let done = nova.run(&["--json", "--yes", "ask", "disable sodium and disable lithium"])?.object(0)?;
    assert_eq!(done["receipts"].as_array().map(Vec::len), Some(2), "{done:#}");
    let turn = done.pointer("/checklist/turn").and_then(Value::as_str).context("no turn")?;
    nova.run(&["--json", "--yes", "undo", turn])?.object(0)?;
    before.assert_same(&game(&nova)?);
    Ok(())
}

#[test]
fn why_will_it_not_start_names_the_cause_and_offers_the_fix() -> Result<()> {
    let nova = Nova::on(&clash())?;
    let before = game(&nova)?;
    let asked = nova.run(&["--json", "ask", "--plan-only", "why won't 1.20.1-fabric start?"])?.object(0)?;
    let reply = asked["reply"].as_str().unwrap_or_default().to_lowercase();
    assert!(reply.contains("sodium"), "{asked:#}");
    before.assert_same(&game(&nova)?);
    assert!(!nova.data().exists(), "plan-only writes nothing anywhere");
    Ok(())
}

#[test]
fn only_the_named_lines_are_done() -> Result<()> {
    let nova = Nova::on(&clash())?;
    let said = nova.run(&["--json", "--only", "2", "ask", "disable sodium and disable lithium"])?;
    let answer = said.object(3)?;
    let mods = nova.game().join("versions/1.20.1-fabric/mods");
    assert!(mods.join("sodium.jar").is_file() && mods.join("lithium.jar.disabled").is_file(), "{answer:#}");
    Ok(())
}

#[test]
fn having_nothing_to_undo_is_an_answer_of_its_own() -> Result<()> {
    let nova = Nova::on(&clash())?;
    nova.run(&["--json", "--yes", "undo", "latest"])?.object(1)?;
    Ok(())
}
