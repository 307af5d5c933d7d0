//! Writing plain files and folders for tests: the one place of this crate that touches the disk with raw calls.
#![expect(
    clippy::disallowed_methods,
    reason = "test fixtures are made on temporary folders, outside any journal"
)]

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, Result};

/// Makes a folder and those above it.
pub fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

/// Writes a file, making the folders above it.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(parent) = path.parent() {
        make_folder(parent)?;
    }
    let mut file = File::create(path).with_context(|| format!("cannot make {}", path.display()))?;
    file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// A new file to write into line by line.
pub(crate) fn new_file(path: &Path) -> Result<File> {
    File::create(path).with_context(|| format!("cannot make {}", path.display()))
}

/// Writes a file that may be run (the mode is set on Unix only).
pub fn write_script(path: &Path, text: &str) -> Result<()> {
    write_file(path, text.as_bytes())?;
    make_executable(path)
}

/// Moves a folder to where nothing is yet.
pub(crate) fn move_folder(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to).with_context(|| format!("cannot move {} to {}", from.display(), to.display()))
}

/// Takes a folder away with what is in it.
pub(crate) fn remove_folder(path: &Path) -> Result<()> {
    fs::remove_dir_all(path).with_context(|| format!("cannot take {} away", path.display()))
}

/// Sets the modification time of a file, in milliseconds since 1970.
pub(crate) fn set_modified(path: &Path, millis: i64) -> Result<()> {
    let since = Duration::from_millis(u64::try_from(millis).unwrap_or(0));
    let file = File::options().write(true).open(path)?;
    file.set_modified(UNIX_EPOCH + since).with_context(|| format!("cannot date {}", path.display()))
}

/// Sets the mode that a program has (on Unix only).
#[cfg(unix)]
pub(crate) fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
        .with_context(|| format!("cannot make {} executable", path.display()))
}

/// Modes are a matter of Unix.
#[cfg(not(unix))]
pub(crate) fn make_executable(_path: &Path) -> Result<()> {
    Ok(())
}
