//! Killing `nova undo`. The journal names absolute paths, so the change that is undone has to be made in the very
//! folder where the undo is killed; the copying harness of the other commands cannot do that.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use walkdir::WalkDir;

use super::{nova_words, text};
use crate::process::{output, say};

/// Relative path to contents.
type Snapshot = BTreeMap<PathBuf, Vec<u8>>;

/// The changes that are undone.
const CHANGES: [(&str, &[&str]); 2] = [
    ("rename", &["mods", "disable", "sodium", "--version", "one"]),
    ("move", &["saves", "move", "Big", "--to", "two"]),
];

/// Makes each change, kills its undo at moments spread over the time that it takes, recovers, and compares: the tree must be
/// the one before the undo or the one after it. Every round ends with the whole undo, which must reach the tree before the
/// change.
pub(crate) fn run(nova: &Path, start: &Path, runs: u32) -> Result<()> {
    for (name, change) in CHANGES {
        say(&format!("== kill undo of {name}"));
        let round = Round { nova, folder: start, change };
        let took = round.undisturbed()?;
        let mut mixed = 0_u32;
        for index in 0..runs {
            let delay = took.mul_f64(f64::from(index) / f64::from(runs.max(1)));
            if !round.killed(delay).with_context(|| format!("undo killed after {delay:?}"))? {
                say(&format!("mixed after {delay:?}"));
                mixed = mixed.saturating_add(1);
            }
        }
        say(&format!("{runs} runs, {mixed} mixed; undisturbed {took:?}"));
        ensure!(mixed == 0, "{mixed} of {runs} undos of {name} left a mixed tree");
    }
    Ok(())
}

struct Round<'a> {
    nova: &'a Path,
    folder: &'a Path,
    change: &'a [&'a str],
}

impl Round<'_> {
    /// The change and its undo, whole; how long the undo takes.
    fn undisturbed(&self) -> Result<Duration> {
        let before = self.snapshot()?;
        self.nova(self.change)?;
        let started = Instant::now();
        self.nova(&["undo", "latest"])?;
        let took = started.elapsed();
        ensure!(self.snapshot()? == before, "an undisturbed undo does not bring the tree back");
        Ok(took)
    }

    /// Whether the tree is whole after a kill and a recovery.
    fn killed(&self, delay: Duration) -> Result<bool> {
        let old = self.snapshot()?;
        self.nova(self.change)?;
        let changed = self.snapshot()?;
        let mut child =
            self.command(&["undo", "latest"])?.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        sleep(delay);
        // An error here means that it had ended already.
        let _ = child.kill();
        child.wait()?;
        self.nova(&["--json", "history"])?;
        let now = self.snapshot()?;
        if now == changed {
            self.nova(&["undo", "latest"])?;
        }
        let end = self.snapshot()?;
        Ok((now == changed || now == old) && end == old)
    }

    fn nova(&self, words: &[&str]) -> Result<String> {
        output(&mut self.command(words)?)
    }

    fn command(&self, words: &[&str]) -> Result<Command> {
        let (game, data) = (self.folder.join("game"), self.folder.join("data"));
        let common = nova_words(self.nova, text(&game)?, text(&data)?)?;
        let mut command = Command::new(self.nova);
        command.args(common.iter().skip(1)).arg("--yes").args(words).stdin(Stdio::null());
        Ok(command)
    }

    fn snapshot(&self) -> Result<Snapshot> {
        let game = self.folder.join("game");
        let mut snapshot = Snapshot::new();
        for entry in WalkDir::new(&game) {
            let entry = entry?;
            if entry.file_type().is_file() {
                snapshot.insert(entry.path().strip_prefix(&game)?.to_owned(), std::fs::read(entry.path())?);
            }
        }
        Ok(snapshot)
    }
}
