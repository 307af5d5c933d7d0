//! Looking at what is there, before anything is fetched: for a plan, which writes nothing, and for a job, which remembers.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use futures_util::{StreamExt, stream};
use nova_version::Check;
use tokio_util::sync::CancellationToken;

use super::{Installing, Workshop};
use crate::{
    Aim, Depth, Expected, Far, Goal, InstallError, Known, Ledger, Listener, Mend, Need, Phase, Recipe, Sha1,
    State, Watch, check, inspect, links,
};

/// Digests that are asked for at once.
const BESIDE: usize = 16;
/// So many files are checked between two words of how far it is.
const STEP: usize = 128;

/// Whether what was hashed is kept. Looking writes nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Learn {
    Nothing,
    ForLater,
}

impl Workshop {
    /// A recipe. A repair runs an installer only where a file that it makes is not right.
    pub(super) async fn cook(
        &self,
        root: &Path,
        stage: PathBuf,
        goal: &Goal,
        cancel: &CancellationToken,
    ) -> Result<Recipe, InstallError> {
        let kitchen = self.kitchen(root, stage, cancel);
        let mut recipe = kitchen.recipe(goal).await?;
        let Goal::Repair(mend) = goal else { return Ok(recipe) };
        let ledger = Ledger::read(&self.files, root);
        inspect::own_client(&mut recipe.needs, &recipe.client, &ledger);
        let Some(maker) = mend.maker() else { return Ok(recipe) };
        let is_known = match ledger.made(&maker) {
            Some(made) => {
                inspect::add_made(&mut recipe.needs, made);
                true
            }
            None => false,
        };
        // Whether an installer makes the client jar is only known once it is read.
        let maybe = |need: &Need| recipe.is_made(need) || need.urls.is_empty() && need.place == recipe.client;
        if is_known && self.are_right(root, &recipe, &ledger, maybe).await {
            return Ok(recipe);
        }
        let with = match kitchen.with_installer(&recipe, mend).await {
            Ok(with) => with,
            Err(error) if is_no_installer(&error) => return Ok(recipe),
            Err(error) => return Err(error),
        };
        let made = |need: &Need| with.is_made(need);
        if self.are_right(root, &with, &ledger, made).await { Ok(recipe) } else { Ok(with) }
    }

    async fn are_right(
        &self,
        root: &Path,
        recipe: &Recipe,
        ledger: &Ledger,
        which: impl Fn(&Need) -> bool,
    ) -> bool {
        let made: Vec<Need> = recipe.needs.iter().filter(|need| which(need)).cloned().collect();
        let states = self.states((root, Learn::Nothing), (&made, ledger), Depth::Full, Arc::new(())).await;
        states.iter().all(|state| *state == State::Right)
    }

    /// Which files of a recipe are not there or not right, with what is wrong with them. What was hashed before is not hashed again,
    /// unless it is for a repair.
    pub async fn missing(&self, root: &Path, recipe: &Recipe) -> Vec<(Need, State)> {
        let ledger = Ledger::read(&self.files, root);
        let at = (root, Learn::Nothing);
        let states = self.states(at, (&recipe.needs, &ledger), recipe.depth(), Arc::new(())).await;
        let needs = recipe.needs.iter().cloned();
        needs.zip(states).filter(|(_, state)| *state != State::Right).collect()
    }

    /// What is remembered, with what servers say beside files that are there and of which nothing is.
    pub(super) async fn heard(&self, root: &Path, recipe: &Recipe, cancel: &CancellationToken) -> Ledger {
        let mut ledger = Ledger::read(&self.files, root);
        let kitchen = self.kitchen(root, PathBuf::new(), cancel);
        let kitchen = &kitchen;
        let is_unknown = |need: &&Need| {
            need.check == Check::Beside
                && ledger.digest(&need.place).is_none()
                && root.join(&need.place).is_file()
        };
        let asked = recipe.needs.iter().filter(is_unknown).filter_map(|need| {
            let (place, url) = (need.place.clone(), need.urls.first()?.clone());
            // A server that cannot be asked leaves it unknown.
            Some(async move { Some((place, kitchen.beside(&url).await.ok()??)) })
        });
        let heard: Vec<_> = stream::iter(asked.collect::<Vec<_>>()).buffer_unordered(BESIDE).collect().await;
        for (place, sha1) in heard.into_iter().flatten() {
            if let Some(sha1) = Sha1::parse(sha1.as_str()) {
                ledger.keep(&place, sha1);
            }
        }
        ledger
    }

