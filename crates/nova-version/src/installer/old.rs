//! The old form: a jar and the version json itself.

use nova_model::clean;
use serde_json::{Map, Value};

use super::{Area, InstallPlan, InstallStep, VersionSource};
use crate::{
    coordinate::Coordinate,
    error::VersionError,
    json::VersionFile,
    path::{SafePath, is_folder_name},
    read::Notes,
};

/// Reads a profile into steps.
pub(super) fn plan(name: &str, map: &Map<String, Value>) -> Result<InstallPlan, VersionError> {
    let shape = || VersionError::Shape { name: clean(name, 120) };
    let mut notes = Notes::new(name);
    let install = notes.map(map, "install").ok_or_else(shape)?;
    let info = notes.map(map, "versionInfo").ok_or_else(shape)?;
    let mut text = |key: &str| notes.text(install, key).unwrap_or_default();
    let bad = |key: &str, value: &str| VersionError::InstallerValue {
        name: clean(name, 120),
        key: key.to_owned(),
        value: clean(value, 160),
    };
    let (target, game, path, entry) = (text("target"), text("minecraft"), text("path"), text("filePath"));
    for (key, value) in [("target", &target), ("minecraft", &game)] {
        if !is_folder_name(value) {
            return Err(bad(key, value));
        }
    }
    let to = Coordinate::parse(&path).ok_or_else(|| bad("path", &path))?.path().clone();
    let entry =
        SafePath::parse(entry.strip_prefix('/').unwrap_or(&entry)).ok_or_else(|| bad("filePath", &entry))?;
    let strips = install.get("stripMeta").and_then(Value::as_bool) == Some(true);
    let mut steps = vec![
        InstallStep::NeedGame { game: game.clone() },
        InstallStep::ExtractFromInstaller { entry, area: Area::Libraries, to },
    ];
    if strips {
        steps.push(InstallStep::StripClientJar { game: game.clone(), id: target.clone() });
    }
    let json = version_json(info, &target, &game, if strips { &target } else { &game });
    let problems = VersionFile::of(name, &json)?.problems;
    let source = VersionSource::Bytes(serde_json::to_vec_pretty(&json).map_err(|_| shape())?);
    steps.push(InstallStep::WriteVersionJson { id: target.clone(), source });
    Ok(InstallPlan { id: target, game, steps, problems })
}

/// The version json, building on the game. Those before 1.7.10 repeat the game's libraries and name no parent; with one, digests and
/// assets come from the game's own json.
fn version_json(info: &Map<String, Value>, target: &str, game: &str, jar: &str) -> Map<String, Value> {
    let mut json = info.clone();
    json.insert("id".to_owned(), target.into());
    json.entry("inheritsFrom").or_insert_with(|| game.into());
    json.entry("jar").or_insert_with(|| jar.into());
    json
}
