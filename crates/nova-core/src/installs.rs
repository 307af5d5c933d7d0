//! What installs: nova-install, wired to the launcher's settings, its Javas and its folders.

use std::{future::Future, path::PathBuf, sync::Arc};

use nova_game::DownloadSource;
use nova_install::{InstallError, Memory, Web, Workshop};
use nova_model::{Clock, Random};
use nova_net::{
    Rewrites,
    download::{FetchOptions, Fetcher},
    sources::SourceOrder,
};
use nova_tools::ToolError;
use nova_version::Platform;
use tokio::runtime::Handle;

use crate::launcher::Launcher;

/// Who fetches, and chance for ids.
#[derive(Clone)]
pub(crate) struct Installs {
    fetcher: Fetcher,
    memory: Memory,
    random: Arc<dyn Random>,
    sources: Rewrites,
}

impl Installs {
    /// Asks nobody yet.
    pub(crate) fn new(sources: Rewrites, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        let options = FetchOptions { rewrites: sources.clone(), ..FetchOptions::default() };
        let fetcher = Fetcher::new(options, clock, Arc::clone(&random));
        Self { fetcher, memory: Memory::default(), random, sources }
    }

    /// Chance, for ids.
    pub(crate) fn random(&self) -> Arc<dyn Random> {
        Arc::clone(&self.random)
    }

    /// Hosts that are asked elsewhere.
    pub(crate) fn sources(&self) -> Rewrites {
        self.sources.clone()
    }
}

impl Launcher {
    /// What versions are installed with.
    pub(crate) fn workshop(&self) -> Result<Workshop, InstallError> {
        let setup = self.game.setup();
        let (clock, fetcher) = (Arc::clone(&self.clock), self.installs.fetcher.clone());
        let javas = self.game.java().items.into_iter().map(|java| (java.major, java.path)).collect();
        Ok(Workshop {
            files: self.files.clone(),
            web: Web::new(&self.files, fetcher, self.source_order(), Arc::clone(&clock))?
                .remembering(&self.installs.memory),
            platform: self.platform(),
            javas,
            environment: setup.machine.env.iter().map(|(name, value)| (name.into(), value.clone())).collect(),
            clock,
            random: Arc::clone(&self.installs.random),
        })
    }

    /// The computer, as version files speak of it.
    pub(crate) fn platform(&self) -> Platform {
        let machine = &self.game.setup().machine;
        Platform::new(machine.os, machine.arch.as_str())
    }

    /// The game root that new versions go to: the one that comes first.
    pub(crate) fn new_versions_root(&self) -> Result<PathBuf, ToolError> {
        let roots = self.game.roots()?;
        roots
            .items
            .into_iter()
            .next()
            .map(|root| root.path)
            .ok_or_else(|| nova_game::GameError::NoVersions.into())
    }

    fn source_order(&self) -> SourceOrder {
        match self.game.settings().download_source {
            DownloadSource::Official => SourceOrder::Official,
            DownloadSource::Bmclapi => SourceOrder::Mirror,
            DownloadSource::Auto => SourceOrder::Auto,
        }
    }
}

/// Waits for something that goes over the network, in a thread that may block: tools run in such.
pub(crate) fn wait<T>(work: impl Future<Output = T>) -> T {
    Handle::current().block_on(work)
}
