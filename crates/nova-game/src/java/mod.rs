//! Java runtimes on this computer, and which of them a version needs.

mod build;
mod facts;
mod find;
mod launchers;
mod need;
mod places;
mod probe;
mod registry;

use std::{
    cmp::Reverse,
    path::{Path, PathBuf},
};

use nova_model::Problem;
use serde::{Deserialize, Serialize};

pub use build::BuildLimit;
pub(crate) use find::{Asked, ask, find, released};
pub(crate) use need::Wanted;
pub use need::{Fit, JavaNeed, Suits};
pub(crate) use places::Search;

/// A full kit or the runtime alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JavaKind {
    /// With a compiler.
    Jdk,
    /// Without.
    Jre,
}

/// How a runtime was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JavaSource {
    /// Registered in the settings.
    Settings,
    /// Installed by Nova, in its data folder.
    Nova,
    /// `JAVA_HOME`.
    JavaHome,
    /// On the `PATH`.
    Path,
    /// In a place where systems and package managers put Java.
    System,
    /// In a folder of the player (`~/.sdkman`, `~/.jdks`).
    User,
    /// Brought by a launcher (official, HMCL, PCL, Prism).
    Launcher,
}

/// A Java runtime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Java {
    /// Its id: the canonical path of the executable.
    pub id: String,
    /// The executable (canonical).
    pub path: PathBuf,
    /// `8`, `17`, `21`.
    pub major: u32,
    /// As the runtime writes it (`1.8.0_392`, `17.0.15`).
    pub version: String,
    /// Who built it, where known.
    pub vendor: Option<String>,
    /// `x86_64`, `aarch64`, `x86`, where known.
    pub arch: Option<String>,
    /// Kit or runtime.
    pub kind: JavaKind,
    /// How it was found, first way first.
    pub sources: Vec<JavaSource>,
}

impl Java {
    /// Whether it has 32 bits, and so little room for a heap.
    pub fn is_32_bit(&self) -> bool {
        matches!(self.arch.as_deref(), Some("x86" | "arm"))
    }

    /// Whether a processor can run it at all: newer ARM computers also run what is made for x86.
    fn runs_on(&self, arch: &str) -> bool {
        let x86 = ["x86", "x86_64"];
        !x86.contains(&arch) || self.arch.as_deref().is_none_or(|own| x86.contains(&own))
    }

    /// Whether it is made for another processor.
    fn is_foreign(&self, arch: &str) -> bool {
        self.arch.as_deref().is_some_and(|own| own != arch)
    }
}

/// The runtimes found, newest first, and the ones that do not work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JavaList {
    /// The runtimes.
    pub items: Vec<Java>,
    /// Broken or unreadable ones.
    pub problems: Vec<Problem>,
}

impl JavaList {
    /// The runtime of an id, or of a path that leads to the same executable or is its home folder.
    pub fn find(&self, id: &str) -> Option<&Java> {
        let real =
            Some(Path::new(id)).filter(|path| path.is_absolute()).and_then(|path| path.canonicalize().ok());
        let home = |java: &Java| java.path.parent().and_then(Path::parent).map(Path::to_owned);
        self.items.iter().find(|java| java.id == id).or_else(|| {
            let real = real?;
            self.items.iter().find(|java| java.path == real || home(java).as_ref() == Some(&real))
        })
    }

    /// The runtime of a major version, rather one for this processor.
    pub(crate) fn of_major(&self, major: u32, arch: &str) -> Option<&Java> {
        let fitting = self.items.iter().filter(|java| java.major == major);
        fitting.min_by_key(|java| java.is_foreign(arch))
    }

    /// The runtime that suits a version best on a processor: the recommended major version first, then the lowest that
    /// may work from there on, then the highest below; of one major version the build that suits best.
    pub fn choose(&self, need: &JavaNeed, arch: &str) -> Option<&Java> {
        let wanted = need.major.unwrap_or_default();
        let fits = self.items.iter().filter(|java| java.runs_on(arch) && need.suits(java).fit != Fit::Wrong);
        fits.min_by_key(|java| {
            let fit = Reverse(need.suits(java).fit);
            (java.major < wanted, java.major.abs_diff(wanted), fit, java.is_foreign(arch))
        })
    }

    /// The runtimes that Nova installed.
    pub fn managed(&self) -> impl Iterator<Item = &Java> {
        self.items.iter().filter(|java| java.sources.contains(&JavaSource::Nova))
    }

    /// The major versions there are, lowest first.
    pub fn majors(&self) -> Vec<u32> {
        let mut majors: Vec<u32> = self.items.iter().map(|java| java.major).collect();
        majors.sort_unstable();
        majors.dedup();
        majors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn java(major: u32, arch: &str) -> Java {
        let path = PathBuf::from(format!("/j/{major}-{arch}/bin/java"));
        Java {
            id: path.display().to_string(),
            path,
            major,
            version: major.to_string(),
            vendor: None,
            arch: Some(arch.to_owned()),
            kind: JavaKind::Jre,
            sources: vec![JavaSource::System],
        }
    }

    fn chosen(list: &[Java], need: &JavaNeed) -> Option<(u32, String)> {
        let list = JavaList { items: list.to_vec(), problems: Vec::new() };
        list.choose(need, "x86_64").map(|java| (java.major, java.arch.clone().unwrap_or_default()))
    }

    #[test]
    fn the_recommended_one_of_the_right_processor_is_chosen() {
        let need = JavaNeed { major: Some(17), min: Some(17), ..JavaNeed::default() };
        let list = [java(25, "x86_64"), java(17, "x86"), java(17, "x86_64"), java(8, "x86_64")];
        assert_eq!(chosen(&list, &need), Some((17, "x86_64".to_owned())));
        assert_eq!(chosen(&list[..1], &need).map(|java| java.0), Some(25));
        assert_eq!(chosen(&list[3..], &need), None);
    }

    #[test]
    fn the_build_and_the_processor_decide_between_runtimes_of_one_major_version() {
        let build = |version: &str| Java { version: version.to_owned(), ..java(8, "x86_64") };
        let limit = BuildLimit {
            major: 8,
            from: None,
            below: Some("1.8.0_321".to_owned()),
            fit: Fit::Wrong,
            why: nova_model::Message::new("test"),
        };
        let need = JavaNeed { major: Some(8), max: Some(11), builds: vec![limit], ..JavaNeed::default() };
        let list = JavaList { items: vec![build("1.8.0_392"), build("1.8.0_202")], problems: Vec::new() };
        assert_eq!(list.choose(&need, "x86_64").map(|java| java.version.as_str()), Some("1.8.0_202"));
        let newer = [build("1.8.0_392"), java(11, "x86_64")];
        assert_eq!(chosen(&newer, &need).map(|java| java.0), Some(11));
        assert_eq!(chosen(&[java(8, "aarch64")], &JavaNeed::default()), None);
    }

    #[test]
    fn a_runtime_is_found_by_its_id() {
        let list = JavaList { items: vec![java(8, "x86_64")], problems: Vec::new() };
        assert!(list.find("/j/8-x86_64/bin/java").is_some());
        assert!(list.find("/j/9/bin/java").is_none());
    }
}
