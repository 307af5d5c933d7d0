//! Paths as people see them: below the game folder or the data folder, without what is before it.

use std::path::{Path, PathBuf};

use nova_model::clean;

/// Names longer than this are cut; real file names are at most 255 bytes.
const LONGEST: usize = 400;

/// The folders a path is shown below.
#[derive(Clone, Debug, Default)]
pub struct Places(Vec<PathBuf>);

impl Places {
    /// The game folders and the data folder.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut folders: Vec<_> = folders.into_iter().collect();
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.components().count()));
        Self(folders)
    }

    /// The path below the innermost of the folders; as it is where it lies in none.
    pub fn short(&self, path: &str) -> String {
        let whole = Path::new(path);
        let below = self.0.iter().find_map(|folder| whole.strip_prefix(folder).ok());
        let below = below.filter(|below| !below.as_os_str().is_empty()).unwrap_or(whole);
        clean(&below.to_string_lossy(), LONGEST)
    }
}

/// Where something goes: only the new name if it stays in its folder.
pub fn target(from: &str, to: &str) -> String {
    let (from, to) = (Path::new(from), Path::new(to));
    match to.file_name() {
        Some(name) if from.parent() == to.parent() => name.to_string_lossy().into_owned(),
        _ => to.to_string_lossy().into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_shown_below_the_innermost_folder() {
        let places = Places::new(["/home/a/.minecraft", "/home/a", "/data"].map(PathBuf::from));
        assert_eq!(places.short("/home/a/.minecraft/saves/W"), "saves/W");
        assert_eq!(places.short("/home/a/.minecraft"), "/home/a/.minecraft");
        assert_eq!(places.short("/elsewhere/x"), "/elsewhere/x");
        assert_eq!(places.short("saves/W"), "saves/W");
    }

    #[test]
    fn a_rename_shows_only_the_new_name() {
        assert_eq!(target("mods/a.jar", "mods/a.jar.disabled"), "a.jar.disabled");
        assert_eq!(target("a/saves/W", "b/saves/W"), "b/saves/W");
    }
}
