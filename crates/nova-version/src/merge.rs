//! A version and those it inherits from, made one.

use nova_model::{Problem, clean};

use crate::{
    error::VersionError,
    json::{Argument, AssetIndexRef, Download, JavaVersion, Library, Logging, VersionFile},
};

/// Longer chains do not exist in the wild (a pack on a loader on the game is three).
const LONGEST: usize = 16;

/// A library and how far from the version it stands: 0 is the version's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The library.
    pub library: Library,
    /// Its generation.
    pub level: usize,
}

/// A whole version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The version's id.
    pub id: String,
    /// The ids of the chain, the version's own first.
    pub chain: Vec<String>,
    /// The class that is started.
    pub main_class: String,
    /// `release`, `snapshot`, …
    pub kind: Option<String>,
    /// When the game came out, or the loader's version.
    pub release_time: Option<String>,
    /// The nearest line of old arguments.
    pub minecraft_arguments: Option<String>,
    /// Arguments of the game in lists, the parent's first.
    pub game: Vec<Argument>,
    /// Arguments for Java in lists, the parent's first; empty where no version has any.
    pub jvm: Vec<Argument>,
    /// Arguments for Java unless the player has own ones.
    pub user_jvm: Vec<Argument>,
    /// Libraries, the child's first. Which of two versions of one library stays depends on the platform: see
    /// [`FileSet`](crate::FileSet).
    pub libraries: Vec<Placed>,
    /// The name of the assets.
    pub assets: Option<String>,
    /// Their index.
    pub asset_index: Option<AssetIndexRef>,
    /// The client jar.
    pub client: Option<Download>,
    /// The names that Mojang gives the client's classes.
    pub client_mappings: Option<Download>,
    /// The Java it asks for.
    pub java: Option<JavaVersion>,
    /// The log configuration.
    pub logging: Option<Logging>,
    /// The highest compliance level of the chain.
    pub compliance_level: u64,
    /// The version whose jar is the client: `versions/<jar>/<jar>.jar`.
    pub jar: String,
    /// What was left out of each file, and why.
    pub problems: Vec<Problem>,
}

impl Merged {
    /// Merges a chain: the version first, then what it inherits from, to the end.
    pub fn of(chain: &[VersionFile]) -> Result<Self, VersionError> {
        let first = checked(chain)?;
        let nearest = |read: fn(&VersionFile) -> Option<String>| chain.iter().find_map(read);
        let Some(main_class) = nearest(|file| file.main_class.clone()) else {
            return Err(VersionError::NoMainClass { id: clean(&first.id, 120) });
        };
        Ok(Self {
            id: first.id.clone(),
            chain: chain.iter().map(|file| file.id.clone()).collect(),
            main_class,
            kind: nearest(|file| file.kind.clone()),
            release_time: nearest(|file| file.release_time.clone()),
            minecraft_arguments: nearest(|file| file.minecraft_arguments.clone()),
            game: game(chain),
            jvm: joined(chain, |file| file.arguments.jvm.as_ref()),
            user_jvm: joined(chain, |file| file.arguments.user_jvm.as_ref()),
            libraries: libraries(chain),
            assets: nearest(|file| file.assets.clone()),
            asset_index: chain.iter().find_map(|file| file.asset_index.clone()),
            client: download(chain, "client"),
            client_mappings: download(chain, "client_mappings"),
            java: chain.iter().find_map(|file| file.java.clone()),
            logging: chain.iter().find_map(|file| file.logging.clone()),
            compliance_level: chain.iter().filter_map(|file| file.compliance_level).max().unwrap_or(0),
            jar: jar(first, chain),
            problems: chain.iter().flat_map(|file| file.problems.clone()).collect(),
        })
    }
}

