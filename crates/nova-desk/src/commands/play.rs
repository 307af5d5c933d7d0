//! Playing: what runs and how it ends. Started by a click of its own, as its tool does it; asked to end the same way.

use std::sync::Arc;

use nova_core::Run;
use nova_model::clean;
use serde::Deserialize;
use serde_json::json;
use ts_rs::TS;

use super::Nothing;
use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    surface::Consent,
    view::{GameRow, PlayView, Played, PlayerView, TurnEvent, Turned},
};

/// Characters of a last line that are shown.
const LINE: usize = 300;

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("play_read", read),
        Command::new("version_choose", choose),
        Command::new("game_start", start),
        Command::new("game_ask_to_stop", ask),
        Command::new("game_kill", kill),
    ]
}

/// Which version is meant.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct PlayAsked {
    /// Its id; none for all versions.
    version: Option<String>,
}

/// The version that a click means.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ThisVersion {
    /// Its id.
    version: String,
}

/// One run of a game.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct OneRun {
    /// Its id.
    run: String,
}

async fn read(desk: Arc<Desk>, args: PlayAsked, _: To<Silent>) -> Result<PlayView, Fault> {
    blocking(&desk, move |desk| {
        let (app, texts) = (desk.app(), desk.texts());
        let launcher = app.launcher();
        let meant = |run: &Run| args.version.as_ref().is_none_or(|id| run.begun.version == *id);
        let all = launcher.runs();
        let games = launcher.playing_of(&all);
        let runs: Vec<Run> = all.into_iter().filter(meant).collect();
        let redactor = launcher.redactor();
        let shown = |line: &str| redactor.redact(&clean(line, LINE)).into_owned();
        Ok(PlayView {
            games: games.into_iter().map(GameRow::of).collect(),
            played: Played::of(&runs, launcher.clock.now(), shown, &texts),
            player: launcher.player().map(|player| PlayerView::of(player, &texts)),
            can_start: launcher.can_start(),
        })
    })
    .await
}

/// Makes a version the current one at once: the click on it is the word, and it is one change that can be taken back.
async fn choose(desk: Arc<Desk>, args: ThisVersion, to: To<TurnEvent>) -> Result<Turned, Fault> {
    let args = json!({ "version_id": args.version });
    super::tool::run(&desk, "select_version", args, Consent::Clicked, to).await
}

/// Starts at once: the click on it is the word, nothing of the player's files changes, and it can be stopped.
async fn start(desk: Arc<Desk>, args: ThisVersion, to: To<TurnEvent>) -> Result<Turned, Fault> {
    let args = json!({ "version_id": args.version });
    super::tool::run(&desk, "launch_game", args, Consent::Clicked, to).await
}

async fn ask(desk: Arc<Desk>, args: OneRun, _: To<Silent>) -> Result<Nothing, Fault> {
    blocking(&desk, move |desk| desk.app().launcher().ask_to_stop(&args.run)).await?;
    Ok(Nothing {})
}

/// Only after the player has said that what is not saved may be lost.
async fn kill(desk: Arc<Desk>, args: OneRun, _: To<Silent>) -> Result<Nothing, Fault> {
    blocking(&desk, move |desk| desk.app().launcher().kill_game(&args.run)).await?;
    Ok(Nothing {})
}
