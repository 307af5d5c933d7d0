//! What holds for every version, and Nova itself. Changes go through their tools.

use std::sync::Arc;

use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    commands::Nothing,
    view::{About, GameSettings, JavaRow, ProblemRow, short},
};

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("game_settings_read", read), Command::new("about_read", about)]
}

/// The search for Java may run programs that say their version.
async fn read(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<GameSettings, Fault> {
    blocking(&desk, |desk| {
        let (app, names) = (desk.app(), desk.names());
        let game = &app.launcher().game;
        let (settings, java) = (game.settings(), game.java());
        Ok(GameSettings {
            max_mb: settings.max_mb,
            total_mb: game.system().memory_total_mb(),
            java: settings.java,
            javas: java.items.iter().map(JavaRow::of).collect(),
            source: settings.download_source,
            problems: java.problems.iter().map(|problem| ProblemRow::of(problem, &names)).collect(),
        })
    })
    .await
}

async fn about(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<About, Fault> {
    let app = desk.app();
    let launcher = app.launcher();
    let home = launcher.game.setup().machine.home.as_deref();
    Ok(About { version: env!("CARGO_PKG_VERSION").to_owned(), data: short(launcher.files.data(), home) })
}
