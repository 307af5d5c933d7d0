//! Files of other crates that hold a state (settings and the like): reading them with care, and the rule that what cannot
//! be read is kept aside before it is overwritten.

use std::path::{Path, PathBuf};

use nova_model::Millis;

use crate::disk::real::RealDisk;
use crate::disk::{Disk, Kind, make_dirs, read_capped, write_new};
use crate::error::At;
use crate::{FilesError, Result, Step};

/// What to do with what is at the path now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepOld {
    /// It was understood, so it is overwritten; undo brings it back.
    Overwrite,
    /// It could not be read or is newer than the program: it is kept under its name with a date.
    Aside {
        /// The present, for the date.
        now: Millis,
    },
}

/// The bytes of a state file; none if there is none.
///
/// # Errors
/// [`FilesError::Odd`] for what is no plain file (a link, a folder, a pipe), [`FilesError::TooBig`] over `max_bytes`, or
/// what the system says.
pub fn read_state(path: &Path, max_bytes: u64) -> Result<Option<Vec<u8>>> {
    match RealDisk.look(path).at(path)?.map(|meta| meta.kind) {
        None => return Ok(None),
        Some(Kind::File) => {}
        Some(_) => return Err(FilesError::Odd { path: path.to_owned() }),
    }
    let bytes = read_capped(&RealDisk, path, max_bytes).at(path)?;
    bytes.map(Some).ok_or_else(|| FilesError::TooBig { path: path.to_owned(), limit: max_bytes })
}

/// The steps that write a state file. With [`KeepOld::Aside`] the old one is first moved to a free name such as
/// `settings.json.kept-20261130-130842`.
pub fn steps_to_write_state(path: &Path, bytes: Vec<u8>, old: KeepOld) -> Vec<Step> {
    let mut steps = Vec::new();
    if let (KeepOld::Aside { now }, Ok(Some(_))) = (old, RealDisk.look(path)) {
        steps.push(Step::Rename { from: path.to_owned(), to: kept_name(path, now) });
    }
    steps.push(Step::Write { path: path.to_owned(), content: bytes });
    steps
}

/// See [`crate::Files::establish`]. What a killed run left under the staging name is replaced.
pub(crate) fn establish(disk: &dyn Disk, home: &Path, path: &Path, bytes: &[u8]) -> Result<()> {
    let name = path.file_name().filter(|_| path.parent().is_some_and(|parent| parent == home));
    let Some(name) = name else { return Err(outside(home, path)) };
    if disk.look(path).at(path)?.is_some() {
        return Ok(());
    }
    let mut staged = std::ffi::OsString::from(".");
    staged.push(name);
    staged.push(".nova-part");
    let staged = path.with_file_name(staged);
    make_dirs(disk, home).at(home)?;
    if disk.look(&staged).at(&staged)?.is_some() {
        disk.remove_file(&staged).at(&staged)?;
    }
    write_new(disk, &staged, bytes).at(&staged)?;
    disk.rename(&staged, path).at(path)?;
    disk.sync_dir(home).at(home)
}

fn outside(home: &Path, path: &Path) -> FilesError {
    FilesError::Outside { path: path.to_owned(), root: home.to_owned() }
}

fn kept_name(path: &Path, now: Millis) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    let date =
        jiff::Timestamp::from_millisecond(now).unwrap_or_default().strftime("%Y%m%d-%H%M%S").to_string();
    name.push(format!(".kept-{date}"));
    let free = |name: &PathBuf| !matches!(RealDisk.look(name), Ok(Some(_)));
    let plain = path.with_file_name(&name);
    let numbered = (2..100).map(|number| {
        let mut name = name.clone();
        name.push(format!("-{number}"));
        path.with_file_name(name)
    });
    std::iter::once(plain.clone()).chain(numbered).find(free).unwrap_or(plain)
}
