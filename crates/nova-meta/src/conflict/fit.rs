//! Whether each file by itself is at its place: readable, for this loader, for this game.

use nova_model::{Field, GameVersion, Loader, Message, Problem, Severity};

use super::{
    Installed,
    finding::{Finding, FindingKind, finding},
    ranges::allows,
    scene::{Loaded, Scene},
};
use crate::{JarKind, ModFacts};

/// Everything that can be said of one file without the others.
pub(crate) fn find(scene: &Scene<'_>) -> Vec<Finding> {
    let files = scene.files.iter().filter(|file| file.enabled);
    let mut all: Vec<Finding> =
        files.filter_map(|file| broken(scene, file).or_else(|| mixed(scene, file))).collect();
    let outer = scene.loaded.iter().filter(|one| !one.nested);
    all.extend(outer.clone().filter_map(|one| old_game(scene, *one)));
    all.extend(outer.filter_map(|one| loader_version(scene, *one)));
    all
}

/// A finding about one file, which is resolved by switching it off.
pub(crate) fn about(kind: FindingKind, mods: &[&str], file: &str, message: Message) -> Finding {
    Finding { loser: Some(file.to_owned()), ..finding(kind, mods, &[file], message.with("file", file)) }
}

fn broken(scene: &Scene<'_>, file: &Installed) -> Option<Finding> {
    let facts = &file.facts;
    let nothing = facts.kind == JarKind::Unreadable || scene.platform.mods_of(facts).is_empty();
    let errors = facts.problems.iter().filter(|problem| problem.severity == Severity::Error);
    let fatal = |problem: &&Problem| nothing || is_fatal(&problem.message, scene.platform.loader());
    let reason = match errors.clone().find(fatal) {
        Some(problem) => problem.message.clone(),
        None if facts.kind == JarKind::Unreadable => Message::new("meta.jar.no_metadata"),
        None => return None,
    };
    let message = Message::new("meta.finding.broken_file").with("reason", reason);
    Some(about(FindingKind::BrokenFile, &[], &file.file, message))
}

/// Whether an error lies in the file that this loader reads, and stops at. Legacy Forge goes on without its file.
fn is_fatal(message: &Message, loader: Option<Loader>) -> bool {
    let Some(Field::Text(entry)) = message.fields.get("entry") else { return true };
    matches!(
        (entry.as_str(), loader),
        ("fabric.mod.json", Some(Loader::Fabric))
            | ("quilt.mod.json", Some(Loader::Quilt))
            | ("META-INF/mods.toml", Some(Loader::Forge))
            | ("META-INF/neoforge.mods.toml", Some(Loader::NeoForge))
    )
}

fn mixed(scene: &Scene<'_>, file: &Installed) -> Option<Finding> {
    if file.facts.mods.is_empty() || !scene.platform.mods_of(&file.facts).is_empty() {
        return None;
    }
    let mut loaders: Vec<Loader> = file.facts.mods.iter().map(|facts| facts.loader).collect();
    loaders.sort_unstable();
    loaders.dedup();
    let code = match scene.platform.loader() {
        Some(_) => "meta.finding.mixed_loader",
        None => "meta.finding.mixed_loader.none",
    };
    let name = file.facts.mods.first().map_or("", |facts| facts.name.as_str());
    let message = Message::new(code)
        .with("mod", name)
        .with("for", loaders.iter().map(|loader| loader.label()).collect::<Vec<_>>())
        .with("loader", scene.platform.loader().map_or("", Loader::label));
    let mods: Vec<&str> = file.facts.mods.iter().map(|facts| facts.id.as_str()).collect();
    Some(about(FindingKind::MixedLoader, &mods, &file.file, message))
}

/// The loaders that do not know dependencies on the game: `mcversion` is a note of the author there, so that only
/// another family of versions counts; OptiFine is made for exactly one.
fn old_game(scene: &Scene<'_>, one: Loaded<'_>) -> Option<Finding> {
    let wanted = one.facts.game.as_deref()?;
    let fits = match one.facts.loader {
        Loader::LegacyForge | Loader::LiteLoader => same_family(wanted, scene),
        Loader::OptiFine => wanted == scene.platform.game(),
        _ => true,
    };
    (!fits).then(|| wrong_game(scene, one, wanted))
}

fn same_family(wanted: &str, scene: &Scene<'_>) -> bool {
    let Some(here) = scene.platform.game_family() else { return true };
    let versions =
        wanted.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').filter(|text| text.contains('.'));
    let mut families = versions.filter_map(family).peekable();
    families.peek().is_none() || families.any(|family| family == here)
}

/// The first two numbers: `1.7` of `1.7.10`, of `1.7.x` and of LiteLoader's `1.12.r2`.
fn family(version: &str) -> Option<String> {
    let mut numbers = version.split('.');
    let (major, minor) = (numbers.next()?, numbers.next()?);
    GameVersion::parse(&format!("{major}.{minor}")).family()
}

pub(crate) fn wrong_game(scene: &Scene<'_>, one: Loaded<'_>, range: &str) -> Finding {
    let message = Message::new("meta.finding.wrong_game")
        .with("mod", one.facts.name.as_str())
        .with("range", range)
        .with("game", scene.platform.game());
    about(FindingKind::WrongGame, &[&one.facts.id], scene.file(one), message)
}

/// Forge's `loaderVersion` is held against the first number of its version.
fn loader_version(scene: &Scene<'_>, one: Loaded<'_>) -> Option<Finding> {
    let range = one.facts.loader_range.as_deref()?;
    let version = scene.platform.loader_version();
    let major = version.split('.').next().unwrap_or(version);
    let is_forge = one.facts.loader == Loader::Forge && scene.platform.loader() == Some(Loader::Forge);
    let fits = allows(Loader::Forge, range, version) || allows(Loader::Forge, range, major);
    (is_forge && !fits && !depends_on_forge(one.facts)).then(|| wrong_loader(scene, one, range))
}

/// Then the dependency is judged, and says more.
fn depends_on_forge(facts: &ModFacts) -> bool {
    facts.dependencies.iter().any(|one| one.id == "forge" && !one.range.is_empty())
}

pub(crate) fn wrong_loader(scene: &Scene<'_>, one: Loaded<'_>, range: &str) -> Finding {
    let message = Message::new("meta.finding.wrong_loader_version")
        .with("mod", one.facts.name.as_str())
        .with("file", scene.file(one))
        .with("range", range)
        .with("loader", scene.platform.loader().map_or("", Loader::label))
        .with("found", scene.platform.loader_version());
    finding(FindingKind::WrongLoaderVersion, &[&one.facts.id], &[scene.file(one)], message)
}
