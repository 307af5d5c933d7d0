//! The care of installed versions and of jobs: what a version's files are checked against, what is left of jobs, and what goes on
//! with them.

pub(crate) mod codes;

use std::path::PathBuf;

use nova_game::{Check, Java, Verdict, Version};
use nova_install::{
    CalledOff, Depth, Goal, Inspection, InstallError, Job, LoaderWish, Mend, ModsFolder, Subject,
    Verdict as Found, Watch, inspect,
};
use nova_model::{Loader, Message, Report};
use nova_tools::ToolError;
use nova_version::Platform;
use serde_json::{Map, Value, json};

use crate::{installs::job_title, launcher::Launcher};

/// What a Java of this computer may be made for.
const PROCESSORS: [&str; 3] = ["x86", "x86_64", "arm64"];

/// An installed version, as its files are looked at.
pub(crate) struct Installed {
    /// Its game root.
    pub(crate) root: PathBuf,
    /// What is known of it.
    pub(crate) mend: Mend,
    /// What it will be started on: the computer, with the Java's processor.
    pub(crate) platform: Platform,
}

/// A call that goes on with a job.
#[derive(Clone, Debug, PartialEq)]
pub struct GoOn {
    /// The tool.
    pub tool: &'static str,
    /// Its arguments.
    pub args: Value,
}

impl Launcher {
    /// A version to look at or to repair. A folder whose version file is gone or cannot be read counts too.
    pub(crate) fn subject(&self, id: &str) -> Result<Installed, ToolError> {
        match self.version(Some(id)) {
            Ok(version) => Ok(self.subject_of(&version)),
            Err(error) => {
                nova_files::safe_name(id)?;
                let roots = self.game.roots()?.items.into_iter().map(|root| root.path);
                let mut with_it = roots.filter(|root| root.join("versions").join(id).is_dir());
                let Some(root) = with_it.next() else { return Err(error) };
                Ok(Installed { root, mend: Mend::from(id), platform: self.platform() })
            }
        }
    }

    /// The same for one that was read.
    pub(crate) fn subject_of(&self, version: &Version) -> Installed {
        Installed { root: version.root.clone(), mend: mend(version), platform: self.platform_of(version) }
    }

    /// The platform that a version is started on. Javas are started to be asked what they are, so that is left out where every
    /// processor needs the same files.
    fn platform_of(&self, version: &Version) -> Platform {
        let own = self.platform();
        if is_alike(version, &own) { own } else { self.platform_for(self.java_for(version).as_ref()) }
    }

    /// The platform that a Java makes of this computer.
    pub(crate) fn platform_for(&self, java: Option<&Java>) -> Platform {
        let own = self.platform();
        let arch = java.and_then(|java| java.arch.clone());
        Platform { arch: arch.unwrap_or_else(|| own.arch.clone()), ..own }
    }

    /// Looks at the files of a version; changes nothing.
    pub(crate) fn inspect(&self, version: &Installed, depth: Depth, watch: &dyn Watch) -> Inspection {
        let Installed { root, mend, platform } = version;
        inspect(Subject { files: &self.files, root, version: mend, platform }, depth, watch)
    }

    /// Whether a version can start, with a glance at all its files.
    pub(crate) fn checks(&self, version: &Version) -> Vec<Check> {
        let mut checks = self.game.environment(version);
        let files = checks.iter_mut().find(|check| check.id == "files" && check.verdict == Verdict::Ok);
        if let Some((files, message)) = files.and_then(|files| Some((files, self.broken_files(version)?))) {
            files.verdict = Verdict::Error;
            files.message = message;
            files.hint = Some(Message::new("care.hint").with("id", version.id.as_str()));
        }
        checks
    }

    /// What is wrong with a version's files at a glance: those that are not there or of another size. `None` where nothing is.
    fn broken_files(&self, version: &Version) -> Option<Message> {
        let found = self.inspect(&self.subject_of(version), Depth::Size, &());
        let mut bad =
            found.files.iter().filter(|looked| matches!(looked.verdict, Found::Missing | Found::Wrong(_)));
        let first = bad.next()?;
        Some(
            Message::new("care.broken")
                .with("id", version.id.as_str())
                .with("first", nova_model::clean(&first.place, 200))
                .with("n", bad.count().saturating_add(1)),
        )
    }

    /// A job that is not done.
    pub fn job(&self, id: &str) -> Result<Job, InstallError> {
        nova_install::job(&self.files, self.installs.running(), id)
    }

    /// Bytes of what was fetched for a job that nobody works on.
    pub fn left_of(&self, job: &Job) -> u64 {
        if job.is_held { 0 } else { nova_install::left_bytes(&self.files, job) }
    }

