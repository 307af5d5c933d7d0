//! From a finding to changes that are ready: each is a call of a tool that there is, with its arguments. Pure: what is known of the
//! version comes in as a [`Scene`].
//!
//! What no tool can do (another build of a mod, a driver) makes no fix; the words about the cause say what to do then.

mod files;
mod java;
mod memory;
mod mods;
mod start;

use nova_content::mods::ModList;
use nova_crash::{Confidence, Finding, FixKind};
use nova_files::Backup;
use nova_game::{Java, JavaList, LaunchSettings, MemoryAdvice, Os, Version};
use nova_model::{IdKind, Message};
use serde_json::{Map, Value};

use crate::stable;

/// Fixes of one finding.
const MOST: usize = 8;

/// A change that may help: a call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// `x-` and eight characters that follow from the version, the cause, the tool and its arguments.
    pub id: String,
    /// The tool.
    pub tool: &'static str,
    /// Its arguments.
    pub args: Value,
    /// Why it may help, in one sentence.
    pub why: Message,
    /// Whether it is the one to do: the cause is sure, and nothing has to be chosen.
    pub best: bool,
}

/// What is known of a version whose run ended badly.
pub struct Scene<'a> {
    /// The version.
    pub version: &'a Version,
    /// Its mods.
    pub mods: &'a ModList,
    /// The Javas there are.
    pub javas: &'a JavaList,
    /// The one that it is started with.
    pub java: Option<&'a Java>,
    /// The system and the processor.
    pub computer: (Os, &'a str),
    /// The memory that is set, in MiB; none where Java chooses.
    pub set_mb: Option<u64>,
    /// The memory that would suit it.
    pub advice: &'a MemoryAdvice,
    /// What it is started with.
    pub set: &'a LaunchSettings,
    /// Its backups, the newest first.
    pub backups: &'a [Backup],
    /// Its worlds.
    pub saves: &'a [String],
    /// The account that is played with, where it signs in anywhere.
    pub account: Option<&'a str>,
    /// Whether there is such a file below the version's folder.
    pub has_file: &'a dyn Fn(&str) -> bool,
    /// Whether there is such a tool.
    pub has_tool: &'a dyn Fn(&str) -> bool,
}

/// How much speaks for a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// It mends the cause.
    Best,
    /// It goes with the best one.
    With,
    /// One of several, or not without a loss: the player chooses.
    Choice,
}

/// A fix before it has an id.
struct Draft {
    tool: &'static str,
    args: Map<String, Value>,
    why: Message,
    weight: Weight,
}

impl Draft {
    fn new(tool: &'static str, why: Message) -> Self {
        Self { tool, args: Map::new(), why, weight: Weight::Best }
    }

    fn arg(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.args.insert(name.to_owned(), value.into());
        self
    }

    fn weight(self, weight: Weight) -> Self {
        Self { weight, ..self }
    }

    fn of(self, scene: &Scene) -> Self {
        self.arg("version_id", scene.version.id.as_str())
    }
}

/// The changes that may help, the best first.
pub fn fixes(finding: &Finding, scene: &Scene) -> Vec<Fix> {
    let drafts = finding.fixes.iter().flat_map(|kind| drafts(*kind, finding, scene));
    let more = mods::instead(finding, scene).into_iter().chain(start::without(finding, scene));
    let mut found: Vec<Fix> = Vec::new();
    let mut is_picked = finding.confidence != Confidence::Sure;
    for draft in drafts.chain(more).filter(|draft| (scene.has_tool)(draft.tool)) {
        let best = match draft.weight {
            Weight::Best => !std::mem::replace(&mut is_picked, true),
            Weight::With => finding.confidence == Confidence::Sure,
            Weight::Choice => false,
        };
        let fix = finished(finding, scene, draft, best);
        if found.len() < MOST && found.iter().all(|known| known.id != fix.id) {
            found.push(fix);
        }
    }
    // What goes with a fix is nothing by itself.
    if found.iter().filter(|fix| fix.best).all(|fix| fix.tool == "backup_version") {
        for fix in &mut found {
            fix.best = false;
        }
    }
    found
}

fn drafts(kind: FixKind, finding: &Finding, scene: &Scene) -> Vec<Draft> {
    match kind {
        FixKind::DisableMod => mods::disable(finding, scene),
        FixKind::DisableOne => mods::disable_one(finding, scene),
        FixKind::InstallContent => mods::switch_on(finding, scene),
        FixKind::SetJava => java::set(finding, scene),
        FixKind::RaiseMemory => memory::raise(scene),
        FixKind::LowerMemory => memory::lower(finding, scene),
        FixKind::EditJvmArgs => start::edit_args(finding, scene),
        FixKind::SetEnv => start::set_env(finding, scene),
        FixKind::VerifyFiles | FixKind::Redownload => files::repair(finding, scene),
        FixKind::ReinstallLoader => files::loader_again(scene),
        FixKind::UpdateLoader => files::other_loader(finding, scene),
        FixKind::DisablePack => files::disable_pack(finding, scene),
        FixKind::MoveAside | FixKind::EditFile => files::reset_config(finding, scene),
        FixKind::RestoreBackup => files::restore(finding, scene),
        FixKind::BackupWorld => files::back_up(scene),
        FixKind::FreeSpace => files::clean(),
        FixKind::SignIn => start::sign_in(scene),
        FixKind::UpdateMod | FixKind::Rename | FixKind::Guide => Vec::new(),
    }
}

fn finished(finding: &Finding, scene: &Scene, draft: Draft, best: bool) -> Fix {
    let args = Value::Object(draft.args);
    let id = fix_id(&scene.version.id, &finding.cause_id, draft.tool, &args);
    Fix { id, tool: draft.tool, args, why: draft.why, best }
}

/// The same for the same change, after a restart too.
fn fix_id(version: &str, cause: &str, tool: &str, args: &Value) -> String {
    IdKind::Fix.id(stable::bits(&[version, cause, tool, &args.to_string()]))
}

/// The values of a field.
fn values<'a>(finding: &'a Finding, name: &str) -> impl Iterator<Item = &'a str> {
    finding.fields.get(name).into_iter().flatten().map(String::as_str)
}

#[cfg(test)]
mod tests;
