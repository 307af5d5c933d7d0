//! What installs: nova-install, wired to the launcher's settings, its Javas and its folders.

use std::{
    collections::BTreeSet,
    future::Future,
    path::{Path, PathBuf},
    sync::Arc,
};

use nova_files::{Batch, Entry, Step};
use nova_game::{DownloadSource, Game, GameError};
use nova_install::{AskJava, InstallError, JavaAnswer, Job, Memory, Running, Web, Workshop, json_place};
use nova_model::{Clock, Message, Random, Report};
use nova_net::{
    Rewrites,
    download::{FetchOptions, Fetcher, Probed},
    sources::{SourceOrder, probes},
};
use nova_play::{Installed, Run};
use nova_tools::ToolError;
use nova_version::Platform;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::launcher::Launcher;

/// Who fetches, chance for ids, and the jobs that run.
#[derive(Clone)]
pub(crate) struct Installs {
    fetcher: Fetcher,
    memory: Memory,
    running: Running,
    random: Arc<dyn Random>,
    sources: Rewrites,
}

impl Installs {
    /// Asks nobody yet.
    pub(crate) fn new(sources: Rewrites, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        let options = FetchOptions { rewrites: sources.clone(), ..FetchOptions::default() };
        let fetcher = Fetcher::new(options, clock, Arc::clone(&random));
        Self { fetcher, memory: Memory::default(), running: Running::default(), random, sources }
    }

    /// Chance, for ids.
    pub(crate) fn random(&self) -> Arc<dyn Random> {
        Arc::clone(&self.random)
    }

    /// Who fetches.
    pub(crate) fn fetcher(&self) -> &Fetcher {
        &self.fetcher
    }

    /// Hosts that are asked elsewhere.
    pub(crate) fn sources(&self) -> Rewrites {
        self.sources.clone()
    }
}

impl Launcher {
    /// The servers, for whoever only looks.
    pub(crate) fn web(&self) -> Result<Web, InstallError> {
        let (clock, fetcher) = (Arc::clone(&self.clock), self.installs.fetcher.clone());
        Ok(Web::new(&self.files, fetcher, self.source_order(), clock)?.remembering(&self.installs.memory))
    }

    /// What versions are installed with. It asks every Java of this computer what it is.
    pub(crate) fn workshop(&self) -> Result<Workshop, InstallError> {
        let setup = self.game.setup();
        let javas = self.game.java().items.into_iter().map(|java| (java.major, java.path)).collect();
        Ok(Workshop {
            files: self.files.clone(),
            web: self.web()?,
            platform: self.platform(),
            javas,
            asks: Arc::new(Asks(self.game.clone())),
            running: self.installs.running.clone(),
            environment: setup.machine.env.iter().map(|(name, value)| (name.into(), value.clone())).collect(),
            clock: Arc::clone(&self.clock),
            random: self.installs.random(),
        })
    }

    /// How the servers that installs need are doing.
    pub(crate) async fn test_sources(&self, cancel: &CancellationToken) -> Vec<Probed> {
        self.installs.fetcher.test_sources(probes(), cancel).await
    }

    /// The jobs that are not done, oldest first: those that run, and what is left of those that do not.
    pub fn jobs(&self) -> Vec<Job> {
        nova_install::jobs(&self.files, &self.installs.running)
    }

    /// The computer, as version files speak of it.
    pub(crate) fn platform(&self) -> Platform {
        let machine = &self.game.setup().machine;
        Platform::new(machine.os, machine.arch.as_str())
    }

    /// The game root that new versions go to: the one that comes first. On a computer without any it is the official launcher's
    /// place, which need not be there yet: whoever installs makes it (`Files::make_root`), and from then on it is found.
    pub(crate) fn new_versions_root(&self) -> Result<PathBuf, ToolError> {
        let roots = match self.game.roots() {
            Ok(roots) => roots.items,
            Err(error @ GameError::NoRoot { .. }) => {
                return self.game.default_root().ok_or_else(|| error.into());
            }
            Err(error) => return Err(error.into()),
        };
        roots.into_iter().next().map(|root| root.path).ok_or_else(|| GameError::NoVersions.into())
    }

