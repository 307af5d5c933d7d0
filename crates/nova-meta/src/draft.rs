//! The names of the first draft, kept for those who built on it.

pub use crate::{
    Dependency, Finding, FindingKind, Installed, JarFacts, Loader, ModFacts, Relation, Side, Target, check,
    read_jar,
};
