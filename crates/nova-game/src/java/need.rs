//! Which Java a version needs. Sources: `javaVersion` of the version json (not trusted below 1.7.10, where it was added
//! long after), Mojang's own steps (8 to 1.16, 16 for 1.17, 17 from 1.18-pre2, 21 from 1.20.5, 25 from 26.1), and the
//! loaders' known limits.

use nova_model::{GameVersion, Loader, Message};
use serde::{Deserialize, Serialize};

use super::{
    Java,
    build::{BuildLimit, numbers},
};
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
    /// Builds of a major version that do not suit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub builds: Vec<BuildLimit>,
    /// Why a Java for ARM does not suit well, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_arm: Option<Message>,
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

/// How well one runtime suits, and why not better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suits {
    /// How well.
    pub fit: Fit,
    /// Why not better, where a rule says so.
    pub why: Option<Message>,
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

/// JDK-8273826 changed what Forge's mod launcher calls: the first build of each major version that has the change.
const MANIFEST_CHANGE: [(u32, &str); 4] = [(8, "1.8.0_321"), (11, "11.0.14"), (15, "15.0.6"), (17, "17.0.2")];

/// Older builds of Java 8 lack certificates and fixes that games since 1.13 rely on.
const FIRST_GOOD_8: &str = "1.8.0_51";

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

    /// How well a runtime suits: its major version, its build, its processor.
    pub fn suits(&self, java: &Java) -> Suits {
        let fit = self.fit(java.major);
        if fit == Fit::Wrong {
            return Suits { fit, why: self.why.clone() };
        }
        if let Some(limit) = self.builds.iter().find(|limit| limit.hits(java)) {
            return Suits { fit: fit.min(limit.fit), why: Some(limit.why.clone()) };
        }
        let arm = matches!(java.arch.as_deref(), Some("aarch64" | "arm"));
        match self.not_arm.clone().filter(|_| arm) {
            Some(why) => Suits { fit: fit.min(Fit::Acceptable), why: Some(why) },
            None => Suits { fit, why: None },
        }
    }

    pub(crate) fn of(wanted: &Wanted) -> Self {
        let Some(game) = wanted.game.map(GameVersion::parse) else {
            return Self { major: wanted.stated, min: wanted.stated, ..Self::default() };
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
        need.limit_builds(&game, wanted);
        need
    }

    /// What hangs on the exact build or on the processor.
    fn limit_builds(&mut self, game: &GameVersion, wanted: &Wanted) {
        let forge = wanted.loaders.iter().find(|build| build.loader == Loader::Forge);
        if forge.is_some_and(|build| has_manifest_bug(game, &build.version)) {
            self.max = self.max.map_or(Some(17), |max| Some(max.min(17)));
            self.builds.extend(MANIFEST_CHANGE.iter().map(|(major, below)| BuildLimit {
                major: *major,
                from: None,
                below: Some((*below).to_owned()),
                fit: Fit::Wrong,
                why: Message::new("game.java.manifest-bug").with("below", *below),
            }));
        }
        if game.is_at_least(&GameVersion::parse("17w43a")) && self.fit(8) != Fit::Wrong {
            self.builds.push(BuildLimit {
                major: 8,
                from: Some(FIRST_GOOD_8.to_owned()),
                below: None,
                fit: Fit::Acceptable,
                why: Message::new("game.java.old-build").with("from", FIRST_GOOD_8),
            });
        }
        let old = !game.is_at_least(&GameVersion::parse("1.6"));
        if old && matches!(wanted.os, Os::Windows | Os::MacOs) {
            self.not_arm = Some(Message::new("game.java.not-arm"));
        }
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
        let why = Some(Message::new(code).with("major", i64::from(major)));
        *self = Self { major: Some(major), min, max, why, ..Self::default() };
    }
}

/// What the game by itself needs.
fn vanilla(game: &GameVersion, stated: Option<u32>) -> JavaNeed {
    let trusted = stated.filter(|_| game.is_at_least(&GameVersion::parse(STATED_FROM)));
    let step = step(game);
    let major = trusted.or(step).or(Some(8));
    JavaNeed { major, min: trusted.or(step), ..JavaNeed::default() }
}

fn step(game: &GameVersion) -> Option<u32> {
    STEPS.iter().find(|(from, _)| game.is_at_least(&GameVersion::parse(from))).map(|(_, major)| *major)
}

fn is_cleanroom(wanted: &Wanted) -> bool {
    wanted.main_class.is_some_and(|class| class.starts_with("top.outlands.foundation."))
}

