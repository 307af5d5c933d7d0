//! The window itself: what it starts from, what it is told meanwhile.

use std::sync::Arc;

use super::Nothing;
use crate::{
    Command, Desk, Fault, Silent, To,
    view::{Notice, ProblemRow, Start, Who},
};

/// Looks whether the listener is still there.
const PULSE: std::time::Duration = std::time::Duration::from_secs(5);

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("window_start", start),
        Command::new("window_listen", listen),
        Command::new("window_painted", painted),
    ]
}

async fn start(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Start, Fault> {
    let app = desk.app();
    let names = desk.names();
    let game = &app.launcher().game;
    let versions = game.versions();
    let settings = game.settings();
    let problems = desk.recovered.iter().chain(&settings.problems);
    let who = app.who_now();
    let current = game.version(None).ok().map(|version| version.id);
    Ok(Start {
        look: desk.look(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        who: Who::of(Some(who.rung), who.model.as_deref(), who.why.as_ref(), &names.texts),
        folders: game.roots().map_or(0, |roots| roots.items.len()),
        versions: versions.as_ref().map_or(0, |versions| versions.items.len()),
        current,
        recording: desk.recording(),
        problems: problems.map(|problem| ProblemRow::of(problem, &names)).collect(),
        tools: app.registry().tools().iter().map(|tool| tool.spec().name().to_owned()).collect(),
        running: desk.turns.running(),
    })
}

/// Runs for as long as the window listens.
async fn listen(desk: Arc<Desk>, _: Nothing, to: To<Notice>) -> Result<Nothing, Fault> {
    desk.notices.listen(to.clone());
    while to.is_open() {
        tokio::time::sleep(PULSE).await;
    }
    Ok(Nothing {})
}

async fn painted(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Nothing, Fault> {
    desk.shell.painted();
    Ok(Nothing {})
}
