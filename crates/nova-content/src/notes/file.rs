//! The file of notes, read with care: it may have been written by hand, or by a later program.

use std::path::Path;

use nova_files::read_state;
use nova_model::{Explain, Message, Problem, clean, is_safe_id};
use serde_json::{Map, Value, json};

use super::{LONGEST, MOST, Note, Notes};

const FORMAT: u64 = 1;
/// More than all notes at their longest.
const CAP: u64 = 1 << 20;

pub(super) fn read(path: &Path) -> Notes {
    let bytes = match read_state(path, CAP) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Notes::default(),
        Err(error) => {
            let why = Message::new("content.note.unreadable").with("path", path);
            return spoilt(path, why.with("why", error.report().message));
        }
    };
    let Ok(Value::Object(mut file)) = serde_json::from_slice(&bytes) else {
        return spoilt(path, Message::new("content.note.damaged").with("path", path));
    };
    if file.remove("format").is_none_or(|format| format != FORMAT) {
        return spoilt(path, Message::new("content.note.newer").with("path", path));
    }
    match serde_json::from_value::<Vec<Note>>(file.remove("notes").unwrap_or_default()) {
        Ok(items) if is_sound(&items) => Notes { items: plain(items), other: file, ..Notes::default() },
        Ok(_) | Err(_) => spoilt(path, Message::new("content.note.damaged").with("path", path)),
    }
}

pub(super) fn bytes(notes: &[Note], other: &Map<String, Value>) -> Vec<u8> {
    let mut file = other.clone();
    file.insert("format".to_owned(), FORMAT.into());
    file.insert("notes".to_owned(), json!(notes));
    let mut bytes = serde_json::to_vec_pretty(&file).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// More notes than are kept, or ids that are none, are no file of ours: leaving some out would lose them.
fn is_sound(items: &[Note]) -> bool {
    items.len() <= MOST && items.iter().all(|note| is_safe_id(&note.id))
}

/// Whoever wrote the file, what is read from it is short and plain.
fn plain(items: Vec<Note>) -> Vec<Note> {
    items.into_iter().map(|note| Note { text: clean(&note.text, LONGEST), ..note }).collect()
}

fn spoilt(path: &Path, why: Message) -> Notes {
    let problem = Problem::warning(path.display().to_string(), why);
    Notes { problems: vec![problem], spoilt: true, ..Notes::default() }
}