/// The first file of a chain in which each inherits from the next and the last from none (or, as some tools write it, from itself).
fn checked(chain: &[VersionFile]) -> Result<&VersionFile, VersionError> {
    let Some(first) = chain.first() else { return Err(VersionError::Shape { name: String::new() }) };
    if chain.len() > LONGEST {
        return Err(VersionError::ParentDepth { id: clean(&first.id, 120) });
    }
    for (at, file) in chain.iter().enumerate() {
        let earlier = chain.iter().take(at);
        if earlier.clone().any(|earlier| earlier.name == file.name) {
            return Err(VersionError::ParentLoop { id: clean(&first.id, 120) });
        }
        check_parent(file, chain.get(at + 1), earlier)?;
    }
    Ok(first)
}

fn check_parent<'a>(
    file: &VersionFile,
    next: Option<&VersionFile>,
    mut earlier: impl Iterator<Item = &'a VersionFile>,
) -> Result<(), VersionError> {
    let goes_by = |file: &VersionFile, name: &str| file.name == name || file.id == name;
    let parent = file.inherits_from.as_deref().filter(|parent| !goes_by(file, parent));
    match (parent, next) {
        (None, None) => Ok(()),
        (Some(parent), Some(next)) if goes_by(next, parent) => Ok(()),
        (Some(parent), None) if earlier.any(|earlier| goes_by(earlier, parent)) => {
            Err(VersionError::ParentLoop { id: clean(&file.id, 120) })
        }
        (Some(parent), _) => {
            Err(VersionError::ParentMissing { id: clean(&file.id, 120), parent: clean(parent, 120) })
        }
        (None, Some(next)) => {
            Err(VersionError::ParentMissing { id: clean(&file.id, 120), parent: clean(&next.id, 120) })
        }
    }
}

/// Lists append to what the parents have. A line of old arguments is complete in itself: it replaces whatever stands further away.
fn game(chain: &[VersionFile]) -> Vec<Argument> {
    let line = chain.iter().position(|file| file.minecraft_arguments.is_some());
    let reach = line.map_or(chain.len(), |line| line + 1);
    let near = chain.get(..reach).unwrap_or(chain);
    joined(near, |file| file.arguments.game.as_ref())
}

fn joined(chain: &[VersionFile], list: impl Fn(&VersionFile) -> Option<&Vec<Argument>>) -> Vec<Argument> {
    chain.iter().rev().filter_map(list).flatten().cloned().collect()
}

fn libraries(chain: &[VersionFile]) -> Vec<Placed> {
    let placed = |(level, file): (usize, &VersionFile)| {
        let own = file.libraries.clone().into_iter();
        own.map(move |library| Placed { library, level }).collect::<Vec<_>>()
    };
    chain.iter().enumerate().flat_map(placed).collect()
}

fn download(chain: &[VersionFile], kind: &str) -> Option<Download> {
    chain.iter().find_map(|file| file.downloads.get(kind).filter(|file| file.url().is_some()).cloned())
}

