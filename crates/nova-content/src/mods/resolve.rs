//! What is wrong between the mods, and the change that mends one finding.

use nova_game::{Instance, Proposal};
use nova_model::{Message, clean};

use super::{InstalledMod, ModError, ModList, change, relations};
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

/// A file that is switched off and brings what a finding misses.
fn satisfying<'a>(list: &'a ModList, found: &Finding) -> Option<&'a InstalledMod> {
    let missing = found.kind == FindingKind::MissingDependency;
    let needed = text(found, "needed").filter(|_| missing)?;
    list.mods
        .iter()
        .find(|installed| !installed.enabled && relations::brings(&installed.facts).contains(needed))
}

fn needs_more(found: &Finding) -> ModError {
    let field = |name| text(found, name).unwrap_or_default();
    let mods = found.files.clone();
    let needed = match found.kind {
        FindingKind::MissingDependency => {
            Message::new("content.mods.needs.install").with("needed", field("needed"))
        }
        FindingKind::WrongDependencyVersion => Message::new("content.mods.needs.version")
            .with("needed", field("needed"))
            .with("range", field("range")),
        FindingKind::WrongJava => Message::new("content.mods.needs.java"),
        FindingKind::WrongLoaderVersion => Message::new("content.mods.needs.loader"),
        _ => Message::new("content.mods.needs.choice").with("files", mods),
    };
    ModError::NeedsMore { id: found.id.clone(), found: found.message.clone(), needed }
}

fn text<'a>(found: &'a Finding, field: &'static str) -> Option<&'a str> {
    match found.message.fields.get(field)? {
        nova_model::Field::Text(text) => Some(text),
        _ => None,
    }
}