    /// Calls off a job that runs here; what one that nobody works on has fetched is thrown away.
    ///
    /// # Errors
    /// Where there is no such job, or another program works on it.
    pub fn cancel_job(&self, id: &str) -> Result<(), ToolError> {
        if self.installs.running.cancel(id) {
            return Ok(());
        }
        Ok(nova_install::throw_away(&self.files, id)?)
    }

    /// The files that a change placed and that versions use which did not come with it: what its undo leaves.
    pub(crate) fn used_by_others(&self, change: &str) -> BTreeSet<PathBuf> {
        let placed: BTreeSet<PathBuf> = self.files.touched(change).unwrap_or_default().into_iter().collect();
        if placed.is_empty() {
            return placed;
        }
        let versions = self.game.versions().map(|list| list.items).unwrap_or_default();
        let others =
            versions.iter().filter(|version| !placed.contains(&version.root.join(json_place(&version.id))));
        let mut used = BTreeSet::new();
        for version in others {
            match self.files_of(&version.root, &version.id) {
                Some(files) => used.extend(files),
                // Nobody knows what it needs: all that may be shared stays.
                None => return placed.into_iter().filter(|path| is_shared(&version.root, path)).collect(),
            }
        }
        placed.into_iter().filter(|path| used.contains(path)).collect()
    }

    /// Files that came with an install are not taken from under a game that runs.
    pub(crate) fn refuse_while_played(&self, change: &str, turn: &[Entry]) -> Result<(), ToolError> {
        let mut changes = turn.iter().map(|entry| entry.id.as_str()).chain([change]);
        let places = |id: &str| self.files.touched(id).is_ok_and(|touched| !touched.is_empty());
        if !changes.any(places) {
            return Ok(());
        }
        match self.game.versions()?.items.into_iter().find(|version| version.running) {
            Some(version) => Err(ToolError::Tell(Report::new(
                Message::new("core.play.running").with("version", version.id.as_str()),
            ))),
            None => Ok(()),
        }
    }

    /// Nor is the Java that it runs with.
    pub(crate) fn refuse_java_in_use(&self, batch: &Batch) -> Result<(), ToolError> {
        let taken: Vec<PathBuf> = batch.steps.iter().filter_map(trashed).collect();
        if taken.is_empty() {
            return Ok(());
        }
        let uses = |run: &Run| taken.iter().any(|folder| run.begun.java.starts_with(folder));
        match self.runs().into_iter().find(|run| run.is_running() && uses(run)) {
            Some(run) => Err(ToolError::Tell(Report::new(
                Message::new("core.play.running").with("version", run.begun.version.as_str()),
            ))),
            None => Ok(()),
        }
    }

    /// Every file that an installed version needs; none where it cannot be read.
    fn files_of(&self, root: &Path, id: &str) -> Option<Vec<PathBuf>> {
        let installed = Installed::read(root, id, &self.platform()).ok()?;
        let chain = installed.merged.chain.iter().map(|id| json_place(id));
        let needs = nova_install::needs(root, &installed.files).into_iter().map(|need| need.place);
        Some(chain.chain(needs).map(|place| root.join(place)).collect())
    }

    fn source_order(&self) -> SourceOrder {
        match self.game.settings().download_source {
            DownloadSource::Official => SourceOrder::Official,
            DownloadSource::Bmclapi => SourceOrder::Mirror,
            DownloadSource::Auto => SourceOrder::Auto,
        }
    }
}

/// Asks a Java that Nova fetched what it is.
struct Asks(Game);

impl AskJava for Asks {
    fn ask(&self, executable: &Path) -> std::io::Result<JavaAnswer> {
        let java = self.0.ask_java(executable)?;
        Ok(JavaAnswer { major: java.major, version: java.version })
    }
}

/// What a step puts into the trash area, by its real path.
fn trashed(step: &Step) -> Option<PathBuf> {
    match step {
        Step::Trash { path } => Some(path.canonicalize().unwrap_or_else(|_| path.clone())),
        _ => None,
    }
}

/// Whether a file lies where versions share theirs.
fn is_shared(root: &Path, path: &Path) -> bool {
    ["libraries", "assets"].iter().any(|folder| path.starts_with(root.join(folder)))
}

/// Waits for something that goes over the network, in a thread that may block: tools run in such.
pub(crate) fn wait<T>(work: impl Future<Output = T>) -> T {
    Handle::current().block_on(work)
}
