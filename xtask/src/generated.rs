//! `cargo xtask gen`: the files that are written from what is built, and are in the repository so that their changes are seen.

mod commands;
mod tools;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, done, output, say};
use crate::workspace;

/// The programs that know what is written.
struct Programs {
    nova: PathBuf,
    bridge: PathBuf,
}

impl Programs {
    /// Those that are built already.
    fn there() -> Result<Self> {
        Ok(Self { nova: workspace::program("nova")?, bridge: workspace::program("nova-bridge")? })
    }

    /// What one of them prints.
    fn bridge(&self, words: &[&str]) -> Result<String> {
        output(Command::new(&self.bridge).args(words).current_dir(workspace::root()))
    }
}

/// Each file and what stands in it.
fn files(programs: &Programs) -> Result<Vec<(&'static str, String)>> {
    let types = programs.bridge(&["types"])?;
    let names = commands::names(&types)?;
    Ok(vec![
        ("docs/tools.md", tools::page(&programs.nova)?),
        ("ui/src/i18n/zh-TW.json", programs.bridge(&["labels", "ui/src/i18n/labels"])?),
        ("src-tauri/src/commands/names.rs", commands::list(&names)),
        ("src-tauri/capabilities/main.json", commands::capability(&names)?),
        ("ui/src/lib/types.ts", types),
    ])
}

/// Builds the programs and writes the files that differ.
pub(crate) fn write() -> Result<()> {
    let packages = ["build", "--quiet", "--package", "nova-cli", "--package", "nova-bridge"];
    done(cargo().args(packages).current_dir(workspace::root()))?;
    for (name, text) in files(&Programs::there()?)? {
        let path = workspace::root().join(name);
        if there(&path)? != text {
            crate::accept::write(&path, &text)?;
            say(&format!("gen: wrote {name}"));
        }
    }
    Ok(())
}

/// An error unless the files in the repository are those that the built programs would write.
pub(crate) fn check() -> Result<()> {
    let mut stale = Vec::new();
    for (name, text) in files(&Programs::there()?)? {
        if there(&workspace::root().join(name))? != text {
            stale.push(name);
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    bail!("{} would be written otherwise; run `cargo xtask gen`", stale.join(", "))
}

fn there(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
