//! Two implementations of the format by other people, to be compared with: @xmcl/core and minecraft-launcher-lib. They are installed
//! below the target folder, at versions that work and are known.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use super::super::{Place, write};
use crate::process::{done, output};

const LAUNCHER_LIB: &str = "minecraft-launcher-lib==8.0";
/// The newest one that installs and loads; so is what it unpacks with.
const XMCL: &str =
    r#"{"private": true, "dependencies": {"@xmcl/core": "2.15.1"}, "overrides": {"@xmcl/unzip": "2.1.2"}}"#;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Peer {
    /// @xmcl/core, in TypeScript.
    Xmcl,
    /// minecraft-launcher-lib, in Python.
    LauncherLib,
}

/// Each version's command line, or why there is none.
pub(super) type Lines = BTreeMap<String, Result<Vec<String>, String>>;

impl Peer {
    /// Both.
    pub(super) const ALL: [Self; 2] = [Self::Xmcl, Self::LauncherLib];

    /// Its own name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Xmcl => "@xmcl/core",
            Self::LauncherLib => "minecraft-launcher-lib",
        }
    }

    /// What it makes of these versions of a game folder, with natives in that other folder, for a launcher of this version.
    pub(super) fn lines(
        self,
        place: &Place,
        (root, natives): (&Path, &str),
        version: &str,
        ids: &[String],
    ) -> Result<Lines> {
        let folder = place.work.join("play-peers");
        let list = folder.join("versions.json");
        write(&list, &serde_json::to_string(ids)?)?;
        let mut command = self.command(&folder)?;
        let said = output(command.arg(root).arg(natives).arg(version).arg(list))?;
        let answers: BTreeMap<String, Value> = serde_json::from_str(&said)?;
        Ok(answers.into_iter().map(|(id, answer)| (id, line(&answer))).collect())
    }

    fn command(self, folder: &Path) -> Result<Command> {
        let (program, script) = match self {
            Self::Xmcl => (PathBuf::from("node"), xmcl(&folder.join("node"))?),
            Self::LauncherLib => launcher_lib(&folder.join("python"))?,
        };
        let mut command = Command::new(program);
        command.arg(script);
        Ok(command)
    }
}

fn line(answer: &Value) -> Result<Vec<String>, String> {
    let error = || answer["error"].as_str().unwrap_or("no words").to_owned();
    let words = answer.as_array().ok_or_else(error)?;
    Ok(words.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

fn xmcl(folder: &Path) -> Result<PathBuf> {
    if !folder.join("node_modules/@xmcl/core/package.json").is_file() {
        write(&folder.join("package.json"), XMCL)?;
        let mut npm = Command::new("npm");
        done(npm.args(["install", "--silent", "--no-audit", "--no-fund"]).current_dir(folder))?;
    }
    let script = folder.join("lines.mjs");
    write(&script, include_str!("peers/xmcl_core.mjs"))?;
    Ok(script)
}

fn launcher_lib(folder: &Path) -> Result<(PathBuf, PathBuf)> {
    let program = folder.join("bin/python");
    if !program.is_file() {
        done(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
        let mut pip = Command::new(&program);
        done(pip.args(["-m", "pip", "install", "--quiet", LAUNCHER_LIB]))
            .context("pip cannot install the peer")?;
    }
    let script = folder.join("lines.py");
    write(&script, include_str!("peers/launcher_lib.py"))?;
    Ok((program, script))
}
