//! The start page: the current version, what is wrong with it, and what happened last.

use std::sync::Arc;

use nova_content::{
    history::{self, Filter},
    mods::{self, SeenJars},
};
use nova_game::{Verdict, Version};
use nova_model::Explain;

use super::Nothing;
use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    view::{CheckRow, HomeView, ProblemRow, RecentChange, VersionRow},
};

/// Changes that are shown.
const CHANGES: usize = 5;
/// Changes that are looked at for them.
const LOOKED_AT: usize = 20;

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("home_read", read)]
}

async fn read(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<HomeView, Fault> {
    blocking(&desk, |desk| Ok(home(desk))).await
}

fn home(desk: &Desk) -> HomeView {
    let (app, names) = (desk.app(), desk.names());
    let game = &app.launcher().game;
    let roots = game.roots().map(|roots| roots.items).unwrap_or_default();
    let listed = game.versions();
    let list = listed.as_ref().ok().cloned().unwrap_or_default();
    let current = listed.and_then(|list| list.current().cloned());
    let none = current.as_ref().err().map(|error| desk.fault(&error.report()));
    let current = current.ok();
    let seen = &desk.jars;
    HomeView {
        folders: roots.iter().map(|root| names.short(&root.path.to_string_lossy())).collect(),
        versions: list.items.len(),
        none,
        findings: current.as_ref().map_or(0, |version| findings(version, seen)),
        checks: current.as_ref().map(|version| bad_checks(desk, version)).unwrap_or_default(),
        current: current.map(|version| VersionRow::of(&version, &list, &roots, &names)),
        changes: changes(desk),
        problems: game.settings().problems.iter().map(|problem| ProblemRow::of(problem, &names)).collect(),
    }
}

/// A mods folder that cannot be read is told on its own page.
fn findings(version: &Version, seen: &SeenJars) -> usize {
    let instance = version.instance();
    mods::list_again(&instance, seen).map_or(0, |list| mods::conflicts(&instance, &list).len())
}

fn bad_checks(desk: &Desk, version: &Version) -> Vec<CheckRow> {
    let checks = desk.app().launcher().game.environment(version);
    let bad = checks.iter().filter(|check| check.verdict != Verdict::Ok);
    bad.map(|check| CheckRow::of(check, &desk.texts())).collect()
}

/// The last changes that were made. One that took another back shows as the state of that one.
fn changes(desk: &Desk) -> Vec<RecentChange> {
    let (app, texts) = (desk.app(), desk.texts());
    let list = history::list(&app.launcher().files, &Filter { version: None, limit: LOOKED_AT });
    let made = list.items.iter().filter(|change| change.entry.undoes.is_none()).take(CHANGES);
    made.map(|change| RecentChange::of(change, &texts)).collect()
}
