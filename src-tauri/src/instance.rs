//! One window for each data folder: a second start shows the window that is there. Different data folders may run side by side.
//!
//! The name on the session bus carries the data folder. On Windows and macOS the plugin knows one name only, so there is one window
//! for each user there.

use std::path::Path;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use tauri::{Wry, plugin::TauriPlugin};

use crate::window;

/// Bytes of the data folder's digest in the name: enough that two folders do not meet.
const BYTES: usize = 8;

/// The plugin. It comes first, so that a second start ends before it opens anything.
pub(crate) fn plugin(data_dir: &Path) -> TauriPlugin<Wry> {
    tauri_plugin_single_instance::Builder::new()
        .dbus_id(name(data_dir))
        .callback(|app, _, _| window::show(app))
        .build()
}

/// A name for the session bus. A part of it must not begin with a digit.
fn name(data_dir: &Path) -> String {
    // A folder that is not there yet has one name only.
    let folder = data_dir.canonicalize().unwrap_or_else(|_| data_dir.to_owned());
    let digest = Sha256::digest(folder.as_os_str().as_encoded_bytes());
    let short: Vec<u8> = digest.iter().copied().take(BYTES).collect();
    format!("dev.nova.launcher.data_{}", HEXLOWER.encode(&short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_folders_have_two_names_and_one_folder_has_one() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path();
        assert_eq!(name(there), name(&there.join("../").join(there.file_name().unwrap())));
        assert_ne!(name(there), name(&there.join("other")));
    }

    #[test]
    fn the_name_is_one_that_a_bus_takes() {
        let name = name(Path::new("/home/玩家/.local/share/nova-launcher"));
        assert!(name.split('.').all(|part| part.starts_with(|first: char| first.is_ascii_alphabetic())));
        assert!(name.chars().all(|one| one.is_ascii_alphanumeric() || one == '.' || one == '_'));
    }
}
