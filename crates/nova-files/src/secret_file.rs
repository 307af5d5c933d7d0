//! Secrets in a file of the data folder, for computers without a key ring: `<data>/secrets/secrets.json`, which only its
//! owner may read.
//!
//! It is no part of the journal: a secret must not lie in old contents, in the trash or in a backup. A new file is written
//! aside and takes the old one's place by one rename; without any secret left there is no file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use nova_model::{Explain, Message, Problem, Secret, SecretError, SecretStore};
use serde::{Deserialize, Serialize};

use crate::disk::real::RealDisk;
use crate::disk::{Disk, Dress, Kind, Share, make_dirs, read_capped};
use crate::error::At;
use crate::{FilesError, Result};

const FORMAT: u64 = 1;
/// Hundreds of keys; more is no file of ours.
const LARGEST: u64 = 256 * 1024;
const FILE: &str = "secrets.json";
const STAGED: &str = ".secrets.json.nova-part";
/// What group and others may do.
pub(crate) const OTHERS: u32 = 0o077;

/// Who may read the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Privacy {
    /// There is no file.
    Absent,
    /// Only its owner.
    Private,
    /// Others too.
    Loose,
}

/// A [`SecretStore`] in a file. Cheap to clone; opening it looks at nothing.
#[derive(Clone)]
pub struct SecretFile {
    folder: PathBuf,
    disk: Arc<dyn Disk>,
    problems: Arc<Mutex<Vec<Problem>>>,
}

type Kept = BTreeMap<String, String>;

#[derive(Serialize, Deserialize)]
struct Content {
    format: u64,
    secrets: Kept,
}

impl SecretFile {
    /// The file of a data folder, there or not.
    pub fn of(data: &Path) -> Self {
        Self::on(Arc::new(RealDisk), data)
    }

    pub(crate) fn on(disk: Arc<dyn Disk>, data: &Path) -> Self {
        Self { folder: data.join("secrets"), disk, problems: Arc::default() }
    }

