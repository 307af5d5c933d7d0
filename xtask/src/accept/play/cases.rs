//! Which versions and loaders are installed and started, and what has to come out of it.

/// One version to be installed from an empty folder and started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    /// A word for `--only`.
    pub(super) name: &'static str,
    /// The game version.
    pub(super) game: &'static str,
    /// Loader and build.
    pub(super) loader: Option<(&'static str, &'static str)>,
    /// The Java that has to run it.
    pub(super) java: u32,
    /// Whether that Java is chosen by the player rather than by Nova.
    pub(super) chosen: bool,
}

const fn vanilla(game: &'static str, java: u32) -> Case {
    Case { name: "vanilla", game, loader: None, java, chosen: false }
}

const fn with(name: &'static str, game: &'static str, build: &'static str, java: u32) -> Case {
    Case { name, game, loader: Some((name, build)), java, chosen: false }
}

/// Every age of the game, every shape of installer.
pub(super) const CASES: [Case; 28] = [
    vanilla("b1.7.3", 8),
    vanilla("1.5.2", 8),
    vanilla("1.7.10", 8),
    vanilla("1.8.9", 8),
    vanilla("1.12.2", 8),
    vanilla("1.16.5", 8),
    Case { chosen: true, ..vanilla("1.16.5", 11) },
    vanilla("1.17.1", 16),
    vanilla("1.20.1", 17),
    vanilla("1.21.11", 21),
    vanilla("26.2", 25),
    vanilla("26.3-snapshot-9", 25),
    with("fabric", "1.14.4", "0.16.14", 8),
    with("fabric", "1.20.1", "0.16.14", 17),
    with("fabric", "1.21.11", "0.18.4", 21),
    with("fabric", "26.2", "0.19.3", 25),
    with("quilt", "1.18.2", "0.23.1", 17),
    with("quilt", "1.20.1", "0.29.2", 17),
    with("quilt", "1.21.11", "0.30.0", 21),
    // The profile with `install` and `versionInfo`, the one that only names a version file, and the one with processors.
    with("forge", "1.7.10", "10.13.4.1614", 8),
    with("forge", "1.12.2", "14.23.5.2847", 8),
    with("forge", "1.12.2", "14.23.5.2860", 8),
    with("forge", "1.16.5", "36.2.39", 8),
    with("forge", "1.20.1", "47.4.0", 17),
    with("forge", "26.2", "65.1.2", 25),
    // Ten processors, first under the name of Forge; two since 26.1.
    with("neoforge", "1.20.1", "47.1.5", 17),
    with("neoforge", "1.21.1", "21.1.200", 21),
    with("neoforge", "26.1", "26.1.0.1-beta", 25),
];

impl Case {
    /// What `versions install` is told.
    pub(super) fn words(&self) -> Vec<&'static str> {
        match self.loader {
            None => vec![self.game],
            Some((loader, build)) => vec![self.game, "--loader", loader, "--loader-version", build],
        }
    }

    /// What `--only` may pick: the name, the game version, or both with a dash.
    pub(super) fn labels(&self) -> [String; 3] {
        [self.name.to_owned(), self.game.to_owned(), format!("{}-{}", self.name, self.game)]
    }
}
