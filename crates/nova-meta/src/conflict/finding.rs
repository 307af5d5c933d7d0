//! What the check finds, and the ids that stay the same over runs.

use data_encoding::BASE32_NOPAD;
use nova_model::Message;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What is wrong with a set of mods. The id is the same for the same kind, mods and files, in any run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// `f-` and 8 characters.
    pub id: String,
    /// What it is.
    pub kind: FindingKind,
    /// The mods it is about, by id.
    pub mods: Vec<String>,
    /// The files it is about.
    pub files: Vec<String>,
    /// The file to switch off to resolve it, where there is a right one.
    pub loser: Option<String>,
    /// Its sentence: `meta.finding.<kind>` with the needed id, the range, the version found.
    pub message: Message,
}

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// Two files bring the same mod.
    DuplicateId,
    /// A file is for another loader.
    MixedLoader,
    /// A mod is for another version of the game.
    WrongGame,
    /// A mod needs one that is not there.
    MissingDependency,
    /// A mod needs another version of one that is there.
    WrongDependencyVersion,
    /// Two mods do not go together.
    Incompatible,
    /// A file cannot be read as a mod.
    BrokenFile,
    /// Two jars bring the same package.
    DuplicatePackage,
    /// A mod needs another version of the loader.
    WrongLoaderVersion,
    /// A mod needs another Java.
    WrongJava,
}

impl FindingKind {
    /// The last part of its message code, and what its id is made from.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DuplicateId => "duplicate_id",
            Self::MixedLoader => "mixed_loader",
            Self::WrongGame => "wrong_game",
            Self::MissingDependency => "missing_dependency",
            Self::WrongDependencyVersion => "wrong_dependency_version",
            Self::Incompatible => "incompatible",
            Self::BrokenFile => "broken_file",
            Self::DuplicatePackage => "duplicate_package",
            Self::WrongLoaderVersion => "wrong_loader_version",
            Self::WrongJava => "wrong_java",
        }
    }
}

/// A finding with its id: sorted ids and files make it independent of the order they were found in.
pub(crate) fn finding(kind: FindingKind, mods: &[&str], files: &[&str], message: Message) -> Finding {
    let (mods, files) = (sorted(mods), sorted(files));
    Finding { id: id(kind, &mods, &files), kind, mods, files, loser: None, message }
}

fn sorted(names: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn id(kind: FindingKind, mods: &[String], files: &[String]) -> String {
    let mut hash = Sha256::new();
    hash.update(kind.as_str());
    for (mark, names) in [("\u{1}", mods), ("\u{2}", files)] {
        for name in names {
            hash.update(mark);
            hash.update(name);
        }
    }
    let digest = hash.finalize();
    let text = BASE32_NOPAD.encode(digest.get(..5).unwrap_or_default());
    format!("f-{}", text.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use nova_model::Message;

    use super::{FindingKind, finding};

    #[test]
    fn ids_do_not_depend_on_order_but_on_everything_else() {
        let id = |kind, mods: &[&str], files: &[&str]| finding(kind, mods, files, Message::new("x")).id;
        let base = id(FindingKind::Incompatible, &["a", "b"], &["x"]);
        assert_eq!(base, id(FindingKind::Incompatible, &["b", "a"], &["x"]));
        assert_ne!(base, id(FindingKind::DuplicateId, &["a", "b"], &["x"]));
        assert_ne!(base, id(FindingKind::Incompatible, &["a", "b", "x"], &[]));
        assert_eq!(base.len(), 10);
    }
}
