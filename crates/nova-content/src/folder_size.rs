//! What a folder takes on the disk, counted up to a limit and without following links.

use std::path::Path;

/// Entries of one folder tree that are counted.
const ENTRIES: usize = 200_000;

/// Bytes of a folder tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FolderSize {
    /// Bytes of the files that were counted.
    pub(crate) bytes: u64,
    /// Whether counting stopped at the limit, or something could not be read.
    pub(crate) partial: bool,
}

/// The size of everything below a folder (or of one file).
pub(crate) fn of(path: &Path) -> FolderSize {
    let mut size = FolderSize::default();
    for (index, entry) in walkdir::WalkDir::new(path).follow_links(false).into_iter().enumerate() {
        let metadata = entry.and_then(|entry| entry.metadata());
        match metadata {
            _ if index >= ENTRIES => return FolderSize { partial: true, ..size },
            Ok(metadata) if metadata.is_file() => size.bytes = size.bytes.saturating_add(metadata.len()),
            Ok(_) => {}
            Err(_) => size.partial = true,
        }
    }
    size
}
