//! The TypeScript of everything that goes between the window and the desk, as one file.

use std::collections::{BTreeMap, btree_map::Entry};

use ts_rs::Config;

use crate::{call::Visitor, commands};

const HEAD: &str = "// Written by `cargo xtask gen` from the commands of nova-desk; do not edit.\n";

/// Two types go by one name: the page would take one of them for the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "two types are called {name} in TypeScript; rename one of them, or give it a name of its own with #[ts(rename)]"
)]
pub struct SameName {
    /// The name.
    pub name: String,
}

/// The file `ui/src/lib/types.ts`.
pub fn bindings() -> Result<String, SameName> {
    let cfg = Config::new().with_large_int("number");
    let commands = commands::list();
    let mut types = Declared::default();
    for command in &commands {
        command.visit(&mut Visitor(&mut |declared| types.keep(declared), &cfg));
    }
    let declared: Vec<String> = types.texts()?.map(|text| format!("export {text}\n")).collect();
    let names = commands.iter().map(|command| {
        let [args, result, event] = command.types(&cfg);
        format!("  {}: {{ args: {args}; result: {result}; event: {event} }};\n", command.name)
    });
    let names: String = names.collect();
    Ok(format!(
        "{HEAD}\n{}\n/** Every command by its name. */\nexport interface Commands {{\n{names}}}\n",
        declared.join("\n")
    ))
}

/// The declarations by their names.
#[derive(Default)]
struct Declared {
    types: BTreeMap<String, String>,
    clash: Option<SameName>,
}

impl Declared {
    /// Keeps a declaration; whether the types in it are still to be looked at.
    fn keep(&mut self, declared: Option<(String, String)>) -> bool {
        let Some((name, text)) = declared else { return true };
        match self.types.entry(name) {
            Entry::Vacant(place) => {
                place.insert(text);
                true
            }
            Entry::Occupied(other) => {
                if *other.get() != text {
                    self.clash = Some(SameName { name: other.key().clone() });
                }
                false
            }
        }
    }

    fn texts(&self) -> Result<impl Iterator<Item = &String>, SameName> {
        self.clash.clone().map_or_else(|| Ok(self.types.values()), Err)
    }
}

#[cfg(test)]
mod tests {
    use ts_rs::TypeVisitor;

    use super::*;

    #[test]
    fn every_command_and_the_types_it_uses_are_declared() {
        let text = bindings().unwrap();
        for name in commands::names() {
            assert!(text.contains(&format!("  {name}: {{ args: ")), "{name}");
        }
        for name in ["TurnEvent", "Checklist", "Line", "Fault"] {
            assert!(text.contains(&format!("export type {name} = ")), "{name}");
        }
        assert!(!text.contains("bigint"));
    }

    mod other {
        #[derive(ts_rs::TS)]
        pub(super) struct Row {
            #[expect(dead_code, reason = "only its type counts")]
            name: String,
        }
    }

    #[derive(ts_rs::TS)]
    struct Row {
        #[expect(dead_code, reason = "only its type counts")]
        size: u32,
    }

    #[derive(ts_rs::TS)]
    struct Both {
        #[expect(dead_code, reason = "only its type counts")]
        rows: (Row, Vec<Row>, Option<other::Row>),
    }

    #[test]
    fn two_types_of_one_name_are_an_error_and_one_type_in_two_places_is_none() {
        let cfg = Config::new();
        let found = |visit: fn(&mut Visitor<'_>)| {
            let mut types = Declared::default();
            visit(&mut Visitor(&mut |declared| types.keep(declared), &cfg));
            types.clash
        };
        assert_eq!(found(|visitor| visitor.visit::<Both>()), Some(SameName { name: "Row".to_owned() }));
        assert_eq!(found(|visitor| (visitor.visit::<Row>(), visitor.visit::<Row>()).0), None);
    }
}
