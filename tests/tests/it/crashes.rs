//! A crash, its cause, the fix, the next run: the stand-in game that fails for a reason that can be mended.

use anyhow::{Context, Result, ensure};
use nova_testkit::Jar;
use serde_json::{Value, json};

use crate::desk::{Desk, VERSION};

impl Desk {
    fn crash(&self) -> Result<Value> {
        let run = self.play()?;
        ensure!(run["ending"]["how"] != "clean", "the game did not crash: {run:#}");
        self.call("analyze_crash", &json!({ "version_id": VERSION }))
    }

    /// Does the fix by this tool, plays again, and holds what Nova says of it against what was hoped for. Gives the change's id.
    fn mends(&self, crash: &Value, tool: &str) -> Result<String> {
        let fixes = crash["findings"][0]["fixes"].as_array().context("no fixes")?;
        let fix =
            fixes.iter().find(|fix| fix["tool"] == tool).with_context(|| format!("no {tool}: {crash:#}"))?;
        let before = self.nova.tree()?;
        let shown =
            self.asks(&["call", "apply_crash_fix", &json!({ "fix_id": fix["id"] }).to_string()], 3)?;
        assert_eq!(shown["checklist"]["lines"].as_array().map(Vec::len), Some(1), "{shown:#}");
        before.assert_same(&self.nova.tree()?);
        let done = self.does("apply_crash_fix", &json!({ "fix_id": fix["id"] }))?;
        let change = done["change_id"].as_str().with_context(|| format!("{done:#}"))?;
        let waiting = self.call("analyze_crash", &json!({}))?;
        assert_eq!(waiting["fixes_before"][0]["outcome"], "waiting", "{waiting:#}");
        let run = self.play()?;
        assert_eq!(run["ending"]["how"], "clean", "the fix did not help: {run:#}");
        let after = self.call("analyze_crash", &json!({}))?;
        assert_eq!(after["fixes_before"][0]["outcome"], "gone", "{after:#}");
        assert_eq!(after["fixes_before"][0]["change_id"], change);
        let history = self.call("play_history", &json!({}))?;
        assert_eq!(history["runs"][0]["after_fix"]["outcome"], "gone", "{history:#}");
        Ok(change.to_owned())
    }

    /// Takes the change back; the game crashes as before.
    fn undoes(&self, change: &str, cause: &str) -> Result<()> {
        self.does("undo_change", &json!({ "change_id": change }))?;
        let again = self.crash()?;
        assert_eq!(again["findings"][0]["cause_id"], cause);
        assert_eq!(again["fixes_before"].as_array().map(Vec::len), Some(0), "it was taken back: {again:#}");
        Ok(())
    }
}

fn first<'a>(crash: &'a Value, pointer: &str) -> Option<&'a str> {
    crash.pointer(&format!("/findings/0/{pointer}"))?.as_str()
}

#[test]
fn a_mods_exception_names_the_mod_and_its_file_and_the_fix_switches_it_off() -> Result<()> {
    let way = "mod-exception:rusty-mill-1.2.jar";
    let Some(desk) = Desk::new(way, |mill| vec![mill, Jar::fabric("innocent")])? else {
        eprintln!("skipped: no Java compiler");
        return Ok(());
    };
    let crash = desk.crash()?;
    assert_eq!(first(&crash, "suspects/0/name"), Some("Rusty Mill"), "{crash:#}");
    assert_eq!(first(&crash, "suspects/0/file"), Some("rusty-mill-1.2.jar"), "{crash:#}");
    assert!(first(&crash, "evidence/0/text").is_some(), "{crash:#}");
    let jar = desk.nova.game().join("mods/rusty-mill-1.2.jar");
    let change = desk.mends(&crash, "disable_mod")?;
    assert!(!jar.exists() && desk.nova.game().join("mods/innocent.jar").exists());
    let old = crash["findings"][0]["fixes"][0]["id"].clone();
    let refused =
        desk.asks(&["--yes", "call", "apply_crash_fix", &json!({ "fix_id": old }).to_string()], 4)?;
    assert!(refused.to_string().contains("fix.gone"), "{refused:#}");
    desk.undoes(&change, crash["findings"][0]["cause_id"].as_str().unwrap_or_default())?;
    assert!(jar.exists());
    Ok(())
}

#[test]
fn a_missing_dependency_names_who_needs_what() -> Result<()> {
    let way = "missing-dependency:rusty-mill-1.2.jar";
    let Some(desk) = Desk::new(way, |mill| vec![mill])? else {
        eprintln!("skipped: no Java compiler");
        return Ok(());
    };
    let crash = desk.crash()?;
    assert_eq!(first(&crash, "cause_id"), Some("dep-missing"), "{crash:#}");
    assert_eq!(first(&crash, "fields/missing/0"), Some("millstones"), "{crash:#}");
    let change = desk.mends(&crash, "disable_mod")?;
    desk.undoes(&change, "dep-missing")
}

#[test]
fn a_heap_that_is_too_small_is_made_larger() -> Result<()> {
    let Some(desk) = Desk::new("oom-below:700", |_| Vec::new())? else {
        eprintln!("skipped: no Java compiler");
        return Ok(());
    };
    desk.does("set_memory", &json!({ "max_mb": 512, "version_id": VERSION }))?;
    let crash = desk.crash()?;
    assert_eq!(first(&crash, "cause_id"), Some("mem-heap"), "{crash:#}");
    let change = desk.mends(&crash, "set_memory")?;
    desk.undoes(&change, "mem-heap")
}

#[test]
fn an_argument_that_brings_java_down_is_taken_out() -> Result<()> {
    let Some(desk) = Desk::new("hs_err-with:-XX:+UseSerialGC", |_| Vec::new())? else {
        eprintln!("skipped: no Java compiler");
        return Ok(());
    };
    desk.does("set_jvm_args", &json!({ "args": "-XX:+UseSerialGC", "version_id": VERSION }))?;
    let crash = desk.crash()?;
    assert_eq!(first(&crash, "cause_id"), Some("native-jvm"), "{crash:#}");
    let change = desk.mends(&crash, "set_jvm_args")?;
    desk.undoes(&change, "native-jvm")
}

#[test]
fn a_fix_that_did_not_help_is_told_with_the_change_to_undo() -> Result<()> {
    let way = "mod-exception:rusty-mill-1.2.jar";
    let Some(desk) = Desk::new(way, |mill| vec![mill])? else {
        eprintln!("skipped: no Java compiler");
        return Ok(());
    };
    let crash = desk.crash()?;
    let id = crash["findings"][0]["fixes"][0]["id"].clone();
    let done = desk.does("apply_crash_fix", &json!({ "fix_id": id }))?;
    let change = done["change_id"].clone();
    // Somebody puts it back by hand.
    let jar = desk.nova.game().join("mods/rusty-mill-1.2.jar");
    let bytes = std::fs::read(desk.nova.game().join("mods/rusty-mill-1.2.jar.disabled"))?;
    nova_testkit::write_file(&jar, &bytes)?;
    let again = desk.crash()?;
    assert_eq!(again["fixes_before"][0]["outcome"], "still", "{again:#}");
    assert_eq!(again["fixes_before"][0]["change_id"], change);
    Ok(())
}
