//! Small files of the program's own below the data folder, which are replaced as it goes: the record of a job, an answer that was
//! kept. Nothing of the player's lies there, so the journal does not have them.

use std::path::{Path, PathBuf};

use crate::disk::{Disk, Guard, Kind, Share, free_tree, make_dirs, read_capped, write_new};
use crate::error::At;
use crate::{Files, FilesError, NameFault, Result, safe_name};

/// A folder of such files. Opening it makes nothing.
#[derive(Clone)]
pub struct Records {
    files: Files,
    folder: PathBuf,
}

/// Keeps everybody else from holding the same folder, until it is dropped.
pub struct Held {
    records: Records,
    _lock: Box<dyn Guard>,
}

impl Files {
    /// A folder of records below the data folder (`cache/meta`, `jobs/j-…`).
    ///
    /// # Errors
    /// [`FilesError::BadName`] for a path with a part that is no name.
    pub fn records(&self, folder: impl AsRef<Path>) -> Result<Records> {
        let folder = folder.as_ref();
        if folder.as_os_str().is_empty() {
            return Err(FilesError::BadName { name: String::new(), why: NameFault::Empty });
        }
        for name in folder {
            safe_name(name.to_str().unwrap_or_default())?;
        }
        Ok(Records { files: self.clone(), folder: self.home().join(folder) })
    }
}

impl Records {
    /// Where they lie.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A record of at most `most` bytes; none where there is none, or it is larger or no plain file: it is made anew then.
    pub fn get(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>> {
        let path = self.path(name)?;
        match self.disk().look(&path).at(&path)?.map(|meta| meta.kind) {
            Some(Kind::File) => read_capped(self.disk(), &path, most).at(&path),
            _ => Ok(None),
        }
    }

    /// Writes a record, in place of the one before. Whoever reads it sees the old or the new one, whole.
    ///
    /// # Errors
    /// [`FilesError::BadName`], [`FilesError::Link`] where a link leads out of the data folder, or what the system says.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path(name)?;
        self.make()?;
        let tie = (self.files.inner.entropy)();
        let part = self.folder.join(format!(".{tie:016x}.nova-part"));
        let put = write_new(self.disk(), &part, bytes).and_then(|()| self.disk().replace(&part, &path));
        if put.is_err() {
            // Its name says whose it is, and there is nothing more to say about it than the error.
            let _ = self.disk().remove_file(&part);
        }
        put.at(&path)
    }

    /// Takes a record away; nothing where there is none.
    pub fn forget(&self, name: &str) -> Result<()> {
        let path = self.path(name)?;
        match self.disk().look(&path).at(&path)? {
            Some(_) => self.disk().remove_file(&path).at(&path),
            None => Ok(()),
        }
    }

    /// The names of what lies there, sorted; folders of records among them.
    pub fn names(&self) -> Result<Vec<String>> {
        if self.disk().look(&self.folder).at(&self.folder)?.is_none() {
            return Ok(Vec::new());
        }
        let names = self.disk().list(&self.folder).at(&self.folder)?;
        let mut names: Vec<String> = names
            .into_iter()
            .filter_map(|name| name.into_string().ok())
            .filter(|name| !name.starts_with('.'))
            .collect();
        names.sort();
        Ok(names)
    }

    /// Holds the folder, which is made for it; none where somebody else does. The system lets go with the process.
    pub fn hold(&self) -> Result<Option<Held>> {
        self.make()?;
        let lock = self.disk().lock(&self.folder, Share::Alone).at(&self.folder)?;
        Ok(lock.map(|lock| Held { records: self.clone(), _lock: lock }))
    }

    fn make(&self) -> Result<()> {
        make_dirs(self.disk(), &self.folder).at(&self.folder)?;
        let real = self.disk().canonical(&self.folder).at(&self.folder)?;
        let home = self.disk().canonical(&self.files.home()).at(&self.folder)?;
        if real.starts_with(home) { Ok(()) } else { Err(FilesError::Link { path: self.folder.clone() }) }
    }

    fn path(&self, name: &str) -> Result<PathBuf> {
        safe_name(name)?;
        Ok(self.folder.join(name))
    }

    fn disk(&self) -> &dyn Disk {
        self.files.disk()
    }
}

impl Held {
    /// The records that are held.
    pub fn records(&self) -> &Records {
        &self.records
    }

    /// Takes all of them away, with their folder: nobody wants them any more.
    pub fn free(self) -> Result<()> {
        free_tree(self.records.disk(), &self.records.folder).at(&self.records.folder)
    }
}
