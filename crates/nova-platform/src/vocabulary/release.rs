//! A release of a project: its files, what it fits, what it needs.

use nova_model::Loader;
use nova_net::download::{Digest, DigestKind, HostKey, Wanted};
use serde::Serialize;
use url::Url;

use super::{Channel, ProjectId};

/// A release (Modrinth's version, CurseForge's file).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Release {
    /// Its id on its platform.
    pub id: String,
    /// The project it is of.
    pub project: ProjectId,
    /// What it is called.
    pub name: String,
    /// Its version; where the platform has none, its name.
    pub number: String,
    /// How finished it is.
    pub channel: Channel,
    /// What loads it.
    pub loaders: Vec<Loader>,
    /// Loaders that are not ours to know (`minecraft`, `iris`, `datapack`, `bukkit`).
    pub other_loaders: Vec<String>,
    /// The games it is made for.
    pub game_versions: Vec<String>,
    /// When it came out, as the platform writes it (RFC 3339).
    pub published: Option<String>,
    /// How often it was downloaded.
    pub downloads: u64,
    /// What is new in it, where the answer says so.
    pub changelog: Option<String>,
    /// Its files, the main one first.
    pub files: Vec<File>,
    /// What it needs, and what it does not go with.
    pub dependencies: Vec<Dependency>,
}

impl Release {
    /// The file that is installed.
    pub fn main_file(&self) -> Option<&File> {
        self.files.first()
    }

    /// Whether it is made for a game and for one of these loaders; no loaders are any.
    pub fn fits(&self, game: &str, loaders: &[Loader]) -> bool {
        let loads = loaders.is_empty() || self.loaders.iter().any(|loader| loaders.contains(loader));
        loads && self.game_versions.iter().any(|one| one == game)
    }
}

/// A file of a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct File {
    /// Its name, which every system takes.
    pub name: String,
    /// How many bytes it has.
    pub size: u64,
    /// What it hashes to.
    pub hashes: Hashes,
    /// Whether it is what is installed.
    pub role: Role,
    /// How it can be had.
    pub access: Access,
}

/// What a file hashes to, as far as its platform says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Hashes {
    /// SHA-1, in hex.
    pub sha1: Option<String>,
    /// SHA-512, in hex.
    pub sha512: Option<String>,
    /// MD5, in hex.
    pub md5: Option<String>,
    /// CurseForge's fingerprint.
    pub murmur2: Option<u32>,
}

impl Hashes {
    /// The strongest digest that a download is checked by. MD5 is none.
    pub fn digest(&self) -> Option<Digest> {
        let strong = self.sha512.as_deref().and_then(|hex| Digest::parse(DigestKind::Sha512, hex));
        strong.or_else(|| self.sha1.as_deref().and_then(Digest::sha1))
    }
}

/// What a file is in its release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// What is installed.
    Main,
    /// Something beside it: sources, a server pack.
    Extra,
}

/// How a file can be had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Access {
    /// From this address, which is one of the platform's own.
    Direct {
        /// The address.
        url: Url,
    },
    /// Its author wants players to download it by hand. No address is made up for it.
    ByHand {
        /// The page to do it on.
        page: Url,
    },
}

/// The most bytes of a file.
pub(crate) const LARGEST_FILE: u64 = 2 << 30;

impl File {
    /// The file as a download that is checked, to land at a place; none where it is had by hand, or where its platform says no hash
    /// that it could be checked by.
    pub fn wanted(&self, place: impl Into<String>, key: Option<HostKey>) -> Option<Wanted> {
        let Access::Direct { url } = &self.access else { return None };
        let digest = self.hashes.digest()?;
        let sources = nova_net::sources::sources_for(url, nova_net::sources::SourceOrder::Official);
        let wanted = Wanted::new(place, sources, LARGEST_FILE).sized(self.size).hashed(digest);
        Some(Wanted { host_key: key, ..wanted })
    }
}

/// What a release needs, or does not go with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dependency {
    /// How it stands to it.
    pub kind: DependencyKind,
    /// The project; none where only a file's name is said.
    pub project: Option<ProjectId>,
    /// One release of it, where it has to be that.
    pub release: Option<String>,
    /// The name of a file, where it is all that is said.
    pub file: Option<String>,
}

/// How a release stands to another project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DependencyKind {
    /// It does not run without it.
    Required,
    /// It does more with it.
    Optional,
    /// It does not run with it.
    Incompatible,
    /// It has it inside.
    Embedded,
}
