//! What is set, as the settings page shows it.

mod folders;
mod game;
mod model;
mod trust;

use nova_core::texts::Texts;
use nova_tools::Receipt;
use serde::Serialize;
use ts_rs::TS;

pub use folders::{FolderRow, Folders, PickedFolder};
pub(crate) use folders::{folder_id, short};
pub use game::{About, AdviceView, CommandsView, GameSettings, JavaRow, LaunchView, OwnCommands, Variable};
pub(crate) use model::key_place;
pub use model::{Found, KeyView, ModelPage, PriceView, ProviderRow};
pub use trust::{LimitsPage, ToolRow, TrustPage, UsageRow};

/// A setting that was just saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Saved {
    /// What was done.
    pub said: String,
    /// The change; takes it back.
    pub change: Option<String>,
}

impl Saved {
    pub(crate) fn of(receipt: &Receipt, texts: &Texts) -> Self {
        Self { said: texts.say(&receipt.said), change: receipt.change.clone() }
    }
}
