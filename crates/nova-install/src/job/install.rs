//! Installing a version, or repairing one: a recipe, what of it is missing, fetching, the loader's installer, and one change that puts it into place.

mod fetch;
mod look;
mod place;
mod process;
mod remember;

pub(super) use fetch::room;

use std::{
    collections::{BTreeMap, HashMap},
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use nova_files::{Files, Stage, Step};
use nova_model::{Clock, Explain, Message, Origin, Random};
use nova_version::Platform;
use tokio_util::sync::CancellationToken;

use super::{Far, JobState, Listener, Made, Phase, Running, record::OwnJob, sweep};
use crate::{Aim, AskJava, Goal, InstallError, Kitchen, Ledger, Recipe, Sha1, State, Web, Wish};

pub(crate) use look::Learn;

/// What installs are made with.
#[derive(Clone)]
pub struct Workshop {
    /// Every change of the disk.
    pub files: Files,
    /// The servers.
    pub web: Web,
    /// The computer that will play.
    pub platform: Platform,
    /// The Javas there are: installers of loaders are run with one.
    pub javas: Arc<dyn Javas>,
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

/// The Javas of this computer. Finding out what each is takes time, so nobody is asked before an installer has to run.
pub trait Javas: Send + Sync {
    /// By major version.
    fn all(&self) -> Vec<(u32, PathBuf)>;
}

impl<F: Fn() -> Vec<(u32, PathBuf)> + Send + Sync> Javas for F {
    fn all(&self) -> Vec<(u32, PathBuf)> {
        self()
    }
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

/// One run of an install.
struct Run<'a> {
    shop: &'a Workshop,
    asked: Installing<'a>,
    along: &'a Along,
    stage: Stage,
    recipe: Recipe,
    /// What is at each place that the recipe needs.
    there: HashMap<String, State>,
    /// What is remembered of files that nobody else gives a digest of.
    ledger: Ledger,
    /// What the installer made below `libraries`.
    made: BTreeMap<String, Sha1>,
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
        self.cook(root, nova_files::stage_folder(root, "plan"), goal, cancel).await
    }

    /// A wish with its game and its loader's build named.
    pub async fn settled(&self, wish: &Wish, cancel: &CancellationToken) -> Result<Wish, InstallError> {
        self.kitchen(Path::new(""), PathBuf::new(), cancel).settled(wish).await
    }

    /// The Java for a recipe's installer: the lowest that the game could run with, since its programs are built for that one; else the
    /// newest.
    fn java(&self, recipe: &Recipe) -> Option<PathBuf> {
        let wanted = recipe.java.as_ref().map_or(8, |java| java.major);
        let javas = self.javas.all();
        let enough = javas.iter().filter(|(major, _)| *major >= wanted).min_by_key(|(major, _)| *major);
        let java = enough.or_else(|| javas.iter().max_by_key(|(major, _)| *major));
        java.map(|(_, path)| path.clone())
    }

    fn kitchen<'a>(&'a self, root: &'a Path, stage: PathBuf, cancel: &'a CancellationToken) -> Kitchen<'a> {
        Kitchen { web: &self.web, platform: &self.platform, root, stage, cancel }
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
                let stage = nova_files::stage_folder(asked.root, &job.job.id);
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
        let recipe = self.cook(asked.root, folder, asked.goal, asked.cancel).await?;
        job.entitle(recipe.title());
        job.note(JobState::Running { phase: Phase::Checking });
        let ledger = self.heard(asked.root, &recipe, asked.cancel).await;
        let there = self.look(&asked, &recipe, &ledger).await;
        let made = BTreeMap::new();
        Run { shop: self, asked, along, stage, recipe, there, ledger, made }.on(job).await
    }
}

impl Run<'_> {
    async fn on(mut self, job: &mut OwnJob) -> Result<Made, InstallError> {
        self.asked_to_stop()?;
        let wrong = || self.recipe.needs.iter().filter(|need| !self.is_right(&need.place));
        if self.recipe.aim == Aim::Repair {
            self.recipe.is_worth_it(wrong())?;
        }
        self.recipe.refuse_links(self.asked.root, wrong())?;
        job.note(JobState::Running { phase: Phase::Fetching });
        let (files, bytes) = self.fetch().await?;
        if self.recipe.installer.is_some() {
            job.note(JobState::Running { phase: Phase::Processing });
            self.process().await?;
            self.look_at_made().await?;
        }
        job.note(JobState::Running { phase: Phase::Placing });
        self.asked.listener.far(&Far { phase: Phase::Placing, ..Far::default() });
        self.asked_to_stop()?;
        self.remember()?;
        let (change, came) = self.place().await?;
        // Without the record these files count as not to be checked.
        let _ = self.ledger.write(&self.shop.files, self.asked.root);
        self.know(came).await;
        let id = self.recipe.id.clone();
        let folder = self.asked.root.join("versions").join(&id);
        Ok(Made { id, change, files, bytes, folder })
    }

    fn asked_to_stop(&self) -> Result<(), InstallError> {
        if self.asked.cancel.is_cancelled() { Err(InstallError::Cancelled) } else { Ok(()) }
    }

    fn is_right(&self, place: &str) -> bool {
        self.there.get(place) == Some(&State::Right)
    }
}
