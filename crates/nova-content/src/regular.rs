//! Opening files of folders that others fill: only plain files, never links, pipes or devices, and never without a cap.

use std::{
    fs::{File, symlink_metadata},
    io::{self, Read},
    path::Path,
};

/// Opens a plain file. A link, a pipe, a device or a folder is an error, without touching what is behind it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if symlink_metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a plain file"))
    }
}

/// The bytes of a plain file of at most `cap` bytes; a longer one is an error of the kind `FileTooLarge`.
pub(crate) fn read(path: &Path, cap: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(cap.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|read| read <= cap) {
        Ok(bytes)
    } else {
        Err(io::ErrorKind::FileTooLarge.into())
    }
}

/// Modification time in milliseconds since the epoch; 0 where the system has none.
pub(crate) fn modified(metadata: &std::fs::Metadata) -> nova_model::Millis {
    let since = metadata.modified().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
    since.and_then(|time| i64::try_from(time.as_millis()).ok()).unwrap_or(0)
}

/// Whether something at this path is a link.
pub(crate) fn is_link(path: &Path) -> bool {
    symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}
