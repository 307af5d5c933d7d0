//! What comes out: findings with their evidence, and what the files say of the run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Worth knowing; the run was not ended by it.
    Info,
    /// Something did not work.
    Warning,
    /// It ended the run, or kept it from beginning.
    Error,
}

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// One of several that fit.
    Guess,
    /// Fits well.
    Likely,
    /// The files say so.
    Sure,
}

/// What could be done about it: the kinds of plans that the launcher makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FixKind {
    /// Another Java.
    SetJava,
    /// More memory.
    RaiseMemory,
    /// Less memory.
    LowerMemory,
    /// Other Java arguments.
    EditJvmArgs,
    /// An environment variable.
    SetEnv,
    /// Switching a mod off.
    DisableMod,
    /// Switching one of two mods off.
    DisableOne,
    /// Switching a resource pack, shader pack or data pack off.
    DisablePack,
    /// Installing what is missing.
    InstallContent,
    /// Another build of a mod.
    UpdateMod,
    /// Another build of the loader.
    UpdateLoader,
    /// The loader anew.
    ReinstallLoader,
    /// Files of the game anew.
    VerifyFiles,
    /// A damaged file anew.
    Redownload,
    /// A file or folder out of the way.
    MoveAside,
    /// Another name for a file or folder.
    Rename,
    /// A line of a file.
    EditFile,
    /// A world from its backup.
    RestoreBackup,
    /// A copy of the world before anything else.
    BackupWorld,
    /// Signing in again.
    SignIn,
    /// Room on the disk.
    FreeSpace,
    /// Only words help.
    Guide,
}

/// A line that led to a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// The file, as the caller named it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Its words: without secrets, printable, not too long.
    pub text: String,
}

/// A mod under suspicion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suspect {
    /// Its id, as far as it is known.
    pub id: String,
    /// The name it is shown by.
    pub name: Option<String>,
    /// Its file.
    pub file: Option<String>,
}

/// One cause that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The cause's id in the catalogue.
    pub cause_id: String,
    /// The family of the cause.
    pub family: String,
    /// How bad it is.
    pub severity: Severity,
    /// How sure it is.
    pub confidence: Confidence,
    /// What the cause names: mods, versions, files. A single value is written as text, several as a list.
    #[serde(serialize_with = "one_or_many")]
    pub fields: BTreeMap<String, Vec<String>>,
    /// The lines that led to it, the best first.
    pub evidence: Vec<Evidence>,
    /// Causes that only follow from this one.
    pub symptoms: Vec<String>,
    /// Mods that may be behind it.
    pub suspects: Vec<Suspect>,
    /// What could be done.
    pub fixes: Vec<FixKind>,
}

fn one_or_many<S: Serializer>(fields: &BTreeMap<String, Vec<String>>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Value<'a> {
        One(&'a str),
        Many(&'a [String]),
    }
    to.collect_map(fields.iter().map(|(name, values)| match values.as_slice() {
        [one] => (name, Value::One(one)),
        many => (name, Value::Many(many)),
    }))
}

/// How the run ended, as far as the files tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// As it should.
    Normally,
    /// With a crash.
    Crashed,
    /// The files do not say.
    #[default]
    Unknown,
}

/// Everything that was found out about a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Analysis {
    /// The findings, the best first.
    pub findings: Vec<Finding>,
    /// What the files say of themselves: `game`, `loader`, `java` and the like.
    pub facts: BTreeMap<String, String>,
    /// How the run ended.
    pub ended: Ended,
}
