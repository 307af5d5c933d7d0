//! Starting what was installed, and what came of it.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context, Result};
use serde_json::Value;

use super::install::Installed;

/// The command of a version on the machine's Java, as a launcher would make it.
pub(crate) fn command(installed: &Installed) -> Command {
    let main = installed.version["mainClass"].as_str().unwrap_or_default();
    command_of(Path::new("java"), installed, main, &[])
}

/// The same with another Java, another main class and options of one's own.
pub(crate) fn command_of(java: &Path, installed: &Installed, main: &str, options: &[&str]) -> Command {
    let mut command = Command::new(java);
    command.current_dir(installed.game()).env_remove("DISPLAY").args([
        "-Xmx64m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
    ]);
    command.arg(format!("-Djava.library.path={}", installed.root.join("natives").display()));
    if let Some(path) = &installed.log_config {
        command.arg(format!("-Dlog4j.configurationFile={}", path.display()));
    }
    let classpath = std::env::join_paths(&installed.classpath).unwrap_or_default();
    command.args(options).arg("-cp").arg(classpath).arg(main).args(installed.arguments());
    command
}

/// What the stand-in reported.
pub(crate) fn report(game: &Path) -> Result<Value> {
    let path = game.join("standin-report.json");
    let text = std::fs::read_to_string(&path).with_context(|| format!("no report at {}", path.display()))?;
    Ok(serde_json::from_str(&text)?)
}

/// Standard output and error.
pub(crate) fn said(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}
