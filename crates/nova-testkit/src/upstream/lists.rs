//! Lists of versions in the forms that are not recorded: Forge's Maven metadata, NeoForge's list, and those of BMCLAPI.

use std::fmt::Write as _;

use anyhow::Result;
use serde_json::{Value, json};

use super::store::Store;

const FORGE: &str = "files.minecraftforge.net/net/minecraftforge/forge/maven-metadata.json";
const NEOFORGE_API: &str = "maven.neoforged.net/api/maven/versions/releases/net/neoforged";
/// BMCLAPI's own lists; the rest of it mirrors others.
pub(crate) const MIRROR: &str = "bmclapi2.bangbang93.com";

/// The answer for a key; `None` where it is of something else.
pub(crate) fn document(store: &Store, key: &str) -> Result<Option<Vec<u8>>> {
    if key == "maven.minecraftforge.net/net/minecraftforge/forge/maven-metadata.xml" {
        return Ok(forge_metadata(store).map(String::into_bytes));
    }
    let list = if let Some(artifact) = key.strip_prefix(NEOFORGE_API).and_then(|rest| rest.strip_prefix('/'))
    {
        let versions = neoforge(store, artifact);
        (!versions.is_empty()).then(|| json!({"isSnapshot": false, "versions": versions}))
    } else if let Some(game) =
        key.strip_prefix(MIRROR).and_then(|rest| rest.strip_prefix("/forge/minecraft/"))
    {
        Some(mirrored_forge(store, game))
    } else {
        let game = key.strip_prefix(MIRROR).and_then(|rest| rest.strip_prefix("/neoforge/list/"));
        game.map(|game| mirrored_neoforge(store, game))
    };
    Ok(list.map(|list| serde_json::to_vec(&list)).transpose()?)
}

/// `game-loader[-branch]` of every Forge.
fn forge(store: &Store) -> Vec<(String, String)> {
    let games = store.shelf.json(FORGE).unwrap_or_default();
    let of = |(game, list): (&String, &Value)| -> Vec<(String, String)> {
        let versions = list.as_array().into_iter().flatten().filter_map(Value::as_str);
        versions.map(|version| (game.clone(), version.to_owned())).collect()
    };
    games.as_object().into_iter().flatten().flat_map(of).collect()
}

fn forge_metadata(store: &Store) -> Option<String> {
    let all = forge(store);
    let (_, last) = all.last()?;
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<metadata>\n  <groupId>net.minecraftforge</groupId>\n  \
         <artifactId>forge</artifactId>\n  <versioning>\n    <release>{last}</release>\n    <versions>\n"
    );
    for (_, version) in &all {
        let _ = writeln!(xml, "      <version>{version}</version>");
    }
    Some(xml + "    </versions>\n  </versioning>\n</metadata>\n")
}

/// The versions of `neoforge` or, for 1.20.1, of `forge`.
fn neoforge(store: &Store, artifact: &str) -> Vec<String> {
    let metadata = format!("maven.neoforged.net/releases/net/neoforged/{artifact}/maven-metadata.xml");
    let xml = store
        .shelf
        .get(&metadata)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    let versions = xml.split("<version>").skip(1).filter_map(|rest| rest.split_once("</version>"));
    versions.map(|(version, _)| version.to_owned()).collect()
}

fn mirrored_forge(store: &Store, game: &str) -> Value {
    let of = |(_, full): &(String, String)| {
        let mut parts = full.splitn(3, '-').skip(1);
        let (version, branch) = (parts.next().unwrap_or_default(), parts.next());
        let build: u64 = version.rsplit('.').next().and_then(|build| build.parse().ok()).unwrap_or_default();
        json!({"build": build, "version": version, "mcversion": game, "branch": branch,
               "modified": "2026-01-01T00:00:00.000Z", "files": [{"format": "jar", "category": "installer"}]})
    };
    forge(store).iter().filter(|(of_game, _)| of_game == game).map(of).collect()
}

fn mirrored_neoforge(store: &Store, game: &str) -> Value {
    let of = |(artifact, version): (&str, String)| {
        let path = format!("/maven/net/neoforged/{artifact}/{version}/{artifact}-{version}-installer.jar");
        json!({"rawVersion": format!("{artifact}-{version}"), "version": version, "mcversion": game, "installerPath": path})
    };
    if game == "1.20.1" {
        return neoforge(store, "forge").into_iter().map(|version| of(("forge", version))).collect();
    }
    let all = neoforge(store, "neoforge").into_iter();
    all.filter(|version| game_of(version) == game).map(|version| of(("neoforge", version))).collect()
}

/// `21.1.200` is for 1.21.1, `21.0.167` for 1.21, `26.1.0.1` for 26.1, `26.1.2.7` for 26.1.2.
fn game_of(neoforge: &str) -> String {
    let bare = neoforge.split(['-', '+']).next().unwrap_or_default();
    let parts: Vec<&str> = bare.split('.').collect();
    match parts.as_slice() {
        [year, drop, "0", _] => format!("{year}.{drop}"),
        [year, drop, fix, _] => format!("{year}.{drop}.{fix}"),
        [minor, "0", _] => format!("1.{minor}"),
        [minor, fix, _] => format!("1.{minor}.{fix}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::game_of;

    #[test]
    fn the_numbers_of_neoforge_name_the_game() {
        let cases = [
            ("21.1.200", "1.21.1"),
            ("21.0.167", "1.21"),
            ("26.1.0.1-beta", "26.1"),
            ("26.1.2.7-beta", "26.1.2"),
        ];
        for (neoforge, game) in cases {
            assert_eq!(game_of(neoforge), game);
        }
    }
}
