//! Which Java a version needs. Sources: `javaVersion` of the version json (not trusted below 1.7.10, where it was added
//! long after), Mojang's own steps (8 to 1.16, 16 for 1.17, 17 from 1.18-pre2, 21 from 1.20.5, 25 from 26.1), and the
//! loaders' known limits.

use nova_model::{GameVersion, Loader, Message};
use serde::{Deserialize, Serialize};

use crate::{Os, version::LoaderBuild};

/// Which Java a version needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JavaNeed {
    /// The recommended major version; `None` when nothing is known about the version.
    pub major: Option<u32>,
    /// The lowest that can work.
    pub min: Option<u32>,
    /// The highest that can work.
    pub max: Option<u32>,
    /// Why a rule narrowed it, where one did.
    pub why: Option<Message>,
}

/// How well a runtime suits a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fit {
    /// Will not work.
    Wrong,
    /// May work.
    Acceptable,
    /// The right one.
    Recommended,
}

/// What the need is worked out from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    pub(crate) game: Option<&'a str>,
    /// `javaVersion.majorVersion` of the json.
    pub(crate) stated: Option<u32>,
    pub(crate) loaders: &'a [LoaderBuild],
    pub(crate) main_class: Option<&'a str>,
    pub(crate) os: Os,
}

/// From which version of the game on which Java is needed, newest first.
const STEPS: &[(&str, u32)] =
    &[("26.1-snapshot-1", 25), ("24w14a", 21), ("1.18-pre2", 17), ("21w19a", 16), ("17w13a", 8)];

/// Below this version the json's `javaVersion` says nothing.
const STATED_FROM: &str = "1.7.10";

impl JavaNeed {
    /// How well a major version suits.
    pub fn fit(&self, major: u32) -> Fit {
        let below = self.min.is_some_and(|min| major < min);
        let above = self.max.is_some_and(|max| major > max);
        if below || above {
            Fit::Wrong
        } else if self.major == Some(major) {
            Fit::Recommended
        } else {
            Fit::Acceptable
        }
    }

    pub(crate) fn of(wanted: &Wanted) -> Self {
        let Some(game) = wanted.game.map(GameVersion::parse) else {
            return Self { major: wanted.stated, min: wanted.stated, max: None, why: None };
        };
        let mut need = vanilla(&game, wanted.stated);
        need.limit_old_launch(&game, wanted);
        for build in wanted.loaders {
            match build.loader {
                Loader::Forge if is_cleanroom(wanted) => {
                    need.exactly(21, Some(21), None, "game.java.cleanroom");
                }
                Loader::Forge => need.limit_forge(&game, &build.version),
                Loader::NeoForge => need.recommend_modern(&game),
                _ => {}
            }
        }
        need
    }

    /// `LaunchWrapper` casts the class loader in a way that ends with Java 8, and the native libraries that game versions
    /// up to 1.12.2 bring for Linux do not load in newer ones.
    fn limit_old_launch(&mut self, game: &GameVersion, wanted: &Wanted) {
        if game.is_at_least(&GameVersion::parse("17w43a")) || is_cleanroom(wanted) {
            return;
        }
        let wrapped =
            wanted.main_class.is_some_and(|class| class.starts_with("net.minecraft.launchwrapper."));
        if wrapped || wanted.os == Os::Linux {
            let code = if wrapped { "game.java.launchwrapper" } else { "game.java.old-natives" };
            self.exactly(8, self.min.map(|min| min.min(8)), Some(8), code);
        }
    }

    fn limit_forge(&mut self, game: &GameVersion, build: &str) {
        let before = |id: &str| !game.is_at_least(&GameVersion::parse(id));
        if before("1.7.10") {
            // Its class loader sorts a list that Java 8 made read-only; later builds mend it, so 8 is not ruled out.
            self.exactly(8, Some(6), Some(8), "game.java.forge");
        } else if before("1.13") {
            self.exactly(8, Some(8), Some(8), "game.java.forge");
        } else if before("1.17") {
            let max = if takes_newer_java(game, build) { 17 } else { 11 };
            self.exactly(8, Some(8), Some(max), "game.java.forge");
        } else if before("1.18") {
            self.exactly(16, Some(16), Some(17), "game.java.forge");
        } else {
            self.recommend_modern(game);
        }
    }

    /// Forge and `NeoForge` from 1.18 on follow the game.
    fn recommend_modern(&mut self, game: &GameVersion) {
        let step = step(game);
        self.major = self.major.max(step);
    }

    fn exactly(&mut self, major: u32, min: Option<u32>, max: Option<u32>, code: &'static str) {
        *self = Self {
            major: Some(major),
            min,
            max,
            why: Some(Message::new(code).with("major", i64::from(major))),
        };
    }
}

/// What the game by itself needs.
fn vanilla(game: &GameVersion, stated: Option<u32>) -> JavaNeed {
    let trusted = stated.filter(|_| game.is_at_least(&GameVersion::parse(STATED_FROM)));
    let step = step(game);
    let major = trusted.or(step).or(Some(8));
    JavaNeed { major, min: trusted.or(step), max: None, why: None }
}

