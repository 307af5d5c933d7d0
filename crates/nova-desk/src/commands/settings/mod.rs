//! Settings: folders, model, trust, limits, look, and the links and folders that the window opens.
//!
//! What the player clicks here is done at once, each as one journalled change that can be taken back; a folder that is registered or
//! forgotten, memory, Java and the download source go through their tools and the checklist.

mod folders;
mod game;
mod key;
mod links;
mod look;
mod model;
mod trust;

use std::sync::Arc;

use nova_core::App;
use nova_model::Report;
use nova_tools::Receipt;

use crate::{Command, Desk, Fault, blocking::blocking, view::Saved};

pub(super) fn list() -> Vec<Command> {
    let parts = [
        folders::list(),
        model::list(),
        key::list(),
        trust::list(),
        look::list(),
        game::list(),
        links::list(),
    ];
    parts.into_iter().flatten().collect()
}

/// Saves a setting: one change of the journal. Every page reads again.
pub(super) async fn save(
    desk: &Arc<Desk>,
    change: impl FnOnce(&App) -> Result<Receipt, Report> + Send + 'static,
) -> Result<Saved, Fault> {
    let before = desk.look();
    let receipt = blocking(desk, move |desk| change(&desk.app())).await?;
    desk.changed(&before);
    Ok(Saved::of(&receipt, &desk.texts()))
}
