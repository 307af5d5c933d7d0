//! `NeoForge`'s list of builds, and which game version each is for.
//!
//! `20.4.237` is for 1.20.4, `21.0.1` for 1.21; from 26.1 on the game's own number stands before the build's (`26.2.0.66` for 26.2,
//! `26.1.2.7` for 26.1.2). What comes after `+` in a trial names a snapshot. The first builds, for 1.20.1, were still called Forge.

use nova_model::Loader;
use serde_json::Value;

use super::{
    CAP, MOST,
    build::{LoaderBuild, Stability, newest_first},
    xml,
};
use crate::{
    coordinate::Coordinate,
    error::VersionError,
    read::{list, str_of, texts, value},
};

/// The first year in the game's new numbering.
const FIRST_YEAR: u32 = 26;

/// Reads the API's answer (`versions/releases/net/neoforged/neoforge` or `…/forge`): a list, or an object with one.
pub fn builds(bytes: &[u8]) -> Result<Vec<LoaderBuild>, VersionError> {
    let answer = value("neoforge", bytes, CAP)?;
    let names = answer.get("versions").unwrap_or(&answer);
    if !names.is_array() {
        return Err(VersionError::Shape { name: "neoforge".to_owned() });
    }
    Ok(of_names(&texts(names, MOST)))
}

/// Reads `maven-metadata.xml`.
pub fn builds_of_xml(bytes: &[u8]) -> Result<Vec<LoaderBuild>, VersionError> {
    Ok(of_names(&xml::versions("maven-metadata.xml", bytes)?))
}

fn of_names(names: &[String]) -> Vec<LoaderBuild> {
    let mut builds: Vec<LoaderBuild> = names.iter().filter_map(|name| build(name)).collect();
    newest_first(&mut builds);
    // The newest finished build of a game is the one to take; its makers name none.
    let mut seen = std::collections::BTreeSet::new();
    for build in &mut builds {
        build.recommended = build.stability == Stability::Stable && seen.insert(build.game.clone());
    }
    builds
}

fn build(name: &str) -> Option<LoaderBuild> {
    let (artifact, version, game) = match name.strip_prefix("1.20.1-") {
        Some(version) => ("forge", version, Some("1.20.1".to_owned())),
        // One early build went out without the game before it.
        None if name.starts_with("47.1.") => ("forge", name, Some("1.20.1".to_owned())),
        None => ("neoforge", name, game_of(name)),
    };
    let installer = Coordinate::parse(&format!("net.neoforged:{artifact}:{name}:installer"))?;
    Some(LoaderBuild {
        loader: Loader::NeoForge,
        version: version.to_owned(),
        game,
        stability: if is_trial(version) { Stability::Unstable } else { Stability::Stable },
        recommended: false,
        installer: Some(installer),
    })
}

fn is_trial(version: &str) -> bool {
    ["-beta", "-alpha", "+"].iter().any(|mark| version.contains(mark))
}

/// The game version a build is for, by its number; nothing where the number does not say.
pub fn game_of(version: &str) -> Option<String> {
    let (number, snapshot) = version.split_once('+').unwrap_or((version, ""));
    let number = number.split('-').next().unwrap_or(number);
    let parts: Vec<&str> = number.split('.').collect();
    let [first, second, rest @ ..] = parts.as_slice() else { return None };
    if *first == "0" {
        // Jokes of the first of April: `0.25w14craftmine.5-beta`.
        return second.starts_with(|letter: char| letter.is_ascii_digit()).then(|| (*second).to_owned());
    }
    let (major, minor): (u32, u32) = (first.parse().ok()?, second.parse().ok()?);
    let release = match (major >= FIRST_YEAR, rest) {
        (false, _) => numbered("1", major, minor),
        (true, [patch, _, ..]) => numbered(&format!("{major}.{minor}"), patch.parse().ok()?, 0),
        (true, _) => return None,
    };
    Some(if snapshot.is_empty() { release } else { format!("{release}-{snapshot}") })
}

/// `1.<major>[.<minor>]` or `<year>.<drop>[.<patch>]`, without a zero at the end.
fn numbered(head: &str, next: u32, last: u32) -> String {
    match (next, last) {
        (0, 0) => head.to_owned(),
        (next, 0) => format!("{head}.{next}"),
        (next, last) => format!("{head}.{next}.{last}"),
    }
}

/// Reads BMCLAPI's answer (`neoforge/list/<game>`).
pub fn builds_of_mirror(bytes: &[u8]) -> Result<Vec<LoaderBuild>, VersionError> {
    let list = list("neoforge/list", bytes, CAP)?;
    let name = |value: &Value| {
        let raw = str_of(value, "rawVersion").or_else(|| str_of(value, "version"))?;
        Some(raw.strip_prefix("neoforge-").unwrap_or(raw).to_owned())
    };
    let names: Vec<String> = list.iter().take(MOST).filter_map(name).collect();
    Ok(of_names(&names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_numbering_names_its_game() {
        for (version, game) in [
            ("20.2.88", Some("1.20.2")),
            ("21.0.167", Some("1.21")),
            ("21.10.64", Some("1.21.10")),
            ("20.4.0-beta", Some("1.20.4")),
            ("26.2.0.66", Some("26.2")),
            ("26.1.2.7-beta", Some("26.1.2")),
            ("26.1.0.0-alpha.10+snapshot-5", Some("26.1-snapshot-5")),
            ("0.25w14craftmine.5-beta", Some("25w14craftmine")),
            ("x", None),
            ("26.2", None),
        ] {
            assert_eq!(game_of(version).as_deref(), game, "{version}");
        }
    }

    #[test]
    fn both_generations_have_their_installers() {
        let builds = builds(br#"{"isSnapshot": false, "versions": ["1.20.1-47.1.106", "47.1.82", "21.1.200", "21.1.77", "21.1.300-beta"]}"#)
            .unwrap();
        let find = |version: &str| builds.iter().find(|build| build.version == version).unwrap();
        let path = |version: &str| find(version).installer.as_ref().unwrap().path().to_string();
        assert_eq!(
            path("47.1.106"),
            "net/neoforged/forge/1.20.1-47.1.106/forge-1.20.1-47.1.106-installer.jar"
        );
        assert_eq!(path("47.1.82"), "net/neoforged/forge/47.1.82/forge-47.1.82-installer.jar");
        assert_eq!(path("21.1.200"), "net/neoforged/neoforge/21.1.200/neoforge-21.1.200-installer.jar");
        assert!(
            find("21.1.200").recommended
                && !find("21.1.77").recommended
                && !find("21.1.300-beta").recommended
        );
        assert!(super::builds(b"7").is_err());
    }
}
