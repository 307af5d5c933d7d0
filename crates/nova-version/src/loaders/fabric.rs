//! The servers of Fabric, Quilt and Legacy Fabric, which answer alike, and the version json that follows from a loader's own file.

use nova_model::{Loader, clean};
use serde_json::{Map, Value, json};

use super::{
    CAP, MOST,
    build::{LoaderBuild, Stability},
};
use crate::{
    coordinate::Coordinate,
    error::VersionError,
    path::is_folder_name,
    read::{list, object, str_of},
};

/// A game version that a loader knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownGame {
    /// Its id.
    pub version: String,
    /// Whether it is a release.
    pub stable: bool,
}

/// Which of them answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Fabric, for 1.14 and later.
    Fabric,
    /// Quilt.
    Quilt,
    /// Legacy Fabric, for 1.13.2 and earlier.
    Legacy,
}

impl Flavour {
    fn loader(self) -> Loader {
        match self {
            Self::Fabric | Self::Legacy => Loader::Fabric,
            Self::Quilt => Loader::Quilt,
        }
    }

    /// The coordinate of the loader, but for its version; and where it lies.
    fn own(self) -> (&'static str, &'static str) {
        match self {
            Self::Fabric | Self::Legacy => ("net.fabricmc:fabric-loader", "https://maven.fabricmc.net/"),
            Self::Quilt => ("org.quiltmc:quilt-loader", "https://maven.quiltmc.org/repository/release/"),
        }
    }

    /// The same for the names that stand between loader and game.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Fabric | Self::Quilt => ("net.fabricmc:intermediary", "https://maven.fabricmc.net/"),
            Self::Legacy => ("net.legacyfabric:intermediary", "https://maven.legacyfabric.net/"),
        }
    }

    fn prefix(self) -> &'static str {
        if self == Self::Quilt { "quilt-loader" } else { "fabric-loader" }
    }
}

/// Reads `versions/game`.
pub fn games(bytes: &[u8]) -> Result<Vec<KnownGame>, VersionError> {
    let list = list("versions/game", bytes, CAP)?;
    let game = |value: &Value| {
        let version = str_of(value, "version")?.to_owned();
        Some(KnownGame { version, stable: value.get("stable").and_then(Value::as_bool).unwrap_or(false) })
    };
    Ok(list.iter().take(MOST).filter_map(game).collect())
}

/// Reads `versions/loader` (builds for all games) and `versions/loader/<game>` (builds for one, each under `loader`).
pub fn builds(flavour: Flavour, game: Option<&str>, bytes: &[u8]) -> Result<Vec<LoaderBuild>, VersionError> {
    let list = list("versions/loader", bytes, CAP)?;
    let build = |value: &Value| {
        let loader = value.get("loader").unwrap_or(value);
        let version = str_of(loader, "version").filter(|version| is_folder_name(version))?;
        Some(LoaderBuild {
            loader: flavour.loader(),
            version: version.to_owned(),
            game: game.map(str::to_owned),
            stability: stability(loader, version),
            recommended: false,
            installer: None,
        })
    };
    let mut builds: Vec<LoaderBuild> = list.iter().take(MOST).filter_map(build).collect();
    // Fabric marks one build as stable, Quilt none: the newest that is no trial.
    let best = builds.iter().position(|build| build.stability == Stability::Stable);
    let best = best.or_else(|| builds.iter().position(|build| build.stability == Stability::Unsaid));
    if let Some(build) = best.and_then(|at| builds.get_mut(at)) {
        build.recommended = true;
    }
    Ok(builds)
}

fn stability(loader: &Value, version: &str) -> Stability {
    match loader.get("stable").and_then(Value::as_bool) {
        Some(true) => Stability::Stable,
        // Fabric calls every build but the newest unstable; only its name tells a trial.
        _ if version.contains('-') => Stability::Unstable,
        _ => Stability::Unsaid,
    }
}

/// The version json of a loader on a game, from the loader's own file (`<loader>-<version>.json` beside its jar, or `launcherMeta` of
/// `versions/loader/<game>`). It says what `profile/json` of the server would.
pub fn profile(flavour: Flavour, game: &str, version: &str, meta: &[u8]) -> Result<Vec<u8>, VersionError> {
    let name = format!("{} {version}", flavour.prefix());
    let shape = || VersionError::Shape { name: clean(&name, 120) };
    let meta = object(&name, meta, CAP)?;
    let (own, names) = (named(flavour.own(), version), named(flavour.names(), game));
    let (Some(own), Some(names)) = (own, names) else { return Err(shape()) };
    if !is_folder_name(game) {
        return Err(shape());
    }
    let main_class = side_of(meta.get("mainClass")).ok_or_else(shape)?;
    let mut libraries = libraries(&meta);
    libraries.extend([names, own]);
    let mut arguments = json!({"game": tweakers(&meta)});
    if flavour != Flavour::Quilt {
        // Fabric has the game's own class in sight of programs that look for it among the arguments.
        arguments["jvm"] = json!(["-DFabricMcEmu= net.minecraft.client.main.Main "]);
    }
    let id = format!("{}-{version}-{game}", flavour.prefix());
    let profile = json!({"id": id, "inheritsFrom": game, "type": "release", "mainClass": main_class,
        "arguments": arguments, "libraries": libraries});
    serde_json::to_vec_pretty(&profile).map_err(|_| shape())
}

