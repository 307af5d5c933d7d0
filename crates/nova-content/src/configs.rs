//! Config files of mods: which there are, and moving one out of the way, so that the mod writes a new one.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use nova_game::{Instance, Proposal};
use nova_model::{Explain, Message, Report, clean, suggest};

use crate::{
    draft::{Draft, Sized, reversible},
    hints,
    shown::shown,
};

/// The folder that config files are named from, as it stands in their ids.
const FOLDER: &str = "config/";
/// Entries of one folder that are looked at.
const ENTRIES: usize = 20_000;
/// Files of one mod that are named.
const MOST: usize = 200;
/// Folders below a mod's own that are looked into.
const DEPTH: usize = 3;
/// Characters of a name that is no file.
const QUOTED: usize = 120;

/// Why a config file cannot be moved out of the way.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// There is no such file below `config/`.
    #[error("version {version} has no config file {id:?}")]
    NoSuchFile {
        /// As asked for, printable.
        id: String,
        /// The version.
        version: String,
        /// Those that are near.
        near: Vec<String>,
    },
    /// It is a folder.
    #[error("{id} is a folder")]
    Folder {
        /// The folder.
        id: String,
        /// The files in it.
        files: Vec<String>,
    },
    /// It cannot be looked at.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Explain for ConfigError {
    fn report(&self) -> Report {
        match self {
            Self::NoSuchFile { id, version, near } => {
                let message = Message::new("content.configs.no-such").with("id", id.as_str());
                hints::did_you_mean(Report::new(message.with("version", version.as_str())), near)
            }
            Self::Folder { id, files } => {
                let report = Report::new(Message::new("content.configs.folder").with("id", id.as_str()));
                hints::present(report, files)
            }
            Self::Unreadable { path, source } => hints::unreadable(path, source),
        }
    }
}

/// The config files of a mod: those in `config/` that begin with one of its ids, and what is in folders that do
/// (`config/jei/jei-client.toml`), named from the version's folder, sorted.
pub(crate) fn of_mod(instance: &Instance, ids: &[String]) -> Vec<String> {
    let folder = instance.config();
    let mut found = Vec::new();
    for name in names(&folder).filter(|name| ids.iter().any(|id| is_named_after(name, id))) {
        collect(&folder.join(&name), &format!("{FOLDER}{name}"), DEPTH, &mut found);
    }
    found.sort();
    found.truncate(MOST);
    found
}

/// A file, or the files in a folder. Links are none of them.
fn collect(path: &Path, id: &str, depth: usize, found: &mut Vec<String>) {
    let Ok(metadata) = path.symlink_metadata() else { return };
    if metadata.is_file() {
        found.push(id.to_owned());
    } else if metadata.is_dir() && depth > 0 && found.len() < ENTRIES {
        for name in names(path) {
            collect(&path.join(&name), &format!("{id}/{name}"), depth - 1, found);
        }
    }
}

fn names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(ENTRIES).flatten();
    entries.map(|entry| shown(&entry.file_name()))
}

fn is_named_after(name: &str, id: &str) -> bool {
    let (name, id) = (name.to_lowercase(), id.to_lowercase());
    let rest = name.strip_prefix(&id).filter(|_| !id.is_empty());
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Moves a config file to the trash area. `id` is its path from the version's folder (`config/sodium-options.json`).
///
/// # Errors
/// Where there is no such file.
pub fn reset(instance: &Instance, id: &str) -> Result<Proposal, ConfigError> {
    let (id, path) = find(instance, id)?;
    let metadata =
        path.symlink_metadata().map_err(|source| ConfigError::Unreadable { path: path.clone(), source })?;
    let mut draft = Draft::new(&instance.root);
    draft.trash(Sized { path: &path, bytes: metadata.len() });
    let title = Message::new("content.configs.reset.title").with("file", id);
    Ok(draft.finish(title, reversible("content.undo.trash"), Some(&instance.id)))
}

/// The file below `config/` that an id names, with the id in full.
fn find(instance: &Instance, id: &str) -> Result<(String, PathBuf), ConfigError> {
    let below = id.replace('\\', "/");
    let below = below.strip_prefix(FOLDER).unwrap_or(&below);
    let missing = || no_such(instance, id);
    // Any other name could lead out of the folder.
    let is_plain = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(':');
    if !below.split('/').all(is_plain) {
        return Err(missing());
    }
    let path = below.split('/').fold(instance.config(), |path, part| path.join(part));
    let full = format!("{FOLDER}{below}");
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_file() => Ok((full, path)),
        Ok(metadata) if metadata.is_dir() => {
            let mut files = Vec::new();
            collect(&path, &full, DEPTH, &mut files);
            files.sort();
            files.truncate(MOST);
            Err(ConfigError::Folder { id: full, files })
        }
        _ => Err(missing()),
    }
}

fn no_such(instance: &Instance, id: &str) -> ConfigError {
    let there: Vec<String> = names(&instance.config()).map(|name| format!("{FOLDER}{name}")).collect();
    let near = suggest(id, there.iter().map(String::as_str)).into_iter().map(str::to_owned).collect();
    ConfigError::NoSuchFile { id: clean(id, QUOTED), version: instance.id.clone(), near }
}
