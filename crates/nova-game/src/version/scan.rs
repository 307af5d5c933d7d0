//! The folders below `versions/`: which of them hold a version, and what the others are.
//!
//! Nothing is opened but `<id>/<id>.json`, and that only when it is a plain file of a sane size.

use std::{
    collections::BTreeMap,
    fs::{self, DirEntry},
    path::Path,
};

use nova_model::{Message, Problem};
use serde_json::Value;

use super::json::VersionJson;
use crate::{
    names,
    read::{JSON_CAP, ReadFault, SMALL_CAP, read_object},
};

/// More folders than this are not looked at.
const MOST_FOLDERS: usize = 20_000;
/// How many files of a folder are looked at in search of a json of another name.
const MOST_FILES: usize = 300;
/// How many of those are read.
const MOST_JSONS: usize = 8;

/// What lies below `versions/`.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// The readable jsons by id.
    pub(crate) jsons: BTreeMap<String, VersionJson>,
    /// Folders with a `<id>.json` that cannot be read: id and why.
    pub(crate) broken: BTreeMap<String, Message>,
    /// Everything else, each about its folder's name.
    pub(crate) problems: Vec<Problem>,
}

/// Looks at every folder below `versions/`. A missing folder is an empty one.
pub(crate) fn scan(versions: &Path) -> Scan {
    let mut scan = Scan::default();
    let entries = match fs::read_dir(versions) {
        Ok(entries) => entries,
        Err(error) => {
            scan.unlisted(versions, error);
            return scan;
        }
    };
    for (count, entry) in entries.filter_map(std::result::Result::ok).enumerate() {
        if count >= MOST_FOLDERS {
            let cut =
                Message::new("game.version.too-many").with("path", versions).with("limit", MOST_FOLDERS);
            scan.problems.push(Problem::warning(versions.display().to_string(), cut));
            break;
        }
        scan.entry(&entry);
    }
    scan.problems.sort_by(|a, b| a.about.cmp(&b.about));
    scan
}

impl Scan {
    fn unlisted(&mut self, versions: &Path, error: std::io::Error) {
        match ReadFault::from(error) {
            ReadFault::Missing => {}
            fault => {
                let why =
                    Message::new("game.root.unlisted").with("path", versions).with("why", fault.message());
                self.problems.push(Problem::error(versions.display().to_string(), why));
            }
        }
    }

    fn entry(&mut self, entry: &DirEntry) {
        let name = entry.file_name();
        let shown = name.to_string_lossy();
        let Ok(kind) = entry.file_type() else { return };
        if shown.starts_with('.') || !(kind.is_dir() || kind.is_symlink()) {
            return;
        }
        match name.to_str().filter(|name| names::is_folder_name(name)) {
            None => self.not_a_version(&shown, "game.version.odd-name"),
            Some(name) if kind.is_symlink() => self.not_a_version(name, "game.version.link"),
            Some(name) => self.folder(name, &entry.path()),
        }
    }

    fn folder(&mut self, id: &str, folder: &Path) {
        match read_object(&folder.join(format!("{id}.json")), JSON_CAP) {
            Ok(map) => {
                self.jsons.insert(id.to_owned(), VersionJson::of(&map));
            }
            Err(ReadFault::Missing) => self.without_json(id, folder),
            Err(fault) => {
                self.broken.insert(id.to_owned(), fault.message());
            }
        }
    }

    fn without_json(&mut self, id: &str, folder: &Path) {
        match other_jsons(folder) {
            others if others.is_empty() => self.not_a_version(id, "game.version.no-json"),
            others => {
                let why = Message::new("game.version.other-json").with("id", id).with("files", others);
                self.problems.push(Problem::warning(id, why));
            }
        }
    }

    fn not_a_version(&mut self, name: &str, code: &'static str) {
        self.problems.push(Problem::warning(name, Message::new(code).with("id", name)));
    }
}

/// Plain files of another name that look like a version json.
fn other_jsons(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MOST_FILES);
    let named = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let json =
        |name: &String| Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let mut found: Vec<String> = named.filter(json).take(MOST_JSONS).collect();
    found.retain(|name| looks_like_one(&folder.join(name)));
    found.sort();
    found
}

fn looks_like_one(path: &Path) -> bool {
    read_object(path, SMALL_CAP).is_ok_and(|map| map.get("id").is_some_and(Value::is_string))
}