    /// Calls a job off, also while a checklist is being done: one that runs here stops, what is left of one that nobody works on is
    /// thrown away.
    ///
    /// # Errors
    /// [`InstallError::NoJob`] where there is none, [`InstallError::Elsewhere`] where another program works on it.
    pub fn cancel_job(&self, id: &str) -> Result<CalledOff, ToolError> {
        Ok(nova_install::call_off(&self.files, self.installs.running(), id)?)
    }

    /// The call that goes on with a job: the same is asked for again, planned and confirmed as it was at first.
    ///
    /// # Errors
    /// Where there is no such job, somebody works on it, or it is for a game folder that is not the first now.
    pub fn resume_job(&self, id: &str) -> Result<GoOn, ToolError> {
        let job = self.job(id)?;
        if job.is_held {
            return Err(told("care.jobs.still-runs", &job));
        }
        let root = match &job.goal {
            Goal::Version(_) => self.new_versions_root()?,
            Goal::Loader(change) => self.subject(&change.id)?.root,
            Goal::Repair(mend) => self.subject(&mend.id)?.root,
            Goal::Java(_) => return Ok(GoOn::of(&job.goal)),
        };
        if root == job.root { Ok(GoOn::of(&job.goal)) } else { Err(told("care.jobs.other-root", &job)) }
    }
}

/// Whether a version needs the same files whatever processor its Java is for.
fn is_alike(version: &Version, own: &Platform) -> bool {
    let files = |arch: &str| {
        let platform = Platform { arch: arch.to_owned(), ..own.clone() };
        let read = nova_play::Installed::read(&version.root, &version.id, &platform).ok()?;
        Some((read.files.libraries, read.files.natives))
    };
    let mine = files(&own.arch);
    PROCESSORS.iter().all(|arch| files(arch) == mine)
}

fn told(code: &'static str, job: &Job) -> ToolError {
    let message = Message::new(code)
        .with("id", job.id.as_str())
        .with("what", job_title(job))
        .with("path", job.root.display().to_string());
    ToolError::Tell(Report::new(message))
}

impl GoOn {
    /// The call that asks for the same again. What was fetched is found by it.
    pub fn of(goal: &Goal) -> Self {
        match goal {
            Goal::Version(wish) => {
                let own = [("game_version", Some(wish.game.clone())), ("name", wish.name.clone())];
                let args = given(own.into_iter().chain(loader(wish.loader.as_ref())), wish.api);
                Self { tool: "install_version", args }
            }
            Goal::Loader(change) => {
                let none = change.loader.is_none().then(|| "none".to_owned());
                let own = [("version_id", Some(change.id.clone())), ("loader", none)];
                let args = given(own.into_iter().chain(loader(change.loader.as_ref())), change.api);
                Self { tool: "change_loader", args }
            }
            Goal::Repair(mend) => Self::of_repair(mend),
            Goal::Java(wish) => Self { tool: "install_java", args: json!({ "major": wish.major }) },
        }
    }

    /// The API of a version that is there came by an install of that version.
    fn of_repair(mend: &Mend) -> Self {
        match (&mend.game, mend.api) {
            (Some(game), Some(_)) => {
                let own = [("game_version", Some(game.clone())), ("name", Some(mend.id.clone()))];
                let args = given(own.into_iter().chain(loader(mend.loader.as_ref())), mend.api);
                Self { tool: "install_version", args }
            }
            _ => Self { tool: "repair_version", args: json!({ "version_id": mend.id }) },
        }
    }
}

fn loader(wish: Option<&LoaderWish>) -> [(&'static str, Option<String>); 2] {
    let name = wish.map(|wish| wish.loader.as_str().to_owned());
    [("loader", name), ("loader_version", wish.and_then(|wish| wish.version.clone()))]
}

fn given(fields: impl Iterator<Item = (&'static str, Option<String>)>, api: Option<ModsFolder>) -> Value {
    let fields = fields.filter_map(|(name, value)| Some((name.to_owned(), value?.into())));
    let api = api.map(|_| ("with_api".to_owned(), Value::Bool(true)));
    Value::Object(fields.chain(api).collect::<Map<_, _>>())
}

/// What is known of a version besides its files.
pub(crate) fn mend(version: &Version) -> Mend {
    let is_made = |loader: Loader| matches!(loader, Loader::Forge | Loader::NeoForge);
    let loaders = || version.loaders.iter();
    let build = loaders().find(|build| is_made(build.loader)).or_else(|| loaders().next());
    Mend {
        id: version.id.clone(),
        game: version.game_version.clone(),
        loader: build.map(|build| LoaderWish {
            loader: build.loader,
            version: Some(build.version.clone()).filter(|version| !version.is_empty()),
        }),
        api: None,
    }
}
