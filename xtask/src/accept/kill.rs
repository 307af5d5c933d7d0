//! `accept kill`: each changing command killed at random moments and at every n-th file call, then recovered and compared.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::{Options, Place, kill_undo, made_root, nova_words, shell_line, write};
use crate::process::{done, output, say, text};
use crate::setup;
use crate::workspace::{self, Profile};

/// A small mod, a world of 50 MB, and a second version to move it to.
const START: &str = r#"{"selected": "one", "versions": [
  {"id": "one", "game": "1.20.1", "loader": "fabric", "isolated": true, "mods": [{"id": "sodium", "file": "sodium.jar"}],
   "saves": [{"folder": "Big", "bytes": 52428800}, "Small"]},
  {"id": "two", "game": "1.20.1", "loader": "fabric", "isolated": true, "mods": [], "saves": []}]}"#;

/// One command to be killed.
struct Case {
    name: &'static str,
    /// What follows the global flags.
    words: &'static [&'static str],
    /// What is done before, once, in the start folder.
    before: &'static [&'static str],
    /// Every n-th file call in the counted mode; commands over the whole world make thousands.
    step: u32,
}

const CASES: [Case; 5] = [
    Case { name: "rename", words: &["mods", "disable", "sodium", "--version", "one"], before: &[], step: 1 },
    Case {
        name: "backup",
        words: &["backup", "create", "--world", "Big", "--version", "one"],
        before: &[],
        step: 25,
    },
    Case {
        name: "restore",
        words: &["backup", "restore", "latest"],
        before: &["backup", "create", "--world", "Big", "--version", "one"],
        step: 25,
    },
    Case { name: "move", words: &["saves", "move", "Big", "--to", "two"], before: &[], step: 25 },
    Case {
        name: "delete",
        words: &["call", "delete_save", r#"{"save": "Big", "version_id": "one"}"#],
        before: &[],
        step: 25,
    },
];

/// Runs every case in both modes.
pub(crate) fn run(place: &Place, options: &Options) -> Result<()> {
    let nova = workspace::nova(Profile::Debug)?;
    let (program, package) = setup::STRACE;
    let counted = setup::installed(program, package)?;
    if !counted {
        say("strace is missing: only random moments are tried");
    }
    let mut failed = Vec::new();
    for case in CASES.iter().filter(|case| options.picks(case.name)) {
        let start = start_state(place, &nova, case)?;
        for mode in ["time", "syscall"].into_iter().filter(|mode| counted || *mode == "time") {
            say(&format!("== kill {} ({mode})", case.name));
            if let Err(error) = killer(place, &nova, case, &start, mode, options) {
                say(&format!("{error:#}"));
                failed.push(format!("{} ({mode})", case.name));
            }
        }
    }
    if options.picks("undo") {
        let start = place.fresh("kill-undo")?;
        made_root(&start, START)?;
        if let Err(error) = kill_undo::run(&nova, &start, options.runs.unwrap_or(40)) {
            say(&format!("{error:#}"));
            failed.push("undo".to_owned());
        }
    }
    ensure!(failed.is_empty(), "killed badly: {}", failed.join(", "));
    Ok(())
}

fn start_state(place: &Place, nova: &Path, case: &Case) -> Result<PathBuf> {
    let start = place.fresh(&format!("kill-{}", case.name))?;
    made_root(&start, START)?;
    if !case.before.is_empty() {
        let (game, data) = (start.join("game"), start.join("data"));
        let words = nova_words(nova, text(&game)?, text(&data)?)?;
        let mut command = Command::new(nova);
        output(command.args(words.iter().skip(1)).arg("--yes").args(case.before))?;
        // The world moves on, so that a restore has something to change and something to keep.
        write(&game.join("versions/one/saves/Big/level.dat"), "played after the backup")?;
    }
    Ok(start)
}

fn killer(
    place: &Place,
    nova: &Path,
    case: &Case,
    start: &Path,
    mode: &str,
    options: &Options,
) -> Result<()> {
    let common = nova_words(nova, "{DIR}/game", "{DIR}/data")?;
    let command = shell_line(&[common.as_slice(), &["--yes"], case.words].concat());
    let recover = shell_line(&[common.as_slice(), &["--json", "history"]].concat());
    let me = std::env::current_exe()?;
    let verify = shell_line(&[text(&me)?, "verify-backups", text(nova)?, "{DIR}"]);
    let mut script = place.script("hostile/killer.py")?;
    script.arg("--start").arg(start).arg("--command").arg(command).arg("--recover").arg(recover);
    script.arg("--verify").arg(verify).args(["--mode", mode]);
    if mode == "time" {
        script.args(["--random", "--again", "--runs", &options.runs.unwrap_or(40).to_string()]);
    } else {
        let step = options.step.unwrap_or(case.step).to_string();
        script.args(["--runs", &options.runs.unwrap_or(2000).to_string(), "--step", &step]);
    }
    done(&mut script)
}

/// Every backup that is listed as good must verify: what the kill runs call after each recovery.
pub(crate) fn verify_backups(nova: &str, folder: &str) -> Result<()> {
    let (game, data) = (format!("{folder}/game"), format!("{folder}/data"));
    let words = nova_words(Path::new(nova), &game, &data)?;
    let ask = |more: &[&str]| -> Result<Value> {
        let mut command = Command::new(nova);
        command.args(words.iter().skip(1)).arg("--json").args(more);
        Ok(serde_json::from_str(&output(&mut command)?)?)
    };
    let listed = ask(&["backup", "list"])?;
    let Some(backups) = listed["backups"].as_array() else { bail!("no list of backups in {listed}") };
    for backup in backups {
        let id = backup["id"].as_str().context("a backup without an id")?;
        ask(&["backup", "verify", id])
            .with_context(|| format!("backup {id} is listed and does not verify"))?;
    }
    Ok(())
}
