//! Reading files of others with care: plain files only, never more than a cap, JSON never deeper than the parser allows.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
    time::UNIX_EPOCH,
};

use nova_model::{Message, Millis};
use serde_json::{Map, Value};

/// More than any real version json (the largest ones are below 1 MiB).
pub(crate) const JSON_CAP: u64 = 8 << 20;
/// More than any real settings file.
pub(crate) const SMALL_CAP: u64 = 1 << 20;

/// Why a file was not read.
#[derive(Debug)]
pub(crate) enum ReadFault {
    /// Nothing is there.
    Missing,
    /// A folder, link, pipe or device is there.
    NotAFile,
    /// It is larger than the cap.
    TooLarge { size: u64, limit: u64 },
    /// The system refused.
    Io(io::Error),
    /// It is not JSON, or nested deeper than 128 levels.
    NotJson { line: usize },
    /// It is JSON, but not an object.
    NotAnObject,
}

impl ReadFault {
    /// The sentence about it; the caller says which file.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Missing => Message::new("game.file.missing"),
            Self::NotAFile => Message::new("game.file.not-a-file"),
            Self::TooLarge { size, limit } => Message::new("game.file.too-large")
                .with("size", nova_model::Field::Bytes(*size))
                .with("limit", nova_model::Field::Bytes(*limit)),
            Self::Io(error) => Message::new("game.file.unreadable").with("reason", error.to_string()),
            Self::NotJson { line } => Message::new("game.file.not-json").with("line", *line),
            Self::NotAnObject => Message::new("game.file.not-an-object"),
        }
    }
}

impl From<io::Error> for ReadFault {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::NotFound { Self::Missing } else { Self::Io(error) }
    }
}

/// The bytes of a plain file. A link is not followed; the open file is looked at again, so that a swap is noticed.
pub(crate) fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, ReadFault> {
    let seen = path.symlink_metadata()?;
    if !seen.is_file() {
        return Err(ReadFault::NotAFile);
    }
    if seen.len() > limit {
        return Err(ReadFault::TooLarge { size: seen.len(), limit });
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > limit { Err(ReadFault::TooLarge { size, limit }) } else { Ok(bytes) }
}

/// A JSON object from bytes, with or without a byte order mark. `serde_json` stops at 128 levels by itself, before its
/// recursion could become a danger.
pub(crate) fn object(bytes: &[u8]) -> Result<Map<String, Value>, ReadFault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(ReadFault::NotAnObject),
        Err(error) => Err(ReadFault::NotJson { line: error.line() }),
    }
}

/// A JSON object from a plain file.
pub(crate) fn read_object(path: &Path, limit: u64) -> Result<Map<String, Value>, ReadFault> {
    object(&read_file(path, limit)?)
}

/// When a plain file was last changed.
pub(crate) fn modified(path: &Path) -> Option<Millis> {
    let seen = path.symlink_metadata().ok().filter(std::fs::Metadata::is_file)?;
    let since = seen.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Millis::try_from(since.as_millis()).ok()
}

/// Whether a real folder (not a link to one) is there.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|seen| seen.is_dir())
}

/// Whether a plain file is there.
pub(crate) fn is_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|seen| seen.is_file())
}

/// A text value of an object.
pub(crate) fn text<'a>(map: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    map.get(key).and_then(Value::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_nesting_is_refused_and_not_a_crash() {
        let deep = [b"{\"a\":".as_slice(), &b"[".repeat(300_000)].concat();
        assert!(matches!(object(&deep), Err(ReadFault::NotJson { .. })));
    }

    #[test]
    fn a_byte_order_mark_is_no_fault() {
        assert!(object(b"\xef\xbb\xbf{}").is_ok());
        assert!(matches!(object(b"[1]"), Err(ReadFault::NotAnObject)));
    }

    #[test]
    fn folders_and_large_files_are_not_read() {
        let dir = tempfile::tempdir().unwrap();
        assert!(matches!(read_file(dir.path(), 10), Err(ReadFault::NotAFile)));
        assert!(matches!(read_file(&dir.path().join("none"), 10), Err(ReadFault::Missing)));
        let file = tempfile::NamedTempFile::new_in(dir.path()).unwrap();
        file.as_file().set_len(11).unwrap();
        assert!(matches!(read_file(file.path(), 10), Err(ReadFault::TooLarge { size: 11, limit: 10 })));
        assert_eq!(read_file(file.path(), 11).unwrap().len(), 11);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        assert!(matches!(read_file(&link, 10), Err(ReadFault::NotAFile)));
    }
}
