//! docs/tools.md, from the tool registry as `nova` lists it.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};
use serde_json::Value;

use crate::process::output;

/// The page.
pub(super) fn page(nova: &Path) -> Result<String> {
    let listed = registry(nova)?;
    let Some(tools) = listed["tools"].as_array() else { bail!("`nova tools --json` lists no tools") };
    let mut page =
        "# Tools\n\nWritten by `cargo xtask gen` from the registry, in its order; do not edit.\n".to_owned();
    for tool in tools {
        describe(&mut page, tool)?;
    }
    Ok(page)
}

/// The one place that knows how the registry is asked: every capability is pretended, so that every tool is there.
fn registry(nova: &Path) -> Result<Value> {
    let caps = "pages,appearance,recorder,plugins,multiplayer,questions";
    let mut command = Command::new(nova);
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
