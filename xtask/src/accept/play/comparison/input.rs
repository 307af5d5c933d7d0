//! The versions that are compared: every recorded version file, put into a game folder under its id.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;
use walkdir::WalkDir;

use super::super::super::{Place, write};
use super::super::machine::Machine;

/// Versions whose files no server has as they are: Nova installs them first.
const INSTALLED: [(&str, &str, &str); 6] = [
    ("1.14.4", "fabric", "0.16.14"),
    ("1.20.1", "fabric", "0.16.14"),
    ("26.2", "fabric", "0.19.3"),
    ("1.18.2", "quilt", "0.23.1"),
    ("1.20.1", "quilt", "0.29.2"),
    ("1.21.11", "quilt", "0.30.0"),
];

/// Puts them into the machine's game folder and gives their ids.
pub(super) fn lay(place: &Place, machine: &Machine) -> Result<Vec<String>> {
    let mut ids = BTreeSet::new();
    for (game, loader, build) in INSTALLED {
        ids.insert(machine.install(&[game, "--loader", loader, "--loader-version", build])?);
    }
    let game = machine.game();
    for host in ["piston-meta.mojang.com/v1/packages", "maven.minecraftforge.net", "maven.neoforged.net"] {
        for file in json_files(&place.shared.join("upstream").join(host)) {
            ids.extend(recorded(&game, &file)?);
        }
    }
    let instance = place.shared.join("instances/versions");
    for file in json_files(&instance.join("fabric-loader-0.15.11-1.20.1")) {
        ids.extend(recorded(&game, &file)?);
    }
    Ok(ids.into_iter().collect())
}

fn json_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let files = files.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
    files.filter(|path| path.extension().is_some_and(|end| end == "json")).collect()
}

/// A version file, or the one in an old installer's profile; `None` for what is neither, or has an id that another one has already.
fn recorded(game: &Path, path: &Path) -> Result<Option<String>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let whole: Value = serde_json::from_str(&text).unwrap_or_default();
    let version = if whole["versionInfo"].is_object() { &whole["versionInfo"] } else { &whole };
    let Some(id) = version["id"].as_str().filter(|_| version["mainClass"].is_string()) else {
        return Ok(None);
    };
    let place = game.join("versions").join(id).join(format!("{id}.json"));
    if place.exists() && !version["libraries"].is_array() {
        return Ok(None);
    }
    write(&place, &version.to_string())?;
    // One of the peers leaves the log configuration out where the file is not there.
    if let Some(config) = version["logging"]["client"]["file"]["id"].as_str() {
        write(&game.join("assets/log_configs").join(config), "<Configuration/>")?;
    }
    Ok(Some(id.to_owned()))
}
