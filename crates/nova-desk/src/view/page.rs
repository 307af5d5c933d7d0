//! Where the player is, and what concerns the whole window.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Look, RecordingNews};

/// The page that is open, so that Nova knows what "this mod" means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Open {
    /// The page, by the names of `open_page`.
    pub page: String,
    /// The version it shows.
    #[serde(default)]
    pub version: Option<String>,
    /// The one item that is chosen in it: a mod, a world, a change.
    #[serde(default)]
    pub item: Option<String>,
}

/// What concerns the whole window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "notice", rename_all = "snake_case")]
pub enum Notice {
    /// Open a page.
    Page {
        /// The page, by the names of `open_page`.
        page: String,
        /// The one item that is meant there.
        argument: Option<String>,
    },
    /// The look or the language changed.
    Look {
        /// As it is now.
        look: Look,
    },
    /// A recording began, or is over.
    Recording {
        /// What is to be told of it.
        news: RecordingNews,
    },
    /// Something of the player's files or settings changed: what is shown has to be read again.
    Changed,
}
