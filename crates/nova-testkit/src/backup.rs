//! Backups as they lie in a data folder: a zip and its sidecar.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::disk::set_modified;
use crate::jar::zip_bytes;
use crate::tree::hex;
use crate::{World, write_file};

/// A backup to be written: worlds under `saves/<folder>/` and other top entries.
#[derive(Clone, Debug)]
#[must_use]
pub struct BackupFile {
    id: String,
    at: i64,
    version: Option<String>,
    worlds: Vec<World>,
    files: Vec<(String, Vec<u8>)>,
    why: String,
}

impl BackupFile {
    /// An empty one, made at a moment in milliseconds since 1970.
    pub fn new(id: &str, at: i64) -> Self {
        let (version, worlds, files) = (None, Vec::new(), Vec::new());
        Self { id: id.to_owned(), at, version, worlds, files, why: "asked".to_owned() }
    }

    /// The version that it belongs to.
    pub fn version(mut self, id: &str) -> Self {
        self.version = Some(id.to_owned());
        self
    }

    /// A world in it.
    pub fn world(mut self, world: World) -> Self {
        self.worlds.push(world);
        self
    }

    /// Another file, by its path in the zip (`config/sodium.json`).
    pub fn file(mut self, path: &str, bytes: &[u8]) -> Self {
        self.files.push((path.to_owned(), bytes.to_vec()));
        self
    }

    /// Why it was made: `asked`, `before-restore`, `before-move`, `before-delete`.
    pub fn why(mut self, why: &str) -> Self {
        why.clone_into(&mut self.why);
        self
    }

    /// Writes zip and sidecar under `backups/` of a data folder and returns the zip's path.
    pub fn write(&self, data: &Path) -> Result<PathBuf> {
        let folder = data.join("backups");
        let zip = folder.join(format!("{}.zip", self.id));
        let sidecar = folder.join(format!("{}.json", self.id));
        let bytes = zip_bytes(&self.entries()?)?;
        write_file(&zip, &bytes)?;
        write_file(&sidecar, format!("{:#}\n", self.sidecar(&bytes)).as_bytes())?;
        set_modified(&zip, self.at)?;
        set_modified(&sidecar, self.at)?;
        Ok(zip)
    }

    fn entries(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let mut entries = Vec::new();
        for world in &self.worlds {
            let kept = world.contents()?.into_iter().filter(|(path, _)| path != "session.lock");
            entries.extend(kept.map(|(path, bytes)| (format!("saves/{}/{path}", world.folder()), bytes)));
        }
        entries.extend(self.files.iter().cloned());
        Ok(entries)
    }

    /// The top names of what is no world.
    fn includes(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.files.iter().filter_map(|(path, _)| path.split('/').next()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn sidecar(&self, zip: &[u8]) -> Value {
        let saves: Vec<&str> = self.worlds.iter().map(World::folder).collect();
        json!({
            "format": 1, "includes": self.includes(),
            "id": self.id, "at": self.at, "version": self.version, "saves": saves, "why": self.why,
            "bytes": zip.len(), "sha256": hex(&Sha256::digest(zip)),
        })
    }
}
