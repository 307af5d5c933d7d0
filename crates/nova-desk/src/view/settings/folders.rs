//! The game folders.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

use nova_core::texts::Texts;
use nova_game::{RootSource, RootState};
use nova_model::clean;
use serde::Serialize;
use ts_rs::TS;

/// Longer paths are cut.
const LONGEST: usize = 4_096;

/// The folders Nova works on, and those it would work on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Folders {
    /// The folders, the preferred one first.
    pub rows: Vec<FolderRow>,
    /// Whether this run was started with one folder and works on no other.
    pub given: bool,
}

/// One game folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FolderRow {
    /// Names it to `folder_open` and `folder_choose`, for as long as the program runs.
    pub id: String,
    /// Its whole path, as the tools take it.
    pub path: String,
    /// The path with the home folder cut short.
    pub short: String,
    /// How many versions it has.
    pub versions: usize,
    /// The version that is current in it.
    pub current: Option<String>,
    /// Whether it comes first.
    pub first: bool,
    /// Whether Nova works on it now.
    pub in_use: bool,
    /// Whether the settings name it.
    pub registered: bool,
    /// How it became known.
    #[ts(type = "'given' | 'settings' | 'official' | 'beside'")]
    pub source: RootSource,
    /// Why it cannot be used.
    pub fault: Option<String>,
}

/// The folder that the player chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct PickedFolder {
    /// Its path; none where the dialog was closed.
    pub path: Option<String>,
}

impl FolderRow {
    pub(crate) fn of(state: &RootState, home: Option<&Path>, texts: &Texts) -> Self {
        let root = state.root.as_ref();
        Self {
            id: folder_id(&state.path),
            path: shown(&state.path),
            short: short(&state.path, home),
            versions: root.map_or(0, |root| root.versions),
            current: root.and_then(|root| root.current.clone()),
            first: false,
            in_use: state.in_use,
            registered: state.registered,
            source: root.map_or(RootSource::Settings, |root| root.source),
            fault: state.fault.as_ref().map(|fault| texts.say(fault)),
        }
    }
}

/// A name for a path that says nothing about it.
pub(crate) fn folder_id(path: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The home folder as `~`.
pub(crate) fn short(path: &Path, home: Option<&Path>) -> String {
    let below = home.and_then(|home| path.strip_prefix(home).ok());
    below.map_or_else(|| shown(path), |below| shown(&Path::new("~").join(below)))
}

fn shown(path: &Path) -> String {
    clean(&path.to_string_lossy(), LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_folder_is_cut_short() {
        let home = Some(Path::new("/home/a"));
        assert_eq!(
            short(Path::new("/home/a/.minecraft"), home),
            Path::new("~/.minecraft").display().to_string()
        );
        assert_eq!(short(Path::new("/home/ab/x"), home), "/home/ab/x");
        assert_eq!(short(Path::new("/srv/mc"), None), "/srv/mc");
    }

    #[test]
    fn each_folder_has_an_id_of_its_own() {
        assert_eq!(folder_id(Path::new("/a")), folder_id(Path::new("/a")));
        assert_ne!(folder_id(Path::new("/a")), folder_id(Path::new("/b")));
    }
}
