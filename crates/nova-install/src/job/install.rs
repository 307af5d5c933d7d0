//! Installing a version: a recipe, what of it is missing, fetching, the loader's installer, and one change that puts it into place.

mod fetch;
mod place;
mod process;

pub(super) use fetch::{failed, far};

use std::{
    collections::HashMap,
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use nova_files::{Files, Stage, Step};
use nova_model::{Clock, Explain, Message, Origin, Random};
use nova_version::Platform;
use tokio_util::sync::CancellationToken;

use super::{Far, JobState, Listener, Made, Phase, Running, record::OwnJob, sweep};
use crate::{
    Aim, AskJava, Depth, Expected, Goal, InstallError, Kitchen, Known, Need, Recipe, Sha1, State, Watch, Web,
    check,
};

/// What installs are made with.
#[derive(Clone)]
pub struct Workshop {
    /// Every change of the disk.
    pub files: Files,
    /// The servers.
    pub web: Web,
    /// The computer that will play.
    pub platform: Platform,
    /// The Javas there are, by major version: installers of loaders are run with one.
    pub javas: Vec<(u32, PathBuf)>,
    /// Who asks a fetched Java what it is.
    pub asks: Arc<dyn AskJava>,
    /// The jobs that this program works on.
    pub running: Running,
    /// The environment, of which such programs get little.
    pub environment: Vec<(OsString, OsString)>,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// Chance, for ids.
    pub random: Arc<dyn Random>,
}

/// An install that is asked for.
#[derive(Clone, Copy)]
pub struct Installing<'a> {
    /// The game root; the data folder where a Java is wanted.
    pub root: &'a Path,
    /// What is wanted.
    pub goal: &'a Goal,
    /// Whose change it is.
    pub origin: &'a Origin,
    /// Who is told how far it is.
    pub listener: &'a Arc<dyn Listener>,
    /// Calls it off.
    pub cancel: &'a CancellationToken,
}

/// What comes with an install, as part of the same change.
#[derive(Clone, Debug, Default)]
pub struct Along {
    /// Done once the version is in its place.
    pub steps: Vec<Step>,
    /// What the change is called; what the install is called where nothing is said.
    pub title: Option<Message>,
}

/// Whether what was hashed is kept. Looking writes nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Learn {
    Nothing,
    ForLater,
}

/// One run of an install.
struct Run<'a> {
    shop: &'a Workshop,
    asked: Installing<'a>,
    along: &'a Along,
    stage: Stage,
    recipe: Recipe,
    /// What is at each place that the recipe needs.
    there: HashMap<String, State>,
}

impl Workshop {
    /// What an install would come to.
    pub async fn recipe(
        &self,
        root: &Path,
        goal: &Goal,
        cancel: &CancellationToken,
    ) -> Result<Recipe, InstallError> {
        // Paths in the stage matter only to a job; a recipe for looking at gets one that is nobody's.
        self.kitchen(root, root.join(".nova/stage/plan"), cancel).recipe(goal).await
    }

    /// The Java for a recipe's installer: the lowest that the game could run with, since its programs are built for that one; else the
    /// newest.
    fn java(&self, recipe: &Recipe) -> Option<PathBuf> {
        let wanted = recipe.java.as_ref().map_or(8, |java| java.major);
        let enough = self.javas.iter().filter(|(major, _)| *major >= wanted).min_by_key(|(major, _)| *major);
        let java = enough.or_else(|| self.javas.iter().max_by_key(|(major, _)| *major));
        java.map(|(_, path)| path.clone())
    }

