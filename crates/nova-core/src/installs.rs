//! What installs: nova-install, wired to the launcher's settings, its Javas and its folders.

use std::{
    collections::BTreeSet,
    future::Future,
    path::{Path, PathBuf},
    sync::Arc,
};

use nova_files::{Batch, Entry, Step};
use nova_game::{DownloadSource, Game, GameError};
use nova_install::{
    AskJava, Goal, InstallError, JavaAnswer, Job, Ledger, Memory, Running, Web, Workshop, json_place, maker,
};
use nova_model::{Clock, Message, Random};
use nova_net::{
    Rewrites,
    download::{FetchOptions, Fetcher, Probed},
    sources::{SourceOrder, probes},
};
use nova_platform::WebOptions;
use nova_play::{Installed, Run};
use nova_tools::ToolError;
use nova_version::Platform;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::launcher::{Launcher, played};

/// Who fetches, chance for ids, and the jobs that run.
#[derive(Clone)]
pub(crate) struct Installs {
    fetcher: Fetcher,
    memory: Memory,
    running: Running,
    random: Arc<dyn Random>,
    sources: Rewrites,
    platforms: Arc<nova_platform::Web>,
}

impl Installs {
    /// Asks nobody yet.
    pub(crate) fn new(sources: Rewrites, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        let options = FetchOptions { rewrites: sources.clone(), ..FetchOptions::default() };
        let platforms = nova_platform::Web::new(WebOptions::default(), sources.clone(), Arc::clone(&clock));
        let fetcher = Fetcher::new(options, clock, Arc::clone(&random));
        let (memory, running) = (Memory::default(), Running::default());
        Self { fetcher, memory, running, random, sources, platforms: Arc::new(platforms) }
    }

    /// Chance, for ids.
    pub(crate) fn random(&self) -> Arc<dyn Random> {
        Arc::clone(&self.random)
    }

    /// The jobs that this program works on.
    pub(crate) fn running(&self) -> &Running {
        &self.running
    }

    /// Who asks Modrinth and CurseForge.
    pub(crate) fn platform_web(&self) -> &Arc<nova_platform::Web> {
        &self.platforms
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

    /// What versions are installed with.
    pub(crate) fn workshop(&self) -> Result<Workshop, InstallError> {
        self.workshop_on(self.platform())
    }

    /// The same for another platform than the computer says: a Java may be for another processor.
    pub(crate) fn workshop_on(&self, platform: Platform) -> Result<Workshop, InstallError> {
        let setup = self.game.setup();
        let game = self.game.clone();
        let javas = move || game.java().items.into_iter().map(|java| (java.major, java.path)).collect();
        Ok(Workshop {
            files: self.files.clone(),
            web: self.web()?,
            platform,
            javas: Arc::new(javas),
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
    /// place. Neither that nor the one that was named for this run need be there yet: whoever installs makes it
    /// (`Files::make_root`), and from then on it is found.
    pub(crate) fn new_versions_root(&self) -> Result<PathBuf, ToolError> {
        let roots = match self.game.roots() {
            Ok(roots) => roots.items,
            Err(error @ GameError::NoRoot { .. }) => {
                let place = self.game.default_root();
                return place.map(|path| without_links(&path)).ok_or_else(|| error.into());
            }
            Err(GameError::RootMissing { path }) => return Ok(without_links(&path)),
            Err(error) => return Err(error.into()),
        };
        roots.into_iter().next().map(|root| root.path).ok_or_else(|| GameError::NoVersions.into())
    }

    /// The files that a change placed and that versions use which did not come with it: what its undo leaves.
    pub(crate) fn used_by_others(&self, change: &str) -> BTreeSet<PathBuf> {
        let placed: BTreeSet<PathBuf> = self.files.touched(change).unwrap_or_default().into_iter().collect();
        // A repair brings no version: taking it back leaves everything as it was before.
        if !placed.iter().any(|path| is_version_json(path)) {
            return BTreeSet::new();
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
            Some(version) => Err(played(&version.id)),
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
            Some(run) => Err(played(&run.begun.version)),
            None => Ok(()),
        }
    }

    /// Every file that an installed version needs; none where it cannot be read.
    fn files_of(&self, root: &Path, id: &str) -> Option<Vec<PathBuf>> {
        let installed = Installed::read(root, id, &self.platform()).ok()?;
        let chain = installed.merged.chain.iter().map(|id| json_place(id));
        let needs = nova_install::needs(root, &installed.files).into_iter().map(|need| need.place);
        let made = self.made_by_loader(root, id);
        Some(chain.chain(needs).chain(made).map(|place| root.join(place)).collect())
    }

    /// What the installer of a version's loader made: the version file does not name all of it.
    fn made_by_loader(&self, root: &Path, id: &str) -> Vec<String> {
        let list = self.game.versions().unwrap_or_default();
        let version = list.items.into_iter().find(|version| version.root == root && version.id == id);
        let Some(version) = version else { return Vec::new() };
        let ledger = Ledger::read(&self.files, root);
        let game = version.game_version.unwrap_or_default();
        let makers = version.loaders.iter().map(|build| maker(build.loader, &game, &build.version));
        makers.filter_map(|maker| ledger.made(&maker).cloned()).flatten().collect()
    }

    fn source_order(&self) -> SourceOrder {
        match self.game.settings().download_source {
            DownloadSource::Official => SourceOrder::Official,
            DownloadSource::Bmclapi => SourceOrder::Mirror,
            DownloadSource::Auto => SourceOrder::Auto,
        }
    }
}

/// A path without links in it; what is not there yet keeps its name.
fn without_links(path: &Path) -> PathBuf {
    let real = |part: &Path| Some(part.canonicalize().ok()?.join(path.strip_prefix(part).ok()?));
    path.ancestors().find_map(real).unwrap_or_else(|| path.to_owned())
}

/// Whether a file is `versions/<id>/<id>.json`.
fn is_version_json(path: &Path) -> bool {
    let folder = path.parent();
    path.extension().is_some_and(|kind| kind == "json")
        && path.file_stem() == folder.and_then(Path::file_name)
        && folder.and_then(Path::parent).and_then(Path::file_name).is_some_and(|name| name == "versions")
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

/// What a job is to do, in a sentence.
pub(crate) fn job_title(job: &Job) -> Message {
    let plain = || match &job.goal {
        Goal::Version(wish) => Message::new("care.jobs.version")
            .with("version", wish.name.as_ref().unwrap_or(&wish.game).as_str()),
        Goal::Loader(change) => Message::new("care.jobs.loader").with("version", change.id.as_str()),
        Goal::Java(wish) => Message::new("care.jobs.java").with("major", i64::from(wish.major)),
        Goal::Repair(mend) => Message::new("install.title-repair").with("id", mend.id.as_str()),
    };
    job.title.clone().unwrap_or_else(plain)
}

/// Waits for something that goes over the network, in a thread that may block: tools run in such.
pub(crate) fn wait<T>(work: impl Future<Output = T>) -> T {
    Handle::current().block_on(work)
}

/// The same for what has no ear for being called off itself.
pub(crate) fn wait_or_stop<T>(
    work: impl Future<Output = T>,
    cancel: &CancellationToken,
) -> Result<T, ToolError> {
    wait(async {
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(InstallError::Cancelled.into()),
            done = work => Ok(done),
        }
    })
}
