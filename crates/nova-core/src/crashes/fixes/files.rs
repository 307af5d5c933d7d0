//! Files: those of the game and its loader anew, packs, configs, worlds, space.

use nova_crash::Finding;
use nova_files::Backup;
use nova_model::{Field, Loader, Message};
use serde_json::json;

use super::{Draft, Scene, Weight, values};

/// The files of the version that fail their hash. A jar of a mod is none of them.
pub(super) fn repair(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let of_mod = |file: &str| scene.mods.mods.iter().any(|found| file.ends_with(&found.file));
    if values(finding, "file").any(of_mod) {
        return Vec::new();
    }
    vec![Draft::new("repair_version", Message::new("fix.why.repair")).of(scene)]
}

/// The same build of the loader.
pub(super) fn loader_again(scene: &Scene) -> Vec<Draft> {
    let Some((loader, build)) = loader(scene) else { return Vec::new() };
    let why = Message::new("fix.why.loader-again").with("loader", loader.label()).with("version", build);
    let draft =
        Draft::new("change_loader", why).arg("loader", name(loader)).arg("loader_version", build).of(scene);
    // What is broken beside the loader's own files is found by a check of all.
    vec![draft, Draft::new("repair_version", Message::new("fix.why.repair")).of(scene).weight(Weight::Choice)]
}

/// Another build of the loader: the first one that a mod of Forge or NeoForge wants, since the recommended one may be older; else the
/// recommended one.
pub(super) fn other_loader(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let Some((loader, _)) = loader(scene) else { return Vec::new() };
    let why = Message::new("fix.why.loader").with("loader", loader.label());
    let draft = Draft::new("change_loader", why).arg("loader", name(loader)).of(scene);
    let named = values(finding, "dependency").any(|id| id.eq_ignore_ascii_case(name(loader)));
    let wanted = values(finding, "wanted").find_map(first_build).filter(|_| named);
    vec![match wanted.filter(|_| matches!(loader, Loader::Forge | Loader::NeoForge)) {
        Some(build) => draft.arg("loader_version", build),
        None => draft,
    }]
}

/// The first build that will do: `[47.1.3,)`, `47.1.3 or above`, `>=21.1.50`. None where it is left out itself, or is half a version.
fn first_build(wanted: &str) -> Option<&str> {
    let rest = wanted.trim().trim_start_matches("version ").trim_start_matches(['[', '>', '=', ' ']);
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
    let (build, behind) = rest.split_at_checked(end)?;
    let later =
        |words: &str| ["or above", "or later", "or newer", ","].iter().any(|end| words.starts_with(end));
    let stands = behind.is_empty() || behind.starts_with(']') || later(behind.trim_start());
    let left_out = wanted.contains('>') && !wanted.contains(">=");
    (stands && !left_out && build.split('.').filter(|part| !part.is_empty()).count() >= 3).then_some(build)
}

fn loader<'a>(scene: &Scene<'a>) -> Option<(Loader, &'a str)> {
    let build = scene.version.loaders.first()?;
    Some((build.loader, build.version.as_str())).filter(|(_, version)| !version.is_empty())
}

/// As the tool calls it: old Forge is Forge.
fn name(loader: Loader) -> &'static str {
    if loader == Loader::LegacyForge { "forge" } else { loader.as_str() }
}

pub(super) fn disable_pack(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let kind = match finding.cause_id.as_str() {
        "world-datapack" => "data",
        cause if cause.contains("shader") => "shader",
        _ => "resource",
    };
    let off = |pack: &str| {
        let pack = pack.trim_start_matches("file/");
        let why = Message::new("fix.why.pack").with("pack", pack);
        Draft::new("disable_pack", why).arg("kind", kind).arg("pack", pack).of(scene)
    };
    let packs = values(finding, "pack")
        .filter(|pack| !["vanilla", "fabric", "forge", "mod_resources"].contains(pack));
    packs.take(2).map(off).collect()
}

/// A config file that is there out of the way; the mod writes a new one.
pub(super) fn reset_config(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let place = |file: &str| {
        let file = file.replace('\\', "/");
        let at = file
            .rfind("config/")
            .filter(|at| *at == 0 || file.get(..*at).is_some_and(|before| before.ends_with('/')));
        let below = at.and_then(|at| file.get(at..)).map_or_else(|| format!("config/{file}"), str::to_owned);
        let is_plain = below.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
        (is_plain && (scene.has_file)(&below)).then_some(below)
    };
    let reset = |file: String| {
        let why = Message::new("fix.why.config").with("file", file.as_str());
        Draft::new("reset_config_file", why).arg("file_id", file).of(scene)
    };
    values(finding, "file").filter_map(place).take(2).map(reset).collect()
}

/// The newest backup of the world that is damaged. What is there now is lost from the game, so the player chooses it.
pub(super) fn restore(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let world = world(finding, scene);
    let holds = |backup: &&Backup| match world {
        Some(world) => {
            backup.saves.iter().any(|save| save.trim_start_matches("saves/").eq_ignore_ascii_case(world))
        }
        None => !backup.saves.is_empty(),
    };
    let draft = |backup: &Backup| {
        let why = Message::new("fix.why.restore")
            .with("at", Field::Time(backup.at))
            .with("saves", backup.saves.clone());
        Draft::new("restore_backup", why).arg("backup_id", backup.id.as_str()).weight(Weight::Choice)
    };
    scene.backups.iter().find(holds).map(draft).into_iter().collect()
}

/// The world that a path leads into; the only one there is.
fn world<'a>(finding: &Finding, scene: &Scene<'a>) -> Option<&'a str> {
    let holds = |path: &str, save: &str| path.replace('\\', "/").split('/').any(|part| part == save);
    let named = scene
        .saves
        .iter()
        .find(|save| values(finding, "file").chain(values(finding, "path")).any(|path| holds(path, save)));
    match (named, scene.saves) {
        (Some(save), _) => Some(save.as_str()),
        (None, [only]) => Some(only.as_str()),
        _ => None,
    }
}

/// A copy of the worlds before anything else is tried.
pub(super) fn back_up(scene: &Scene) -> Vec<Draft> {
    if scene.saves.is_empty() {
        return Vec::new();
    }
    vec![Draft::new("backup_version", Message::new("fix.why.backup")).of(scene).weight(Weight::With)]
}

pub(super) fn clean() -> Vec<Draft> {
    let why = Message::new("fix.why.clean");
    vec![
        Draft::new("clean_caches", why)
            .arg("kinds", json!(["logs", "caches", "leftovers"]))
            .weight(Weight::Choice),
    ]
}
