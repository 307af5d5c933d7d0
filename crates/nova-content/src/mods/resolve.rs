//! What is wrong between the mods, and the change that mends one finding.

use nova_game::{Instance, Proposal};
use nova_model::{Field, Message, clean};
use serde::Serialize;

use super::{InstalledMod, ModError, ModList, change};
use crate::facts::{self, Finding, FindingKind, Installed};

/// What is wrong with the mods of a version.
pub fn conflicts(instance: &Instance, list: &ModList) -> Vec<Finding> {
    let installed = |found: &InstalledMod| Installed {
        file: found.file.clone(),
        enabled: found.enabled,
        facts: found.facts.clone(),
    };
    let mods: Vec<Installed> = list.mods.iter().map(installed).collect();
    facts::check(&mods, &facts::target(instance))
}

/// The change that mends a finding: the losing file is switched off, or a file that is switched off and would satisfy it
/// is switched on. Where neither helps, the error says what would be needed; an id that is no longer found, which are.
pub fn resolve(instance: &Instance, list: &ModList, finding: &str) -> Result<Proposal, ModError> {
    let findings = conflicts(instance, list);
    let Some(found) = findings.iter().find(|found| found.id == finding) else {
        let present = findings.into_iter().map(|found| found.id).collect();
        return Err(ModError::NoSuchFinding { id: clean(finding, 40), present });
    };
    if let Some(asleep) = satisfying(list, found) {
        return change::enable(instance, list, asleep);
    }
    match found.loser.as_deref().and_then(|file| list.mods.iter().find(|installed| installed.file == file)) {
        Some(loser) => change::disable(instance, list, loser),
        None => Err(needs_more(found)),
    }
}

/// What [`resolve`] does about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cure {
    /// A file is switched on.
    SwitchOn,
    /// A file is switched off.
    SwitchOff,
}

/// What [`resolve`] would do about a finding; none where no file here can mend it.
pub fn cure(list: &ModList, found: &Finding) -> Option<Cure> {
    let off = || found.loser.as_deref().filter(|file| list.mods.iter().any(|one| one.file == *file));
    match satisfying(list, found) {
        Some(_) => Some(Cure::SwitchOn),
        None => off().map(|_| Cure::SwitchOff),
    }
}

/// A file that is switched off and brings what a finding misses, in a version that fits.
fn satisfying<'a>(list: &'a ModList, found: &Finding) -> Option<&'a InstalledMod> {
    let file = text(found, "disabled")?;
    list.mods.iter().find(|installed| !installed.enabled && installed.file == file)
}

fn needs_more(found: &Finding) -> ModError {
    let about = |code: &'static str, field: &'static str| {
        Message::new(code).with(field, text(found, field).unwrap_or_default())
    };
    let needed = match found.kind {
        FindingKind::MissingDependency => about("content.mods.needs.install", "needs"),
        FindingKind::WrongDependencyVersion => about("content.mods.needs.version", "needs"),
        FindingKind::WrongJava => about("content.mods.needs.java", "range"),
        FindingKind::WrongLoaderVersion => about("content.mods.needs.loader", "range"),
        _ => Message::new("content.mods.needs.choice").with("files", found.files.clone()),
    };
    ModError::NeedsMore { id: found.id.clone(), found: found.message.clone(), needed }
}

/// A text field of a finding's sentence.
pub(super) fn text<'a>(found: &'a Finding, field: &'static str) -> Option<&'a str> {
    match found.message.fields.get(field)? {
        Field::Text(text) => Some(text),
        _ => None,
    }
}