/// The nearest `jar`; else the version that says where its client comes from; else the last of the chain.
fn jar(first: &VersionFile, chain: &[VersionFile]) -> String {
    let named = chain.iter().find_map(|file| file.jar.clone());
    let owner = chain.iter().find(|file| file.downloads.contains_key("client")).or_else(|| chain.last());
    named.unwrap_or_else(|| owner.unwrap_or(first).id.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn file(name: &str, value: &Value) -> VersionFile {
        VersionFile::parse(name, value.to_string().as_bytes()).unwrap()
    }

    fn words(arguments: &[Argument]) -> Vec<&str> {
        arguments.iter().flat_map(|argument| argument.values.iter().map(String::as_str)).collect()
    }

    fn vanilla() -> VersionFile {
        file(
            "1.20.1",
            &json!({"id": "1.20.1", "mainClass": "net.minecraft.client.main.Main", "type": "release", "complianceLevel": 1,
                "arguments": {"game": ["--a"], "jvm": ["-Da"]}, "assets": "5", "assetIndex": {"id": "5", "url": "https://x/5.json"},
                "downloads": {"client": {"url": "https://x/client.jar"}},
                "javaVersion": {"component": "java-runtime-gamma", "majorVersion": 17}, "libraries": [{"name": "a:b:1"}]}),
        )
    }

    #[test]
    fn the_child_wins_lists_append_and_the_game_stays_the_owner_of_its_jar() {
        let child = file(
            "pack",
            &json!({"id": "pack", "inheritsFrom": "1.20.1", "mainClass": "Knot", "logging": {},
                "arguments": {"game": ["--b"], "jvm": ["-Db"]}, "libraries": [{"name": "c:d:1"}], "assetIndex": {}}),
        );
        let merged = Merged::of(&[child, vanilla()]).unwrap();
        assert_eq!(
            (merged.id.as_str(), merged.main_class.as_str(), merged.jar.as_str()),
            ("pack", "Knot", "1.20.1")
        );
        assert_eq!((words(&merged.game), words(&merged.jvm)), (vec!["--a", "--b"], vec!["-Da", "-Db"]));
        let libraries: Vec<_> = merged
            .libraries
            .iter()
            .map(|placed| (placed.library.coordinate.to_string(), placed.level))
            .collect();
        assert_eq!(libraries, [("c:d:1".to_owned(), 0), ("a:b:1".to_owned(), 1)]);
        assert_eq!(merged.java.map(|java| java.major), Some(17));
        assert_eq!(merged.asset_index.map(|index| index.id).as_deref(), Some("5"));
        assert_eq!(merged.compliance_level, 1);
    }

    #[test]
    fn a_line_of_old_arguments_replaces_what_the_parents_have() {
        let parent = file(
            "1.12.2",
            &json!({"mainClass": "M", "minecraftArguments": "--username ${auth_player_name}"}),
        );
        let child = file(
            "f",
            &json!({"inheritsFrom": "1.12.2", "jar": "1.12.2", "minecraftArguments": "--username x --tweakClass y"}),
        );
        let merged = Merged::of(&[child.clone(), parent]).unwrap();
        assert_eq!(merged.minecraft_arguments.as_deref(), Some("--username x --tweakClass y"));
        let newer = file("1.12.2", &json!({"mainClass": "M", "arguments": {"game": ["--username", "z"]}}));
        assert!(Merged::of(&[child, newer]).unwrap().game.is_empty());
    }

    #[test]
    fn gaps_loops_and_endless_chains_are_errors() {
        let link = |name: &str, parent: &str| {
            file(name, &json!({"id": name, "mainClass": "M", "inheritsFrom": parent}))
        };
        let missing = Merged::of(&[link("a", "b")]);
        assert_eq!(missing, Err(VersionError::ParentMissing { id: "a".into(), parent: "b".into() }));
        assert!(matches!(
            Merged::of(&[link("a", "b"), link("b", "a")]),
            Err(VersionError::ParentLoop { .. })
        ));
        assert!(matches!(Merged::of(&[link("a", "b"), vanilla()]), Err(VersionError::ParentMissing { .. })));
        let long: Vec<_> = (0..40).map(|n| link(&format!("v{n}"), &format!("v{}", n + 1))).collect();
        assert!(matches!(Merged::of(&long), Err(VersionError::ParentDepth { .. })));
        assert!(matches!(Merged::of(&[]), Err(VersionError::Shape { .. })));
    }

    #[test]
    fn a_version_that_names_itself_as_its_parent_is_its_own_root() {
        let odd = file("a", &json!({"id": "a", "mainClass": "M", "inheritsFrom": "a"}));
        assert_eq!(Merged::of(&[odd]).unwrap().jar, "a");
    }

    #[test]
    fn a_copied_folder_still_finds_its_parent_by_either_name() {
        let child = file("copy", &json!({"id": "copy", "inheritsFrom": "renamed"}));
        let mut parent = vanilla();
        parent.name = "renamed".to_owned();
        assert_eq!(Merged::of(&[child, parent]).unwrap().jar, "1.20.1");
    }

    #[test]
    fn without_a_main_class_nothing_can_start() {
        let bare = file("a", &json!({"id": "a"}));
        assert_eq!(Merged::of(&[bare]), Err(VersionError::NoMainClass { id: "a".into() }));
        let hostile = file("a", &json!({"id": "a", "mainClass": "-XX:OnError=calc"}));
        assert!(matches!(Merged::of(&[hostile]), Err(VersionError::NoMainClass { .. })));
    }
}
