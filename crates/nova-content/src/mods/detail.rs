//! Everything about one mod.

use std::collections::HashSet;

use nova_game::Instance;
use serde::Serialize;

use super::{Dependents, InstalledMod, ModList, relations, resolve};
use crate::{
    configs,
    facts::{self, Dependency, FindingKind, JarFacts, ModFacts, Relation},
};

/// Whether what a mod speaks of is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DependenceState {
    /// There, switched on, and of a version that fits.
    Present,
    /// There, but switched off.
    Disabled,
    /// There, but of another version.
    WrongVersion,
    /// Not there.
    Missing,
    /// The game, Java or the loader; the conflict check looks at their versions.
    BuiltIn,
}

/// One thing a mod says about another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dependence {
    /// The other mod's id.
    pub id: String,
    /// What it says.
    pub relation: Relation,
    /// The range as written; empty for any.
    pub range: String,
    /// Whether it is there.
    pub state: DependenceState,
    /// The version that is there.
    pub found: Option<String>,
    /// The file that holds it; none for what the game or the loader brings.
    pub file: Option<String>,
}

/// Everything about one mod.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModDetail {
    /// The mod as it is listed.
    pub installed: InstalledMod,
    /// What it is about, in its author's words.
    pub description: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Its licence.
    pub license: Option<String>,
    /// Where it lives.
    pub homepage: Option<String>,
    /// What it needs, and does not go with.
    pub dependencies: Vec<Dependence>,
    /// What breaks without it.
    pub dependents: Dependents,
    /// Jars inside it, by path.
    pub nested: Vec<String>,
    /// Its config files: those in `config/` that carry its id, and what is in folders that do. Named from the version's folder, sorted.
    pub config: Vec<String>,
}

/// Everything about one mod of a list.
pub fn detail(instance: &Instance, list: &ModList, installed: &InstalledMod) -> ModDetail {
    let main = facts::main_mod(&installed.facts, facts::loader(instance));
    let text = |of: fn(&ModFacts) -> Option<&String>| main.and_then(of).cloned();
    ModDetail {
        description: text(|main| Some(&main.description)).unwrap_or_default(),
        authors: main.map(|main| main.authors.clone()).unwrap_or_default(),
        license: text(|main| main.license.as_ref()),
        homepage: text(|main| main.homepage.as_ref()),
        dependencies: main.map(|main| dependencies(instance, list, installed, main)).unwrap_or_default(),
        dependents: relations::dependents(list, installed),
        nested: installed.facts.nested.iter().map(|(path, _)| path.clone()).collect(),
        config: configs::of_mod(instance, &installed.mod_ids),
        installed: installed.clone(),
    }
}

/// What a mod would miss if it were switched on: ids it requires that no enabled file brings in a version that fits.
pub(super) fn missing(instance: &Instance, list: &ModList, installed: &InstalledMod) -> Vec<String> {
    let Some(main) = facts::main_mod(&installed.facts, facts::loader(instance)) else { return Vec::new() };
    let fine = [DependenceState::Present, DependenceState::BuiltIn];
    let all = dependencies(instance, list, installed, main).into_iter();
    let missed = all.filter(|one| one.relation == Relation::Requires && !fine.contains(&one.state));
    missed.map(|one| one.id).collect()
}

fn dependencies(
    instance: &Instance,
    list: &ModList,
    installed: &InstalledMod,
    main: &ModFacts,
) -> Vec<Dependence> {
    let verdict = Verdict::of(instance, list, installed);
    let own = relations::brings(&installed.facts);
    let others = main.dependencies.iter().filter(|one| !own.contains(one.id.as_str()));
    others.map(|one| dependence(list, one, &verdict)).collect()
}

/// What the conflict check says of the ids that one mod requires, as if it were switched on.
struct Verdict {
    missing: HashSet<String>,
    wrong: HashSet<String>,
}

impl Verdict {
    fn of(instance: &Instance, list: &ModList, installed: &InstalledMod) -> Self {
        let mut list = list.clone();
        for other in list.mods.iter_mut().filter(|other| other.file == installed.file) {
            other.enabled = true;
        }
        let findings = resolve::conflicts(instance, &list);
        let of = |kind: FindingKind| {
            let about = findings.iter().filter(|found| found.kind == kind);
            let own = about.filter(|found| resolve::text(found, "file") == Some(installed.file.as_str()));
            own.filter_map(|found| resolve::text(found, "id").map(str::to_owned)).collect()
        };
        Self { missing: of(FindingKind::MissingDependency), wrong: of(FindingKind::WrongDependencyVersion) }
    }

    fn state(&self, one: &Dependency, holder: Option<&InstalledMod>) -> DependenceState {
        match holder {
            _ if self.wrong.contains(&one.id) => DependenceState::WrongVersion,
            Some(holder) if holder.enabled => DependenceState::Present,
            Some(_) => DependenceState::Disabled,
            // What a mod requires and nobody complains about comes with the game or the loader.
            None if one.relation == Relation::Requires && !self.missing.contains(&one.id) => {
                DependenceState::BuiltIn
            }
            None => DependenceState::Missing,
        }
    }
}

fn dependence(list: &ModList, one: &Dependency, verdict: &Verdict) -> Dependence {
    let holder = holder(list, &one.id);
    Dependence {
        id: one.id.clone(),
        relation: one.relation,
        range: one.range.clone(),
        state: verdict.state(one, holder),
        found: holder.and_then(|holder| version_in(&holder.facts, &one.id)),
        file: holder.map(|holder| holder.file.clone()),
    }
}

/// The file that brings an id; one that is switched on if there is one.
fn holder<'a>(list: &'a ModList, id: &str) -> Option<&'a InstalledMod> {
    let mut holders: Vec<&InstalledMod> =
        list.mods.iter().filter(|other| relations::brings(&other.facts).contains(id)).collect();
    holders.sort_by_key(|holder| !holder.enabled);
    holders.first().copied()
}

fn version_in(facts: &JarFacts, id: &str) -> Option<String> {
    let mut open: Vec<&JarFacts> = vec![facts];
    while let Some(facts) = open.pop() {
        let found =
            facts.mods.iter().find(|found| found.id == id || found.provides.iter().any(|other| other == id));
        if let Some(found) = found {
            return Some(found.version.clone());
        }
        open.extend(facts.nested.iter().map(|(_, inner)| inner));
    }
    None
}
