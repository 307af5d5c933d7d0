//! The facts of nova-meta under one roof, and how they fit a version.

use nova_game::Instance;
pub(crate) use nova_meta::{
    Dependency, Finding, FindingKind, Installed, JarFacts, Loader, ModFacts, Relation, Side, Target, check,
    read_jar,
};
use nova_model::GameVersion;

/// What a version loads mods into.
pub(crate) fn target(instance: &Instance) -> Target {
    let loader = instance.loader.as_ref().and_then(|build| Some((loader(instance)?, build.version.clone())));
    Target { game: instance.game_version.clone().unwrap_or_default(), loader, java: instance.java_major }
}

/// The loader of a version in the words of mod metadata: Forge before 1.13 reads another kind of it.
pub(crate) fn loader(instance: &Instance) -> Option<Loader> {
    match instance.loader.as_ref()?.loader {
        Loader::Forge if is_before(instance, "1.13") => Some(Loader::LegacyForge),
        loader => Some(loader),
    }
}

/// Whether the version plays a game older than this one.
pub(crate) fn is_before(instance: &Instance, game: &str) -> bool {
    instance.game_version.as_deref().is_some_and(|own| GameVersion::parse(own) < GameVersion::parse(game))
}

/// Whether a loader loads what is made for another: Quilt takes Fabric's mods, early NeoForge takes Forge's.
pub(crate) fn loads(loader: Loader, made_for: Loader) -> bool {
    loader == made_for
        || matches!((loader, made_for), (Loader::Quilt, Loader::Fabric) | (Loader::NeoForge, Loader::Forge))
}

/// The mod of a jar that this loader would load, else its first.
pub(crate) fn main_mod(facts: &JarFacts, loader: Option<Loader>) -> Option<&ModFacts> {
    let fits = |found: &&ModFacts| loader.is_some_and(|loader| loads(loader, found.loader));
    facts.mods.iter().find(fits).or_else(|| facts.mods.first())
}
