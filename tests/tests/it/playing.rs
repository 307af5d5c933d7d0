//! From an empty folder to a game that ran: the real binary, real downloads, a real JVM with the stand-in game.

use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use nova_testkit::{
    GameRoot, game,
    upstream::{Upstream, UpstreamSpec},
};
use serde_json::Value;

use crate::nova::Nova;

/// Servers to install from, and a launcher that asks them.
struct Desk {
    nova: Nova,
    sources: String,
    _upstream: Upstream,
}

impl Desk {
    /// None where no compiler is there for the stand-in game.
    fn new() -> Result<Option<Self>> {
        if !game::has_compiler() {
            return Ok(None);
        }
        let programs = game::compile(&std::env::temp_dir().join("nova-standin-cache"))?;
        let upstream = Upstream::start(UpstreamSpec::small().assets(12).programs(&programs))?;
        let nova = Nova::on(&GameRoot::new())?;
        let sources = nova.beside("sources.json", &upstream.sources_json())?;
        Ok(Some(Self { nova, sources, _upstream: upstream }))
    }

    fn asks(&self, words: &[&str], code: i32) -> Result<Value> {
        let mut all = vec!["--json", "--sources", &self.sources];
        all.extend(words);
        self.nova.run(&all)?.object(code)
    }

    /// The runs that ended, once there are so many.
    fn runs(&self, many: usize) -> Result<Vec<Value>> {
        let begun = Instant::now();
        loop {
            let history = self.asks(&["call", "play_history", "{}"], 0)?;
            let runs = history["data"]["runs"].as_array().context("no runs")?.clone();
            if runs.len() >= many && runs.iter().all(|run| !run["ending"].is_null()) {
                return Ok(runs);
            }
            ensure!(begun.elapsed() < Duration::from_mins(1), "the game does not end: {history:#}");
            thread::sleep(Duration::from_millis(200));
        }
    }
}

#[test]
fn one_sentence_leads_from_an_empty_folder_to_a_game_that_ran() -> Result<()> {
    let Some(desk) = Desk::new()? else {
        eprintln!("skipped: no Java compiler");
        return Ok(());
    };
    let sentence = "添加离线账户 Steve，装 1.20.1 的 Fabric 然后开";
    let shown = desk.asks(&["ask", sentence], 3)?;
    let lines = shown["checklist"]["lines"].as_array().context("no lines")?;
    assert_eq!(lines.len(), 3, "{shown:#}");
    assert_eq!(lines[2]["needs"], serde_json::json!([2]), "the start needs the install: {shown:#}");
    assert!(!desk.nova.game().join("versions/1.20.1").exists(), "planning installs nothing");

    let done = desk.asks(&["--yes", "ask", sentence], 0)?;
    assert_eq!(done["receipts"].as_array().map(Vec::len), Some(3), "{done:#}");
    let runs = desk.runs(1)?;
    assert_eq!(runs[0]["version_id"], "1.20.1-fabric", "{runs:#?}");
    assert_eq!(runs[0]["ending"]["how"], "clean", "the stand-in game found something wrong: {runs:#?}");

    // It is there already: the same words start it.
    desk.asks(&["--yes", "ask", "装 1.20.1 的 Fabric 然后开"], 0)?;
    let runs = desk.runs(2)?;
    assert!(runs.iter().all(|run| run["version_id"] == "1.20.1-fabric"), "{runs:#?}");
    let twice = desk.asks(&["--yes", "versions", "install", "1.20.1", "--loader", "fabric"], 0)?;
    let told = &twice["receipts"][0];
    assert_eq!((&told["change_id"], &told["data"]["files_fetched"]), (&Value::Null, &0.into()), "{twice:#}");
    assert_eq!(told["data"]["version_id"], "1.20.1-fabric", "{twice:#}");
    Ok(())
}

#[test]
fn what_cannot_be_installed_is_not_started_either() -> Result<()> {
    let Some(desk) = Desk::new()? else {
        eprintln!("skipped: no Java compiler");
        return Ok(());
    };
    let said = desk.asks(&["ask", "装 1.19.9 的 Fabric 然后开"], 4)?;
    assert_eq!(said["checklist"]["lines"].as_array().map(Vec::len).unwrap_or_default(), 0, "{said:#}");
    assert_eq!(said["errors"][0]["code"], "install.no-game", "{said:#}");
    Ok(())
}