    /// Where it is.
    pub fn path(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// Who may read it. Changes nothing.
    pub fn privacy(&self) -> Result<Privacy> {
        let folder = self.mode(&self.folder, Kind::Folder)?;
        let file = if folder.is_some() { self.mode(&self.path(), Kind::File)? } else { None };
        Ok(match (folder, file) {
            (_, None) => Privacy::Absent,
            (Some(folder), Some(file)) if (folder | file) & OTHERS == 0 => Privacy::Private,
            _ => Privacy::Loose,
        })
    }

    /// What was found wrong and put right since the last call: each is said once.
    pub fn take_problems(&self) -> Vec<Problem> {
        std::mem::take(&mut *self.problems.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The permissions of a thing that has to be of this kind; none where nothing is. A link is refused: whoever set it
    /// would choose where the secrets go.
    fn mode(&self, path: &Path, kind: Kind) -> Result<Option<u32>> {
        match self.disk.look(path).at(path)? {
            None => Ok(None),
            Some(meta) if meta.kind == kind => Ok(Some(meta.mode)),
            Some(meta) if meta.kind == Kind::Link => Err(FilesError::Link { path: path.to_owned() }),
            Some(_) => Err(FilesError::Odd { path: path.to_owned() }),
        }
    }

    fn read(&self) -> Result<Kept> {
        let path = self.path();
        match self.privacy()? {
            Privacy::Absent => return Ok(Kept::new()),
            Privacy::Private => {}
            Privacy::Loose => self.tighten(),
        }
        let bytes = read_capped(&*self.disk, &path, LARGEST).at(&path)?;
        let bytes = bytes.ok_or_else(|| FilesError::TooBig { path: path.clone(), limit: LARGEST })?;
        // What is in it must not stand in the error, so the parser's own words are left out.
        let content: Option<Content> = serde_json::from_slice(&bytes).ok();
        match content {
            Some(content) if content.format == FORMAT => Ok(content.secrets),
            Some(_) => Err(FilesError::Newer { path }),
            None => Err(FilesError::Damaged { path }),
        }
    }

    /// Takes the permissions of others away and says that they were there.
    fn tighten(&self) {
        let path = self.path();
        // Where it fails (a file system without permissions) the second look says so.
        let _ = self.dress(&self.folder, 0o700);
        let _ = self.dress(&path, 0o600);
        let code = match self.privacy() {
            Ok(Privacy::Loose) | Err(_) => "files.secret.loose",
            Ok(_) => "files.secret.tightened",
        };
        let problem =
            Problem::warning(path.display().to_string(), Message::new(code).with("path", path.as_path()));
        self.problems.lock().unwrap_or_else(PoisonError::into_inner).push(problem);
    }

    fn dress(&self, path: &Path, mode: u32) -> Result<()> {
        self.disk.dress(path, Dress { mode: Some(mode), ..Dress::default() }).at(path)
    }

    /// Reads, changes and writes, with nobody else at it.
    fn change(&self, change: impl FnOnce(&mut Kept)) -> Result<()> {
        self.make_folder()?;
        let lock = self.disk.lock(&self.folder, Share::Alone).at(&self.folder)?;
        let _lock = lock.ok_or_else(|| FilesError::Busy { path: self.folder.clone() })?;
        let before = self.read()?;
        let mut after = before.clone();
        change(&mut after);
        match (before == after, after.is_empty()) {
            (true, _) => Ok(()),
            (false, true) => self.remove(),
            (false, false) => self.write(after),
        }
    }

    fn make_folder(&self) -> Result<()> {
        if self.mode(&self.folder, Kind::Folder)?.is_none() {
            make_dirs(&*self.disk, &self.folder).at(&self.folder)?;
            self.dress(&self.folder, 0o700)?;
        }
        Ok(())
    }

    fn write(&self, secrets: Kept) -> Result<()> {
        let (disk, path, staged) = (&*self.disk, self.path(), self.folder.join(STAGED));
        let content = Content { format: FORMAT, secrets };
        let bytes = serde_json::to_vec_pretty(&content).unwrap_or_default();
        if disk.look(&staged).at(&staged)?.is_some() {
            disk.remove_file(&staged).at(&staged)?;
        }
        let mut sink = disk.create(&staged).at(&staged)?;
        // It is closed to others before anything is in it.
        self.dress(&staged, 0o600)?;
        let written = sink.write_all(&bytes).and_then(|()| sink.sync());
        drop(sink);
        if let Err(error) = written.and_then(|()| disk.replace(&staged, &path)) {
            // Half a file of secrets is left nowhere; the error is what counts.
            let _ = disk.remove_file(&staged);
            return Err(FilesError::io(&path, error));
        }
        disk.sync_dir(&self.folder).at(&self.folder)
    }

    fn remove(&self) -> Result<()> {
        let path = self.path();
        self.disk.remove_file(&path).at(&path)?;
        self.disk.sync_dir(&self.folder).at(&self.folder)
    }
}

fn failed(name: &str, error: &FilesError) -> SecretError {
    SecretError::File { name: name.to_owned(), report: Box::new(error.report()) }
}

impl SecretStore for SecretFile {
    fn get(&self, name: &str) -> std::result::Result<Option<Secret>, SecretError> {
        let mut kept = self.read().map_err(|error| failed(name, &error))?;
        Ok(kept.remove(name).map(Secret::new))
    }

    fn set(&self, name: &str, secret: &Secret) -> std::result::Result<(), SecretError> {
        let kept = |kept: &mut Kept| {
            kept.insert(name.to_owned(), secret.expose().to_owned());
        };
        self.change(kept).map_err(|error| failed(name, &error))
    }

    fn delete(&self, name: &str) -> std::result::Result<(), SecretError> {
        if matches!(self.privacy(), Ok(Privacy::Absent)) {
            return Ok(());
        }
        let gone = |kept: &mut Kept| {
            kept.remove(name);
        };
        self.change(gone).map_err(|error| failed(name, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::sim::SimDisk;

    fn on(disk: &SimDisk) -> SecretFile {
        SecretFile::on(Arc::new(disk.clone()), Path::new("/data"))
    }

    fn text(file: &SecretFile) -> Option<String> {
        file.get("llm.key").unwrap().map(|secret| secret.expose().to_owned())
    }

    /// A change of the file stopped before each of its steps, with any part of what was not synced lost.
    fn stopped(change: impl Fn(&SecretFile), allowed: &[Option<&str>]) {
        let start = SimDisk::new();
        on(&start).set("llm.key", &Secret::new("old")).unwrap();
        start.settle();
        let whole = start.fork();
        let before = whole.changes();
        change(&on(&whole));
        for stop in 0..=whole.changes() - before {
            for keep in [0, 0x5555_5555_5555_5555, u64::MAX] {
                let disk = start.fork();
                disk.stop_before(stop);
                change(&on(&disk));
                disk.lose_power(keep);
                let found = text(&on(&disk));
                assert!(allowed.contains(&found.as_deref()), "stop {stop}, keep {keep:x}: {found:?}");
                on(&disk).set("llm.key", &Secret::new("next")).unwrap();
                let names: Vec<_> = disk.tree("/data").into_keys().collect();
                assert_eq!(names, [Path::new("/data/secrets/secrets.json")]);
            }
        }
    }

    #[test]
    fn a_crash_while_a_secret_is_kept_leaves_the_old_one_or_the_new_one() {
        let change = |file: &SecretFile| drop(file.set("llm.key", &Secret::new("new")));
        stopped(change, &[Some("old"), Some("new")]);
    }

    #[test]
    fn a_crash_while_a_secret_is_forgotten_leaves_it_or_nothing() {
        stopped(|file| drop(file.delete("llm.key")), &[Some("old"), None]);
    }

    #[test]
    fn two_that_write_at_once_do_not_lose_each_other_s_secret() {
        let disk = SimDisk::new();
        let file = on(&disk);
        file.set("a", &Secret::new("1")).unwrap();
        let held = disk.lock(Path::new("/data/secrets"), Share::Alone).unwrap();
        let report = file.set("b", &Secret::new("2")).unwrap_err().report();
        assert_eq!(report.code(), "files.busy");
        drop(held);
        file.set("b", &Secret::new("2")).unwrap();
        assert!(file.get("a").unwrap().is_some() && file.get("b").unwrap().is_some());
    }
}
