//! The store on a real disk.
#![expect(clippy::disallowed_methods, reason = "tests make and break the file that the store then meets")]

mod chats;
mod disk;
mod search;
mod secrets;

use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use nova_model::{Clock, Known, Millis, Redactor, Report};

use super::{Addition, Begins, Ground, Keeping, Store};
use crate::{Entry, Keep, Say};

/// A clock that goes on by a second at each look.
struct Steps(AtomicI64);

impl Clock for Steps {
    fn now(&self) -> Millis {
        self.0.fetch_add(1000, Ordering::Relaxed)
    }
}

/// Makes files as nova-files would.
struct Plain;

impl Ground for Plain {
    fn make(&self, file: &Path) -> Result<(), Report> {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        if !file.exists() {
            fs::write(file, b"").unwrap();
        }
        Ok(())
    }

    #[cfg(unix)]
    fn close(&self, file: &Path) -> Result<(), Report> {
        use std::os::unix::fs::PermissionsExt;
        drop(fs::set_permissions(file, fs::Permissions::from_mode(0o600)));
        Ok(())
    }

    #[cfg(not(unix))]
    fn close(&self, _file: &Path) -> Result<(), Report> {
        Ok(())
    }
}

/// A data folder.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join("data").join(name)
    }

    fn store(&self) -> Store {
        at(self.path("chats.db"))
    }

    fn plant(&self, name: &str, bytes: &[u8]) {
        Plain.make(&self.path(name)).unwrap();
        fs::write(self.path(name), bytes).unwrap();
    }
}

fn at(path: std::path::PathBuf) -> Store {
    Store::new(path, Arc::new(Plain), Arc::new(Steps(AtomicI64::new(1_796_000_000_000))))
}

fn redactor() -> Redactor {
    Redactor::new(&Known::default())
}

fn keeping(entry: Entry) -> Keeping {
    let text = match &entry {
        Entry::Player(text) | Entry::Nova { say: Say::Text(text), .. } => text.clone(),
        _ => String::new(),
    };
    Keeping { entry, text }
}

fn player(words: &str) -> Entry {
    Entry::Player(words.to_owned())
}

fn nova(words: &str) -> Entry {
    Entry::Nova { say: Say::Text(words.to_owned()), calls: Vec::new(), keep: Keep::default() }
}

fn addition(chat: &str, entries: Vec<Entry>) -> Addition {
    let entries = entries.into_iter().map(keeping).collect();
    Addition { chat: chat.to_owned(), begins: Begins::Before, entries, usage: Vec::new() }
}

/// A chat with one turn.
fn talk(store: &mut Store, chat: &str, words: &str, answer: &str) {
    store.append(&addition(chat, vec![player(words), nova(answer)]), &redactor()).unwrap();
}