/// Builds of Forge whose mod launcher calls what JDK-8273826 changed.
fn has_manifest_bug(game: &GameVersion, build: &str) -> bool {
    let build = numbers(build);
    match game.as_str() {
        "1.16.3" => build >= vec![34, 1, 27],
        "1.16.4" => true,
        "1.16.5" => !build.is_empty() && build <= vec![36, 2, 23],
        "1.17.1" => (vec![37, 0, 60]..=vec![37, 0, 75]).contains(&build),
        _ => false,
    }
}

/// Forge for 1.16.5 from 36.2.26 on brings a mod launcher that also runs in Java up to 17.
fn takes_newer_java(game: &GameVersion, build: &str) -> bool {
    game.as_str() == "1.16.5" && numbers(build) >= vec![36, 2, 26]
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

    fn java(version: &str, arch: &str) -> Java {
        let major = crate::java::facts::major(version).unwrap();
        Java {
            id: version.to_owned(),
            path: version.into(),
            major,
            version: version.to_owned(),
            vendor: None,
            arch: Some(arch.to_owned()),
            kind: crate::JavaKind::Jre,
            sources: Vec::new(),
        }
    }

    #[test]
    fn the_changed_manifest_reader_rules_out_newer_builds_for_the_forges_that_call_it() {
        const LAUNCHER: &str = "cpw.mods.modlauncher.Launcher";
        let of = |game: &str, build: &str| need(game, None, &[(Loader::Forge, build)], LAUNCHER);
        let fit = |need: &JavaNeed, version: &str| need.suits(&java(version, "x86_64")).fit;
        for (game, build) in
            [("1.16.3", "34.1.27"), ("1.16.4", "35.1.4"), ("1.16.5", "36.2.23"), ("1.16.5", "36.1.0")]
        {
            let need = of(game, build);
            assert_eq!(fit(&need, "1.8.0_312"), Fit::Recommended, "{game} {build}");
            assert_eq!(fit(&need, "1.8.0_321"), Fit::Wrong, "{game} {build}");
            assert_eq!((fit(&need, "11.0.13"), fit(&need, "11.0.14.1")), (Fit::Acceptable, Fit::Wrong));
        }
        for (game, build) in
            [("1.16.3", "34.1.26"), ("1.16.5", "36.2.24"), ("1.17.1", "37.1.1"), ("1.16.5", "")]
        {
            assert!(of(game, build).builds.iter().all(|limit| limit.fit != Fit::Wrong), "{game} {build}");
        }
        let middle = of("1.17.1", "37.0.70");
        assert_eq!(
            (fit(&middle, "17.0.1"), fit(&middle, "17.0.2"), fit(&middle, "16.0.2")),
            (Fit::Acceptable, Fit::Wrong, Fit::Recommended)
        );
    }

    #[test]
    fn games_since_1_13_want_a_java_8_that_is_not_too_old() {
        let game = need("1.13.2", Some(8), &[], MAIN);
        let old = game.suits(&java("1.8.0_40", "x86_64"));
        assert_eq!((old.fit, &*old.why.unwrap().code), (Fit::Acceptable, "game.java.old-build"));
        assert_eq!(game.suits(&java("1.8.0_51", "x86_64")).fit, Fit::Recommended);
        assert_eq!(
            need("1.12.2", Some(8), &[], MAIN).suits(&java("1.8.0_40", "x86_64")).fit,
            Fit::Recommended
        );
        assert!(need("1.20.1", Some(17), &[], MAIN).builds.is_empty());
    }

    #[test]
    fn games_before_1_6_want_no_arm_on_windows_and_macos() {
        let arm = java("1.8.0_392", "aarch64");
        assert_eq!(need("1.5.2", None, &[], MAIN).suits(&arm).fit, Fit::Acceptable);
        assert_eq!(need("1.5.2", None, &[], MAIN).suits(&java("1.8.0_392", "x86_64")).fit, Fit::Recommended);
        assert_eq!(need("1.6.4", None, &[], MAIN).suits(&arm).fit, Fit::Recommended);
    }

    #[test]
    fn an_unknown_game_goes_by_the_json_alone() {
        let wanted = Wanted { game: None, stated: None, loaders: &[], main_class: None, os: Os::Linux };
        assert_eq!(JavaNeed::of(&wanted), JavaNeed::default());
        assert_eq!(JavaNeed::of(&Wanted { stated: Some(17), ..wanted }).major, Some(17));
    }
}
