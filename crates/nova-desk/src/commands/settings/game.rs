//! What holds for every version, and Nova itself. What a tool can change goes through it and the checklist; what none offers (the
//! graphics card, commands) is saved at once.

use std::sync::Arc;

use nova_game::{GraphicsCard, LaunchCommands};
use serde::Deserialize;
use ts_rs::TS;

use super::save;
use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    commands::Nothing,
    view::{About, AdviceView, GameSettings, JavaRow, LaunchView, OwnCommands, ProblemRow, Saved, short},
};

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("game_settings_read", read),
        Command::new("graphics_set", graphics),
        Command::new("commands_set", commands),
        Command::new("commands_allow", allow),
        Command::new("about_read", about),
    ]
}

/// Which graphics card draws.
#[derive(Clone, Copy, Debug, Deserialize, TS)]
pub(crate) struct GraphicsSet {
    /// The stronger one, not the one that the system chooses.
    strong: bool,
}

/// The player's own commands around games; empty for none.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct CommandsSet {
    /// Runs before the game.
    before: String,
    /// Stands before the Java.
    wrapper: String,
    /// Runs after the game.
    after: String,
}

/// A version whose commands the player has read.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct CommandsAllow {
    /// Its id.
    version: String,
}

/// The search for Java may run programs that say their version.
async fn read(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<GameSettings, Fault> {
    blocking(&desk, |desk| {
        let (app, names) = (desk.app(), desk.names());
        let game = &app.launcher().game;
        let (settings, java) = (game.settings(), game.java());
        let list = game.versions().unwrap_or_default();
        let advice = list.current().ok().map(|version| (version, game.recommend_memory(version)));
        let own = |version| OwnCommands::of(version, || game.commands_allowed(version));
        Ok(GameSettings {
            max_mb: settings.max_mb,
            total_mb: game.system().memory_total_mb(),
            java: settings.java.clone(),
            javas: java.items.iter().map(JavaRow::of).collect(),
            advice: advice.map(|(version, advice)| AdviceView::of(version, &advice, &names.texts)),
            launch: LaunchView::of(&settings.launch),
            commands: list.items.iter().filter_map(own).collect(),
            source: settings.download_source,
            problems: java.problems.iter().map(|problem| ProblemRow::of(problem, &names)).collect(),
        })
    })
    .await
}

async fn graphics(desk: Arc<Desk>, args: GraphicsSet, _: To<Silent>) -> Result<Saved, Fault> {
    let card = if args.strong { GraphicsCard::Discrete } else { GraphicsCard::System };
    save(&desk, move |app| app.set_graphics(card)).await
}

async fn commands(desk: Arc<Desk>, args: CommandsSet, _: To<Silent>) -> Result<Saved, Fault> {
    let given = |text: String| Some(text).filter(|text| !text.trim().is_empty());
    let commands =
        LaunchCommands { before: given(args.before), wrapper: given(args.wrapper), after: given(args.after) };
    save(&desk, move |app| app.set_commands(&commands)).await
}

async fn allow(desk: Arc<Desk>, args: CommandsAllow, _: To<Silent>) -> Result<Saved, Fault> {
    save(&desk, move |app| app.allow_commands(&args.version)).await
}

async fn about(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<About, Fault> {
    let app = desk.app();
    let launcher = app.launcher();
    let home = launcher.game.setup().machine.home.as_deref();
    Ok(About { version: env!("CARGO_PKG_VERSION").to_owned(), data: short(launcher.files.data(), home) })
}
