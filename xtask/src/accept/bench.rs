//! `accept bench`: the mods scan beside the floor in C and a careful script, how long `nova tools` takes to start, and what a model's
//! answer costs.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::{Options, Place};
use crate::process::{done, has, say};
use crate::workspace::{self, Profile};

/// Builds in release and measures; `--runs` is the number of rounds.
pub(crate) fn run(place: &Place, options: &Options) -> Result<()> {
    let nova = workspace::nova(Profile::Release)?;
    if options.picks("start") {
        start_up(&nova)?;
    }
    if options.picks("mods") {
        mods(place, &nova, options.runs.unwrap_or(5))?;
    }
    if options.picks("llm") {
        llm(place, &nova, options.runs.unwrap_or(5))?;
    }
    Ok(())
}

/// 8 MB of a model's answer and 40 calls, beside curl with jq; beside npm's client too where `XMCL_MODULES` names a `node_modules`
/// that has `openai`.
fn llm(place: &Place, nova: &Path, rounds: u32) -> Result<()> {
    let work = place.fresh("bench-llm")?;
    let mut run = place.script("bench/llm/run_llm.py")?;
    run.arg(&work).arg(rounds.to_string()).env("NOVA", nova);
    done(&mut run)
}

fn mods(place: &Place, nova: &Path, rounds: u32) -> Result<()> {
    let data = place.work.join("bench-mods");
    if !data.join("truth.json").is_file() {
        super::clear(&data)?;
        done(place.script("bench/mods/gen_jars.py")?.arg(place.shared.join("mod-metadata")).arg(&data))?;
    }
    let work = place.fresh("bench-mods-work")?;
    let mut run = place.script("bench/mods/run_mods.py")?;
    run.arg(&data).arg(&work).arg(rounds.to_string()).env("NOVA", nova);
    run.env("ONLY", "floor,python,nova");
    done(&mut run)
}

/// The median of 21 starts, and the peak of memory where GNU time is installed.
fn start_up(nova: &Path) -> Result<()> {
    let mut times = Vec::new();
    for _ in 0..21 {
        let started = Instant::now();
        let status = Command::new(nova).args(["tools", "--json"]).stdout(Stdio::null()).status()?;
        ensure!(status.success(), "nova tools: {status}");
        times.push(started.elapsed());
    }
    times.sort();
    let median = times.get(times.len() / 2).copied().unwrap_or(Duration::ZERO);
    say(&format!("nova tools: median {median:?} of {} starts", times.len()));
    if has("/usr/bin/time", &["--version"]) {
        let mut time = Command::new("/usr/bin/time");
        done(
            time.args(["-f", "nova tools: %M kB at most in memory"])
                .arg(nova)
                .arg("tools")
                .stdout(Stdio::null()),
        )?;
    }
    Ok(())
}
