//! The list of backups, and what a zip is checked against before it is trusted.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use nova_archive::{Limits, NameRules, TotalCap, Zip};
use nova_model::{Message, Problem};

use super::bad;
use super::sidecar::Read;
use crate::disk::{Disk, Kind, Source, read_capped};
use crate::error::At;
use crate::journal::unreadable;
use crate::stamp::sha256_of;
use crate::{Backup, FilesError, Listing, Result};

/// Folders below `backups/` are looked into this deep.
const DEPTH: usize = 4;
const CAP: u64 = 1 << 20;

/// A listed backup, and what its sidecar promises about the zip.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub backup: Backup,
    pub sha256: Option<String>,
    unpacked: Option<u64>,
}

/// The backups of a data folder, newest first.
pub(crate) fn list(disk: &dyn Disk, data: &Path) -> Listing<Known> {
    let mut listing = Listing::default();
    let files = files(disk, &data.join("backups"), &mut listing.problems);
    for file in &files {
        match file.extension().and_then(|end| end.to_str()) {
            Some("zip") => list_zip(disk, file, &files, &mut listing),
            Some("json") if !has_zip(file, &files) => {
                listing.problems.push(problem("files.backup.no-zip", file));
            }
            _ => {}
        }
    }
    listing.items.sort_by(|a, b| b.backup.at.cmp(&a.backup.at).then_with(|| a.backup.id.cmp(&b.backup.id)));
    listing
}

/// The backup of an id. One that only its sidecar still tells of is damaged, not unknown.
pub(crate) fn find(disk: &dyn Disk, data: &Path, id: &str) -> Result<Known> {
    let listing = list(disk, data);
    if let Some(known) = listing.items.into_iter().find(|known| known.backup.id == id) {
        return Ok(known);
    }
    let id = id.to_owned();
    let files = files(disk, &data.join("backups"), &mut Vec::new());
    let sidecars = files.iter().filter(|file| file.extension().is_some_and(|end| end == "json"));
    let told = sidecars
        .filter_map(|file| Read::parse(&read_capped(disk, file, CAP).ok()??))
        .any(|read| read.id == id);
    Err(if told {
        FilesError::BadBackup { id, entry: String::new() }
    } else {
        FilesError::UnknownBackup { id }
    })
}

/// Everything named like a part of a backup, whatever it is.
fn files(disk: &dyn Disk, home: &Path, problems: &mut Vec<Problem>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![(home.to_owned(), 0)];
    while let Some((folder, depth)) = open.pop() {
        let names = match disk.list(&folder) {
            Ok(names) => names,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => {
                problems.push(unreadable(&folder, &FilesError::io(&folder, error)));
                continue;
            }
        };
        for path in names.into_iter().map(|name| folder.join(name)) {
            let is_folder = matches!(disk.look(&path), Ok(Some(meta)) if meta.kind == Kind::Folder);
            let part_of_one = path.extension().is_some_and(|end| end == "zip" || end == "json");
            if part_of_one && !hidden(&path) {
                files.push(path);
            } else if is_folder && depth < DEPTH {
                open.push((path, depth + 1));
            }
        }
    }
    files.sort();
    files
}

/// What is not finished yet starts with a dot.
fn hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn has_zip(sidecar: &Path, files: &[PathBuf]) -> bool {
    let long = sidecar.with_extension("");
    files.contains(&sidecar.with_extension("zip")) || (long.extension().is_some() && files.contains(&long))
}

/// `x.json` or `x.zip.json`.
fn sidecar_of(zip: &Path, files: &[PathBuf]) -> Option<PathBuf> {
    let candidates = [zip.with_extension("json"), zip.with_extension("zip.json")];
    candidates.into_iter().find(|path| files.contains(path))
}

fn list_zip(disk: &dyn Disk, zip: &Path, files: &[PathBuf], listing: &mut Listing<Known>) {
    let Some(sidecar) = sidecar_of(zip, files) else {
        listing.problems.push(problem("files.backup.no-sidecar", zip));
        return;
    };
    match known(disk, zip, &sidecar) {
        Ok(known) => listing.items.push(known),
        Err(problem) => listing.problems.push(problem),
    }
}

