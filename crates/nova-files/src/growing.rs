//! Files that grow for a long time before they are whole: they have a hidden name until then.
//!
//! It is no change of the journal: nothing was there before, and what a killed run leaves is not rolled back but kept, since half a
//! recording is worth more than none. Whoever grows files in a folder holds its lock, so whoever gets the lock knows that what lies
//! there under a hidden name grows no more.

use std::path::{Path, PathBuf};

use crate::disk::{Disk, Guard, Kind, Meta, Share, Sink, make_dirs};
use crate::error::At;
use crate::{Files, FilesError, NameFault, Result, safe_name};

/// What stands between the name and its ending while a file grows.
const MARK: &str = ".part";
/// More names than this are not tried.
const MOST_NAMES: u32 = 1000;

/// A folder of the data folder in which files grow, held against everybody else.
pub struct Growth {
    files: Files,
    folder: PathBuf,
    _lock: Box<dyn Guard>,
}

/// A file that grows. Dropped before it is whole, it stays under its hidden name for [`Growth::left`].
pub struct Growing {
    growth: Growth,
    sink: Box<dyn Sink>,
    name: String,
    part: PathBuf,
    bytes: u64,
}

impl Files {
    /// Takes hold of a folder below the data folder (`recordings`, `runs/r-…`), and makes it if it is not there.
    ///
    /// # Errors
    /// [`FilesError::Busy`] where somebody else has it, [`FilesError::BadName`] for a name that is none, or what the system says.
    pub fn growth(&self, folder: impl AsRef<Path>) -> Result<Growth> {
        let mut path = self.home();
        for name in folder.as_ref() {
            let name = name.to_str().unwrap_or_default();
            safe_name(name)?;
            path.push(name);
            make_dirs(self.disk(), &path).at(&path)?;
            refuse_link(self.disk(), &path)?;
        }
        if path == self.home() {
            return Err(FilesError::BadName { name: String::new(), why: NameFault::Empty });
        }
        let folder = path;
        let Some(lock) = self.disk().lock(&folder, Share::Alone).at(&folder)? else {
            return Err(FilesError::Busy { path: folder });
        };
        Ok(Growth { files: self.clone(), folder, _lock: lock })
    }

    /// Bytes free for us where the data folder lies, or will lie.
    pub fn free(&self) -> Result<u64> {
        let home = self.home();
        let there =
            |part: &&Path| matches!(self.disk().look(part), Ok(Some(meta)) if meta.kind == Kind::Folder);
        let folder = home.ancestors().find(there).unwrap_or(&home);
        self.disk().free(folder).at(folder)
    }
}

impl Growth {
    /// Begins a file that will have this name.
    ///
    /// # Errors
    /// [`FilesError::Taken`] where something has the name, [`FilesError::BadName`], or what the system says.
    pub fn begin(self, name: &str) -> Result<Growing> {
        safe_name(name)?;
        let (path, part) = (self.folder.join(name), self.folder.join(hidden(name)));
        if let Some(taken) = [&path, &part].into_iter().find(|path| self.is_taken(path)) {
            return Err(FilesError::Taken { path: taken.clone() });
        }
        let sink = self.disk().create(&part).at(&part)?;
        Ok(Growing { growth: self, sink, name: name.to_owned(), part, bytes: 0 })
    }

    /// The names that files would have got which an earlier run did not finish, with the files as they are.
    pub fn left(&self) -> Result<Vec<(String, PathBuf)>> {
        let names = self.disk().list(&self.folder).at(&self.folder)?;
        let mut left: Vec<_> =
            names.iter().filter_map(|name| Some((shown(name.to_str()?)?, self.folder.join(name)))).collect();
        left.retain(|(_, part)| matches!(self.disk().look(part), Ok(Some(Meta { kind: Kind::File, .. }))));
        left.sort();
        Ok(left)
    }

    /// Gives a file that was left its own name, or the next free one like it.
    pub fn keep(&self, part: &Path, name: &str) -> Result<PathBuf> {
        safe_name(name)?;
        self.named(part, name)
    }

