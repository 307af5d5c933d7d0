//! The `nova` binary on a game folder and a data folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use anyhow::{Context, Result, bail, ensure};
use nova_testkit::{GameRoot, Tree};
use serde_json::Value;
use tempfile::TempDir;

/// Two folders that end with the test, and the binary.
pub(crate) struct Nova {
    binary: PathBuf,
    temp: TempDir,
}

/// What a command left on its streams.
#[derive(Debug)]
pub(crate) struct Said {
    /// The exit code; none when a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Nova {
    /// On a game root that is written first.
    pub(crate) fn on(root: &GameRoot) -> Result<Self> {
        let nova = Self { binary: binary()?, temp: tempfile::tempdir()? };
        root.write(&nova.game())?;
        Ok(nova)
    }

    /// The game folder.
    pub(crate) fn game(&self) -> PathBuf {
        self.temp.path().join("game")
    }

    /// The data folder; it is not there before something is written.
    pub(crate) fn data(&self) -> PathBuf {
        self.temp.path().join("data")
    }

    /// Both folders as they are now.
    pub(crate) fn tree(&self) -> Result<Tree> {
        Tree::of(self.temp.path())
    }

    /// A file beside the two folders; gives its path.
    pub(crate) fn beside(&self, name: &str, text: &str) -> Result<String> {
        let file = self.temp.path().join(name);
        #[expect(clippy::disallowed_methods, reason = "a test makes its own input")]
        std::fs::write(&file, text)?;
        Ok(file.display().to_string())
    }

    /// A command in English, with nobody at the terminal.
    pub(crate) fn run(&self, words: &[&str]) -> Result<Said> {
        self.run_in("en", words)
    }

    /// A command in a language.
    pub(crate) fn run_in(&self, language: &str, words: &[&str]) -> Result<Said> {
        self.said(self.command(language, words).stdin(Stdio::null()))
    }

    /// A command that reads this from standard input.
    pub(crate) fn fed(&self, words: &[&str], input: &str) -> Result<Said> {
        let file = self.temp.path().join("input");
        #[expect(clippy::disallowed_methods, reason = "a test makes its own input")]
        std::fs::write(&file, input)?;
        self.said(self.command("en", words).stdin(std::fs::File::open(&file)?))
    }

    /// A command with variables in its environment.
    pub(crate) fn with_env(&self, words: &[&str], env: &[(&str, &str)]) -> Result<Said> {
        self.said(self.command("en", words).stdin(Stdio::null()).envs(env.iter().copied()))
    }

    /// The binary.
    pub(crate) fn binary(&self) -> &Path {
        &self.binary
    }

    /// A command that is not started yet.
    pub(crate) fn command(&self, language: &str, words: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg("--game-dir").arg(self.game()).arg("--data-dir").arg(self.data());
        command.args(["--lang", language]).args(words);
        // The player's own settings of a model must not reach a test, and a test must not reach the player's key ring.
        for name in ["NOVA_LLM_BASE", "NOVA_LLM_KEY", "NOVA_LLM_MODEL"] {
            command.env_remove(name);
        }
        command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
        // Nor a model server that happens to run on this machine.
        command.env("NOVA_LOCAL_PORTS", "0,0,0");
        command
    }

    /// Runs it to its end.
    pub(crate) fn said(&self, command: &mut Command) -> Result<Said> {
        let output = command.output().with_context(|| format!("cannot start {}", self.binary.display()))?;
        Ok(Said {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout)?,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }
}

impl Said {
    /// The one object that `--json` prints, of a command that must have ended with this code.
    pub(crate) fn object(&self, code: i32) -> Result<Value> {
        ensure!(self.code == Some(code), "the command did not end with {code}: {self:#?}");
        let value: Value =
            serde_json::from_str(&self.stdout).with_context(|| format!("no JSON: {self:#?}"))?;
        ensure!(value.is_object(), "no JSON object: {self:#?}");
        Ok(value)
    }
}

/// `NOVA_BIN`, or what cargo builds now. Building asks cargo once a process.
fn binary() -> Result<PathBuf> {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    if let Some(path) = BINARY.get() {
        return Ok(path.clone());
    }
    #[expect(clippy::disallowed_methods, reason = "a test harness is a host: it reads its environment")]
    let given = std::env::var("NOVA_BIN").ok().map(PathBuf::from);
    let path = given.map_or_else(build, Ok)?;
    ensure!(path.is_file(), "{} is not there", path.display());
    Ok(BINARY.get_or_init(|| path).clone())
}

fn build() -> Result<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--quiet", "--package", "nova-cli", "--bin", "nova", "--message-format", "json"]);
    let output = command.current_dir(workspace).stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "nova does not build");
    for line in String::from_utf8(output.stdout)?.lines() {
        let message: Value = serde_json::from_str(line)?;
        if let (Some("nova"), Some(path)) =
            (message["target"]["name"].as_str(), message["executable"].as_str())
        {
            return Ok(PathBuf::from(path));
        }
    }
    bail!("cargo built nova and did not say where")
}

#[test]
fn an_object_counts_only_with_its_exit_code_and_alone() -> Result<()> {
    let said = |stdout: &str| Said { code: Some(3), stdout: stdout.to_owned(), stderr: String::new() };
    assert_eq!(said(r#"{"a": 1}"#).object(3)?["a"], 1);
    assert!(said(r#"{"a": 1}"#).object(0).is_err());
    assert!(said("done\n{}").object(3).is_err());
    assert!(said("[]").object(3).is_err());
    Ok(())
}
