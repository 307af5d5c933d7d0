//! A version that ran well, what was changed since, and the way back: by the player's own sentences.

use anyhow::{Context, Result};
use nova_testkit::{Jar, Tree, write_file};
use serde_json::{Value, json};

use crate::desk::{Desk, VERSION};

const MILL: &str = "rusty-mill-1.2.jar";

/// The desk after a run that went well and four changes that did not: a mod that fails, one switched off, less memory, another config.
fn spoilt() -> Result<Option<Desk>> {
    let mut mill = Vec::new();
    let Some(mut desk) = Desk::new(&format!("mod-exception:{MILL}"), |jar| {
        mill = jar.bytes().unwrap_or_default();
        vec![Jar::fabric("innocent")]
    })?
    else {
        return Ok(None);
    };
    let game = desk.nova.game();
    write_file(&game.join("config/innocent.toml"), b"speed = 1\n")?;
    "6".clone_into(&mut desk.seconds);
    let run = desk.play()?;
    assert_eq!(run["ending"]["how"], "clean", "{run:#}");
    write_file(&game.join("mods").join(MILL), &mill)?;
    write_file(&game.join("config/innocent.toml"), b"speed = 9000\n")?;
    desk.does("disable_mod", &json!({ "mod": "innocent", "version_id": VERSION }))?;
    desk.does("set_memory", &json!({ "max_mb": 1024, "version_id": VERSION }))?;
    Ok(Some(desk))
}

fn differences(asked: &Value) -> Result<Vec<&str>> {
    let calls = asked["calls"].as_array().context("no calls")?;
    assert_eq!(calls.last().map(|call| &call["name"]), Some(&json!("diff_since_last_good")), "{asked:#}");
    let reply = asked["reply"].as_str().context("no reply")?;
    Ok(reply.lines().collect())
}

#[test]
fn what_was_changed_since_it_ran_well_is_named_and_taken_back_as_one_change() -> Result<()> {
    let Some(desk) = spoilt()? else {
        eprintln!("skipped: no Java compiler");
        return Ok(());
    };
    let crashed = desk.play()?;
    assert_ne!(crashed["ending"]["how"], "clean", "{crashed:#}");
    let asked = desk.asks(&["ask", "上次能玩到现在改了什么", "--rung", "planner"], 0)?;
    let said = differences(&asked)?.join("\n");
    for wanted in [MILL, "innocent.jar", "config/innocent.toml", "1024"] {
        assert!(said.contains(wanted), "{wanted} is not named:\n{said}");
    }

    let before = Tree::of(&desk.nova.game())?;
    let done = desk.asks(&["--yes", "ask", "恢复到上次能正常运行的时候", "--rung", "planner"], 0)?;
    assert_eq!(done["receipts"].as_array().map(Vec::len), Some(1), "{done:#}");
    let after = Tree::of(&desk.nova.game())?;
    assert!(after.has("mods/innocent.jar") && !after.has(&format!("mods/{MILL}")), "{}", before.diff(&after));
    assert_eq!(std::fs::read(desk.nova.game().join("config/innocent.toml"))?, b"speed = 1\n");
    let well = desk.play()?;
    assert_eq!(well["ending"]["how"], "clean", "{well:#}");

    let now = Tree::of(&desk.nova.game())?;
    let history = desk.asks(&["history"], 0)?;
    let change = history["changes"][0]["id"].as_str().context("no change")?.to_owned();
    desk.does("undo_change", &json!({ "change_id": change }))?;
    let back = Tree::of(&desk.nova.game())?;
    assert!(back.has(&format!("mods/{MILL}")) && !back.has("mods/innocent.jar"), "{}", now.diff(&back));
    assert_eq!(std::fs::read(desk.nova.game().join("config/innocent.toml"))?, b"speed = 9000\n");
    let again = desk.play()?;
    assert_ne!(again["ending"]["how"], "clean", "{again:#}");
    Ok(())
}

#[test]
fn what_has_never_run_well_has_nothing_to_go_back_to() -> Result<()> {
    let way = format!("mod-exception:{MILL}");
    let Some(desk) = Desk::new(&way, |mill| vec![mill])? else {
        eprintln!("skipped: no Java compiler");
        return Ok(());
    };
    desk.play()?;
    let since = desk.call("diff_since_last_good", &json!({}))?;
    assert!(since["good"].is_null(), "{since:#}");
    let refused = desk.asks(&["--yes", "call", "restore_last_good", "{}"], 4)?;
    assert!(refused.to_string().contains("lastgood.none"), "{refused:#}");
    Ok(())
}
