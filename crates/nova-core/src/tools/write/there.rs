//! An install of what is installed already: its files are looked at, and what of them is not there or not right comes again, and its
//! loader's API where that is wanted. What nobody touched is an answer and no failure.

use std::path::Path;

use nova_game::Version;
use nova_install::{
    Depth, Inspection, InstallError, LoaderWish, Mend, Verdict, Watch, Wish, Workshop, catalog, usual_names,
};
use nova_model::{Loader, Makes, Message};
use nova_tools::{Call, Planned, ToolError};
use serde_json::json;

use super::repair_version;
use crate::{
    care::{Installed, mend},
    installs::wait,
    launcher::Launcher,
    tools::loader_api::Mods,
};

/// The plan for a wish that is fulfilled already; none where nothing of that name is just what is wished for.
pub(super) fn plan(
    launcher: &Launcher,
    (root, shop, wish): (&Path, &Workshop, &Wish),
    with_api: Option<bool>,
    call: &Call,
) -> Result<Option<Planned>, ToolError> {
    let Some(subject) = find(launcher, (root, shop, wish), with_api, call)? else { return Ok(None) };
    if subject.mend.api.is_some() {
        return repair_version::planned(launcher, (subject, shop.clone()), call).map(Some);
    }
    let found = launcher.inspect(&subject, Depth::Changed, &Silent(call));
    if call.cancel.is_cancelled() {
        return Err(InstallError::Cancelled.into());
    }
    if is_whole(&found) {
        return Ok(Some(already(&subject, &found)));
    }
    repair_version::planned(launcher, (subject, shop.clone()), call).map(Some)
}

/// The version that is wished for, with its loader's API where that is wanted and not in its mods folder.
fn find(
    launcher: &Launcher,
    (root, shop, wish): (&Path, &Workshop, &Wish),
    with_api: Option<bool>,
    call: &Call,
) -> Result<Option<Installed>, ToolError> {
    let versions = launcher.game.versions().map(|list| list.items).unwrap_or_default();
    let here: Vec<Version> = versions.into_iter().filter(|version| version.root == root).collect();
    // An install is for the computer, whatever Java this version is given.
    let of = |mend: Mend| Installed { root: root.to_owned(), mend, platform: launcher.platform() };
    let subject = |version: &Version| {
        let api = with_api.and_then(|_| Mods::of(&version.instance()).place(with_api));
        of(Mend { api, ..mend(version) })
    };
    if let Some(version) = same(&here, wish) {
        return Ok(Some(subject(version)));
    }
    if is_broken(root, wish, &here) {
        return Ok(Some(of(Mend { game: Some(wish.game.clone()), ..Mend::from(wish.game.as_str()) })));
    }
    if here.is_empty() || is_literal(wish) {
        return Ok(None);
    }
    let wish = wait(shop.settled(wish, &call.cancel))?;
    Ok(same(&here, &wish).map(subject))
}

/// Whether nothing in a wish is left for servers to say.
fn is_literal(wish: &Wish) -> bool {
    wish.loader.is_none() && !catalog::is_alias(&wish.game)
}

/// The plain game under its own name, whose version file is gone or cannot be read: Mojang has it.
fn is_broken(root: &Path, wish: &Wish, here: &[Version]) -> bool {
    let is_named_so = wish.name.as_ref().is_none_or(|name| *name == wish.game);
    wish.loader.is_none()
        && is_named_so
        && nova_files::safe_name(&wish.game).is_ok()
        && root.join("versions").join(&wish.game).is_dir()
        && !here.iter().any(|version| version.id == wish.game)
}

/// The version that has the wish's name, game, loader and build.
fn same<'a>(here: &'a [Version], wish: &Wish) -> Option<&'a Version> {
    let build = |loader: &LoaderWish| loader.version.clone().unwrap_or_default();
    let loader = wish.loader.as_ref().map(|loader| (loader.loader, build(loader)));
    let build = loader.as_ref().map(|(loader, build)| (*loader, build.as_str()));
    let names = match &wish.name {
        Some(name) => vec![name.clone()],
        None => usual_names(&wish.game, build),
    };
    let fits = |version: &&Version| {
        let game = version.game_version.as_deref();
        let is_game = game.is_some_and(|game| game.eq_ignore_ascii_case(&wish.game));
        is_game
            && match (version.loaders.as_slice(), build) {
                ([], None) => true,
                ([there], Some((loader, build))) => {
                    there.loader == loader && is_build(loader, (&there.version, build), &wish.game)
                }
                _ => false,
            }
    };
    names.iter().find_map(|name| here.iter().filter(fits).find(|version| version.id == *name))
}

/// Whether two names are the same build: old ones of Forge are named with and without the game's version.
fn is_build(loader: Loader, (one, other): (&str, &str), game: &str) -> bool {
    let bare = |build: &str| {
        let without = build.strip_prefix(game).and_then(|build| build.strip_prefix('-')).unwrap_or(build);
        without.strip_suffix(game).and_then(|build| build.strip_suffix('-')).unwrap_or(without).to_owned()
    };
    one == other || (loader == Loader::Forge && bare(one) == bare(other))
}

fn is_whole(found: &Inspection) -> bool {
    let is_bad = |verdict| matches!(verdict, Verdict::Missing | Verdict::Wrong(_));
    found.gaps.is_empty() && !found.files.iter().any(|looked| is_bad(looked.verdict))
}

fn already(subject: &Installed, found: &Inspection) -> Planned {
    let id = subject.mend.id.as_str();
    let title = Message::new("care.jobs.version").with("version", id);
    let said = Message::new("core.install.there").with("id", id).with("n", found.files.len());
    let data = json!({
        "version_id": id, "files": found.files.len(), "files_fetched": 0, "bytes_fetched": 0,
    });
    let mut planned = Planned::already(title, said, data);
    // Whoever wants to start it next is told which it is.
    planned.plan.makes.push(Makes { param: "version_id".to_owned(), id: id.to_owned() });
    planned
}

/// It takes no time to speak of.
struct Silent<'a>(&'a Call);

impl Watch for Silent<'_> {
    fn checked(&self, _: u64) {}

    fn is_cancelled(&self) -> bool {
        self.0.cancel.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_of_forge_is_the_same_with_the_games_version_and_without() {
        let same = |loader, one, other| is_build(loader, (one, other), "1.7.10");
        assert!(same(Loader::Forge, "10.13.4.1614", "10.13.4.1614-1.7.10"));
        assert!(same(Loader::Forge, "1.7.10-10.13.4.1614", "10.13.4.1614"));
        assert!(!same(Loader::Forge, "10.13.4.1614", "10.13.4.1558"));
        assert!(!same(Loader::NeoForge, "21.1.1", "21.1.1-1.7.10"));
    }
}
