//! Which version of the game a version json stands for. No single key says so; the surest hint that is there wins.

use std::{fs::File, path::Path};

use nova_archive::{Limits, Zip};
use nova_model::{Channel, GameVersion};

use super::json::VersionJson;
use crate::read::{object, text};

/// The jar's `version.json` has less than a kilobyte.
const ABOUT_CAP: u64 = 64 << 10;

/// The game version of a json, given the jsons it inherits from (nearest first, its own before them), the last ancestor's
/// name, which counts even where that ancestor is not installed, and the client jar. The jar is opened only when no json
/// and no id says it.
pub(crate) fn game_version(
    id: &str,
    chain: &[&VersionJson],
    ancestor: Option<&str>,
    jar: Option<&Path>,
) -> Option<String> {
    chain
        .iter()
        .find_map(|json| stated(json))
        .or_else(|| ancestor.and_then(known))
        .or_else(|| chain.iter().find_map(|json| implied(json)))
        .or_else(|| chain.last().and_then(|json| json.id.as_deref()).and_then(known))
        .or_else(|| known(id))
        .or_else(|| jar.and_then(inside_jar))
        .or_else(|| inside(id))
}

/// What the `version.json` in a client jar says; the game brings it from 1.14 on, some builds as `1.14 / <hash>`.
fn inside_jar(jar: &Path) -> Option<String> {
    let mut zip = Zip::open(File::open(jar).ok()?, &Limits::jar()).ok()?;
    let about = object(&zip.read_name("version.json", ABOUT_CAP).ok()??).ok()?;
    let id = text(&about, "id").or_else(|| text(&about, "name"))?;
    known(id.split(" / ").next()?)
}

/// Keys that exist to say it.
fn stated(json: &VersionJson) -> Option<String> {
    let said = json
        .patch("game")
        .or(json.client_version.as_deref())
        .or_else(|| json.argument("--fml.mcVersion"))
        .filter(|version| !version.is_empty());
    said.map(str::to_owned)
}

/// What the jar's name or the loaders' libraries imply.
fn implied(json: &VersionJson) -> Option<String> {
    let mapped = json
        .library("net.fabricmc", "intermediary")
        .or_else(|| json.library("org.quiltmc", "hashed"))
        .or_else(|| json.library("net.minecraft", "client"));
    let forge = || ["forge", "fmlloader"].iter().find_map(|name| json.library("net.minecraftforge", name));
    mapped
        .and_then(known)
        .or_else(|| forge().and_then(|version| known(version.split('-').next()?)))
        .or_else(|| {
            json.library("optifine", "OptiFine").and_then(|version| known(version.split('_').next()?))
        })
        .or_else(|| json.jar.as_deref().and_then(known))
        .or_else(|| {
            json.library("com.mumfrey", "liteloader").and_then(|version| known(version.split('-').next()?))
        })
}

/// The text, if it is an id of the game.
fn known(text: &str) -> Option<String> {
    (GameVersion::parse(text).channel() != Channel::Unknown).then(|| text.to_owned())
}

/// A release inside a longer name (`Fabulously Optimized 1.20.1`, `fabric-loader-0.15.11-1.20.1`): the last one counts.
fn inside(id: &str) -> Option<String> {
    let pieces = id.split(|letter: char| !(letter.is_ascii_digit() || letter == '.'));
    let mut releases = pieces.map(|piece| piece.trim_matches('.')).filter(|piece| is_release(piece));
    releases.next_back().map(str::to_owned)
}

/// `1.7` to `1.99.99`, or the yearly form from `26.1` on.
fn is_release(piece: &str) -> bool {
    let numbers: Vec<Option<u32>> = piece.split('.').map(|number| number.parse().ok()).collect();
    match numbers.as_slice() {
        [Some(1), Some(minor), rest @ ..] => {
            *minor < 100 && rest.len() <= 1 && rest.iter().all(Option::is_some)
        }
        [Some(year), Some(part), rest @ ..] => {
            (26..=99).contains(year)
                && (1..=9).contains(part)
                && rest.len() <= 1
                && rest.iter().all(Option::is_some)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn read(value: Value) -> VersionJson {
        let Value::Object(map) = value else { panic!("not an object") };
        VersionJson::of(&map)
    }

    fn of(id: &str, value: Value, ancestor: Option<&str>) -> Option<String> {
        game_version(id, &[&read(value)], ancestor, None)
    }

    #[test]
    fn what_says_so_wins_over_what_implies_it() {
        assert_eq!(of("pack", json!({"clientVersion": "1.20.1", "jar": "1.19"}), None).unwrap(), "1.20.1");
        assert_eq!(
            of("pack", json!({"patches": [{"id": "game", "version": "1.18.2"}]}), Some("x")).unwrap(),
            "1.18.2"
        );
        let forge = json!({"arguments": {"game": ["--fml.mcVersion", "1.17.1"]}});
        assert_eq!(of("pack", forge, None).unwrap(), "1.17.1");
    }

    #[test]
    fn a_parent_that_is_not_installed_still_tells() {
        assert_eq!(of("pack", json!({"inheritsFrom": "1.20.4"}), Some("1.20.4")).unwrap(), "1.20.4");
    }

    #[test]
    fn libraries_imply_it() {
        for name in [
            "net.fabricmc:intermediary:1.16.5",
            "net.minecraftforge:forge:1.16.5-36.2.39",
            "optifine:OptiFine:1.16.5_HD_U_G8",
        ] {
            assert_eq!(
                of("科技魔法", json!({"libraries": [{"name": name}]}), None).unwrap(),
                "1.16.5",
                "{name}"
            );
        }
    }

    #[test]
    fn a_release_inside_the_name_is_the_last_resort() {
        assert_eq!(of("fabric-loader-0.15.11-1.20.1", json!({}), None).unwrap(), "1.20.1");
        assert_eq!(of("整合包 1.12.2 v3", json!({}), None).unwrap(), "1.12.2");
        assert_eq!(of("my pack 3.4", json!({}), None), None);
    }

    proptest! {
        #[test]
        fn no_name_makes_it_panic(id in ".{0,60}") {
            let _ = of(&id, json!({}), Some(&id));
        }
    }
}
