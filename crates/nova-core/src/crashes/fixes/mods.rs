//! Mods off, and on.

use nova_content::mods::{self, InstalledMod};
use nova_crash::Finding;
use nova_model::Message;

use super::{Draft, Scene, Weight, values};

/// Mods that one finding offers to switch off.
const MOST: usize = 4;
/// Causes that a missing mod brings about: whoever needs it can be switched off instead.
const MISSING: [&str; 8] = [
    "dep-missing",
    "dep-version",
    "dep-loader-version",
    "dep-language-provider",
    "dep-indium",
    "mod-missing-class",
    "mod-missing-mixinbootstrap",
    "mod-missing-method",
];

/// The mod that the finding is about, or each of those under suspicion.
pub(super) fn disable(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let found = culprits(finding, scene);
    let weight = if found.len() == 1 { Weight::Best } else { Weight::Choice };
    found.into_iter().take(MOST).map(|found| off(found, scene, "fix.why.disable", weight)).collect()
}

/// Each of the mods that do not go together; which one stays is the player's choice.
pub(super) fn disable_one(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let names = ["files", "mod_a", "mod_b", "module_a", "module_b", "mod", "optifine"];
    let mut found = Vec::new();
    for name in names {
        values(finding, name).for_each(|value| named(value, scene, &mut found));
    }
    if finding.cause_id.contains("optifine") {
        optifine(scene, &mut found);
    }
    // With one left, nothing is there that it could clash with.
    if found.len() < 2 && finding.cause_id != "mod-optifine-conflict" {
        found.clear();
    }
    found.into_iter().take(MOST).map(|found| off(found, scene, "fix.why.one-of", Weight::Choice)).collect()
}

/// What is missing lies there, switched off.
pub(super) fn switch_on(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let wanted = ["missing", "provider", "dependency", "owner"];
    let ids: Vec<&str> = wanted.iter().flat_map(|name| values(finding, name)).collect();
    let sleeping = scene.mods.mods.iter().filter(|found| !found.enabled);
    let brings = |found: &&InstalledMod| ids.iter().any(|id| has_id(found, id));
    let on = |found: &InstalledMod| {
        let why = about("fix.why.enable", found);
        Draft::new("enable_mod", why).arg("mod", found.file.as_str()).of(scene)
    };
    sleeping.filter(brings).take(MOST).map(on).collect()
}

/// Where something is missing that cannot be installed yet: without whoever needs it the game starts.
pub(super) fn instead(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    if !MISSING.contains(&finding.cause_id.as_str()) {
        return Vec::new();
    }
    let found = culprits(finding, scene);
    found.into_iter().take(MOST).map(|found| off(found, scene, "fix.why.without", Weight::Choice)).collect()
}

/// The files that the finding names, surest first: a file, a mod, then those under suspicion.
fn culprits<'a>(finding: &Finding, scene: &Scene<'a>) -> Vec<&'a InstalledMod> {
    let mut found = Vec::new();
    for name in ["file", "files", "mod", "mods"] {
        values(finding, name).for_each(|value| named(value, scene, &mut found));
    }
    if finding.cause_id.starts_with("mod-optifine") {
        optifine(scene, &mut found);
    }
    if finding.cause_id == "mod-optifine-shadersmod" {
        found = scene.mods.mods.iter().filter(|found| is_on(found) && called(found, "shadersmod")).collect();
    }
    if found.is_empty() {
        for suspect in &finding.suspects {
            let name = suspect.file.as_deref().unwrap_or(&suspect.id);
            named(name, scene, &mut found);
        }
    }
    found
}

fn optifine<'a>(scene: &Scene<'a>, found: &mut Vec<&'a InstalledMod>) {
    let more: Vec<_> = scene.mods.mods.iter().filter(|one| is_on(one) && called(one, "optifine")).collect();
    for one in more {
        push(one, found);
    }
}

fn is_on(found: &InstalledMod) -> bool {
    found.enabled
}

fn called(found: &InstalledMod, name: &str) -> bool {
    found.id.eq_ignore_ascii_case(name) || found.file.to_ascii_lowercase().starts_with(name)
}

/// The mods of this name that are switched on: by file, by id, by name, or as what brings it inside.
fn named<'a>(name: &str, scene: &Scene<'a>, found: &mut Vec<&'a InstalledMod>) {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let on = || scene.mods.mods.iter().filter(|one| one.enabled);
    let by_file = on().filter(|one| one.file == file || one.file == name);
    let mut these: Vec<&InstalledMod> = by_file.collect();
    if these.is_empty() {
        these = on().filter(|one| one.mod_ids.iter().any(|id| same(id, name))).collect();
    }
    if these.is_empty() {
        these = on().filter(|one| one.name.eq_ignore_ascii_case(name) || has_id(one, name)).take(1).collect();
    }
    for one in these {
        push(one, found);
    }
}

fn push<'a>(one: &'a InstalledMod, found: &mut Vec<&'a InstalledMod>) {
    if !found.iter().any(|known| known.file == one.file) {
        found.push(one);
    }
}

/// Loaders write `-` where a jar has `_`.
fn same(id: &str, name: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace('-', "_");
    plain(id) == plain(name)
}

/// Whether a jar brings an id, itself or in a jar inside it.
fn has_id(found: &InstalledMod, id: &str) -> bool {
    let mut open = vec![&found.facts];
    while let Some(facts) = open.pop() {
        if facts.mods.iter().any(|one| same(&one.id, id) || one.provides.iter().any(|more| same(more, id))) {
            return true;
        }
        open.extend(facts.nested.iter().map(|(_, inner)| inner));
    }
    false
}

/// One file off. Where others need it, they are named, and the player has to choose it.
fn off(found: &InstalledMod, scene: &Scene, why: &'static str, weight: Weight) -> Draft {
    let needing = mods::dependents(scene.mods, found);
    let needing: Vec<String> = needing.direct.into_iter().chain(needing.transitive).collect();
    let (why, weight) = if needing.is_empty() {
        (about(why, found), weight)
    } else {
        (about("fix.why.disable-needed", found).with("mods", needing), Weight::Choice)
    };
    Draft::new("disable_mod", why).arg("mod", found.file.as_str()).of(scene).weight(weight)
}

fn about(code: &'static str, found: &InstalledMod) -> Message {
    Message::new(code).with("name", found.name.as_str()).with("file", found.file.as_str())
}
