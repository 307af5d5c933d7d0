//! Copies of files laid where a program looks for them under other names. No change of the journal: nothing was there before, and
//! what is laid can be laid again from what it is a copy of.

use std::io;
use std::path::{Path, PathBuf};

use crate::disk::{Disk, Kind, make_dirs, sync_below};
use crate::error::At;
use crate::files::canonical;
use crate::{Files, FilesError, NameFault, Result, safe_name};

impl Files {
    /// Lays a copy of each file at its place below a folder that is there, and gives how many it laid. What lies at a place
    /// already is left alone, whatever it is. All copies survive a power loss before the first gets its name.
    ///
    /// # Errors
    /// [`FilesError::BadName`] for a place with a part that is no name, [`FilesError::Link`] where a link leads out of the folder,
    /// [`FilesError::Missing`] for a file that is not there, or what the system says.
    pub fn supply(
        &self,
        folder: &Path,
        wanted: impl IntoIterator<Item = (PathBuf, String)>,
    ) -> Result<usize> {
        let top = canonical(self.disk(), folder);
        let tie = (self.inner.entropy)();
        let mut staged = Vec::new();
        let laid =
            self.stage_copies(&top, wanted, tie, &mut staged).and_then(|()| self.name_copies(&top, &staged));
        if laid.is_err() {
            for (part, _) in &staged {
                // Those that have their names already are whole; the others have one that says whose they are.
                let _ = self.disk().remove_file(part);
            }
        }
        laid.map(|()| staged.len())
    }

    fn stage_copies(
        &self,
        top: &Path,
        wanted: impl IntoIterator<Item = (PathBuf, String)>,
        tie: u64,
        staged: &mut Vec<(PathBuf, PathBuf)>,
    ) -> Result<()> {
        for (from, place) in wanted {
            let to = top.join(plain(&place)?);
            if self.disk().look(&to).at(&to)?.is_some() {
                continue;
            }
            let parent = to.parent().unwrap_or(top);
            make_dirs(self.disk(), parent).at(parent)?;
            if self.disk().canonical(parent).at(parent)? != parent {
                return Err(FilesError::Link { path: parent.to_owned() });
            }
            let part = parent.join(format!(".{tie:016x}-{}.nova-part", staged.len()));
            staged.push((part.clone(), to));
            copy(self.disk(), &from, &part)?;
        }
        Ok(())
    }

    fn name_copies(&self, top: &Path, staged: &[(PathBuf, PathBuf)]) -> Result<()> {
        if staged.is_empty() {
            return Ok(());
        }
        sync_below(self.disk(), top).at(top)?;
        for (part, to) in staged {
            self.disk().rename(part, to).at(to)?;
        }
        Ok(())
    }
}

fn copy(disk: &dyn Disk, from: &Path, to: &Path) -> Result<()> {
    if disk.look(from).at(from)?.is_none_or(|meta| meta.kind != Kind::File) {
        return Err(FilesError::Missing { path: from.to_owned() });
    }
    let mut source = disk.open(from).at(from)?;
    let mut sink = disk.create(to).at(to)?;
    io::copy(&mut source, &mut sink).at(to)?;
    Ok(())
}

/// A place with nothing but names in it.
fn plain(place: &str) -> Result<&Path> {
    if place.is_empty() {
        return Err(FilesError::BadName { name: String::new(), why: NameFault::Empty });
    }
    for name in place.split('/') {
        safe_name(name)?;
    }
    Ok(Path::new(place))
}
