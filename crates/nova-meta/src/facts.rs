//! What a jar says about itself: the facts every other module makes or reads.

pub use nova_model::Loader;
use nova_model::Problem;
use serde::{Deserialize, Serialize};

/// Where a mod runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Only in the client.
    Client,
    /// Only on a dedicated server.
    Server,
    /// On both, and where nothing is said.
    #[default]
    Both,
}

/// How one mod relates to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// It does not load without.
    Requires,
    /// It warns without.
    Recommends,
    /// It has more to offer with it.
    Suggests,
    /// It warns with it (`conflicts` of Fabric, `discouraged` of `NeoForge`).
    Conflicts,
    /// It does not load with it (`breaks` of Fabric and Quilt, `incompatible` of `NeoForge`).
    Breaks,
    /// It stands for it.
    Provides,
}

/// One relation of a mod to another id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependency {
    /// The other id.
    pub id: String,
    /// How they relate.
    pub relation: Relation,
    /// The range as written, in the loader's own notation; empty for any. Alternatives are joined with ` || `.
    pub range: String,
    /// Where the relation counts.
    pub side: Side,
    /// Others of which any one will do as well (`any of` and `unless` of Quilt).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<Alternative>,
    /// Others that must all be there for the relation to count (`breaks` of Quilt with a list).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Alternative>,
}

/// Another mod that a relation looks at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alternative {
    /// Its id.
    pub id: String,
    /// Its range as written; empty for any.
    pub range: String,
}

/// One mod as its metadata declares it. All strings are cut to sane lengths and freed of control characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModFacts {
    /// Its id.
    pub id: String,
    /// Its name for people; the id where it has none.
    pub name: String,
    /// Its version; empty where the jar does not tell.
    pub version: String,
    /// Which loader the metadata is for. It also says in which notation the ranges are.
    pub loader: Loader,
    /// Where it runs.
    pub side: Side,
    /// What it is, in its author's words.
    pub description: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Its licence, as written.
    pub license: Option<String>,
    /// Its page; only http and https addresses.
    pub homepage: Option<String>,
    /// The path of its icon inside the jar.
    pub icon: Option<String>,
    /// Its relations to other ids, built-in ones (`minecraft`, `java`, the loader) among them.
    pub dependencies: Vec<Dependency>,
    /// Other ids it stands for.
    pub provides: Vec<String>,
    /// Mixin config file names (crash analysis maps them to the mod later).
    pub mixins: Vec<String>,
    /// The game versions it asks for, as written; none where it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The loader versions it asks for, as written (`loaderVersion` of Forge, the loader's id elsewhere).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loader_range: Option<String>,
    /// The Java versions it asks for, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub java: Option<String>,
}

/// What a jar is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JarKind {
    /// It declares at least one mod.
    Mod,
    /// No mod, but something a loader takes: a library, a language provider, a coremod.
    Library,
    /// It can be read, but no loader would find a mod in it.
    Plain,
    /// It cannot be read; the problems say why.
    #[default]
    Unreadable,
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
    /// What it is.
    #[serde(default)]
    pub kind: JarKind,
}
