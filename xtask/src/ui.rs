//! The page of the window: its packages, its build, its checks. It is built before anything that compiles nova-desktop, which has it
//! inside.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use walkdir::WalkDir;

use crate::process::{done, has, say};
use crate::setup::NPM;
use crate::workspace;

/// The folder of the page.
pub(crate) fn folder() -> PathBuf {
    workspace::root().join("ui")
}

/// Installs the packages that the lock file names, unless they are there.
pub(crate) fn packages() -> Result<()> {
    ensure!(
        has(NPM, &["--version"]),
        "npm is missing: the window's page is built with Node 20 or newer (https://nodejs.org)"
    );
    if are_installed() {
        return Ok(());
    }
    say("ui: installing the packages of the page");
    done(&mut npm(&["ci", "--no-audit", "--no-fund"]))
}

/// Builds the page, unless nothing it is made from is newer: a new one has the window compiled again.
pub(crate) fn build() -> Result<()> {
    packages()?;
    if is_fresh()? {
        return Ok(());
    }
    done(&mut npm(&["run", "--silent", "build"]))
}

/// The page and the tests of the window are written as prettier writes them.
pub(crate) fn format() -> Result<()> {
    done(&mut npm(&["run", "--silent", "format:check"]))?;
    let tests = workspace::root().join("tests/window/**/*.mjs");
    done(npx(&["prettier", "--config", ".prettierrc.json", "--check"]).arg(tests))
}

/// Types, and what svelte-check knows about markup.
pub(crate) fn check() -> Result<()> {
    done(&mut npm(&["run", "--silent", "check"]))
}

/// The tests of its logic.
pub(crate) fn tests() -> Command {
    let mut command = npx(&["vitest", "run"]);
    command.env("NO_COLOR", "1");
    command
}

fn npm(words: &[&str]) -> Command {
    let mut command = Command::new(NPM);
    command.args(words).current_dir(folder());
    command
}

/// A program of the installed packages.
fn npx(words: &[&str]) -> Command {
    let mut command = npm(&["exec", "--no", "--"]);
    command.args(words);
    command
}

/// What the page is made from.
const SOURCES: [&str; 5] = ["src", "public", "index.html", "vite.config.ts", "package-lock.json"];

/// A folder is newer than the page when a file in it came or went.
fn is_fresh() -> Result<bool> {
    let Ok(built) = modified(&folder().join("dist/index.html")) else { return Ok(false) };
    for source in SOURCES {
        for entry in WalkDir::new(folder().join(source)) {
            if modified(entry?.path())? >= built {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn modified(path: &Path) -> Result<SystemTime> {
    Ok(std::fs::metadata(path)?.modified()?)
}

/// Whether what npm noted down when it installed has every version of the lock file.
fn are_installed() -> bool {
    let lists = [folder().join("package-lock.json"), folder().join("node_modules/.package-lock.json")];
    let [Ok(wanted), Ok(there)] = lists.map(|path| read(&path)) else { return false };
    is_covered(&wanted, &there)
}

fn read(path: &Path) -> Result<Value> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(serde_json::from_str(&text)?)
}

/// Optional packages are those of other systems.
fn is_covered(wanted: &Value, there: &Value) -> bool {
    let Some(packages) = wanted["packages"].as_object() else { return false };
    packages
        .iter()
        .filter(|(name, package)| !name.is_empty() && package["optional"] != true)
        .all(|(name, package)| there["packages"][name]["version"] == package["version"])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn packages_are_there_when_every_version_is_the_one_of_the_lock_file() {
        let wanted = json!({ "packages": {
            "": { "version": "0.1.0" },
            "node_modules/a": { "version": "1.0.0" },
            "node_modules/only-on-windows": { "version": "2.0.0", "optional": true },
        }});
        let there = |version: &str| json!({ "packages": { "node_modules/a": { "version": version } } });
        assert!(is_covered(&wanted, &there("1.0.0")));
        assert!(!is_covered(&wanted, &there("1.0.1")));
        assert!(!is_covered(&wanted, &json!({})));
    }
}
