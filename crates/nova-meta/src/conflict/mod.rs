//! Whether a set of mods works together, in a given game and loader.

mod depend;
mod duplicate;
mod finding;
mod fit;
mod known;
mod platform;
mod ranges;
mod scene;

use std::collections::HashSet;

use nova_model::{Field, Loader};

pub use self::finding::{Finding, FindingKind};
use crate::JarFacts;

/// A jar of a mods folder, for the conflict check.
#[derive(Clone, Debug)]
pub struct Installed {
    /// Its file name.
    pub file: String,
    /// Whether the loader would load it.
    pub enabled: bool,
    /// What it says about itself.
    pub facts: JarFacts,
}

/// What the mods are loaded into.
#[derive(Clone, Debug)]
pub struct Target {
    /// The game's version id.
    pub game: String,
    /// The loader and its version, if there is one.
    pub loader: Option<(Loader, String)>,
    /// The major version of Java, where it is known.
    pub java: Option<u32>,
}

/// Checks a set of mods against each other and against the target. Disabled jars count only as candidates for what is
/// missing. The findings are in the same order in every run; the work grows with the number of relations.
pub fn check(mods: &[Installed], target: &Target) -> Vec<Finding> {
    let scene = scene::Scene::new(mods, target);
    let mut findings = fit::find(&scene);
    findings.extend(duplicate::find(&scene));
    findings.extend(depend::find(&scene));
    findings.extend(known::find(&scene));
    let mut told = HashSet::new();
    findings.retain(|one| told.insert(subject(one)));
    findings.sort_by_cached_key(|one| (one.kind, one.files.clone(), one.mods.clone(), one.loser.is_none()));
    // Two mods that refuse each other, or a table that says what the metadata says too, are one finding.
    findings.dedup_by(|a, b| a.id == b.id);
    findings
}

/// What a finding tells the player to do. A jar of ten mods that all want another game or lack the same library is one
/// thing to do; the outer mod comes first and speaks for those inside.
fn subject(one: &Finding) -> (FindingKind, Vec<String>, String) {
    let about = match one.kind {
        FindingKind::WrongGame | FindingKind::WrongLoaderVersion | FindingKind::WrongJava => String::new(),
        FindingKind::MissingDependency => match one.message.fields.get("id") {
            Some(Field::Text(id)) if depend::is_fabric_module(id) => "fabric-api".to_owned(),
            Some(Field::Text(id)) => id.clone(),
            _ => one.id.clone(),
        },
        // A table may say what the metadata says too: the one that knows whom to switch off is kept by the sorting.
        _ => format!("{} {:?}", one.id, one.loser),
    };
    (one.kind, one.files.clone(), about)
}
