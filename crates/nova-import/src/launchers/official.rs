//! The official launcher: its own folder's versions, where that folder is not in use, and profiles that play in folders of
//! their own.

use std::path::{Path, PathBuf};

use nova_game::{GameSetup, Sharing, Version as Installed};
use serde_json::Value;

use super::roots::{source, versions};
use crate::{
    Found, Launcher, Root, Source, places,
    read::{json, line, word},
};

const FILES: [&str; 2] = ["launcher_profiles.json", "launcher_profiles_microsoft_store.json"];
/// More profiles are not looked at.
const MOST: usize = 500;

pub(crate) fn official(setup: &GameSetup, known: &[PathBuf], found: &mut Found) {
    for folder in places::official(&setup.machine) {
        let Ok(root) = folder.canonicalize() else { continue };
        let there = versions(setup, &root);
        if !known.contains(&root) && !there.is_empty() {
            found.roots.push(Root {
                launcher: Launcher::Official,
                path: root.clone(),
                versions: there.len(),
            });
            found.sources.extend(there.iter().filter_map(|version| source(Launcher::Official, version)));
        }
        profiles(&root, &there, found);
    }
}

fn profiles(root: &Path, there: &[Installed], found: &mut Found) {
    let Some(file) = FILES.iter().find_map(|name| json::<Value>(&root.join(name))) else { return };
    let list = file.get("profiles").and_then(Value::as_object);
    for profile in list.into_iter().flat_map(|list| list.values()).take(MOST) {
        found.sources.extend(one(root, there, profile));
    }
}

/// A profile whose game folder is its own.
fn one(root: &Path, there: &[Installed], profile: &Value) -> Option<Source> {
    let folder = root.join(word(profile, "/gameDir")?).canonicalize().ok().filter(|folder| folder != root)?;
    let id = word(profile, "/lastVersionId")?;
    let name = word(profile, "/name").unwrap_or_default();
    let version = there.iter().find(|version| version.id == id);
    let mut one = match version.and_then(|version| source(Launcher::Official, version)) {
        Some(version) => Source {
            game: version.game,
            loader: version.loader,
            version: version.version,
            custom: version.custom,
            notes: version.notes,
            ..Source::new(Launcher::Official, &folder, name)?
        },
        // A version that is not there any more, or the newest one of its kind, is called by its game alone.
        None => Source::new(Launcher::Official, &folder, name)?.game(game_of(id)),
    };
    one.sharing = Sharing::Own;
    one.wishes.jvm_args = word(profile, "/javaArgs").and_then(line);
    one.wishes.java = word(profile, "/javaDir").map(PathBuf::from);
    let side = |name: &str| profile.get("resolution")?.get(name)?.as_u64()?.try_into().ok();
    one.wishes.window.width = side("width");
    one.wishes.window.height = side("height");
    Some(one)
}

fn game_of(id: &str) -> &str {
    match id {
        "latest-release" => "latest",
        other => other,
    }
}
