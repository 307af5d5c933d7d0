//! Worlds, their backups, and the trash area.

mod backups;
mod icon;
mod trash;

use std::sync::Arc;

use nova_content::{backups::Filter, worlds::World};
use nova_core::Launcher;
use nova_game::Instance;
use nova_model::Explain;
use serde::Deserialize;
use ts_rs::TS;

use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    view::{BackupRow, ProblemRow, VersionChoice, WorldRow, WorldView, WorldsPage},
};

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("worlds_list", worlds),
        Command::new("world_open", open),
        Command::new("world_icon", icon::icon),
        Command::new("backups_list", backups::list),
        Command::new("backup_check", backups::check),
        Command::new("trash_list", trash::list),
    ]
}

/// Whose worlds.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct WorldsOf {
    /// A version; none for all.
    #[serde(default)]
    version: Option<String>,
}

/// One world.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct OneWorld {
    /// Its folder's name.
    folder: String,
    /// A version that plays it.
    #[serde(default)]
    version: Option<String>,
}

async fn worlds(desk: Arc<Desk>, args: WorldsOf, _: To<Silent>) -> Result<WorldsPage, Fault> {
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let launcher = app.launcher();
        let list = launcher.worlds(args.version.as_deref()).map_err(|error| error.report().clone())?;
        let versions = launcher.game.versions().map_err(|error| error.report())?;
        Ok(WorldsPage {
            worlds: WorldRow::all(&list.worlds, &names),
            versions: versions.items.iter().map(VersionChoice::of).collect(),
            problems: list.problems.iter().map(|problem| ProblemRow::of(problem, &names)).collect(),
        })
    })
    .await
}

async fn open(desk: Arc<Desk>, args: OneWorld, _: To<Silent>) -> Result<WorldView, Fault> {
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let launcher = app.launcher();
        let found = launcher.world(&args.folder, args.version.as_deref());
        let (world, home) = found.map_err(|error| error.report().clone())?;
        let detail = nova_content::worlds::detail(&world);
        let backups = backups_of(launcher, &world, &home);
        Ok(WorldView::of(&detail, backups, targets(launcher, &home), &names))
    })
    .await
}

/// The backups that hold a world of this name, of the versions that play it or of none that is known.
fn backups_of(launcher: &Launcher, world: &World, home: &Instance) -> Vec<BackupRow> {
    let filter = Filter { save: Some(world.id.clone()), ..Filter::default() };
    let list = nova_content::backups::list(&launcher.files, &filter);
    let here = list.items.iter().filter(|backup| {
        backup.root.as_ref().is_none_or(|root| *root == home.root)
            && backup.version.as_ref().is_none_or(|version| world.versions.contains(version))
    });
    here.map(BackupRow::of).collect()
}

/// The versions a world can be moved to: of the same game folder, with worlds of their own.
fn targets(launcher: &Launcher, home: &Instance) -> Vec<VersionChoice> {
    let versions = launcher.game.versions().map(|versions| versions.items).unwrap_or_default();
    let elsewhere = versions.iter().filter(|version| {
        let instance = version.instance();
        instance.root == home.root && instance.saves() != home.saves()
    });
    elsewhere.map(VersionChoice::of).collect()
}
