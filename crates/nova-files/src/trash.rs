//! The trash areas: a folder an item, `t-xxxxxxxx/`, with the thing under its own name and a sidecar.
//!
//! A bundle is an item of many files that one step put aside: they lie in the folder `files/` as they lay below the folder
//! that they share. Its sidecar has format 2, since a program that takes it for a folder would put back the wrong thing.

use std::path::{Path, PathBuf};

use nova_model::{Message, Millis, Problem};
use serde::{Deserialize, Serialize};

use crate::disk::{Disk, Kind, read_capped};
use crate::error::At;
use crate::id;
use crate::journal::{Made, Open, unreadable};
use crate::{Listing, Result, TrashItem, path_text};

/// The sidecar's name. A thing of that name is stored as [`OTHER`].
const SIDECAR: &str = "nova-trash.json";
const OTHER: &str = "thing";
const CAP: u64 = 1 << 20;
const FORMAT: u32 = 2;
/// The folder of a bundle in its item.
const BUNDLE: &str = "files";

/// What the sidecar says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sidecar {
    pub format: u32,
    pub id: String,
    #[serde(with = "path_text")]
    pub was: PathBuf,
    pub at: Millis,
    #[serde(default)]
    pub change: Option<String>,
    #[serde(default)]
    pub bytes: u64,
    /// The number of files in a bundle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u64>,
    /// The name of the thing in the item's folder.
    #[serde(with = "path_text")]
    pub stored: PathBuf,
}

/// An item and where it lies.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub folder: PathBuf,
    pub sidecar: Sidecar,
    /// The sidecar as it is, to be written again by a reversal.
    pub text: String,
}

impl Sidecar {
    /// For a thing that is about to be put aside.
    pub(crate) fn new(id: &str, was: &Path, at: Millis, change: &str, bytes: u64) -> Self {
        let name = was.file_name().unwrap_or_default();
        let clash = name.to_str().is_some_and(|name| name.eq_ignore_ascii_case(SIDECAR));
        let stored = if clash { PathBuf::from(OTHER) } else { PathBuf::from(name) };
        Self {
            format: 1,
            id: id.to_owned(),
            was: was.to_owned(),
            at,
            change: Some(change.to_owned()),
            bytes,
            files: None,
            stored,
        }
    }

    /// For many files below a folder.
    pub(crate) fn bundle(id: &str, was: &Path, at: Millis, change: &str, (files, bytes): (u64, u64)) -> Self {
        let single = Self::new(id, was, at, change, bytes);
        Self { format: FORMAT, files: Some(files), stored: PathBuf::from(BUNDLE), ..single }
    }
}

impl Found {
    pub(crate) fn thing(&self) -> PathBuf {
        self.folder.join(&self.sidecar.stored)
    }

    pub(crate) fn note(&self) -> PathBuf {
        self.folder.join(SIDECAR)
    }

    fn item(self) -> TrashItem {
        let Sidecar { id, was, at, change, bytes, files, .. } = self.sidecar;
        TrashItem { id, was, at, change, bytes, files }
    }
}

/// The sidecar's place in an item's folder.
pub(crate) fn note(folder: &Path) -> PathBuf {
    folder.join(SIDECAR)
}

/// The area on the device of a game root, for a data folder on another device.
pub(crate) fn area_below(top: &Path) -> PathBuf {
    top.join(".nova").join("trash")
}

/// Every area that may hold items: the data folder's, those of the roots, and those on other devices inside of a root.
pub(crate) fn areas(data: &Path, journal: &Open) -> Vec<PathBuf> {
    let mut areas = vec![data.join("trash")];
    for intent in journal.readings.iter().map(|reading| &reading.intent) {
        let named = intent.made.iter().filter_map(|made| match made {
            Made::Trashed { area, .. } => Some(area),
            Made::Bundled { bundle } | Made::Placed { replaced: Some(bundle), .. } => Some(&bundle.area),
            _ => None,
        });
        // The data folder may have been moved since, with the journal in it; a root is where it is named.
        areas.extend(named.filter(|area| area.starts_with(&intent.root)).cloned());
        areas.push(area_below(&intent.root));
    }
    areas.sort();
    areas.dedup();
    areas
}

/// One item of an area.
pub(crate) fn find(disk: &dyn Disk, area: &Path, id: &str) -> Result<Option<Found>> {
    if !id::is(id::Kind::Trash, id) {
        return Ok(None);
    }
    let folder = area.join(id);
    match disk.look(&folder).at(&folder)? {
        Some(meta) if meta.kind == Kind::Folder => read(disk, &folder, id),
        _ => Ok(None),
    }
}

/// None where the sidecar or the thing is not what it has to be.
fn read(disk: &dyn Disk, folder: &Path, id: &str) -> Result<Option<Found>> {
    let note = folder.join(SIDECAR);
    let Some(meta) = disk.look(&note).at(&note)? else { return Ok(None) };
    if meta.kind != Kind::File {
        return Ok(None);
    }
    let bytes = read_capped(disk, &note, CAP).at(&note)?;
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let sidecar = text.as_deref().and_then(|text| serde_json::from_str::<Sidecar>(text).ok());
    let (Some(text), Some(sidecar)) = (text, sidecar) else { return Ok(None) };
    let plain = sidecar.stored.file_name() == Some(sidecar.stored.as_os_str());
    if sidecar.id != id || sidecar.format > FORMAT || !plain {
        return Ok(None);
    }
    let found = Found { folder: folder.to_owned(), sidecar, text };
    let thing = found.thing();
    Ok(disk.look(&thing).at(&thing)?.map(|_| found))
}

/// Everything in these areas, newest first.
pub(crate) fn list(disk: &dyn Disk, areas: &[PathBuf]) -> Listing<TrashItem> {
    let mut listing = Listing::default();
    for area in areas {
        match disk.list(area) {
            Ok(names) => names.iter().filter_map(|name| name.to_str()).for_each(|name| {
                list_one(disk, area, name, &mut listing);
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => listing.problems.push(unreadable(area, &crate::FilesError::io(area, error))),
        }
    }
    listing.items.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| a.id.cmp(&b.id)));
    listing
}

fn list_one(disk: &dyn Disk, area: &Path, name: &str, listing: &mut Listing<TrashItem>) {
    if !id::is(id::Kind::Trash, name) {
        return;
    }
    let folder = area.join(name);
    match find(disk, area, name) {
        Ok(Some(found)) => listing.items.push(found.item()),
        Ok(None) => {
            let message = Message::new("files.trash.damaged").with("path", folder.as_path());
            listing.problems.push(Problem::warning(name, message));
        }
        Err(error) => listing.problems.push(unreadable(&folder, &error)),
    }
}
