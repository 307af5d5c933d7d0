//! A launcher with a player, Fabric 1.20.1 and the stand-in game, over the real binary and a real JVM.

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

pub(crate) const VERSION: &str = "1.20.1-fabric";

/// A launcher with Fabric 1.20.1 and a player, and a game that ends in one way.
pub(crate) struct Desk {
    pub(crate) nova: Nova,
    sources: String,
    pub(crate) way: String,
    /// How long the game goes on once it is ready.
    pub(crate) seconds: String,
    _upstream: Upstream,
}

impl Desk {
    /// None where no compiler is there for the stand-in game. `mods` are given the mod that fails.
    pub(crate) fn new(way: &str, jars: impl FnOnce(Jar) -> Vec<Jar>) -> Result<Option<Self>> {
        if !game::has_compiler() {
            return Ok(None);
        }
        let programs = game::compile(&std::env::temp_dir().join("nova-standin-cache"))?;
        let upstream = Upstream::start(UpstreamSpec::small().assets(12).programs(&programs))?;
        let nova = Nova::on(&GameRoot::new())?;
        let sources = nova.beside("sources.json", &upstream.sources_json())?;
        let desk = Self { nova, sources, way: way.to_owned(), seconds: "0".to_owned(), _upstream: upstream };
        desk.asks(&["--yes", "ask", "添加离线账户 Steve，装 1.20.1 的 Fabric"], 0)?;
        for jar in jars(programs.failing_mod("rusty-mill-1.2.jar")) {
            nova_testkit::write_file(&desk.nova.game().join("mods").join(jar.file_name()), &jar.bytes()?)?;
        }
        Ok(Some(desk))
    }

    pub(crate) fn asks(&self, words: &[&str], code: i32) -> Result<Value> {
        let mut all = vec!["--json", "--sources", &self.sources];
        all.extend(words);
        self.nova
            .with_env(&all, &[("STANDIN_CRASH", &self.way), ("STANDIN_SECONDS", &self.seconds)])?
            .object(code)
    }

    pub(crate) fn call(&self, tool: &str, args: &Value) -> Result<Value> {
        Ok(self.asks(&["call", tool, &args.to_string()], 0)?["data"].clone())
    }

    pub(crate) fn does(&self, tool: &str, args: &Value) -> Result<Value> {
        self.asks(&["--yes", "call", tool, &args.to_string()], 0)
    }

    /// Plays once, to the end.
    pub(crate) fn play(&self) -> Result<Value> {
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

    pub(crate) fn runs(&self) -> Result<Vec<Value>> {
        Ok(self.call("play_history", &json!({}))?["runs"].as_array().context("no runs")?.clone())
    }
}
