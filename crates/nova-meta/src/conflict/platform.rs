//! What the mods are loaded into: which metadata it reads, and which ids it brings itself.

use std::borrow::Cow;

use nova_model::{GameVersion, Loader};

use super::Target;
use crate::{Dependency, JarFacts, ModFacts, Relation};

/// The game with its loader, and with mods that let it load what is for another one.
pub(crate) struct Platform<'a> {
    target: &'a Target,
    game: GameVersion,
    loader: Option<Loader>,
    version: &'a str,
    guests: Vec<Loader>,
}

/// An id that needs no jar.
pub(crate) struct BuiltIn<'a> {
    pub(crate) what: What,
    /// Its version, where it is known and counts.
    pub(crate) version: Option<Cow<'a, str>>,
}

/// What a built-in id stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Game,
    Java,
    Loader,
    Other,
}

/// Mods that let one loader load the mods of another: on which, by which id, for which.
const BRIDGES: [(Loader, &str, Loader); 6] = [
    (Loader::Forge, "connector", Loader::Fabric),
    (Loader::Forge, "connectormod", Loader::Fabric),
    (Loader::NeoForge, "connector", Loader::Fabric),
    (Loader::NeoForge, "connectormod", Loader::Fabric),
    (Loader::Fabric, "kilt", Loader::Forge),
    (Loader::Fabric, "optifabric", Loader::OptiFine),
];

impl<'a> Platform<'a> {
    /// The platform of a target, without any mods.
    pub(crate) fn new(target: &'a Target) -> Self {
        let game = GameVersion::parse(&target.game);
        let before = |id: &str| game < GameVersion::parse(id);
        let loader = target.loader.as_ref().map(|(loader, _)| match loader {
            Loader::Forge if before("1.13") => Loader::LegacyForge,
            loader => *loader,
        });
        let version = target.loader.as_ref().map_or("", |(_, version)| without_game(version, &target.game));
        Self { target, game, loader, version, guests: Vec::new() }
    }

    /// Notes a mod that may be a bridge.
    pub(crate) fn note(&mut self, id: &str) {
        let bridges = BRIDGES.iter().filter(|(on, bridge, _)| self.loader == Some(*on) && *bridge == id);
        self.guests.extend(bridges.map(|(_, _, guest)| *guest));
    }

    /// A LiteLoader jar beside Forge lets it load LiteLoader's mods.
    pub(crate) fn note_liteloader(&mut self) {
        self.guests.push(Loader::LiteLoader);
    }

    pub(crate) fn game(&self) -> &str {
        &self.target.game
    }

    pub(crate) fn game_family(&self) -> Option<String> {
        self.game.family()
    }

    pub(crate) fn loader(&self) -> Option<Loader> {
        self.loader
    }

    /// The loader's version, without the game's.
    pub(crate) fn loader_version(&self) -> &str {
        self.version
    }

    /// Whether a foreign loader's mods are taken by a bridge, which renames and provides what they need.
    pub(crate) fn is_bridged(&self, loader: Loader) -> bool {
        self.loader != Some(loader) && self.guests.contains(&loader)
    }

    /// The mods of a jar that count here.
    pub(crate) fn mods_of<'j>(&self, jar: &'j JarFacts) -> Vec<&'j ModFacts> {
        let with = |loader: Loader| jar.mods.iter().filter(move |facts| facts.loader == loader);
        let own: Vec<&ModFacts> = self.loader.into_iter().flat_map(with).collect();
        if !own.is_empty() {
            return own;
        }
        jar.mods.iter().filter(|facts| self.takes(facts)).collect()
    }

    /// Whether metadata for another loader is taken as well.
    fn takes(&self, facts: &ModFacts) -> bool {
        let native = match (self.loader, facts.loader) {
            (Some(Loader::NeoForge), Loader::Forge) => self.neoforge_takes(facts),
            (Some(Loader::Quilt), Loader::Fabric)
            | (Some(Loader::Forge | Loader::LegacyForge), Loader::OptiFine) => true,
            (Some(Loader::NeoForge), Loader::OptiFine) => self.is_at_most("1.20.1"),
            _ => false,
        };
        native || self.guests.contains(&facts.loader)
    }

    /// NeoForge was Forge by another name in 1.20.1, and read `mods.toml` until 1.20.4.
    fn neoforge_takes(&self, facts: &ModFacts) -> bool {
        let needs_forge = |one: &Dependency| one.id == "forge" && one.relation == Relation::Requires;
        self.is_at_most("1.20.1") || self.is_at_most("1.20.4") && !facts.dependencies.iter().any(needs_forge)
    }

    fn is_at_most(&self, game: &str) -> bool {
        self.game <= GameVersion::parse(game)
    }

    /// The built-in of an id, as a mod with metadata for `asker` sees it.
    pub(crate) fn built_in(&self, id: &str, asker: Loader) -> Option<BuiltIn<'_>> {
        match id {
            "minecraft" => Some(BuiltIn { what: What::Game, version: Some(self.game_for(asker)) }),
            "java" => {
                let version = self.target.java.map(|java| Cow::Owned(java.to_string()));
                Some(BuiltIn { what: What::Java, version })
            }
            _ => self.of_loader(id, asker),
        }
    }

    fn game_for(&self, asker: Loader) -> Cow<'_, str> {
        match asker {
            Loader::Fabric | Loader::Quilt => Cow::Borrowed(self.game.to_fabric()),
            _ => Cow::Borrowed(self.game.to_maven()),
        }
    }

    fn of_loader(&self, id: &str, asker: Loader) -> Option<BuiltIn<'_>> {
        let id = id.to_ascii_lowercase();
        let other = Some(BuiltIn { what: What::Other, version: None });
        let own = Some(BuiltIn { what: What::Loader, version: Some(Cow::Borrowed(self.version)) });
        match (id.as_str(), self.loader?) {
            ("fabricloader" | "fabric-loader", Loader::Fabric) if !self.is_bridged(asker) => own,
            ("quilt_loader", Loader::Quilt)
            | ("neoforge", Loader::NeoForge)
            | ("forge", Loader::Forge | Loader::LegacyForge) => own,
            // There, but in a version that tells nothing; MixinExtras is in every current loader.
            ("fabricloader" | "fabric-loader", Loader::Quilt)
            | (
                "fml" | "mcp" | "javafml" | "lowcodefml",
                Loader::Forge | Loader::NeoForge | Loader::LegacyForge,
            )
            | ("mixinextras", _) => other,
            ("forge", Loader::NeoForge) if self.is_at_most("1.20.4") => other,
            ("fabricloader" | "fabric-loader", _) if self.is_bridged(Loader::Fabric) => other,
            ("forge" | "neoforge", _) if self.is_bridged(Loader::Forge) => other,
            _ => None,
        }
    }
}

/// Forge's full version carries the game's before, and once also behind it.
fn without_game<'v>(version: &'v str, game: &str) -> &'v str {
    let version = version.strip_prefix(game).and_then(|rest| rest.strip_prefix('-')).unwrap_or(version);
    version.strip_suffix(game).and_then(|rest| rest.strip_suffix('-')).unwrap_or(version)
}

#[cfg(test)]
mod tests {
    use super::without_game;

    #[test]
    fn the_game_is_cut_off_the_loaders_version() {
        assert_eq!(without_game("1.20.1-47.2.0", "1.20.1"), "47.2.0");
        assert_eq!(without_game("1.7.10-10.13.4.1614-1.7.10", "1.7.10"), "10.13.4.1614");
        assert_eq!(without_game("0.15.11", "1.20.1"), "0.15.11");
    }
}
