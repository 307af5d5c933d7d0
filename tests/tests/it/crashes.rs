//! A crash, its cause, the fix, the next run: the real binary, a real JVM, the stand-in game that fails for a reason that can be mended.

use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use nova_testkit::{
    GameRoot, Jar, game,
    upstream::{Upstream, UpstreamSpec},
};
use serde_json::{Value, json};

use crate::nova::Nova;

const VERSION: &str = "1.20.1-fabric";

/// A launcher with Fabric 1.20.1 and a player, and a game that ends in one way.
struct Desk {
    nova: Nova,
    sources: String,
    way: String,
    _upstream: Upstream,
}

impl Desk {
    /// None where no compiler is there for the stand-in game. `mods` are given the mod that fails.
    fn new(way: &str, jars: impl FnOnce(Jar) -> Vec<Jar>) -> Result<Option<Self>> {
        if !game::has_compiler() {
            return Ok(None);
        }
        let programs = game::compile(&std::env::temp_dir().join("nova-standin-cache"))?;
        let upstream = Upstream::start(UpstreamSpec::small().assets(12).programs(&programs))?;
        let nova = Nova::on(&GameRoot::new())?;
        let sources = nova.beside("sources.json", &upstream.sources_json())?;
        let desk = Self { nova, sources, way: way.to_owned(), _upstream: upstream };
        desk.asks(&["--yes", "ask", "添加离线账户 Steve，装 1.20.1 的 Fabric"], 0)?;
        for jar in jars(programs.failing_mod("rusty-mill-1.2.jar")) {
            nova_testkit::write_file(&desk.nova.game().join("mods").join(jar.file_name()), &jar.bytes()?)?;
        }
        Ok(Some(desk))
    }

    fn asks(&self, words: &[&str], code: i32) -> Result<Value> {
        let mut all = vec!["--json", "--sources", &self.sources];
        all.extend(words);
        self.nova.with_env(&all, &[("STANDIN_CRASH", &self.way)])?.object(code)
    }

    fn call(&self, tool: &str, args: &Value) -> Result<Value> {
        Ok(self.asks(&["call", tool, &args.to_string()], 0)?["data"].clone())
    }

    fn does(&self, tool: &str, args: &Value) -> Result<Value> {
        self.asks(&["--yes", "call", tool, &args.to_string()], 0)
    }

    /// Plays once, to the end.
    fn play(&self) -> Result<Value> {
        let before = self.runs()?.len();
        self.does("launch_game", &json!({ "version_id": VERSION }))?;
        let begun = Instant::now();
        loop {
            let runs = self.runs()?;
            let ended = runs.len() > before && runs.iter().all(|run| !run["ending"].is_null());
            if ended {
                return Ok(runs[0].clone());
            }
            ensure!(begun.elapsed() < Duration::from_mins(1), "the game does not end: {runs:#?}");
            thread::sleep(Duration::from_millis(200));
        }
    }

    fn runs(&self) -> Result<Vec<Value>> {
        Ok(self.call("play_history", &json!({}))?["runs"].as_array().context("no runs")?.clone())
    }

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
