//! What a server is to serve.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use super::content::{Content, Offer, samples};
use super::shelf::Shelf;
use super::small;
use super::store::Store;
use crate::game::Programs;

/// A served world, described before it is started.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct UpstreamSpec {
    shared: Option<PathBuf>,
    programs: Option<Programs>,
    java: Option<PathBuf>,
    assets: Option<usize>,
    pub(crate) port: u16,
    offers: Option<Vec<Offer>>,
}

impl UpstreamSpec {
    /// The small set that is built in: a few versions of each age, and builds of every loader.
    pub fn small() -> Self {
        Self::default()
    }

    /// What was recorded, in a folder laid out as host and path.
    pub fn recorded(folder: &Path) -> Self {
        Self { shared: Some(folder.to_owned()), ..Self::default() }
    }

    /// Client jars hold the stand-in game, and installers' jars their program. Without it the jars have no classes that run.
    pub fn programs(mut self, programs: &Programs) -> Self {
        self.programs = Some(programs.clone());
        self
    }

    /// The Java behind `bin/java` of the served runtimes; otherwise the `java` that is found when one is run.
    pub fn java(mut self, program: &Path) -> Self {
        self.java = Some(program.to_owned());
        self
    }

    /// At most so many objects in an asset index.
    pub fn assets(mut self, objects: usize) -> Self {
        self.assets = Some(objects);
        self
    }

    /// A port of one's own choice; otherwise a free one.
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// These projects on Modrinth and CurseForge, instead of a few that are built in.
    pub fn offers(mut self, offers: Vec<Offer>) -> Self {
        self.offers = Some(offers);
        self
    }

    pub(crate) fn content(&mut self) -> Content {
        Content::new(self.offers.take().unwrap_or_else(samples))
    }

    pub(crate) fn into_store(self) -> Result<Store> {
        let documents = match self.shared {
            Some(folder) => {
                ensure!(folder.is_dir(), "{} is no folder", folder.display());
                Shelf::Folder(folder)
            }
            None => Shelf::Small(small::documents()),
        };
        Ok(Store::new(documents, self.programs, self.java, self.assets))
    }
}
