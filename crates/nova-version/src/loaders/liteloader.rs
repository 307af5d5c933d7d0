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
    read::{is_url, object, str_of, whole},
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

/// Finished builds lie beside the list. Trials lie in a maven repository, which puts the moment and the number of the build into the
/// name: `liteloader-1.12.2-20171128.144431-4-release.jar`.
fn address(game: &str, base: &str, latest: &Value, version: &str, stability: Stability) -> Option<String> {
    let file = str_of(latest, "file").filter(|file| is_plain_name(file))?;
    let base = base.trim_end_matches('/');
    let path = Coordinate::parse(&format!("{OWN}:{version}"))?.path().to_string();
    let folder = path.rsplit_once('/').map(|(folder, _)| folder.to_owned())?;
    let stamp = || {
        stamp(latest.get("timestamp").and_then(whole)?, latest.get("lastSuccessfulBuild").and_then(whole)?)
    };
    let url = match (stability, stamp().filter(|_| base.ends_with("/snapshots"))) {
        (Stability::Stable, _) => {
            format!("https://dl.liteloader.com/versions/com/mumfrey/liteloader/{game}/{file}")
        }
        (_, Some(stamp)) => format!("{base}/{folder}/liteloader-{game}-{stamp}-release.jar"),
        (_, None) => format!("{base}/{folder}/{file}"),
    };
    is_url(&url).then_some(url)
}

/// Seconds since 1970 and a build's number as maven writes them: `20171128.144431-4`.
fn stamp(seconds: u64, build: u64) -> Option<String> {
    let (days, rest) = (i64::try_from(seconds / 86_400).ok()?, seconds % 86_400);
    let (year, month, day) = date(days).filter(|(year, ..)| *year < 10_000)?;
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    Some(format!("{year:04}{month:02}{day:02}.{hour:02}{minute:02}{second:02}-{build}"))
}

/// The day of the Gregorian calendar, counted from 1970: years begin in March, so that the leap day is the last.
fn date(days: i64) -> Option<(i64, i64, i64)> {
    let days = days.checked_add(719_468)?;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    Some((era * 400 + year + next, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_is_named_by_its_moment() {
        for (seconds, expected) in [
            (1_511_880_271, "20171128.144431-4"),
            (0, "19700101.000000-4"),
            (951_782_400, "20000229.000000-4"),
            (1_709_251_199, "20240229.235959-4"),
        ] {
            assert_eq!(stamp(seconds, 4).as_deref(), Some(expected));
        }
        assert_eq!(stamp(u64::MAX, 4), None);
    }

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