    fn kitchen<'a>(&'a self, root: &'a Path, stage: PathBuf, cancel: &'a CancellationToken) -> Kitchen<'a> {
        Kitchen { web: &self.web, platform: &self.platform, root, stage, cancel }
    }

    /// Which files of a recipe are not there or not right, with what is wrong with them. What was hashed before is not hashed again.
    pub async fn missing(&self, root: &Path, recipe: &Recipe) -> Vec<(Need, State)> {
        let looking = depth(recipe.aim);
        let mut states = self.states((root, Learn::Nothing), &recipe.needs, looking, Arc::new(())).await;
        anew(recipe, &mut states);
        let needs = recipe.needs.iter().cloned();
        needs.zip(states).filter(|(_, state)| *state != State::Right).collect()
    }

    /// Installs. Until the last step nothing of the root changes; a run that is cut off, fails or is called off leaves what it fetched,
    /// and the next one for the same goal goes on with it.
    pub async fn install(&self, asked: Installing<'_>) -> Result<Made, InstallError> {
        self.install_along(asked, &Along::default()).await
    }

    /// The same with more steps in the change at its end.
    pub async fn install_along(&self, asked: Installing<'_>, along: &Along) -> Result<Made, InstallError> {
        self.web.fetcher.wake_hosts();
        let shop = Self { web: self.web.writing(), ..self.clone() };
        let now = self.clock.now();
        sweep(&self.files);
        let mut job = OwnJob::take(&self.files, asked.goal, asked.root, now, &*self.random)?;
        job.note(JobState::Running { phase: Phase::Resolving });
        // The list of what runs may call it off as well.
        let cancel = asked.cancel.child_token();
        let begun = self.running.begin(&job.job.id, Arc::clone(asked.listener), cancel.clone());
        let listener: Arc<dyn Listener> = begun;
        let asked = Installing { listener: &listener, cancel: &cancel, ..asked };
        let made = shop.work(asked, along, &mut job).await;
        match &made {
            Ok(_) => {
                let stage = asked.root.join(".nova/stage").join(&job.job.id);
                job.done(&stage);
            }
            Err(error) => job.note(JobState::Failed { report: error.report() }),
        }
        made
    }

    async fn work(
        &self,
        asked: Installing<'_>,
        along: &Along,
        job: &mut OwnJob,
    ) -> Result<Made, InstallError> {
        if let Goal::Java(wish) = asked.goal {
            return self.install_java(asked, wish, job).await;
        }
        let stage = self.files.stage(asked.root, &job.job.id)?;
        asked.listener.far(&Far::default());
        let folder = stage.folder().to_owned();
        let recipe = self.kitchen(asked.root, folder, asked.cancel).recipe(asked.goal).await?;
        job.entitle(recipe.title());
        job.note(JobState::Running { phase: Phase::Checking });
        let there = self.look(&asked, &recipe).await;
        let run = Run { shop: self, asked, along, stage, recipe, there };
        run.on(job).await
    }

    async fn look(&self, asked: &Installing<'_>, recipe: &Recipe) -> HashMap<String, State> {
        let watch = Arc::new(Looking { listener: Arc::clone(asked.listener), cancel: asked.cancel.clone() });
        asked.listener.far(&Far {
            phase: Phase::Checking,
            files_total: recipe.needs.len(),
            ..Far::default()
        });
        let at = (asked.root, Learn::ForLater);
        let mut states = self.states(at, &recipe.needs, depth(recipe.aim), watch).await;
        anew(recipe, &mut states);
        recipe.needs.iter().map(|need| need.place.clone()).zip(states).collect()
    }

    /// One state a need.
    pub(crate) async fn states(
        &self,
        (root, learn): (&Path, Learn),
        needs: &[Need],
        depth: Depth,
        watch: Arc<dyn Watch + Send>,
    ) -> Vec<State> {
        let expected: Vec<Expected> = needs.iter().map(expected).collect();
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

impl Run<'_> {
    async fn on(&self, job: &mut OwnJob) -> Result<Made, InstallError> {
        self.asked_to_stop()?;
        job.note(JobState::Running { phase: Phase::Fetching });
        let fetched = self.fetch().await?;
        if self.recipe.installer.is_some() {
            job.note(JobState::Running { phase: Phase::Processing });
            self.process().await?;
        }
        job.note(JobState::Running { phase: Phase::Placing });
        self.asked.listener.far(&Far { phase: Phase::Placing, ..Far::default() });
        self.asked_to_stop()?;
        let change = self.place().await?;
        let id = self.recipe.id.clone();
        let folder = self.asked.root.join("versions").join(&id);
        Ok(Made { id, change, fetched, folder })
    }

    fn asked_to_stop(&self) -> Result<(), InstallError> {
        if self.asked.cancel.is_cancelled() { Err(InstallError::Cancelled) } else { Ok(()) }
    }

    fn is_right(&self, place: &str) -> bool {
        self.there.get(place) == Some(&State::Right)
    }
}

/// How closely files are looked at. What is installed once more because something is wrong with it is read to the last byte.
fn depth(deed: Aim) -> Depth {
    if deed == Aim::Again { Depth::Full } else { Depth::Changed }
}

/// What the installer makes and nobody has a digest of is made anew where the loader is installed once more.
fn anew(recipe: &Recipe, states: &mut [State]) {
    if recipe.aim != Aim::Again {
        return;
    }
    let made = |need: &Need| need.urls.is_empty() && need.sha1().is_none();
    for (need, state) in recipe.needs.iter().zip(states) {
        if *state == State::Right && made(need) {
            *state = State::Hash;
        }
    }
}

/// What a file has to be, for a check.
pub(crate) fn expected(need: &Need) -> Expected {
    let sha1 = need.sha1().and_then(|sha1| Sha1::parse(sha1.as_str()));
    Expected { path: need.place.split('/').collect(), size: need.size, sha1 }
}

struct Looking {
    listener: Arc<dyn Listener>,
    cancel: CancellationToken,
}

impl Watch for Looking {
    fn checked(&self, _: u64) {}

    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        self.listener.far(&Far { phase: Phase::Checking, ..Far::default() });
    }
}