    /// Removes a file that was left, in which there is nothing.
    ///
    /// # Errors
    /// [`FilesError::Outside`] for what is no such file, or what the system says.
    pub fn discard(&self, part: &Path) -> Result<()> {
        let ours = part.parent() == Some(&self.folder)
            && part.file_name().and_then(|name| name.to_str()).is_some_and(|name| shown(name).is_some());
        if !ours {
            return Err(FilesError::Outside { path: part.to_owned(), root: self.folder.clone() });
        }
        self.disk().remove_file(part).at(part)
    }

    fn disk(&self) -> &dyn Disk {
        self.files.disk()
    }

    fn is_taken(&self, path: &Path) -> bool {
        !matches!(self.disk().look(path), Ok(None))
    }

    fn named(&self, part: &Path, name: &str) -> Result<PathBuf> {
        for name in numbered(name).take(usize::try_from(MOST_NAMES).unwrap_or(usize::MAX)) {
            let path = self.folder.join(name);
            match self.disk().rename(part, &path) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                moved => {
                    moved.at(part)?;
                    self.disk().sync_dir(&self.folder).at(&self.folder)?;
                    return Ok(path);
                }
            }
        }
        Err(FilesError::Taken { path: self.folder.join(name) })
    }
}

impl Growing {
    /// Adds to its end. After an error it ends where it ended before, or somewhere within these bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.sink.write_all(bytes).at(&self.part)?;
        self.bytes = self.bytes.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        Ok(())
    }

    /// Bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Its hidden name for now.
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// It is whole: it gets its name, or the next free one like it where something else took that in the meantime.
    pub fn finish(mut self) -> Result<PathBuf> {
        self.sink.sync().at(&self.part)?;
        drop(self.sink);
        self.growth.named(&self.part, &self.name)
    }

    /// Nothing came of it.
    pub fn abandon(self) -> Result<()> {
        drop(self.sink);
        self.growth.discard(&self.part)
    }
}

/// `a.mp4` grows as `.a.part.mp4`, so that it can be played as it is.
fn hidden(name: &str) -> String {
    let (stem, ending) = split(name);
    format!(".{stem}{MARK}{ending}")
}

/// The name that a hidden one stands for.
fn shown(hidden: &str) -> Option<String> {
    let (stem, ending) = split(hidden.strip_prefix('.')?);
    let (stem, ending) = if ending == MARK { (stem, "") } else { (stem.strip_suffix(MARK)?, ending) };
    (!stem.is_empty()).then(|| format!("{stem}{ending}"))
}

/// `a.mp4`, `a 2.mp4`, `a 3.mp4`, …
fn numbered(name: &str) -> impl Iterator<Item = String> + '_ {
    let (stem, ending) = split(name);
    std::iter::once(name.to_owned()).chain((2_u32..).map(move |number| format!("{stem} {number}{ending}")))
}

/// The name without its ending, and the ending with its dot.
fn split(name: &str) -> (&str, &str) {
    match name.rfind('.').filter(|at| *at > 0) {
        Some(at) => name.split_at(at),
        None => (name, ""),
    }
}

fn refuse_link(disk: &dyn Disk, folder: &Path) -> Result<()> {
    match disk.look(folder).at(folder)?.map(|meta| meta.kind) {
        Some(Kind::Folder) => Ok(()),
        Some(Kind::Link) => Err(FilesError::Link { path: folder.to_owned() }),
        _ => Err(FilesError::Odd { path: folder.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_name_tells_the_name_it_stands_for() {
        for name in ["a.mp4", "2026-11-30 1.20.1-fabric 2.mp4", "plain", "世界.mp4"] {
            assert_eq!(shown(&hidden(name)).as_deref(), Some(name));
        }
        assert_eq!(hidden("a.mp4"), ".a.part.mp4");
        for other in ["a.mp4", ".a.mp4", ".part.mp4", "a.part.mp4", ".", ""] {
            assert_eq!(shown(other), None, "{other}");
        }
    }

    #[test]
    fn names_go_on_before_their_ending() {
        let names: Vec<_> = numbered("a b.mp4").take(3).collect();
        assert_eq!(names, ["a b.mp4", "a b 2.mp4", "a b 3.mp4"]);
    }
}
