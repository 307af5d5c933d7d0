//! Files of other crates that hold a state (settings and the like): reading them with care, and the rule that what cannot
//! be read is kept aside before it is overwritten.

use std::path::{Path, PathBuf};

use nova_model::Millis;

use crate::disk::real::RealDisk;
use crate::disk::{Disk, Dress, Kind, make_dirs, read_capped, write_new};
use crate::error::At;
use crate::files::canonical;
use crate::secret_file::OTHERS;
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
        steps.push(Step::Rename { from: path.to_owned(), to: kept_name(&RealDisk, path, now) });
    }
    steps.push(Step::Write { path: path.to_owned(), content: bytes });
    steps
}

/// See [`crate::Files::establish`]. What a killed run left under the staging name is replaced; where another process is
/// faster, its file stays.
pub(crate) fn establish(disk: &dyn Disk, home: &Path, path: &Path, bytes: &[u8], dress: Dress) -> Result<()> {
    let path = below(disk, home, path)?;
    if disk.look(&path).at(&path)?.is_some() {
        return Ok(());
    }
    match establish_new(disk, &path, bytes, dress) {
        Err(_) if disk.look(&path).at(&path)?.is_some() => Ok(()),
        made => made,
    }
}

fn establish_new(disk: &dyn Disk, path: &Path, bytes: &[u8], dress: Dress) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    let mut staged = std::ffi::OsString::from(".");
    staged.push(path.file_name().unwrap_or_default());
    staged.push(".nova-part");
    let staged = path.with_file_name(staged);
    make_dirs(disk, folder).at(folder)?;
    if disk.look(&staged).at(&staged)?.is_some() {
        disk.remove_file(&staged).at(&staged)?;
    }
    write_new(disk, &staged, bytes).at(&staged)?;
    disk.dress(&staged, dress).at(&staged)?;
    disk.rename(&staged, path).at(path)?;
    disk.sync_dir(folder).at(folder)
}

/// See [`crate::Files::make_private`].
pub(crate) fn make_private(disk: &dyn Disk, home: &Path, path: &Path) -> Result<()> {
    let path = inside(disk, home, path)?;
    match disk.look(&path).at(&path)? {
        None => Ok(()),
        Some(meta) if meta.kind != Kind::File => Err(FilesError::Odd { path }),
        Some(meta) if meta.mode & OTHERS == 0 => Ok(()),
        Some(_) => disk.dress(&path, Dress { mode: Some(0o600), mtime: None }).at(&path),
    }
}

/// See [`crate::Files::set_aside`]. The companions go first: whoever is cut off in between leaves the file under its own name,
/// where the next run finds it.
pub(crate) fn set_aside(
    disk: &dyn Disk,
    home: &Path,
    path: &Path,
    companions: &[&str],
    now: Millis,
) -> Result<PathBuf> {
    let path = inside(disk, home, path)?;
    let kept = kept_name(disk, &path, now);
    for ending in companions {
        let (from, to) = (with_ending(&path, ending), with_ending(&kept, ending));
        if disk.look(&from).at(&from)?.is_some() {
            disk.rename(&from, &to).at(&from)?;
        }
    }
    disk.rename(&path, &kept).at(&path)?;
    disk.sync_dir(home).at(home)?;
    Ok(kept)
}

/// See [`crate::Files::hand_out`].
pub(crate) fn hand_out(disk: &dyn Disk, path: &Path, bytes: &[u8], tie: u64) -> Result<()> {
    if disk.look(path).at(path)?.is_some() {
        return Err(FilesError::Taken { path: path.to_owned() });
    }
    let folder = path.parent().unwrap_or(path);
    let staged = path.with_file_name(format!(".nova-{tie:016x}.part"));
    let made = write_new(disk, &staged, bytes).and_then(|()| disk.rename(&staged, path));
    if made.is_err() {
        // What is left of it has a name that says whose it is; there is nothing more to say about it than the error.
        let _ = disk.remove_file(&staged);
    }
    made.at(path)?;
    disk.sync_dir(folder).at(folder)
}

/// The path in the data folder without links; only files right in it are states.
fn inside(disk: &dyn Disk, home: &Path, path: &Path) -> Result<PathBuf> {
    let parent = path.parent().map(|parent| canonical(disk, parent));
    match path.file_name() {
        Some(name) if parent.as_deref() == Some(home) => Ok(home.join(name)),
        _ => Err(FilesError::Outside { path: path.to_owned(), root: home.to_owned() }),
    }
}

/// The path below the data folder without links: one that leads out of it is refused.
fn below(disk: &dyn Disk, home: &Path, path: &Path) -> Result<PathBuf> {
    let parent =
        path.parent().map(|parent| canonical(disk, parent)).filter(|parent| parent.starts_with(home));
    match (parent, path.file_name()) {
        (Some(parent), Some(name)) => Ok(parent.join(name)),
        _ => Err(FilesError::Outside { path: path.to_owned(), root: home.to_owned() }),
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

fn kept_name(disk: &dyn Disk, path: &Path, now: Millis) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    let date =
        jiff::Timestamp::from_millisecond(now).unwrap_or_default().strftime("%Y%m%d-%H%M%S").to_string();
    name.push(format!(".kept-{date}"));
    let free = |name: &PathBuf| !matches!(disk.look(name), Ok(Some(_)));
    let plain = path.with_file_name(&name);
    let numbered = (2..100).map(|number| {
        let mut name = name.clone();
        name.push(format!("-{number}"));
        path.with_file_name(name)
    });
    std::iter::once(plain.clone()).chain(numbered).find(free).unwrap_or(plain)
}
