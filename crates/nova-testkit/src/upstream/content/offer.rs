//! A project as it is described, with its builds.

use crate::{Jar, Loader, ModInfo};

/// A mod that both platforms have.
#[derive(Clone, Debug)]
#[must_use]
pub struct Offer {
    pub(super) slug: String,
    pub(super) title: String,
    pub(super) summary: String,
    pub(super) downloads: u64,
    pub(super) categories: Vec<&'static str>,
    pub(super) builds: Vec<Build>,
    pub(super) by_hand: bool,
    pub(super) on_modrinth: bool,
}

/// A build of it, for one loader and some games.
#[derive(Clone, Debug)]
#[must_use]
pub struct Build {
    pub(super) number: String,
    pub(super) loader: &'static str,
    pub(super) games: Vec<String>,
    pub(super) channel: &'static str,
    /// Slugs and the word of Modrinth's for how it stands to them.
    pub(super) needs: Vec<(String, &'static str)>,
}

impl Offer {
    /// A mod without builds yet.
    pub fn new(slug: &str, title: &str) -> Self {
        Self {
            slug: slug.to_owned(),
            title: title.to_owned(),
            summary: format!("{title}, as it is told in one sentence"),
            downloads: 1_000,
            categories: vec!["utility"],
            builds: Vec::new(),
            by_hand: false,
            on_modrinth: true,
        }
    }

    /// What is said about it.
    pub fn about(self, summary: &str) -> Self {
        Self { summary: summary.to_owned(), ..self }
    }

    /// How often it was downloaded.
    pub fn downloads(self, downloads: u64) -> Self {
        Self { downloads, ..self }
    }

    /// A further build, newer than those before.
    pub fn build(mut self, build: Build) -> Self {
        self.builds.push(build);
        self
    }

    /// On CurseForge its author lets no launcher download it.
    pub fn by_hand(self) -> Self {
        Self { by_hand: true, ..self }
    }

    /// Only CurseForge has it.
    pub fn only_curseforge(self) -> Self {
        Self { on_modrinth: false, ..self }
    }
}

impl Build {
    /// A release for a loader (`fabric`, `forge`, `neoforge`, `quilt`) and a game.
    pub fn new(loader: &'static str, number: &str, game: &str) -> Self {
        let games = vec![game.to_owned()];
        Self { number: number.to_owned(), loader, games, channel: "release", needs: Vec::new() }
    }

    /// For this game too.
    pub fn also(mut self, game: &str) -> Self {
        self.games.push(game.to_owned());
        self
    }

    /// To be tried out.
    pub fn beta(self) -> Self {
        Self { channel: "beta", ..self }
    }

    /// Stands so to another project: `required`, `optional`, `incompatible` or `embedded`.
    pub fn needs(mut self, slug: &str, how: &'static str) -> Self {
        self.needs.push((slug.to_owned(), how));
        self
    }

    pub(super) fn game(&self) -> &str {
        self.games.first().map_or("1.20.1", String::as_str)
    }

    pub(super) fn jar(&self, offer: &Offer) -> Jar {
        let loader = match self.loader {
            "forge" => Loader::Forge,
            "neoforge" => Loader::NeoForge,
            "quilt" => Loader::Quilt,
            _ => Loader::Fabric,
        };
        let id = offer.slug.replace('-', "_");
        let jar =
            Jar::of(ModInfo::new(loader, &id)).name(&offer.title).version(&self.number).for_game(self.game());
        let required = self.needs.iter().filter(|(_, how)| *how == "required");
        required.fold(jar, |jar, (slug, _)| jar.depends(&slug.replace('-', "_"), "*"))
    }
}
