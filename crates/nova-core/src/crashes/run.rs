//! Which run of a version is looked at, which files are of it, and what the launcher knows of it beside them.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use nova_content::{
    backups,
    logs::{self, LogFile, LogKind},
    mods::{self, ModList},
};
use nova_crash::{Analysis, Analyst, Finding, Known};
use nova_game::Version;
use nova_model::{IdKind, Message, Millis, Report, clean};
use nova_play::{Ending, Run};
use nova_tools::ToolError;

use super::{
    Unreadable,
    files::of_run,
    fixes::{self, Fix, Scene},
    opened,
    owners::Jars,
};
use crate::{launcher::Launcher, stable};

/// A log is still written to when the game is gone already.
const AFTER: Millis = 30_000;
/// Files of one run.
const FILES: usize = 20;
/// Worlds of one version that are looked at.
const WORLDS: usize = 1_000;
/// Versions that are looked through for a finding or a fix.
const CRASHED: usize = 6;

/// What of a version is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which<'a> {
    /// The newest run that ended badly; without one, the newest logs.
    #[default]
    Newest,
    /// This run.
    Run(&'a str),
    /// This log or report, as other tools name it.
    File(&'a str),
}

impl<'a> Which<'a> {
    /// A file that is named goes before a run, of which it may be a part.
    pub fn of(run: Option<&'a str>, file: Option<&'a str>) -> Self {
        file.map(Self::File).or_else(|| run.map(Self::Run)).unwrap_or_default()
    }
}

/// What was found out about one run of a version.
pub struct Diagnosed {
    /// The version.
    pub version: Version,
    /// Its mods, as they are now.
    pub mods: ModList,
    /// The run, where Nova started it.
    pub run: Option<Run>,
    /// Whether it was played since and ended well.
    pub clean_since: bool,
    /// The files, by what they are called in the evidence.
    pub files: Vec<(String, PathBuf)>,
    /// Files that could not be read.
    pub unreadable: Vec<Unreadable>,
    /// What they say.
    pub analysis: Analysis,
}

impl Diagnosed {
    /// The id of one of its findings: the same run and cause have the same.
    pub fn finding_id(&self, finding: &Finding) -> String {
        let run = self
            .run
            .as_ref()
            .map_or_else(|| self.files.first().map(|(name, _)| name.as_str()), |run| Some(&run.id));
        IdKind::Finding.id(stable::bits(&[&self.version.id, run.unwrap_or_default(), &finding.cause_id]))
    }
}

impl Launcher {
    /// What ended a run of a version, or what a log of it says.
    ///
    /// # Errors
    /// Where there is no such run and no log, or nothing of it can be read.
    pub fn diagnose(&self, version: Option<&str>, which: Which<'_>) -> Result<Diagnosed, ToolError> {
        match which {
            Which::Newest => self.newest_crash(self.version(version)?),
            Which::Run(id) => self.this_run(version, id),
            Which::File(file) => {
                let version = self.version(version)?;
                let files = vec![log(&version, file)?];
                self.diagnosed(version, None, files)
            }
        }
    }

    fn newest_crash(&self, version: Version) -> Result<Diagnosed, ToolError> {
        let runs = self.runs_of(&version);
        let bad = runs.iter().position(Run::ended_badly);
        if let Some(at) = bad {
            return self.one_of(version, &runs, at);
        }
        let (found, unreadable) = of_run(std::slice::from_ref(&version.instance().dir));
        let files = found.into_iter().map(|file| (file.name, file.path)).collect();
        let mut of = self.diagnosed(version, None, files)?;
        of.unreadable.extend(unreadable);
        Ok(of)
    }

    fn this_run(&self, version: Option<&str>, id: &str) -> Result<Diagnosed, ToolError> {
        let gone = || ToolError::Tell(Report::new(Message::new("fix.run-gone").with("id", clean(id, 40))));
        let run = nova_play::read(self.files.data(), id).ok_or_else(gone)?;
        let version = self.version(Some(version.unwrap_or(&run.begun.version)))?;
        if run.is_running() {
            return Err(tell("fix.still-runs", &version));
        }
        let runs = self.runs_of(&version);
        let at = runs.iter().position(|run| run.id == id).ok_or_else(gone)?;
        self.one_of(version, &runs, at)
    }

    /// The runs of a version, newest first.
    pub fn runs_of(&self, version: &Version) -> Vec<Run> {
        self.runs().into_iter().filter(|run| is_of(run, version)).collect()
    }

    fn one_of(&self, version: Version, runs: &[Run], at: usize) -> Result<Diagnosed, ToolError> {
        let (newer, from) = runs.split_at(at);
        let Some(run) = from.first() else { return Err(none(&version)) };
        let files = self.files_of_run(&version, run, newer.last().map(|next| next.begun.at));
        let clean_since = newer.iter().any(|run| run.ending().is_some_and(|ending| ending.is_clean()));
        Ok(Diagnosed { clean_since, ..self.diagnosed(version, Some(run.clone()), files)? })
    }

    /// The same for this very run.
    pub(crate) fn diagnose_run(
        &self,
        version: &Version,
        run: &Run,
        next: Option<Millis>,
    ) -> Result<Diagnosed, ToolError> {
        let files = self.files_of_run(version, run, next);
        self.diagnosed(version.clone(), Some(run.clone()), files)
    }

    /// The versions whose runs ended badly, the newest run first; the current one after them.
    pub(crate) fn crashed_versions(&self) -> Vec<String> {
        let current = self.version(None).ok().map(|version| version.id);
        let played = self.runs().into_iter().filter(Run::ended_badly).map(|run| run.begun.version);
        let mut seen = BTreeSet::new();
        let mut versions: Vec<String> = played.chain(current).filter(|id| seen.insert(id.clone())).collect();
        versions.truncate(CRASHED);
        versions
    }

    /// What a run said, and the logs and reports that were written while it ran.
    pub(super) fn files_of_run(
        &self,
        version: &Version,
        run: &Run,
        next: Option<Millis>,
    ) -> Vec<(String, PathBuf)> {
        let output = run.output(self.files.data()).map(|path| ("output.log".to_owned(), path));
        let mut written: Vec<LogFile> = logs::sources(&version.instance());
        written.retain(|log| wrote(run, next, log) && is_whole(log));
        written.sort_by_key(|log| (order(log), log.id.clone()));
        let logs = written.into_iter().map(|log| (log.id, log.path));
        output.into_iter().chain(logs).take(FILES).collect()
    }

    fn diagnosed(
        &self,
        version: Version,
        run: Option<Run>,
        files: Vec<(String, PathBuf)>,
    ) -> Result<Diagnosed, ToolError> {
        let mods = mods::list(&version.instance())?;
        let mut unreadable = Vec::new();
        let analysis = self.read_run(&version, run.as_ref(), (&files, &mut unreadable), &mods)?;
        Ok(Diagnosed { version, mods, run, clean_since: false, files, unreadable, analysis })
    }

    fn read_run(
        &self,
        version: &Version,
        run: Option<&Run>,
        (files, unreadable): (&[(String, PathBuf)], &mut Vec<Unreadable>),
        mods: &ModList,
    ) -> Result<Analysis, ToolError> {
        let sources = opened(files, unreadable);
        if sources.is_empty() {
            return Err(nothing(version, run, unreadable));
        }
        let jars = Jars::of(mods);
        let known = Known {
            exit_code: run.and_then(exit_code),
            game: version.game_version.clone(),
            loader: version
                .loaders
                .first()
                .map(|build| (build.loader.as_str().to_owned(), build.version.clone())),
            java: run.and_then(|run| self.java_of(run)),
            owners: &jars,
            names: self.hidden.known(),
        };
        // The rules are part of this program, and its tests read them.
        let analyst = Analyst::new().map_err(|_| tell("fix.unreadable", version))?;
        Ok(analyst.analyse(sources, &known))
    }

    /// The version of the Java that a run was started with.
    fn java_of(&self, run: &Run) -> Option<String> {
        let java = run.begun.java.display().to_string();
        self.game.java().find(&java).map(|java| java.version.clone())
    }

    /// The fixes for each of the findings, as things are now: those are looked at once.
    pub fn fixes(
        &self,
        of: &Diagnosed,
        findings: &[Finding],
        has_tool: &dyn Fn(&str) -> bool,
    ) -> Vec<Vec<Fix>> {
        let version = &of.version;
        let (javas, advice, set) =
            (self.game.java(), self.game.recommend_memory(version), self.game.launch_settings(version));
        let machine = &self.game.setup().machine;
        let filter = backups::Filter { version: Some(version.id.clone()), save: None };
        let backups = backups::list(&self.files, &filter).items;
        let saves = worlds(&version.instance().saves());
        let accounts = self.accounts();
        let account = accounts.active().filter(|account| account.kind != nova_account::AccountKind::Offline);
        let folder = version.instance().dir;
        let scene = Scene {
            version,
            mods: &of.mods,
            javas: &javas,
            java: self.java_for(version).as_ref().and_then(|java| javas.find(&java.id)),
            computer: (machine.os, &machine.arch),
            set_mb: version.own.max_mb.or(self.game.settings().max_mb).map(u64::from),
            advice: &advice,
            set: &set,
            backups: &backups,
            saves: &saves,
            account: account.map(|account| account.id.as_str()),
            has_file: &|below| folder.join(below).symlink_metadata().is_ok_and(|found| found.is_file()),
            has_tool,
        };
        findings.iter().map(|finding| fixes::fixes(finding, &scene)).collect()
    }
}

/// Whether a file was written while a game ran; of a run whose end nobody saw, until the next one began.
pub fn wrote(run: &Run, next: Option<Millis>, file: &LogFile) -> bool {
    let ended = run.ended.as_ref().map(|ended| ended.at.saturating_add(AFTER));
    let until = ended.into_iter().chain(next).min().unwrap_or(Millis::MAX);
    (run.begun.at / 1_000 * 1_000..=until).contains(&file.at)
}

/// A log of the version, by the id that other tools tell.
fn log(version: &Version, id: &str) -> Result<(String, PathBuf), ToolError> {
    let found = logs::sources(&version.instance())
        .into_iter()
        .find(|log| log.id == id || log.id.rsplit('/').next() == Some(id));
    match found {
        Some(log) => Ok((log.id, log.path)),
        None => Err(none(version)),
    }
}

/// The worlds by their folders; nothing is looked at inside.
fn worlds(saves: &Path) -> Vec<String> {
    let entries = fs::read_dir(saves).into_iter().flatten().take(WORLDS).filter_map(Result::ok);
    let worlds = entries.filter(|entry| entry.path().join("level.dat").is_file());
    let mut names: Vec<String> = worlds.filter_map(|world| world.file_name().into_string().ok()).collect();
    names.sort();
    names
}

fn is_of(run: &Run, version: &Version) -> bool {
    run.begun.version == version.id && run.begun.root == version.root
}

/// Reports and the logs that the game begins anew with each run.
fn is_whole(log: &LogFile) -> bool {
    log.kind != LogKind::Log || ["logs/latest.log", "logs/debug.log"].contains(&log.id.as_str())
}

/// Logs first: what stands in them came before the report.
fn order(log: &LogFile) -> u8 {
    match log.kind {
        LogKind::Log => 0,
        LogKind::JavaCrash => 1,
        LogKind::CrashReport => 2,
    }
}

/// The number that the game's process ended with, as far as it is kept. A signal counts as a shell counts it.
pub(super) fn exit_code(run: &Run) -> Option<i64> {
    match run.ending()? {
        Ending::NeverStarted { code } | Ending::Failed { code } => Some(i64::from(code)),
        Ending::Killed { signal } => Some(i64::from(signal).saturating_add(128)),
        _ => None,
    }
}

/// Why there is nothing to be read.
fn nothing(version: &Version, run: Option<&Run>, unreadable: &[Unreadable]) -> ToolError {
    match run {
        None if unreadable.is_empty() => none(version),
        Some(_) if unreadable.is_empty() => tell("fix.no-files", version),
        _ => tell("fix.unreadable", version),
    }
}

fn none(version: &Version) -> ToolError {
    let report = Report::new(Message::new("fix.no-run").with("version", version.id.as_str()));
    ToolError::Tell(report.hint(Message::new("fix.no-run-hint")))
}

fn tell(code: &'static str, version: &Version) -> ToolError {
    ToolError::Tell(Report::new(Message::new(code).with("version", version.id.as_str())))
}
