//! One processor: a Java program of an installer, with everything it is given.

use crate::{path::SafePath, sha1::Sha1};

/// A file that a processor makes, with the digest it must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Where it lies: absolute, inside one of the folders of the installation.
    pub path: String,
    /// Its digest.
    pub sha1: Sha1,
}

/// A file of Mojang's that a processor would fetch by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mappings {
    /// The game version whose `client_mappings` it is.
    pub game: String,
    /// Where it goes.
    pub to: String,
}

/// A Java program and what it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Processor {
    /// Its place among the profile's processors, from 0.
    pub number: usize,
    /// Its jar, below `libraries`.
    pub jar: SafePath,
    /// Where it begins; where nothing is said, the manifest of its jar does.
    pub main_class: Option<String>,
    /// The files of its class path below `libraries`, its own jar first.
    pub classpath: Vec<SafePath>,
    /// Its arguments.
    pub args: Vec<String>,
    /// What it makes, as far as the profile says.
    pub outputs: Vec<Output>,
    /// Set where it does nothing but fetch this file: fetching it ourselves (from a mirror, with its digest) does the same.
    pub mappings: Option<Mappings>,
}

impl Processor {
    /// Whether it says that it writes a file.
    pub(super) fn writes(&self, path: &str) -> bool {
        self.outputs.iter().any(|output| output.path == path)
    }
}

/// The file a processor fetches, if that is all it does. With `--sanitize` it also changes it.
pub(super) fn mappings(args: &[String]) -> Option<Mappings> {
    let after = |flag: &str| {
        let at = args.iter().position(|arg| arg == flag)?;
        args.get(at + 1).map(String::as_str)
    };
    let fetches = after("--task") == Some("DOWNLOAD_MOJMAPS") && after("--side") == Some("client");
    if !fetches || args.iter().any(|arg| arg == "--sanitize") {
        return None;
    }
    Some(Mappings { game: after("--version")?.to_owned(), to: after("--output")?.to_owned() })
}
