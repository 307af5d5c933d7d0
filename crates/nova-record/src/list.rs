//! The recordings that are there.

use std::{fs, path::Path, time::UNIX_EPOCH};

use nova_model::{Message, Millis, Problem};
use nova_tools::recorder::{Recorded, Recordings};

use crate::names;

/// More files than this are not looked at.
const MOST: usize = 5000;

/// What is in the folder, newest first. A folder that is not there holds nothing.
pub(crate) fn list(folder: &Path) -> Recordings {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Recordings::default(),
        Err(error) => return unlisted(folder, &error),
    };
    let mut items: Vec<Recorded> = entries.take(MOST).filter_map(|entry| recorded(&entry.ok()?)).collect();
    items.sort_by(|a, b| (b.at, &b.path).cmp(&(a.at, &a.path)));
    Recordings { items, problems: Vec::new() }
}

fn unlisted(folder: &Path, error: &std::io::Error) -> Recordings {
    let why = Message::new("record.unlisted")
        .with("path", folder)
        .with("reason", nova_model::clean(&error.to_string(), 200));
    let problem = Problem::error(folder.display().to_string(), why);
    Recordings { items: Vec::new(), problems: vec![problem] }
}

/// A plain file with the ending of a recording; what still grows is hidden, and links are nothing of ours.
fn recorded(entry: &fs::DirEntry) -> Option<Recorded> {
    let name = entry.file_name();
    let name = name.to_str()?;
    let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
    let ours = name.ends_with(names::ENDING) && !name.starts_with('.');
    ours.then(|| Recorded { path: entry.path(), at: at(&meta), bytes: meta.len(), took: None, why: None })
}

fn at(meta: &fs::Metadata) -> Millis {
    let since = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.and_then(|since| Millis::try_from(since.as_millis()).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[expect(clippy::disallowed_methods, reason = "tests make the files that are listed")]
    #[test]
    fn recordings_are_listed_newest_first_without_what_still_grows() {
        let temp = tempfile::tempdir().unwrap();
        for (name, age) in [("old.mp4", 100), ("new.mp4", 1), (".x.part.mp4", 0), ("notes.txt", 0)] {
            let path = temp.path().join(name);
            fs::write(&path, "bytes").unwrap();
            let time = UNIX_EPOCH + Duration::from_secs(1_000_000 - age);
            fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        }
        let list = list(temp.path());
        let names: Vec<_> =
            list.items.iter().map(|item| item.path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["new.mp4", "old.mp4"]);
        assert_eq!(list.items[0].bytes, 5);
        assert_eq!(list.items[0].at, 999_999_000);
    }

    #[test]
    fn a_folder_that_is_not_there_holds_nothing() {
        assert_eq!(list(Path::new("/nowhere-at-all")), Recordings::default());
    }
}
