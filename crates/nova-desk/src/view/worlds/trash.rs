//! The trash area.

use std::path::Path;

use nova_files::{Entry, TrashItem};
use nova_model::{Message, Millis, clean};
use serde::Serialize;
use ts_rs::TS;

use super::NAME;
use crate::{turn::Names, view::ProblemRow};

/// What was put aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct TrashPage {
    /// The things, newest first.
    pub items: Vec<TrashRow>,
    /// What is damaged among them.
    pub problems: Vec<ProblemRow>,
}

/// One thing that was put aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct TrashRow {
    /// Its entries in the trash area: a backup is two files.
    pub ids: Vec<String>,
    /// Its name.
    pub name: String,
    /// Where it was, below its game folder.
    pub place: String,
    /// What it is.
    pub kind: TrashKind,
    /// When it was put aside.
    pub at: Millis,
    /// Bytes of everything in it.
    pub bytes: u64,
    /// The change that put it aside, where known.
    pub change: Option<String>,
    /// What that change did, where the journal still knows it.
    pub why: Option<String>,
}

/// What a thing in the trash area is, by where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TrashKind {
    /// A world.
    World,
    /// A mod.
    Mod,
    /// A version.
    Version,
    /// A backup.
    Backup,
    /// Anything else.
    Other,
}

impl TrashRow {
    /// All of a list, with the changes that put them aside. A backup's sidecar has no row of its own.
    pub(crate) fn all(items: &[TrashItem], entries: &[Entry], names: &Names) -> Vec<Self> {
        let zip_of = |item: &TrashItem| items.iter().position(|zip| is_sidecar(item, zip));
        let of = |(at, item): (usize, &TrashItem)| {
            let sidecars = items.iter().filter(|other| zip_of(other) == Some(at));
            zip_of(item).is_none().then(|| Self::of(item, sidecars, entries, names))
        };
        items.iter().enumerate().filter_map(of).collect()
    }

    fn of<'a>(
        item: &TrashItem,
        sidecars: impl Iterator<Item = &'a TrashItem> + Clone,
        entries: &[Entry],
        names: &Names,
    ) -> Self {
        let kind = TrashKind::of(&item.was);
        let by = entries.iter().find(|entry| Some(&entry.id) == item.change.as_ref());
        let name = match kind {
            TrashKind::Backup => item.was.file_stem(),
            _ => item.was.file_name(),
        };
        Self {
            ids: sidecars.clone().fold(vec![item.id.clone()], |mut ids, sidecar| {
                ids.push(sidecar.id.clone());
                ids
            }),
            name: clean(&name.unwrap_or_default().to_string_lossy(), NAME),
            place: names.short(&item.was.to_string_lossy()),
            kind,
            at: item.at,
            bytes: sidecars.fold(item.bytes, |sum, sidecar| sum.saturating_add(sidecar.bytes)),
            change: item.change.as_deref().map(|change| clean(change, NAME)),
            why: by.map(|entry| names.texts.say(&change_title(entry))),
        }
    }
}

/// The sentence of a change; its tool's name where it has none.
pub(crate) fn change_title(entry: &Entry) -> Message {
    let unnamed = || Message::new("desk.change.unnamed").with("tool", entry.origin.tool.as_str());
    entry.origin.title.clone().unwrap_or_else(unnamed)
}

impl TrashKind {
    fn of(was: &Path) -> Self {
        let mut holders = was.ancestors().skip(1).filter_map(|folder| folder.file_name()?.to_str());
        let is_zip = was.extension().is_some_and(|ext| ext == "zip");
        // Backups lie below the folder of their version.
        match (holders.next(), holders.next()) {
            (Some("backups"), _) | (_, Some("backups")) if is_zip => Self::Backup,
            (Some("saves"), _) => Self::World,
            (Some("mods"), _) => Self::Mod,
            (Some("versions"), _) => Self::Version,
            _ => Self::Other,
        }
    }
}

/// Whether a thing is what stands beside the zip of a backup.
fn is_sidecar(item: &TrashItem, zip: &TrashItem) -> bool {
    let is_json = item.was.extension().is_some_and(|ext| ext == "json");
    is_json
        && TrashKind::of(&zip.was) == TrashKind::Backup
        && item.change == zip.change
        && item.was.with_extension("zip") == zip.was
}
