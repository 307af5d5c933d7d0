//! One player's machine: an empty game folder, an empty data folder, and the built command with nothing of this computer around it
//! but `PATH` and the Javas.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::super::{clear, shell_line};
use super::ground::Ground;
use crate::process::text;

/// How long a started game may take to end.
const GAME: Duration = Duration::from_secs(90);

/// A machine, made anew.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    nova: PathBuf,
    sources: PathBuf,
    javas: Vec<(u32, PathBuf)>,
    folder: PathBuf,
}

/// What a command of a program's answer came to.
#[derive(Debug)]
pub(super) struct Answer {
    /// How it ended; `None` where a signal ended it.
    pub(super) code: Option<i32>,
    /// How it ended, in words: the code or the signal.
    pub(super) end: String,
    /// The object on its standard output, or null.
    pub(super) data: Value,
    /// What it said last on standard error.
    pub(super) said: String,
}

impl Machine {
    /// Empties the folder and puts the folders of a machine into it.
    pub(super) fn new(nova: &Path, sources: &Path, ground: &Ground, folder: PathBuf) -> Result<Self> {
        let machine =
            Self { nova: nova.to_owned(), sources: sources.to_owned(), javas: ground.javas.clone(), folder };
        machine.wipe()?;
        Ok(machine)
    }

    /// As it was at first.
    pub(super) fn wipe(&self) -> Result<()> {
        clear(&self.folder)?;
        clear(&self.game())?;
        clear(&self.folder.join("home"))
    }

    /// The game folder.
    pub(super) fn game(&self) -> PathBuf {
        self.folder.join("game")
    }

    /// Another machine of the same kind, in another folder; what is there stays until it is wiped.
    pub(super) fn at(&self, folder: PathBuf) -> Self {
        Self { folder, ..self.clone() }
    }

    /// The same machine with the servers elsewhere.
    pub(super) fn with_sources(&self, sources: &Path) -> Self {
        Self { sources: sources.to_owned(), ..self.clone() }
    }

    /// A command of the program.
    pub(super) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.nova);
        command.env_clear().env("HOME", self.folder.join("home"));
        command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        for (major, program) in &self.javas {
            command.env(format!("JAVA_HOME_{major}_X64"), program);
        }
        command.arg("--game-dir").arg(self.game()).arg("--data-dir").arg(self.folder.join("data"));
        command.arg("--sources").arg(&self.sources).args(["--lang", "en", "--json", "--yes"]).args(words);
        command.stdin(Stdio::null());
        command
    }

    /// The same command as words for a shell, with other folders for the game and the data: for programs that start it themselves.
    pub(super) fn line(&self, (game, data): (&str, &str), words: &[&str]) -> Result<String> {
        let command = self.command(words);
        let mut line = vec!["env".to_owned(), "-i".to_owned()];
        let set = command.get_envs().filter_map(|(name, value)| Some((name.to_str()?, value?.to_str()?)));
        line.extend(set.map(|(name, value)| format!("{name}={value}")));
        line.push(text(&self.nova)?.to_owned());
        let (own_game, own_data) = (self.game(), self.folder.join("data"));
        line.extend(command.get_args().map(|word| {
            let other = if word == own_game { Some(game) } else { (word == own_data).then_some(data) };
            other.map_or_else(|| word.to_string_lossy().into_owned(), str::to_owned)
        }));
        Ok(shell_line(&line.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    /// Runs it to its end.
    pub(super) fn ask(&self, words: &[&str]) -> Result<Answer> {
        let out = self.command(words).output().context("cannot start nova")?;
        let said = String::from_utf8_lossy(&out.stderr);
        Ok(Answer {
            code: out.status.code(),
            end: out.status.to_string(),
            data: serde_json::from_slice(&out.stdout).unwrap_or_default(),
            said: said.lines().last().unwrap_or_default().to_owned(),
        })
    }

    /// Runs it; anything but a good end is an error with what was said to the player.
    pub(super) fn must(&self, words: &[&str]) -> Result<Value> {
        let answer = self.ask(words)?;
        if answer.code == Some(0) {
            return Ok(answer.data);
        }
        bail!("nova {} ended with {}: {}", words.join(" "), answer.end, answer.complaint())
    }

    /// Installs a version and returns its id.
    pub(super) fn install(&self, words: &[&str]) -> Result<String> {
        let done = self.must(&[&["versions", "install"], words].concat())?;
        let id = done["receipts"][0]["data"]["version_id"].as_str();
        Ok(id.with_context(|| format!("no version in {done}"))?.to_owned())
    }

    /// Waits until the last game that was started has ended, and returns how.
    pub(super) fn ending(&self) -> Result<String> {
        let started = Instant::now();
        while started.elapsed() < GAME {
            let history = self.must(&["call", "play_history"])?;
            if let Some(how) = history["data"]["runs"][0]["ending"]["how"].as_str() {
                return Ok(how.to_owned());
            }
            sleep(Duration::from_millis(200));
        }
        bail!("the game still runs after {GAME:?}")
    }
}

impl Answer {
    /// What the player was told about a failure.
    pub(super) fn complaint(&self) -> String {
        let errors = self.data["errors"].as_array();
        let errors: Vec<&str> =
            errors.into_iter().flatten().filter_map(|error| error["message"].as_str()).collect();
        if errors.is_empty() {
            return self.data["reply"].as_str().unwrap_or(&self.said).to_owned();
        }
        errors.join(" / ")
    }
}
