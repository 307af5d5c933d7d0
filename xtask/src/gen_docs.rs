//! `cargo xtask gen`: docs/tools.md from the tool registry, as the built `nova` lists it.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::process::{output, say};
use crate::workspace::{self, Profile};

/// Where the page lies.
pub(crate) fn page_path() -> PathBuf {
    workspace::root().join("docs/tools.md")
}

/// Writes the page.
pub(crate) fn write() -> Result<()> {
    let path = page_path();
    crate::accept::write(&path, &page()?)?;
    say(&format!("gen: wrote {}", path.display()));
    Ok(())
}

/// An error unless the page in the repository is the one that would be written.
pub(crate) fn check() -> Result<()> {
    let path = page_path();
    let there = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(there == page()?, "docs/tools.md is not what the registry says; run `cargo xtask gen`");
    Ok(())
}

fn page() -> Result<String> {
    let listed = registry()?;
    let Some(tools) = listed["tools"].as_array() else { bail!("`nova tools --json` lists no tools") };
    let mut page =
        "# Tools\n\nWritten by `cargo xtask gen` from the registry, in its order; do not edit.\n".to_owned();
    for tool in tools {
        describe(&mut page, tool)?;
    }
    Ok(page)
}

/// The one place that knows how the registry is asked: every capability is pretended, so that every tool is there.
fn registry() -> Result<Value> {
    let caps = "pages,appearance,recorder,plugins,multiplayer,questions";
    let mut command = Command::new(workspace::nova(Profile::Debug)?);
    command.args(["--json", "--lang", "en", "tools", "--host-caps", caps]);
    Ok(serde_json::from_str(&output(&mut command)?)?)
}

fn describe(page: &mut String, tool: &Value) -> Result<()> {
    let word = |key: &str| tool[key].as_str().unwrap_or_default();
    writeln!(page, "\n## {}\n", word("name"))?;
    let title = |language: &str| tool["title"][language].as_str().unwrap_or_default();
    writeln!(page, "{} · {} · {}\n", word("effect"), title("zh"), title("en"))?;
    for line in word("description").lines() {
        writeln!(page, "{line}  ")?;
    }
    let Some(parameters) = tool["parameters"]["properties"].as_object() else { return Ok(()) };
    if !parameters.is_empty() {
        writeln!(page, "\n| parameter | meaning |\n|---|---|")?;
    }
    for (name, schema) in parameters {
        let meaning = schema["description"].as_str().unwrap_or_default().replace(['\n', '|'], " ");
        writeln!(page, "| `{name}` | {meaning} |")?;
    }
    Ok(())
}