fn known(disk: &dyn Disk, zip: &Path, sidecar: &Path) -> std::result::Result<Known, Problem> {
    let meta = disk.look(zip).ok().flatten().filter(|meta| meta.kind == Kind::File);
    let meta = meta.ok_or_else(|| problem("files.backup.no-zip", sidecar))?;
    let bytes = match read_capped(disk, sidecar, CAP) {
        Ok(bytes) => bytes.unwrap_or_default(),
        Err(error) => return Err(unreadable(sidecar, &FilesError::io(sidecar, error))),
    };
    let read = Read::parse(&bytes).ok_or_else(|| problem("files.backup.bad-sidecar", sidecar))?;
    if read.bytes.is_some_and(|bytes| bytes != meta.size) {
        return Err(problem("files.backup.size", zip));
    }
    let backup = Backup {
        at: read.at().unwrap_or(meta.mtime / 1_000_000),
        root: read.root.clone().map(PathBuf::from),
        version: read.version.clone(),
        saves: read.saves(),
        includes: read.includes(),
        bytes: meta.size,
        why: read.why.clone().unwrap_or_default(),
        path: zip.to_owned(),
        id: read.id,
    };
    Ok(Known { backup, sha256: read.sha256, unpacked: read.unpacked })
}

fn problem(code: &'static str, path: &Path) -> Problem {
    Problem::error(path.display().to_string(), Message::new(code).with("path", path))
}

impl Known {
    /// Opens the zip with every check of its structure. The caps come from the sidecar where it is known that the zip is
    /// the one it speaks of; otherwise they are those for archives of others.
    pub(super) fn open(&self, disk: &dyn Disk) -> Result<Zip<Box<dyn Source>>> {
        let limits = match (&self.sha256, self.unpacked) {
            (Some(_), Some(unpacked)) => {
                Limits { entries: u64::from(u32::MAX), total: TotalCap::Bytes(unpacked), ..Limits::pack() }
            }
            _ => Limits::pack(),
        };
        let source = disk.open(&self.backup.path).at(&self.backup.path)?;
        Zip::open(source, &limits).map_err(|error| bad(&self.backup, error.entry().unwrap_or_default()))
    }

    /// Names of our own zips may be whatever the world's files were called; those of others have to fit every system.
    pub(super) fn rules(&self) -> NameRules {
        if self.sha256.is_some() { NameRules::Contained } else { NameRules::Portable }
    }

    /// Whether the zip is, byte for byte, the one that the sidecar speaks of.
    pub(super) fn is_whole(&self, disk: &dyn Disk) -> Result<bool> {
        match &self.sha256 {
            Some(expected) => Ok(sha256_of(disk, &self.backup.path)?.eq_ignore_ascii_case(expected)),
            None => Ok(true),
        }
    }

    /// Refuses a zip that is damaged or does not hold an entry; the bytes the entry unpacks to. A zip without a hash in
    /// its sidecar is read as a whole.
    pub(crate) fn check(&self, disk: &dyn Disk, entry: &str) -> Result<u64> {
        if !self.is_whole(disk)? {
            return Err(bad(&self.backup, ""));
        }
        let mut zip = self.open(disk)?;
        zip.check_headers().map_err(|error| bad(&self.backup, error.entry().unwrap_or_default()))?;
        if self.sha256.is_none() {
            read_through(&mut zip).map_err(|entry| bad(&self.backup, &entry))?;
        }
        let wanted = super::unpack::wanted(self, &zip, entry)?;
        Ok(wanted.iter().map(|piece| piece.size).fold(0, u64::saturating_add))
    }
}

/// Reads every entry against its checksum; the name of the first bad one.
fn read_through(zip: &mut Zip<Box<dyn Source>>) -> std::result::Result<(), String> {
    let names: Vec<(String, u64)> =
        zip.entries().map(|entry| (entry.name().into_owned(), entry.size())).collect();
    for (index, (name, size)) in names.into_iter().enumerate() {
        let mut reader = zip.open_entry(index, size).map_err(|_| name.clone())?;
        std::io::copy(&mut reader.by_ref(), &mut std::io::sink()).map_err(|_| name)?;
    }
    Ok(())
}
