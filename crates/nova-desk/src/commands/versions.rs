//! Installed versions.

use std::sync::Arc;

use nova_game::{GameError, Version, VersionList};
use nova_model::{Explain, Report};
use serde::Deserialize;
use ts_rs::TS;

use super::Nothing;
use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    view::{
        CheckRow, DiskView, JavaView, MemoryView, ProblemRow, RootRow, VersionDetail, VersionRow,
        VersionsView,
    },
};

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("versions_list", all),
        Command::new("version_detail", detail),
        Command::new("version_disk", disk),
    ]
}

/// One version.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct OneVersion {
    /// Its id; none for the current one.
    version: Option<String>,
}

async fn all(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<VersionsView, Fault> {
    blocking(&desk, |desk| Ok(installed(desk))).await
}

/// The versions of all game folders. No folder at all is a state of its own, not an error.
pub(super) fn installed(desk: &Desk) -> VersionsView {
    let (app, names) = (desk.app(), desk.names());
    let game = &app.launcher().game;
    let roots = game.roots().map(|roots| roots.items).unwrap_or_default();
    let read = game.versions();
    let none = read.as_ref().err().map(|error| desk.fault(&error.report()));
    let list = read.unwrap_or_default();
    VersionsView {
        folders: roots.iter().map(|root| RootRow::of(root, &names)).collect(),
        none,
        versions: list.items.iter().map(|one| VersionRow::of(one, &list, &roots, &names)).collect(),
        problems: list.problems.iter().map(|problem| ProblemRow::of(problem, &names)).collect(),
    }
}

async fn detail(desk: Arc<Desk>, args: OneVersion, _: To<Silent>) -> Result<VersionDetail, Fault> {
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let game = &app.launcher().game;
        let list = game.versions().map_err(|error| error.report())?;
        let version = pick(&list, args.version.as_deref())?;
        let roots = game.roots().map(|roots| roots.items).unwrap_or_default();
        let row = VersionRow::of(version, &list, &roots, &names);
        let settings = game.settings();
        let java = JavaView::of(version, &game.java(), &settings, &game.setup().machine.arch, &names.texts);
        let total = game.system().memory_total >> 20;
        let memory = MemoryView { own: version.own.max_mb, general: settings.max_mb, total };
        let checks =
            game.environment(version).iter().map(|check| CheckRow::of(check, &names.texts)).collect();
        Ok(VersionDetail { checks, ..VersionDetail::new(row, version, java, memory, &names) })
    })
    .await
}

fn pick<'a>(list: &'a VersionList, id: Option<&str>) -> Result<&'a Version, Report> {
    let found: Result<_, GameError> = id.map_or_else(|| list.current(), |id| list.find(id));
    found.map_err(|error| error.report())
}

/// Walks every file of the version's folder.
async fn disk(desk: Arc<Desk>, args: OneVersion, _: To<Silent>) -> Result<DiskView, Fault> {
    blocking(&desk, move |desk| {
        let app = desk.app();
        let game = &app.launcher().game;
        let version = game.version(args.version.as_deref());
        let usage = version.and_then(|version| game.disk_usage(Some(&version)));
        let usage = usage.map_err(|error| error.report())?;
        Ok(DiskView::of(&usage, &desk.texts()))
    })
    .await
}
