//! Who needs whom among the mods that are switched on.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Serialize;

use super::{InstalledMod, ModList};
use crate::facts::{JarFacts, Relation};

/// The mods that stop working without a mod.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dependents {
    /// Ids of those that require it themselves, sorted.
    pub direct: Vec<String>,
    /// Ids of those that require one of the former, sorted.
    pub transitive: Vec<String>,
}

/// The mods that are switched on and would miss this one. What another file also brings is not missed.
pub fn dependents(list: &ModList, installed: &InstalledMod) -> Dependents {
    let graph = Graph::of(list, installed);
    let direct = graph.needing(&graph.lost(installed));
    let mut all = direct.clone();
    let mut newest = direct.clone();
    while !newest.is_empty() {
        let missed = newest
            .iter()
            .filter_map(|index| list.mods.get(*index))
            .flat_map(|gone| graph.lost(gone))
            .collect();
        newest = graph.needing(&missed).difference(&all).copied().collect();
        all.extend(&newest);
    }
    let ids = |indices: &mut dyn Iterator<Item = usize>| sorted_ids(list, indices);
    Dependents {
        direct: ids(&mut direct.iter().copied()),
        transitive: ids(&mut all.difference(&direct).copied()),
    }
}

fn sorted_ids(list: &ModList, indices: &mut dyn Iterator<Item = usize>) -> Vec<String> {
    let ids: BTreeSet<String> =
        indices.filter_map(|index| list.mods.get(index)).map(|needs| needs.id.clone()).collect();
    ids.into_iter().collect()
}

/// Ids, by which enabled files bring them and which require them.
struct Graph<'a> {
    /// How many enabled files bring an id.
    brought: HashMap<&'a str, usize>,
    /// The enabled files that require an id, by index.
    required_by: HashMap<&'a str, Vec<usize>>,
    /// The file that goes; it does not need itself.
    going: &'a str,
}

impl<'a> Graph<'a> {
    fn of(list: &'a ModList, going: &'a InstalledMod) -> Self {
        let mut graph = Self { brought: HashMap::new(), required_by: HashMap::new(), going: &going.file };
        for (index, installed) in list.mods.iter().enumerate() {
            if installed.enabled || installed.file == going.file {
                graph.add(index, installed);
            }
        }
        graph
    }

    fn add(&mut self, index: usize, installed: &'a InstalledMod) {
        for id in brings(&installed.facts) {
            *self.brought.entry(id).or_default() += 1;
        }
        if installed.file != self.going {
            for id in requires(&installed.facts) {
                self.required_by.entry(id).or_default().push(index);
            }
        }
    }

    /// The ids that are gone with a file: those that no other one brings.
    fn lost(&self, installed: &'a InstalledMod) -> HashSet<&'a str> {
        brings(&installed.facts)
            .into_iter()
            .filter(|id| self.brought.get(id).is_none_or(|times| *times <= 1))
            .collect()
    }

    fn needing(&self, lost: &HashSet<&str>) -> BTreeSet<usize> {
        lost.iter().filter_map(|id| self.required_by.get(id)).flatten().copied().collect()
    }
}

/// Every id that a jar brings: its own mods, what they stand for, and the jars inside it.
pub(super) fn brings(facts: &JarFacts) -> HashSet<&str> {
    let mut ids = HashSet::new();
    let mut open: Vec<&JarFacts> = vec![facts];
    while let Some(facts) = open.pop() {
        for found in &facts.mods {
            ids.insert(found.id.as_str());
            ids.extend(found.provides.iter().map(String::as_str));
        }
        open.extend(facts.nested.iter().map(|(_, inner)| inner));
    }
    ids
}

/// Every id that the mods of a jar require, other than those it brings itself.
pub(super) fn requires(facts: &JarFacts) -> HashSet<&str> {
    let own = brings(facts);
    let needs = facts.mods.iter().flat_map(|found| &found.dependencies);
    let required = needs.filter(|needs| needs.relation == Relation::Requires).map(|needs| needs.id.as_str());
    required.filter(|id| !own.contains(id)).collect()
}