fn named((name, url): (&str, &str), version: &str) -> Option<Value> {
    let name = Coordinate::parse(&format!("{name}:{version}"))?.to_string();
    Some(json!({"name": name, "url": url}))
}

/// A class for the client: a text, or one for each side.
fn side_of(value: Option<&Value>) -> Option<&str> {
    value?.as_str().or_else(|| str_of(value?, "client"))
}

fn libraries(meta: &Map<String, Value>) -> Vec<Value> {
    let sides = meta.get("libraries").and_then(Value::as_object);
    let listed = ["common", "client"].into_iter().filter_map(|side| sides?.get(side)?.as_array());
    listed.flatten().take(MOST).cloned().collect()
}

/// The first loaders start through `LaunchWrapper` and name what it is to load.
fn tweakers(meta: &Map<String, Value>) -> Vec<Value> {
    let wrapper = meta.get("launchwrapper").and_then(|wrapper| wrapper.get("tweakers"));
    let sides = ["common", "client"].into_iter().filter_map(|side| wrapper?.get(side)?.as_array());
    sides.flatten().take(100).flat_map(|tweaker| [json!("--tweakClass"), tweaker.clone()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VersionFile;

    #[test]
    fn both_forms_of_lists_are_read_in_their_order() {
        let flat =
            r#"[{"version": "0.19.3", "stable": true}, {"version": "0.19.2", "stable": false}, {"x": 1}]"#;
        let all = builds(Flavour::Fabric, None, flat.as_bytes()).unwrap();
        assert_eq!(
            all.iter().map(|build| (build.version.as_str(), build.recommended)).collect::<Vec<_>>(),
            [("0.19.3", true), ("0.19.2", false)]
        );
        let nested = r#"[{"loader": {"version": "0.14.12", "stable": true}, "intermediary": {}}]"#;
        let one = builds(Flavour::Fabric, Some("1.19.2"), nested.as_bytes()).unwrap();
        assert_eq!((one[0].version.as_str(), one[0].game.as_deref()), ("0.14.12", Some("1.19.2")));
    }

    #[test]
    fn quilt_recommends_the_newest_that_is_no_trial() {
        let list = r#"[{"version": "0.30.1-beta.3"}, {"version": "0.30.0"}, {"version": "0.29.2"}]"#;
        let builds = builds(Flavour::Quilt, None, list.as_bytes()).unwrap();
        let best: Vec<_> =
            builds.iter().filter(|build| build.recommended).map(|build| build.version.as_str()).collect();
        assert_eq!((best, builds[0].stability), (vec!["0.30.0"], Stability::Unstable));
    }

    #[test]
    fn a_profile_follows_from_the_loaders_own_file() {
        let meta = r#"{"libraries": {"common": [{"name": "a:b:1", "url": "https://m/"}], "client": [], "server": [{"name": "s:s:1"}]},
            "mainClass": {"client": "Knot", "server": "KnotServer"}}"#;
        let bytes = profile(Flavour::Fabric, "1.20.1", "0.15.11", meta.as_bytes()).unwrap();
        let file = VersionFile::parse("x", &bytes).unwrap();
        assert_eq!(
            (file.id.as_str(), file.inherits_from.as_deref()),
            ("fabric-loader-0.15.11-1.20.1", Some("1.20.1"))
        );
        assert_eq!(file.main_class.as_deref(), Some("Knot"));
        let names: Vec<_> = file.libraries.iter().map(|library| library.coordinate.to_string()).collect();
        assert_eq!(
            names,
            ["a:b:1", "net.fabricmc:intermediary:1.20.1", "net.fabricmc:fabric-loader:0.15.11"]
        );
    }

    #[test]
    fn the_first_loaders_start_through_a_wrapper() {
        let meta = r#"{"mainClass": "net.minecraft.launchwrapper.Launch", "launchwrapper": {"tweakers": {"client": ["T"]}}}"#;
        let bytes = profile(Flavour::Fabric, "18w49a", "0.1.0.48", meta.as_bytes()).unwrap();
        let game = VersionFile::parse("x", &bytes).unwrap().arguments.game.unwrap();
        let words: Vec<_> = game.iter().flat_map(|argument| argument.values.clone()).collect();
        assert_eq!(words, ["--tweakClass", "T"]);
    }

    #[test]
    fn a_version_that_is_a_path_makes_no_profile() {
        let meta = r#"{"mainClass": "M"}"#.as_bytes();
        assert!(profile(Flavour::Quilt, "../x", "1", meta).is_err());
        assert!(profile(Flavour::Quilt, "1.20", "../1", meta).is_err());
    }
}
