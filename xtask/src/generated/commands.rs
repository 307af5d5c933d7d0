//! The window's list of commands and its capability file, from the desk's commands as their TypeScript declares them.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use serde_json::json;

const HEAD: &str = "\
//! Every command that the page may call. Written by `cargo xtask gen` from the desk's list; do not edit.

macro_rules! commands {
    ($then:ident) => {
        $then! {
";

/// The names of the commands, in the desk's order: the keys of `interface Commands`.
pub(super) fn names(types: &str) -> Result<Vec<&str>> {
    let (_, list) =
        types.split_once("export interface Commands {").context("there is no list of commands")?;
    let lines = list.lines().map_while(|line| if line == "}" { None } else { Some(line.trim()) });
    let names: Vec<&str> =
        lines.filter_map(|line| line.split_once(": { args: ")).map(|(name, _)| name).collect();
    ensure!(!names.is_empty(), "the list of commands is empty");
    Ok(names)
}

/// `src-tauri/src/commands/names.rs`.
pub(super) fn list(names: &[&str]) -> String {
    let mut text = HEAD.to_owned();
    for name in names {
        // Writing to a string does not fail.
        let _ = writeln!(text, "            {name}");
    }
    text + "        }\n    };\n}\n"
}

/// `src-tauri/capabilities/main.json`.
pub(super) fn capability(names: &[&str]) -> Result<String> {
    let permissions: Vec<String> =
        names.iter().map(|name| format!("allow-{}", name.replace('_', "-"))).collect();
    let capability = json!({
        "identifier": "main",
        "description": "What the one window of Nova may do: the desk's commands, and nothing of the system",
        "local": true,
        "windows": ["main"],
        "permissions": permissions,
    });
    Ok(serde_json::to_string_pretty(&capability)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: &str = "export type A = { args: string, };\n\nexport interface Commands {\n  chat_open: { args: A; result: \
                         B; event: never };\n  mods_list: { args: A; result: B; event: never };\n}\n";

    #[test]
    fn the_names_are_the_keys_of_the_interface() {
        assert_eq!(names(TYPES).unwrap(), ["chat_open", "mods_list"]);
        assert!(names("export type A = {};").is_err());
    }

    #[test]
    fn each_command_has_its_permission() {
        let capability = capability(&["chat_open"]).unwrap();
        assert!(capability.contains("\"allow-chat-open\""));
        assert!(list(&["chat_open"]).contains("\n            chat_open\n"));
    }
}
