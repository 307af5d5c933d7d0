//! Draft of the public surface; the parts move to modules of their own (`mods`, `conflict`, `nbt`, `level`, `options`).

use std::io::{Read, Seek};

use nova_model::Problem;
use serde::{Deserialize, Serialize};

/// What loads a mod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loader {
    Fabric,
    Quilt,
    Forge,
    NeoForge,
    LegacyForge,
    LiteLoader,
}

/// Where a mod runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Client,
    Server,
    #[default]
    Both,
}

/// How one mod relates to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    Requires,
    Recommends,
    Suggests,
    Conflicts,
    Breaks,
    Provides,
}

/// One relation of a mod to another id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependency {
    pub id: String,
    pub relation: Relation,
    /// The range as written, in the loader's own notation; empty for any.
    pub range: String,
    pub side: Side,
}

/// One mod as its metadata declares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModFacts {
    pub id: String,
    pub name: String,
    pub version: String,
    pub loader: Loader,
    pub side: Side,
    pub description: String,
    pub authors: Vec<String>,
    pub license: Option<String>,
    pub homepage: Option<String>,
    pub icon: Option<String>,
    pub dependencies: Vec<Dependency>,
    /// Other ids it stands for.
    pub provides: Vec<String>,
    /// Mixin config file names (crash analysis maps them to the mod later).
    pub mixins: Vec<String>,
}

/// A jar.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JarFacts {
    /// The mods it declares, one entry a loader and id.
    pub mods: Vec<ModFacts>,
    /// Jars inside it, by path.
    pub nested: Vec<(String, JarFacts)>,
    /// What is odd or broken in it.
    pub problems: Vec<Problem>,
}

/// Reads a jar. Never fails: what cannot be read is a problem.
pub fn read_jar<R: Read + Seek>(reader: R, file_name: &str) -> JarFacts {
    let _ = (reader, file_name);
    unimplemented!()
}

/// A jar of a mods folder, for the conflict check.
#[derive(Clone, Debug)]
pub struct Installed {
    pub file: String,
    pub enabled: bool,
    pub facts: JarFacts,
}

/// What the mods are loaded into.
#[derive(Clone, Debug)]
pub struct Target {
    pub game: String,
    pub loader: Option<(Loader, String)>,
    pub java: Option<u32>,
}

/// What is wrong with a set of mods. The id is the same for the same kind and files, in any run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// `f-` and 8 characters.
    pub id: String,
    pub kind: FindingKind,
    /// The mods it is about, by id.
    pub mods: Vec<String>,
    /// The files it is about.
    pub files: Vec<String>,
    /// The file to switch off to resolve it, where there is a right one.
    pub loser: Option<String>,
    /// Further fields for its sentence (needed id, range, found version, wanted game).
    pub message: nova_model::Message,
}

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    DuplicateId,
    MixedLoader,
    WrongGame,
    MissingDependency,
    WrongDependencyVersion,
    Incompatible,
    BrokenFile,
    DuplicatePackage,
    WrongLoaderVersion,
    WrongJava,
}

/// Checks a set of mods against each other and against the target. Disabled jars count only as candidates for what is missing.
pub fn check(mods: &[Installed], target: &Target) -> Vec<Finding> {
    let _ = (mods, target);
    unimplemented!()
}
