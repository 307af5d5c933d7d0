//! The TypeScript of everything that goes between the window and the desk, as one file.

use std::collections::{BTreeMap, BTreeSet};

use ts_rs::Config;

use crate::{call::Visitor, commands};

const HEAD: &str = "// Written by `cargo xtask gen` from the commands of nova-desk; do not edit.\n";

/// The file `ui/src/lib/types.ts`.
pub fn bindings() -> String {
    let cfg = Config::new().with_large_int("number");
    let commands = commands::list();
    let mut types: BTreeMap<String, String> = BTreeMap::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for command in &commands {
        let mut keep = |declared: Option<(String, String)>| match declared {
            Some((name, text)) => {
                types.insert(name.clone(), text);
                seen.insert(name)
            }
            None => true,
        };
        command.visit(&mut Visitor(&mut keep, &cfg));
    }
    let declared: Vec<String> = types.values().map(|text| format!("export {text}\n")).collect();
    let names = commands.iter().map(|command| {
        let [args, result, event] = command.types(&cfg);
        format!("  {}: {{ args: {args}; result: {result}; event: {event} }};\n", command.name)
    });
    let names: String = names.collect();
    format!(
        "{HEAD}\n{}\n/** Every command by its name. */\nexport interface Commands {{\n{names}}}\n",
        declared.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_and_the_types_it_uses_are_declared() {
        let text = bindings();
        for name in commands::names() {
            assert!(text.contains(&format!("  {name}: {{ args: ")), "{name}");
        }
        for name in ["TurnEvent", "Checklist", "Line", "Fault"] {
            assert!(text.contains(&format!("export type {name} = ")), "{name}");
        }
        assert!(!text.contains("bigint"));
    }
}
