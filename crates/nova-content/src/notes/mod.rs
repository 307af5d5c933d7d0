//! What the player wants Nova to remember: `memory.json` in the data folder, `{"format": 1, "notes": [{"id", "text", "at"}]}`.
//!
//! It is changed like the settings: journalled, and undone like everything else. A file that cannot be read is kept aside
//! before a new one is written. Notes go to a model with every chat, so nothing secret may be one.

mod error;
mod file;
mod secret;

use std::path::{Path, PathBuf};

use nova_files::{Batch, KeepOld, steps_to_write_state};
use nova_game::Proposal;
use nova_model::{Change, ChangeKind, IdKind, Message, Millis, Problem, Redactor, clean};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::draft::reversible;
pub use error::NoteError;

/// Notes that are kept.
pub const MOST: usize = 200;
/// Characters of a note.
pub const LONGEST: usize = 500;

/// One thing to remember.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Its id (`n-…`).
    pub id: String,
    /// What it says.
    pub text: String,
    /// When it was noted.
    pub at: Millis,
    /// What a later program wrote beside it.
    #[serde(flatten)]
    other: Map<String, Value>,
}

/// Everything that is remembered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// The notes, oldest first.
    pub items: Vec<Note>,
    /// What is wrong with the file.
    pub problems: Vec<Problem>,
    /// What a later program wrote beside the notes.
    other: Map<String, Value>,
    /// Whether the file has to be kept aside before it is written.
    spoilt: bool,
}

impl Notes {
    /// The file in a data folder.
    pub fn file(data: &Path) -> PathBuf {
        data.join("memory.json")
    }

    /// The notes of a data folder. A missing file means none; what is wrong with one is among the problems.
    pub fn read(data: &Path) -> Self {
        file::read(&Self::file(data))
    }

    /// The notes in which every word of a query stands; all of them for an empty one.
    pub fn matching(&self, query: &str) -> Vec<&Note> {
        let query = query.to_lowercase();
        let fits = |note: &&Note| {
            let text = note.text.to_lowercase();
            query.split_whitespace().all(|word| text.contains(word))
        };
        self.items.iter().filter(fits).collect()
    }

    /// Notes one more thing.
    pub fn remember(
        &self,
        data: &Path,
        text: &str,
        now: Millis,
        redactor: &Redactor,
    ) -> Result<Proposal, NoteError> {
        let text = self.checked(text, redactor)?;
        let mut notes = self.items.clone();
        let title = Message::new("content.note.remember").with("text", text.as_str());
        let line = change(&text);
        notes.push(Note { id: self.free_id(&text), text, at: now, other: Map::new() });
        Ok(self.proposal(data, &notes, now, (title, line)))
    }

    /// Forgets one.
    pub fn forget(&self, data: &Path, id: &str, now: Millis) -> Result<Proposal, NoteError> {
        let Some(note) = self.items.iter().find(|note| note.id == id) else {
            let present = self.items.iter().map(|note| note.id.clone()).collect();
            return Err(NoteError::NoSuchNote { id: clean(id, 60), present });
        };
        let notes: Vec<_> = self.items.iter().filter(|other| other.id != id).cloned().collect();
        let title = Message::new("content.note.forget").with("text", note.text.as_str());
        Ok(self.proposal(data, &notes, now, (title, change(&note.text))))
    }

    fn checked(&self, text: &str, redactor: &Redactor) -> Result<String, NoteError> {
        let text = clean(text, usize::MAX).trim().to_owned();
        let length = text.chars().count();
        if text.is_empty() {
            return Err(NoteError::Empty);
        }
        if length > LONGEST {
            return Err(NoteError::TooLong { length });
        }
        if secret::is_in(&text, redactor) {
            return Err(NoteError::Secret);
        }
        if self.items.iter().any(|note| note.text == text) {
            return Err(NoteError::Known);
        }
        if self.items.len() >= MOST { Err(NoteError::Full) } else { Ok(text) }
    }

    /// The id follows from the text, so that a plan made again is the same plan.
    fn free_id(&self, text: &str) -> String {
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let ids = (0..=u64::MAX).map(|step| {
            let bytes = hash.wrapping_add(step).to_be_bytes();
            IdKind::Note.id(std::array::from_fn(|at| bytes.get(at + 3).copied().unwrap_or_default()))
        });
        let taken = |id: &String| self.items.iter().any(|note| note.id == *id);
        ids.into_iter().find(|id| !taken(id)).unwrap_or_default()
    }

    fn proposal(
        &self,
        data: &Path,
        notes: &[Note],
        now: Millis,
        (title, line): (Message, Change),
    ) -> Proposal {
        let path = Self::file(data);
        let old = if self.spoilt { KeepOld::Aside { now } } else { KeepOld::Overwrite };
        let bytes = file::bytes(notes, &self.other);
        Proposal {
            batch: Batch { root: data.to_owned(), steps: steps_to_write_state(&path, bytes, old) },
            title,
            changes: vec![line],
            bytes_written: 0,
            undo: reversible("content.undo.note"),
            warnings: self.problems.iter().map(|problem| problem.message.clone()).collect(),
            watch: vec![path],
            version: None,
        }
    }
}

fn change(text: &str) -> Change {
    Change { kind: ChangeKind::Set, what: "memory".to_owned(), to: Some(text.to_owned()), bytes: None }
}
