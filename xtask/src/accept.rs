//! `cargo xtask accept NAME`: long runs against the data that lies beside the clone, and runs that want programs which not
//! every machine has. They print figures; they are not part of `cargo xtask test`.

mod bench;
mod fuzz;
mod hostile;
mod keyring;
mod kill;
mod kill_undo;
mod play;
mod requests;
mod window;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

pub(crate) use kill::verify_backups;
pub(crate) use window::measure as measure_window;

use crate::process::{done, has, text};
use crate::workspace;

/// What may follow the name of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// Only this case, kind or command.
    only: Option<String>,
    /// How many runs of each.
    runs: Option<u32>,
    /// Every n-th file call, where calls are counted.
    step: Option<u32>,
    /// Another request set.
    set: Option<PathBuf>,
    /// Minutes of each.
    minutes: Option<u32>,
}

/// Runs one of them.
pub(crate) fn run(name: &str, words: &[&str]) -> Result<()> {
    let options = Options::parse(words)?;
    match name {
        "fuzz" => return fuzz::run(&options),
        "keyring" => return keyring::run(),
        "window" => return window::run(&options),
        _ => {}
    }
    let place = Place::find()?;
    match name {
        "kill" => kill::run(&place, &options),
        "hostile" => hostile::run(&place, &options),
        "requests" => requests::run(&place, &options),
        "bench" => bench::run(&place, &options),
        name if play::NAMES.contains(&name) => play::run(name, &place, &options),
        other => {
            let play = play::NAMES.join(", ");
            bail!(
                "no run is called {other}; there are kill, hostile, requests, bench, fuzz, keyring, window, {play}"
            )
        }
    }
}

impl Options {
    fn parse(mut words: &[&str]) -> Result<Self> {
        let mut options = Self::default();
        while let [key, value, rest @ ..] = words {
            match *key {
                "--only" => options.only = Some((*value).to_owned()),
                "--runs" => options.runs = Some(value.parse().context("--runs takes a number")?),
                "--step" => options.step = Some(value.parse().context("--step takes a number")?),
                "--minutes" => options.minutes = Some(value.parse().context("--minutes takes a number")?),
                "--set" => options.set = Some(PathBuf::from(value)),
                other => bail!("{other} is no option of an accept run"),
            }
            words = rest;
        }
        ensure!(words.is_empty(), "{} wants a value", words.join(" "));
        Ok(options)
    }

    fn picks(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == name)
    }
}

/// The data beside the clone, and a work folder below the target folder.
pub(crate) struct Place {
    shared: PathBuf,
    work: PathBuf,
}

impl Place {
    fn find() -> Result<Self> {
        let shared = workspace::root().join("../shared");
        let shared = shared.canonicalize().with_context(|| {
            format!("the acceptance data are not there ({}); this run needs them", shared.display())
        })?;
        ensure!(has("python3", &["--version"]), "this run needs python3");
        let work = workspace::target()?.join("accept");
        Ok(Self { shared, work })
    }

    /// A script of the data.
    fn script(&self, path: &str) -> Result<Command> {
        let script = self.shared.join(path);
        ensure!(script.is_file(), "{} is not there", script.display());
        let mut command = Command::new("python3");
        command.arg("-B").arg(script);
        Ok(command)
    }

    /// An empty folder to work in.
    fn fresh(&self, name: &str) -> Result<PathBuf> {
        let folder = self.work.join(name);
        clear(&folder)?;
        Ok(folder)
    }
}

/// A game root made by testkit from its JSON description.
fn made_root(folder: &Path, spec: &str) -> Result<()> {
    let file = work_file(folder, "root.json", spec)?;
    done(Command::new(workspace::testkit()?).arg("root").arg(file).arg(folder.join("game")))
}

/// A command line for scripts that split it as a shell does.
fn shell_line(words: &[&str]) -> String {
    let quoted = words.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''")));
    quoted.collect::<Vec<_>>().join(" ")
}

/// The words that every command of a run starts with.
fn nova_words<'a>(nova: &'a Path, game: &'a str, data: &'a str) -> Result<Vec<&'a str>> {
    Ok(vec![text(nova)?, "--game-dir", game, "--data-dir", data, "--lang", "en"])
}

/// Empties a work folder, or makes it.
#[expect(clippy::disallowed_methods, reason = "a work folder of this task, below the target folder")]
pub(crate) fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Writes a small file into a folder that is made first, and returns its path.
pub(crate) fn work_file(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let path = folder.join(name);
    write(&path, text)?;
    Ok(path)
}

/// Writes a file, its folder made first.
#[expect(
    clippy::disallowed_methods,
    reason = "work files below the target folder and generated pages; no player's files"
)]
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create(path).with_context(|| format!("cannot make {}", path.display()))?;
    file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_in_pairs() {
        let options = Options::parse(&["--only", "backup", "--runs", "40"]).unwrap();
        assert!(options.picks("backup") && !options.picks("undo"));
        assert_eq!(options.runs, Some(40));
        assert!(Options::parse(&["--runs"]).is_err());
        assert!(Options::parse(&["--fast", "1"]).is_err());
    }

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(shell_line(&["a b", "it's"]), r"'a b' 'it'\''s'");
    }
}
