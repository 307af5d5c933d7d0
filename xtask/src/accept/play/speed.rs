//! `accept install-bench`: the kit of the acceptance data (3,631 files, 731 MB, over TLS) with a release build, beside portablemc, without
//! and with a round trip of 20 ms: time, CPU, memory, the second run, and the full check beside openssl.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::super::{Options, Place, write};
use crate::process::{done, say};
use crate::setup;
use crate::workspace::{self, Profile};

/// What the kit calls, and the packages that bring it.
const PROGRAMS: [(&str, &str); 4] =
    [("nginx", "nginx-light"), ("openssl", "openssl"), ("gcc", "gcc libc6-dev"), ("/usr/bin/time", "time")];
const PEER: &str = "portablemc==5.0.6";
const ROUNDS: u32 = 5;
/// Everything that has to be beaten or is a floor; `--only` names others.
const CONTENDERS: &str = "floor,openssl,portablemc,nova";

/// Both latencies; `--runs` is the number of rounds.
pub(super) fn run(place: &Place, options: &Options) -> Result<()> {
    for (program, packages) in PROGRAMS {
        // nginx knows no `--version`; it is asked for its short one.
        let there = Command::new(program).arg("-v").output().is_ok();
        ensure!(
            there || setup::installed(program, packages)?,
            "{program} is missing: apt-get install {packages}"
        );
    }
    let data = data(place)?;
    let peer = peer(&place.work.join("play-peers/portablemc"))?;
    let nova = workspace::nova(Profile::Release)?;
    let work = place.fresh("install-bench")?;
    let sources = work.join("sources.json");
    write(&sources, r#"{"hosts": {}}"#)?;
    let rounds = options.runs.unwrap_or(ROUNDS).to_string();
    // The full check and the repair need no network: once is enough.
    for (latency, phases) in [("", "install,again,repair"), ("20", "install")] {
        let target = work.join("targets");
        let mut kit = Command::new("bash");
        kit.arg(place.shared.join("bench/install/ns.sh")).arg(&data).arg(work.join("net"));
        kit.args(["python3", "-B"]).arg(place.shared.join("bench/install/run_install.py"));
        kit.arg(&data).arg(work.join("net")).args([rounds.as_str(), "https"]);
        kit.env("NOVA", &nova).env("NOVA_SOURCES", &sources).env("PMC", &peer);
        kit.env("TARGET", target).env("PHASES", phases);
        kit.env("ONLY", options.only.as_deref().unwrap_or(CONTENDERS));
        if !latency.is_empty() {
            kit.env("RTT_MS", latency);
        }
        say(&format!("== round trip {} ms", if latency.is_empty() { "0" } else { latency }));
        done(&mut kit)?;
    }
    Ok(())
}

/// The files to install, made once.
fn data(place: &Place) -> Result<PathBuf> {
    let data = place.work.join("install-bench-data");
    if !data.join("expect.json").is_file() {
        super::super::clear(&data)?;
        let mut make = place.script("bench/install/gen_upstream.py")?;
        done(make.arg(place.shared.join("upstream")).arg(&data))?;
    }
    Ok(data)
}

fn peer(folder: &Path) -> Result<PathBuf> {
    let program = folder.join("bin/portablemc");
    if !program.is_file() {
        done(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
        let mut pip = Command::new(folder.join("bin/python"));
        done(pip.args(["-m", "pip", "install", "--quiet", PEER])).context("pip cannot install the peer")?;
    }
    Ok(program)
}
