//! Forge's lists: all builds (`maven-metadata.json` by game, or `maven-metadata.xml`) and the recommended ones (`promotions_slim.json`).

use std::collections::BTreeSet;

use nova_model::{GameVersion, Loader};
use serde_json::Value;

use super::{
    CAP, MOST,
    build::{LoaderBuild, Stability, newest_first},
    xml,
};
use crate::{
    coordinate::Coordinate,
    error::VersionError,
    read::{object, texts},
};

/// The first game version whose Forge has an installer.
const FIRST_WITH_INSTALLER: &str = "1.5.2";

/// Reads `maven-metadata.json`: builds by game version, `<game>-<forge>[-<branch>]`.
pub fn builds(bytes: &[u8]) -> Result<Vec<LoaderBuild>, VersionError> {
    let map = object("maven-metadata.json", bytes, CAP)?;
    let full = map.values().flat_map(|list| texts(list, MOST));
    Ok(of_names(full.take(MOST)))
}

/// Reads `maven-metadata.xml`.
pub fn builds_of_xml(bytes: &[u8]) -> Result<Vec<LoaderBuild>, VersionError> {
    Ok(of_names(xml::versions("maven-metadata.xml", bytes)?.into_iter()))
}

fn of_names(names: impl Iterator<Item = String>) -> Vec<LoaderBuild> {
    let mut builds: Vec<LoaderBuild> = names.filter_map(|name| build(&name)).collect();
    newest_first(&mut builds);
    builds
}

fn build(full: &str) -> Option<LoaderBuild> {
    let (game, version) = full.split_once('-')?;
    // `1.7.10_pre4` is what Mojang calls `1.7.10-pre4`.
    let game = game.replace("_pre", "-pre");
    let has_installer = GameVersion::parse(&game).is_at_least(&GameVersion::parse(FIRST_WITH_INSTALLER));
    let installer = Coordinate::parse(&format!("net.minecraftforge:forge:{full}:installer"))?;
    Some(LoaderBuild {
        loader: Loader::Forge,
        version: version.to_owned(),
        game: Some(game),
        stability: Stability::Unsaid,
        recommended: false,
        installer: has_installer.then_some(installer),
    })
}

/// Marks the builds that `promotions_slim.json` recommends.
pub fn recommend(builds: &mut [LoaderBuild], promotions: &[u8]) -> Result<(), VersionError> {
    let map = object("promotions_slim.json", promotions, CAP)?;
    let Some(promos) = map.get("promos").and_then(Value::as_object) else {
        return Err(VersionError::Shape { name: "promotions_slim.json".to_owned() });
    };
    let named = |(key, value): (&String, &Value)| {
        let game = key.strip_suffix("-recommended")?.replace("_pre", "-pre");
        Some((game, value.as_str()?.to_owned()))
    };
    let best: BTreeSet<(String, String)> = promos.iter().filter_map(named).collect();
    for build in builds {
        // A build may carry its branch behind its number (`10.13.4.1614-1.7.10`), which the list leaves out.
        let number = build.version.split('-').next().unwrap_or_default().to_owned();
        let game = build.game.clone().unwrap_or_default();
        build.recommended = best.contains(&(game, number));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_come_newest_first_with_their_game_and_installer() {
        let list =
            br#"{"1.20.1": ["1.20.1-47.2.0", "1.20.1-47.10.0"], "1.7.10": ["1.7.10-10.13.4.1614-1.7.10"],
            "1.7.10_pre4": ["1.7.10_pre4-10.12.2.1149-prerelease"], "1.2.5": ["1.2.5-3.4.9.171"], "x": 7}"#;
        let mut builds = builds(list).unwrap();
        recommend(&mut builds, br#"{"promos": {"1.20.1-recommended": "47.10.0", "1.7.10-recommended": "10.13.4.1614", "x-latest": "1"}}"#)
            .unwrap();
        let shown: Vec<_> = builds
            .iter()
            .map(|build| {
                (
                    build.version.as_str(),
                    build.game.as_deref().unwrap(),
                    build.recommended,
                    build.installer.is_some(),
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                ("47.10.0", "1.20.1", true, true),
                ("47.2.0", "1.20.1", false, true),
                ("10.13.4.1614-1.7.10", "1.7.10", true, true),
                ("10.12.2.1149-prerelease", "1.7.10-pre4", false, true),
                ("3.4.9.171", "1.2.5", false, false),
            ]
        );
        let path = builds[2].installer.as_ref().unwrap().path().to_string();
        assert_eq!(
            path,
            "net/minecraftforge/forge/1.7.10-10.13.4.1614-1.7.10/forge-1.7.10-10.13.4.1614-1.7.10-installer.jar"
        );
    }

    #[test]
    fn the_xml_says_the_same() {
        let xml = b"<metadata><versioning><versions><version>1.20.1-47.2.0</version></versions></versioning></metadata>";
        assert_eq!(builds_of_xml(xml).unwrap()[0].version, "47.2.0");
        assert!(recommend(&mut [], b"{}").is_err());
    }
}
