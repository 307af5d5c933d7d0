//! Javas that Nova brings itself: which one is wanted becomes a [`JavaRecipe`], and a job fetches it into a stage of the data folder,
//! unpacks it there, asks it what it is, and puts it into place as one change.
//!
//! Mojang's own runtimes come first, as single files that are mostly packed with LZMA. Where Mojang has none for the computer,
//! Eclipse Temurin (Adoptium) is taken, and then Azul's Zulu, as archives.
//!
//! | module | owns |
//! |---|---|
//! | `processors` | for which processors a Java is looked for |
//! | `offers` | what the vendors have |
//! | `unpack` | packed files and archives into the stage |
//! | `ask` | whether it runs |

mod ask;
mod offers;
mod processors;
mod unpack;

use nova_model::{Message, Millis};
use nova_version::loaders::{
    JavaPackage,
    mojang_java::{Entry, RuntimeFiles},
};
use serde::{Deserialize, Serialize};

pub(crate) use ask::prove;
pub use ask::{AskJava, JavaAnswer};
pub(crate) use offers::Market;
pub use processors::processors;
pub(crate) use unpack::{Raw, Unpacking};

/// The folder of the data folder that Nova's Javas lie in.
pub const JAVA_FOLDER: &str = "java";

/// A Java that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JavaWish {
    /// Its major version.
    pub major: u32,
    /// Mojang's name for it (`java-runtime-delta`), where a version file says it.
    pub component: Option<String>,
    /// The very one that was settled on, by [`JavaRecipe::name`].
    pub name: Option<String>,
}

impl JavaWish {
    /// Any of a major version.
    pub fn of(major: u32) -> Self {
        Self { major, component: None, name: None }
    }
}

/// Who built a Java.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vendor {
    /// Mojang, for its own launcher.
    Mojang,
    /// Eclipse Temurin, by Adoptium.
    Adoptium,
    /// Zulu, by Azul.
    Azul,
}

impl Vendor {
    /// As it stands in a folder's name.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Mojang => "mojang",
            Self::Adoptium => "adoptium",
            Self::Azul => "azul",
        }
    }

    /// As people write it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Mojang => "Mojang",
            Self::Adoptium => "Adoptium",
            Self::Azul => "Azul",
        }
    }
}

/// What a Java consists of.
#[derive(Clone, Debug)]
pub enum Contents {
    /// Files of Mojang, each by itself.
    Files(RuntimeFiles),
    /// One archive.
    Archive(JavaPackage),
}

/// A Java to be installed, worked out.
#[derive(Clone, Debug)]
pub struct JavaRecipe {
    /// The name of its folder: vendor, version and processor.
    pub name: String,
    /// Who built it.
    pub vendor: Vendor,
    /// Its major version.
    pub major: u32,
    /// Its version as the vendor writes it.
    pub version: String,
    /// The processor it runs on.
    pub arch: String,
    /// What it consists of.
    pub contents: Contents,
    /// The oldest answer that had to be taken from the cache.
    pub kept_since: Option<Millis>,
}

impl JavaRecipe {
    /// What the install is, in one sentence: on the checklist and in the journal.
    pub fn title(&self) -> Message {
        Message::new("install.title-java")
            .with("version", self.version.as_str())
            .with("vendor", self.vendor.label())
    }

    /// Bytes to fetch, where they are known.
    pub fn download(&self) -> u64 {
        match &self.contents {
            Contents::Files(files) => sum(files, |raw, packed| packed.or(raw)),
            Contents::Archive(package) => package.size.unwrap_or_default(),
        }
    }

    /// Bytes it takes once it is there; of an archive only that it is more than the archive.
    pub fn size(&self) -> u64 {
        match &self.contents {
            Contents::Files(files) => sum(files, |raw, _| raw),
            Contents::Archive(package) => package.size.unwrap_or_default(),
        }
    }
}

fn sum(files: &RuntimeFiles, which: impl Fn(Option<u64>, Option<u64>) -> Option<u64>) -> u64 {
    let size = |entry: &Entry| match entry {
        Entry::File { raw, lzma, .. } => which(raw.size, lzma.as_ref().and_then(|lzma| lzma.size)),
        _ => None,
    };
    files.entries.values().filter_map(size).fold(0, u64::saturating_add)
}
