//! `accept fuzz`: every fuzz target for ten minutes, or those that are picked for as long as is said. A panic, an input that takes
//! too long or too much memory ends it with the input's place.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::Options;
use crate::process::{done, has, say};
use crate::workspace;

/// Minutes for a target.
const MINUTES: u32 = 10;
/// Bytes of an input at most: longer ones find nothing more and are slow.
const LONGEST: u32 = 65_536;
/// Seconds for an input at most.
const SLOWEST: u32 = 10;
/// Megabytes that the process may take. The compiler's own watch for memory errors takes most of it.
const MEMORY: u32 = 768;

/// Runs them one after the other.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = workspace::root().join("fuzz");
    let targets = picked(&folder, options)?;
    ensure!(!targets.is_empty(), "no fuzz target is called that; they lie in fuzz/fuzz_targets");
    set_up()?;
    let work = workspace::target()?.join("accept/fuzz");
    for target in &targets {
        fuzz(&work, target, options.minutes.unwrap_or(MINUTES))?;
    }
    say(&format!("fuzz: {} targets, nothing found", targets.len()));
    Ok(())
}

/// The targets, in the order of their names.
fn picked(folder: &Path, options: &Options) -> Result<Vec<String>> {
    let listed = fs::read_to_string(folder.join("Cargo.toml")).context("fuzz/Cargo.toml cannot be read")?;
    let path = |line: &str| line.trim().strip_prefix("path = \"fuzz_targets/").map(str::to_owned);
    let mut targets: Vec<String> = listed
        .lines()
        .filter_map(path)
        .filter_map(|path| path.strip_suffix(".rs\"").map(str::to_owned))
        .filter(|target| options.picks(target))
        .collect();
    targets.sort();
    Ok(targets)
}

/// The instruments of the compiler are there on nightly alone.
fn set_up() -> Result<()> {
    if !has("rustup", &["run", "nightly", "rustc", "--version"]) {
        done(Command::new("rustup").args(["toolchain", "install", "nightly", "--profile", "minimal"]))?;
    }
    if !has("cargo", &["fuzz", "--version"]) {
        done(Command::new("cargo").args(["install", "--locked", "cargo-fuzz"]))?;
    }
    Ok(())
}

fn fuzz(work: &Path, target: &str, minutes: u32) -> Result<()> {
    let (inputs, found) = (work.join(target).join("inputs"), work.join(target).join("found"));
    for folder in [&inputs, &found] {
        make(folder)?;
    }
    say(&format!("fuzz: {target}, {minutes} min"));
    let limits = [
        format!("-max_total_time={}", minutes * 60),
        format!("-max_len={LONGEST}"),
        format!("-timeout={SLOWEST}"),
        format!("-rss_limit_mb={MEMORY}"),
        "-print_final_stats=1".to_owned(),
        "-verbosity=0".to_owned(),
    ];
    let mut kept = OsString::from("-artifact_prefix=");
    kept.push(found.join(""));
    let mut command = Command::new("rustup");
    command
        .args(["run", "nightly", "cargo", "fuzz", "run", target])
        .arg(&inputs)
        .arg("--")
        .args(limits)
        .arg(kept);
    // The cargo that runs this tells its children which compiler is in use; this is another.
    command.env_remove("RUSTC").env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command.env("CARGO_TARGET_DIR", work.join("build")).current_dir(workspace::root());
    done(&mut command)
}

#[expect(clippy::disallowed_methods, reason = "work folders of this task, below the target folder")]
fn make(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