fn step(game: &GameVersion) -> Option<u32> {
    STEPS.iter().find(|(from, _)| game.is_at_least(&GameVersion::parse(from))).map(|(_, major)| *major)
}

fn is_cleanroom(wanted: &Wanted) -> bool {
    wanted.main_class.is_some_and(|class| class.starts_with("top.outlands.foundation."))
}

/// Forge for 1.16.5 from 36.2.26 on brings a mod launcher that also runs in Java up to 17.
fn takes_newer_java(game: &GameVersion, build: &str) -> bool {
    let numbers: Vec<u32> = build.split('.').map_while(|number| number.parse().ok()).collect();
    game.as_str() == "1.16.5" && numbers.as_slice() >= [36, 2, 26].as_slice()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(game: &str, stated: Option<u32>, loaders: &[(Loader, &str)], main_class: &str) -> JavaNeed {
        let loaders: Vec<LoaderBuild> = loaders
            .iter()
            .map(|(loader, version)| LoaderBuild { loader: *loader, version: (*version).to_owned() })
            .collect();
        JavaNeed::of(&Wanted {
            game: Some(game),
            stated,
            loaders: &loaders,
            main_class: Some(main_class),
            os: Os::Windows,
        })
    }

    const MAIN: &str = "net.minecraft.client.main.Main";

    #[test]
    fn the_game_decides_where_the_json_is_silent() {
        let table = [
            ("1.12.2", 8),
            ("1.16.5", 8),
            ("1.17.1", 16),
            ("1.18", 17),
            ("1.20.4", 17),
            ("1.20.5", 21),
            ("1.21.11", 21),
            ("26.1", 25),
        ];
        for (game, major) in table {
            assert_eq!(need(game, None, &[], MAIN).major, Some(major), "{game}");
        }
    }

    #[test]
    fn what_the_json_states_is_the_minimum() {
        let stated = need("1.20.1", Some(17), &[], MAIN);
        assert_eq!(
            (stated.fit(16), stated.fit(17), stated.fit(21)),
            (Fit::Wrong, Fit::Recommended, Fit::Acceptable)
        );
    }

    #[test]
    fn old_forge_needs_java_8() {
        let old =
            need("1.12.2", Some(8), &[(Loader::Forge, "14.23.5.2860")], "net.minecraft.launchwrapper.Launch");
        assert_eq!((old.fit(8), old.fit(11), old.fit(17)), (Fit::Recommended, Fit::Wrong, Fit::Wrong));
        let early = need("1.16.5", Some(8), &[(Loader::Forge, "36.2.20")], "cpw.mods.modlauncher.Launcher");
        assert_eq!(
            (early.fit(8), early.fit(11), early.fit(17)),
            (Fit::Recommended, Fit::Acceptable, Fit::Wrong)
        );
        let late = need("1.16.5", Some(8), &[(Loader::Forge, "36.2.39")], "cpw.mods.modlauncher.Launcher");
        assert_eq!((late.fit(17), late.fit(21)), (Fit::Acceptable, Fit::Wrong));
    }

    #[test]
    fn forge_of_1_17_stops_at_java_17() {
        let forge = need(
            "1.17.1",
            Some(16),
            &[(Loader::Forge, "37.1.1")],
            "cpw.mods.bootstraplauncher.BootstrapLauncher",
        );
        assert_eq!(
            (forge.fit(8), forge.fit(16), forge.fit(17), forge.fit(21)),
            (Fit::Wrong, Fit::Recommended, Fit::Acceptable, Fit::Wrong)
        );
    }

    #[test]
    fn linux_runs_old_games_in_java_8_only() {
        let wanted = Wanted {
            game: Some("1.8.9"),
            stated: Some(8),
            loaders: &[],
            main_class: Some(MAIN),
            os: Os::Linux,
        };
        assert_eq!(JavaNeed::of(&wanted).max, Some(8));
        assert_eq!(JavaNeed::of(&Wanted { os: Os::Windows, ..wanted }).max, None);
        assert_eq!(JavaNeed::of(&Wanted { game: Some("1.13.2"), ..wanted }).max, None);
    }

    #[test]
    fn cleanroom_is_no_old_forge() {
        let need = need(
            "1.12.2",
            None,
            &[(Loader::Forge, "0.2.4-alpha")],
            "top.outlands.foundation.boot.Foundation",
        );
        assert_eq!((need.major, need.max), (Some(21), None));
    }

    #[test]
    fn an_unknown_game_goes_by_the_json_alone() {
        let wanted = Wanted { game: None, stated: None, loaders: &[], main_class: None, os: Os::Linux };
        assert_eq!(JavaNeed::of(&wanted), JavaNeed::default());
        assert_eq!(JavaNeed::of(&Wanted { stated: Some(17), ..wanted }).major, Some(17));
    }
}
