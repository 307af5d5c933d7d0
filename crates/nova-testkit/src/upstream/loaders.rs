//! What the meta servers of Fabric and Quilt answer: lists for a game version, and profiles.

use serde_json::{Value, json};

use super::index::text;
use super::store::Store;

/// Where a loader's things are.
struct Family {
    /// The prefix of its meta server's keys.
    meta: &'static str,
    name: &'static str,
    /// Where its own documents are on the shelf.
    documents: &'static str,
    maven: &'static str,
}

const FAMILIES: [Family; 2] = [
    Family {
        meta: "meta.fabricmc.net/v2/versions/loader",
        name: "fabric-loader",
        documents: "maven.fabricmc.net/net/fabricmc/fabric-loader",
        maven: "https://maven.fabricmc.net/",
    },
    Family {
        meta: "meta.quiltmc.org/v3/versions/loader",
        name: "quilt-loader",
        documents: "maven.quiltmc.org/repository/release/org/quiltmc/quilt-loader",
        maven: "https://maven.quiltmc.org/repository/release/",
    },
];
const FABRIC_GAMES: &str = "meta.fabricmc.net/v2/versions/game";
const INTERMEDIARY: &str = "meta.fabricmc.net/v2/versions/intermediary";
const FABRIC_MAVEN: &str = "https://maven.fabricmc.net/";

/// The answer for a key; `None` where it is of something else, or names a version that is not there.
pub(crate) fn document(store: &Store, key: &str) -> Option<Value> {
    if key == FABRIC_GAMES {
        return games(store);
    }
    let family =
        FAMILIES.iter().find_map(|family| Some((family, key.strip_prefix(family.meta)?.strip_prefix('/')?)));
    let (family, rest) = family?;
    let words: Vec<&str> = rest.split('/').collect();
    match words.as_slice() {
        [game] => family.for_game(store, game),
        [game, loader] => family.entry(store, game, loader),
        [game, loader, "profile", "json"] => family.profile(store, game, loader),
        _ => None,
    }
}

impl Family {
    fn loaders(&self, store: &Store) -> Vec<Value> {
        store.shelf.json(self.meta).and_then(|list| list.as_array().cloned()).unwrap_or_default()
    }

    fn for_game(&self, store: &Store, game: &str) -> Option<Value> {
        let own = || {
            intermediary(store, game)?;
            let entries = self.loaders(store).into_iter();
            Some(entries.filter_map(|loader| self.entry(store, game, text(&loader, "version"))).collect())
        };
        store.shelf.json(&format!("{}/{game}", self.meta)).or_else(own)
    }

    fn entry(&self, store: &Store, game: &str, version: &str) -> Option<Value> {
        let loader = self.loaders(store).into_iter().find(|loader| text(loader, "version") == version)?;
        let launcher_meta = self.launcher_meta(store, version)?;
        Some(
            json!({"loader": loader, "intermediary": intermediary(store, game)?, "launcherMeta": launcher_meta}),
        )
    }

    /// The loader's own document, or that of the next one that is recorded.
    fn launcher_meta(&self, store: &Store, version: &str) -> Option<Value> {
        let of = |version: &str| {
            let name = self.name;
            store.shelf.json(&format!("{}/{version}/{name}-{version}.json", self.documents))
        };
        let near = || {
            let loaders = self.loaders(store);
            let at = loaders.iter().position(|loader| text(loader, "version") == version)?;
            let (newer, older) = loaders.split_at(at);
            older.iter().chain(newer.iter().rev()).find_map(|loader| of(text(loader, "version")))
        };
        of(version).or_else(near)
    }

    fn profile(&self, store: &Store, game: &str, version: &str) -> Option<Value> {
        let entry = self.entry(store, game, version)?;
        let meta = &entry["launcherMeta"];
        let side = |name: &str| meta["libraries"][name].as_array().cloned().unwrap_or_default();
        let mut libraries = [side("client"), side("common")].concat();
        libraries.push(json!({"name": entry["intermediary"]["maven"], "url": FABRIC_MAVEN}));
        libraries.push(json!({"name": entry["loader"]["maven"], "url": self.maven}));
        let main = meta["mainClass"]["client"].as_str().or_else(|| meta["mainClass"].as_str())?;
        let mut profile = json!({
            "id": format!("{}-{version}-{game}", self.name), "inheritsFrom": game, "type": "release",
            "releaseTime": "2026-01-01T00:00:00+0000", "time": "2026-01-01T00:00:00+0000",
            "mainClass": main, "arguments": {"game": []}, "libraries": libraries,
        });
        if self.name == "fabric-loader" {
            profile["arguments"]["jvm"] = json!(["-DFabricMcEmu= net.minecraft.client.main.Main "]);
        }
        Some(profile)
    }
}

/// The games that Fabric knows. The recorded list is cut short, that of the names is not; both have the same games.
fn games(store: &Store) -> Option<Value> {
    let mut games = store.shelf.json(FABRIC_GAMES)?.as_array()?.clone();
    let names = store.shelf.json(INTERMEDIARY)?;
    for entry in names.as_array()? {
        let version = text(entry, "version");
        if !games.iter().any(|game| text(game, "version") == version) {
            games.push(json!({"version": version, "stable": entry["stable"]}));
        }
    }
    Some(Value::Array(games))
}

/// Fabric's names for a game version.
fn intermediary(store: &Store, game: &str) -> Option<Value> {
    let list = store.shelf.json(INTERMEDIARY)?;
    list.as_array()?.iter().find(|entry| text(entry, "version") == game).cloned()
}
