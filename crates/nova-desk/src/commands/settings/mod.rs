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
use nova_model::{Message, Report};
use nova_tools::Receipt;

use crate::{Command, Desk, Fault, view::Saved};

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
async fn save(
    desk: &Arc<Desk>,
    change: impl FnOnce(&App) -> Result<Receipt, Report> + Send + 'static,
) -> Result<Saved, Fault> {
    let before = desk.look();
    let app = desk.app();
    let done = blocking(desk, move || change(&app)).await?;
    let receipt = done.map_err(|report| desk.fault(&report))?;
    desk.changed(&before);
    Ok(Saved::of(&receipt, &desk.texts()))
}

/// Work that may take its time (a key ring, a folder on a slow disk), on a thread that may wait.
async fn blocking<T: Send + 'static>(
    desk: &Desk,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    let broke = |error: tokio::task::JoinError| Message::new("desk.broke").with("why", error.to_string());
    done.map_err(|error| desk.fault(&Report::new(broke(error))))
}