    pub(super) async fn look(
        &self,
        asked: &Installing<'_>,
        recipe: &Recipe,
        ledger: &Ledger,
    ) -> HashMap<String, State> {
        let watch = Arc::new(Looking {
            listener: Arc::clone(asked.listener),
            cancel: asked.cancel.clone(),
            done: AtomicUsize::new(0),
            all: recipe.needs.len(),
        });
        watch.tell(0);
        let at = (asked.root, Learn::ForLater);
        let states = self.states(at, (&recipe.needs, ledger), recipe.depth(), watch).await;
        recipe.needs.iter().map(|need| need.place.clone()).zip(states).collect()
    }

    /// One state a need.
    pub(crate) async fn states(
        &self,
        (root, learn): (&Path, Learn),
        (needs, ledger): (&[Need], &Ledger),
        depth: Depth,
        watch: Arc<dyn Watch + Send>,
    ) -> Vec<State> {
        let expected: Vec<Expected> = needs.iter().map(|need| need.expected(ledger)).collect();
        let (files, root) = (self.files.clone(), root.to_owned());
        let many = expected.len();
        let checked = tokio::task::spawn_blocking(move || {
            let mut known = Known::read(&files, &root);
            let states = check(&root, &expected, depth, &mut known, &*watch);
            if learn == Learn::ForLater {
                // It can be made again.
                let _ = known.write(&files, &root);
            }
            states
        });
        checked.await.unwrap_or_else(|_| vec![State::Missing; many])
    }
}

impl Recipe {
    fn depth(&self) -> Depth {
        match self.aim {
            Aim::New | Aim::Loader => Depth::Changed,
            Aim::Again | Aim::Repair => Depth::Full,
        }
    }

    /// Refuses a root in which a folder that something would be put into is a link. What lies right behind a link stays there.
    ///
    /// # Errors
    /// [`InstallError::Linked`] with the folder.
    pub fn refuse_links<'a>(
        &self,
        root: &Path,
        missing: impl Iterator<Item = &'a Need>,
    ) -> Result<(), InstallError> {
        let documents = self.documents.iter().map(|document| document.place.as_str());
        let copies = self.copies.iter().map(|(place, _)| place.as_str());
        let copies = copies.filter(|place| !root.join(place).is_file());
        let missing = missing.map(|need| need.place.as_str());
        links::refuse(root, missing.chain(documents).chain(copies))
    }

    /// Whether a repair has something to do, and can do it.
    ///
    /// # Errors
    /// [`InstallError::Sound`] where nothing is wrong, [`InstallError::Stuck`] where nothing of it can be made right.
    pub fn is_worth_it<'a>(&self, wrong: impl Iterator<Item = &'a Need>) -> Result<(), InstallError> {
        let (stuck, other): (Vec<&Need>, Vec<&Need>) = wrong.partition(|need| self.is_stuck(need));
        match stuck.first() {
            _ if !other.is_empty() || !self.documents.is_empty() => Ok(()),
            None => Err(InstallError::Sound { id: self.id.clone() }),
            Some(first) => Err(InstallError::Stuck {
                id: self.id.clone(),
                files: stuck.len(),
                first: first.place.clone(),
            }),
        }
    }
}

/// Whether a loader has no installer that could make its files again.
fn is_no_installer(error: &InstallError) -> bool {
    matches!(
        error,
        InstallError::Unsupported { .. }
            | InstallError::NoLoader { .. }
            | InstallError::Archive { .. }
            | InstallError::NoEntry { .. }
            | InstallError::Version(_)
    )
}

struct Looking {
    listener: Arc<dyn Listener>,
    cancel: CancellationToken,
    done: AtomicUsize,
    all: usize,
}

impl Looking {
    fn tell(&self, files: usize) {
        let files_total = self.all;
        self.listener.far(&Far { phase: Phase::Checking, files, files_total, ..Far::default() });
    }
}

impl Watch for Looking {
    fn checked(&self, _: u64) {
        let done = self.done.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        if done.is_multiple_of(STEP) {
            self.tell(done);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// What is known of a version that is to be repaired.
impl From<&str> for Mend {
    fn from(id: &str) -> Self {
        Self { id: id.to_owned(), game: None, loader: None, api: None }
    }
}
