//! Skins that were put on, as changes that can be taken back: a skin lies with the account's service, so the journal has a note of it
//! in its place (`skins/a-xxxxxxxx.json` in the data folder), and whoever takes the note back is dressed again after it.

use std::{collections::BTreeMap, path::PathBuf};

use nova_account::{Account, Model};
use nova_files::{Batch, Step, read_state};
use nova_model::{Message, Origin};
use nova_tools::ToolError;
use serde::{Deserialize, Serialize};

use super::skins::{FOLDER, Outfit, Picture};
use crate::launcher::Launcher;

/// A note has a few hundred bytes.
const LONGEST: u64 = 64 << 10;

/// What is worn: a picture that is kept here, or none, which is the service's default skin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Look {
    pub(crate) picture: Option<String>,
    #[serde(default)]
    slim: bool,
}

/// The note of an account: what was put on last, and what was worn before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    /// Counts, so that an older note is told from a newer one.
    number: u64,
    before: Look,
    after: Look,
}

/// The notes of all accounts as they were.
pub(crate) struct Wardrobe(BTreeMap<String, (Account, Note)>);

impl Look {
    pub(crate) fn new(picture: Option<String>, model: Model) -> Self {
        Self { slim: picture.is_some() && model == Model::Slim, picture }
    }

    pub(crate) fn model(&self) -> Model {
        if self.slim { Model::Slim } else { Model::Classic }
    }

    fn outfit(&self) -> Outfit {
        let picture = self.picture.clone().map_or(Picture::Default, Picture::Kept);
        Outfit { picture, model: self.model() }
    }
}

impl Launcher {
    /// Notes what was put on, as a change of the journal.
    pub(crate) fn note_worn(
        &self,
        account: &Account,
        (before, after): (Look, Look),
        title: Message,
        origin: &Origin,
    ) -> Result<String, ToolError> {
        let path = self.note_file(account);
        let number = self.note(account).map_or(0, |note| note.number).saturating_add(1);
        // The first note stands on one that changes nothing, so that taking it back throws no file away.
        let first = Note { number: 0, before: before.clone(), after: before.clone() };
        let desk = self.desk();
        desk.files().establish(&path, &bytes(&first))?;
        let step = Step::Write { path, content: bytes(&Note { number, before, after }) };
        let batch = Batch { root: self.files.data().to_owned(), steps: vec![step] };
        let origin = Origin { title: Some(title), ..origin.clone() };
        Ok(desk.files().apply(batch, &origin)?.id)
    }

    /// The notes as they are now, for [`Launcher::dress_again`].
    pub(crate) fn wardrobe(&self) -> Wardrobe {
        let noted = |account: Account| {
            let note = self.note(&account)?;
            Some((account.id.clone(), (account, note)))
        };
        Wardrobe(self.accounts().items.into_iter().filter_map(noted).collect())
    }

    /// Dresses everybody whose note was taken back, or done again, since then.
    pub(crate) fn dress_again(&self, then: &Wardrobe) -> Result<(), ToolError> {
        for (account, was) in then.0.values() {
            let is = self.note(account).unwrap_or_default();
            let look = if is.number < was.number { &was.before } else { &is.after };
            if is != *was {
                self.wear(account, &look.outfit())?;
            }
        }
        Ok(())
    }

    fn note(&self, account: &Account) -> Option<Note> {
        serde_json::from_slice(&read_state(&self.note_file(account), LONGEST).ok()??).ok()
    }

    fn note_file(&self, account: &Account) -> PathBuf {
        self.files.data().join(FOLDER).join(format!("{}.json", account.id))
    }
}

fn bytes(note: &Note) -> Vec<u8> {
    serde_json::to_vec_pretty(note).unwrap_or_default()
}
