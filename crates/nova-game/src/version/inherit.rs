//! The chain of `inheritsFrom`: followed by folder name within one root, never along a path, never round and round.

use std::collections::BTreeMap;

use nova_model::Message;

use super::json::VersionJson;
use crate::names;

/// Longer chains do not exist in the wild (a pack on a loader on the game is three).
const LONGEST: usize = 16;

/// What a version inherits from.
#[derive(Debug, Default)]
pub(crate) struct Chain<'a> {
    /// The jsons, nearest first; without the version's own.
    pub(crate) parents: Vec<(&'a str, &'a VersionJson)>,
    /// The name the chain ends at, installed or not.
    pub(crate) ancestor: Option<&'a str>,
    /// What is wrong with it.
    pub(crate) problem: Option<Message>,
}

/// Follows the chain of a version through the jsons of its root.
pub(crate) fn chain<'a>(
    id: &'a str,
    json: &'a VersionJson,
    installed: &'a BTreeMap<String, VersionJson>,
) -> Chain<'a> {
    let mut chain = Chain::default();
    let mut seen = vec![id];
    let mut next = json.inherits_from.as_deref();
    while let Some(name) = next {
        if let Some(problem) = fault(id, name, &seen) {
            chain.problem = Some(problem);
            return chain;
        }
        chain.ancestor = Some(name);
        let Some((name, json)) = installed.get_key_value(name) else {
            chain.problem =
                Some(Message::new("game.version.parent-missing").with("id", id).with("parent", name));
            return chain;
        };
        seen.push(name);
        chain.parents.push((name, json));
        next = json.inherits_from.as_deref();
    }
    chain
}

fn fault(id: &str, name: &str, seen: &[&str]) -> Option<Message> {
    let code = if !names::is_folder_name(name) {
        "game.version.parent-name"
    } else if seen.contains(&name) {
        "game.version.parent-loop"
    } else if seen.len() > LONGEST {
        "game.version.parent-depth"
    } else {
        return None;
    };
    Some(Message::new(code).with("id", id).with("parent", name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn installed(links: &[(&str, Option<&str>)]) -> BTreeMap<String, VersionJson> {
        let json = |parent: Option<&str>| VersionJson {
            inherits_from: parent.map(str::to_owned),
            ..VersionJson::default()
        };
        links.iter().map(|(id, parent)| ((*id).to_owned(), json(*parent))).collect()
    }

    fn problem(links: &[(&str, Option<&str>)]) -> Option<String> {
        let installed = installed(links);
        let found = chain("a", installed.get("a").unwrap(), &installed);
        found.problem.map(|message| message.code.into_owned())
    }

    #[test]
    fn a_sound_chain_is_followed_to_its_end() {
        let installed = installed(&[("a", Some("b")), ("b", Some("c")), ("c", None)]);
        let found = chain("a", installed.get("a").unwrap(), &installed);
        assert!(found.problem.is_none());
        assert_eq!(found.parents.iter().map(|(id, _)| *id).collect::<Vec<_>>(), ["b", "c"]);
        assert_eq!(found.ancestor, Some("c"));
    }

    #[test]
    fn loops_paths_gaps_and_endless_chains_are_problems() {
        assert_eq!(problem(&[("a", Some("a"))]).unwrap(), "game.version.parent-loop");
        assert_eq!(problem(&[("a", Some("b")), ("b", Some("a"))]).unwrap(), "game.version.parent-loop");
        assert_eq!(problem(&[("a", Some("gone"))]).unwrap(), "game.version.parent-missing");
        for path in ["../b", "/etc", "..", "x\\y", ""] {
            assert_eq!(problem(&[("a", Some(path))]).unwrap(), "game.version.parent-name", "{path}");
        }
        let names: Vec<String> =
            (0..300).map(|n| if n == 0 { "a".to_owned() } else { format!("v{n}") }).collect();
        let links: Vec<(&str, Option<&str>)> = names
            .iter()
            .enumerate()
            .map(|(n, id)| (id.as_str(), names.get(n + 1).map(String::as_str)))
            .collect();
        assert_eq!(problem(&links).unwrap(), "game.version.parent-depth");
    }
}
