//! What can be installed. The install itself goes through its tool and the checklist.

use std::{collections::BTreeSet, sync::Arc};

use futures_util::future::join_all;
use nova_model::Loader;
use serde::Deserialize;
use ts_rs::TS;

use super::Nothing;
use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    view::{InstallView, LoaderOffer, NewName, RemoteGame},
};

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("install_games", games),
        Command::new("install_loaders", loaders),
        Command::new("install_name", name),
    ]
}

/// A game version.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct OneGame {
    /// Its id.
    game: String,
}

/// What is to be named.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct NameAsked {
    /// The game version.
    game: String,
    /// The loader; none for the plain game.
    loader: Option<String>,
    /// Its build.
    build: Option<String>,
    /// What the player typed; none to have one suggested.
    wished: Option<String>,
}

async fn games(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<InstallView, Fault> {
    let app = desk.app();
    let games = app.launcher().games().await.map_err(|report| desk.fault(&report))?;
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let game = &app.launcher().game;
        let there = game.versions().map(|list| list.items).unwrap_or_default();
        let installed: BTreeSet<String> =
            there.into_iter().filter_map(|version| version.game_version).collect();
        let root = app.launcher().install_root();
        Ok(InstallView {
            games: RemoteGame::all(&games, &installed),
            latest: games.list.latest_release.clone(),
            latest_snapshot: games.list.latest_snapshot.clone(),
            kept_since: games.kept_since,
            new_folder: root.as_ref().is_some_and(|root| !root.is_dir()),
            folder: root.map(|root| names.short(&root.to_string_lossy())),
            folders: game.roots().map_or(0, |roots| roots.items.len()),
        })
    })
    .await
}

/// All loaders at once: one that does not answer keeps none of the others.
async fn loaders(desk: Arc<Desk>, args: OneGame, _: To<Silent>) -> Result<Vec<LoaderOffer>, Fault> {
    let app = desk.app();
    let offers = app.loaders().into_iter().map(|loader| {
        let (app, desk, game) = (Arc::clone(&app), Arc::clone(&desk), args.game.clone());
        async move {
            let found = app.launcher().builds(loader, &game).await;
            LoaderOffer::of(loader, found.map_err(|report| desk.fault(&report)))
        }
    });
    Ok(join_all(offers).await)
}

async fn name(desk: Arc<Desk>, args: NameAsked, _: To<Silent>) -> Result<NewName, Fault> {
    blocking(&desk, move |desk| {
        let app = desk.app();
        let loader = args.loader.as_deref().and_then(Loader::parse);
        let loader = loader.map(|loader| (loader, args.build.as_deref().unwrap_or_default()));
        let wished = args.wished.as_deref().map(str::trim).filter(|wished| !wished.is_empty());
        Ok(match app.launcher().new_name(&args.game, loader, wished) {
            Ok(name) => NewName { name: Some(name), fault: None },
            Err(report) => NewName { name: None, fault: Some(desk.fault(&report)) },
        })
    })
    .await
}
