//! The game folders.

use std::sync::Arc;

use nova_core::App;
use nova_game::RootState;
use nova_model::{Message, Report};
use serde::Deserialize;
use ts_rs::TS;

use super::save;
use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    commands::Nothing,
    view::{FolderRow, Folders, PickedFolder, Saved, folder_id},
};

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("folder_list", read),
        Command::new("folder_choose", choose),
        Command::new("game_folder_pick", pick),
    ]
}

/// One of the game folders.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct FolderChoose {
    /// Its id in `folder_list`.
    id: String,
}

/// The folder with this id.
pub(super) fn state(app: &App, id: &str) -> Result<RootState, Report> {
    let states = app.launcher().game.folders();
    let found = states.into_iter().find(|state| folder_id(&state.path) == id);
    found.ok_or_else(|| Report::new(Message::new("desk.folder.unknown")))
}

async fn read(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Folders, Fault> {
    blocking(&desk, |desk| {
        let (app, texts) = (desk.app(), desk.texts());
        let game = &app.launcher().game;
        let home = game.setup().machine.home.clone();
        let states = game.folders();
        let mut rows: Vec<_> =
            states.iter().map(|state| FolderRow::of(state, home.as_deref(), &texts)).collect();
        if let Some(first) = rows.iter_mut().find(|row| row.in_use) {
            first.first = true;
        }
        Ok(Folders { rows, given: game.setup().game_dir.is_some() })
    })
    .await
}

async fn choose(desk: Arc<Desk>, args: FolderChoose, _: To<Silent>) -> Result<Saved, Fault> {
    save(&desk, move |app| {
        let path = state(app, &args.id)?.path;
        app.choose_root(&path.to_string_lossy())
    })
    .await
}

async fn pick(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<PickedFolder, Fault> {
    let title = desk.texts().say(&Message::new("desk.folder.pick"));
    let picked = desk.shell.pick_folder(title).await.map_err(|report| desk.fault(&report))?;
    Ok(PickedFolder { path: picked.map(|path| path.to_string_lossy().into_owned()) })
}
