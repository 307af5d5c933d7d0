//! `LiteLoader`'s `versions.json`.

use nova_model::Loader;
use serde_json::{Map, Value};

use super::{
    CAP, MOST,
    build::{LoaderBuild, Stability, newest_first},
};
use crate::{
    coordinate::Coordinate,
    error::VersionError,
    path::is_plain_name,
    read::{is_url, object, str_of},
};

/// The key of its builds.
const OWN: &str = "com.mumfrey:liteloader";

/// One build of `LiteLoader`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteLoaderBuild {
    /// What every loader's build has.
    pub build: LoaderBuild,
    /// Where the jar lies.
    pub url: String,
    /// The jar's MD5, which is all there is.
    pub md5: Option<String>,
    /// The class that `LaunchWrapper` is to load.
    pub tweak_class: String,
    /// Libraries beside the game's, as a version json has them.
    pub libraries: Vec<Value>,
}

/// Reads the list.
pub fn builds(bytes: &[u8]) -> Result<Vec<LiteLoaderBuild>, VersionError> {
    let map = object("versions.json", bytes, CAP)?;
    let Some(versions) = map.get("versions").and_then(Value::as_object) else {
        return Err(VersionError::Shape { name: "versions.json".to_owned() });
    };
    let of_game = |(game, value): (&String, &Value)| games_builds(game, value);
    let mut found: Vec<LiteLoaderBuild> = versions.iter().take(MOST).flat_map(of_game).collect();
    let mut order: Vec<LoaderBuild> = found.iter().map(|found| found.build.clone()).collect();
    newest_first(&mut order);
    found.sort_by_cached_key(|found| order.iter().position(|build| *build == found.build));
    Ok(found)
}

/// The newest finished build and the newest trial of a game.
fn games_builds(game: &str, value: &Value) -> Vec<LiteLoaderBuild> {
    if !is_plain_name(game) {
        return Vec::new();
    }
    let base = value.get("repo").and_then(|repo| str_of(repo, "url")).unwrap_or_default();
    let streams = [("artefacts", Stability::Stable), ("snapshots", Stability::Unstable)];
    let one = |(key, stability): (&str, Stability)| {
        let stream = value.get(key)?.as_object()?;
        build(game, base, stream, stability)
    };
    streams.into_iter().filter_map(one).collect()
}

fn build(
    game: &str,
    base: &str,
    stream: &Map<String, Value>,
    stability: Stability,
) -> Option<LiteLoaderBuild> {
    let latest = stream.get(OWN)?.get("latest")?;
    let version = str_of(latest, "version")?.to_owned();
    let libraries = [latest.get("libraries"), stream.get("libraries")];
    let libraries = libraries.into_iter().flatten().filter_map(Value::as_array).flatten().take(500).cloned();
    let mut libraries: Vec<Value> = libraries.collect();
    libraries.dedup();
    Some(LiteLoaderBuild {
        url: address(game, base, latest, &version, stability)?,
        md5: str_of(latest, "md5").filter(|md5| md5.len() == 32).map(str::to_owned),
        tweak_class: str_of(latest, "tweakClass")?.to_owned(),
        libraries,
        build: LoaderBuild {
            loader: Loader::LiteLoader,
            version,
            game: Some(game.to_owned()),
            stability,
            recommended: stability == Stability::Stable,
            installer: None,
        },
    })
}

/// Finished builds lie beside the list; trials in their repository, each as the newest of its name.
fn address(game: &str, base: &str, latest: &Value, version: &str, stability: Stability) -> Option<String> {
    let file = str_of(latest, "file").filter(|file| is_plain_name(file))?;
    let path = Coordinate::parse(&format!("{OWN}:{version}"))?.path().to_string();
    let folder = path.rsplit_once('/').map(|(folder, _)| folder.to_owned())?;
    let url = match stability {
        Stability::Stable => {
            format!("https://dl.liteloader.com/versions/com/mumfrey/liteloader/{game}/{file}")
        }
        _ => format!("{}/{folder}/{file}", base.trim_end_matches('/')),
    };
    is_url(&url).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_of_each_stream_is_read() {
        let list = br#"{"versions": {"1.12": {"repo": {"url": "http://repo/snapshots/"}, "snapshots": {"com.mumfrey:liteloader": {"latest":
            {"file": "liteloader-1.12-SNAPSHOT.jar", "version": "1.12-SNAPSHOT", "tweakClass": "T", "md5": "x"}},
            "libraries": [{"name": "a:b:1"}]}}, "1.8": {"repo": {"url": "http://repo/"}, "artefacts": {"com.mumfrey:liteloader": {"latest":
            {"file": "liteloader-1.8.jar", "version": "1.8", "tweakClass": "T", "libraries": [{"name": "c:d:1"}]}}}}, "..": {}, "y": 7}}"#;
        let builds = builds(list).unwrap();
        let shown: Vec<_> = builds
            .iter()
            .map(|found| (found.build.version.as_str(), found.url.as_str(), found.libraries.len()))
            .collect();
        assert_eq!(
            shown,
            [
                (
                    "1.12-SNAPSHOT",
                    "http://repo/snapshots/com/mumfrey/liteloader/1.12-SNAPSHOT/liteloader-1.12-SNAPSHOT.jar",
                    1
                ),
                (
                    "1.8",
                    "https://dl.liteloader.com/versions/com/mumfrey/liteloader/1.8/liteloader-1.8.jar",
                    1
                ),
            ]
        );
    }
}
