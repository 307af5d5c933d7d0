//! A game that ended badly. Everything here only looks; what mends it goes through the checklist.

use std::{path::PathBuf, sync::Arc};

use nova_content::logs::{self, LogFile};
use nova_core::{
    Launcher, Run,
    crashes::{self, Diagnosed, Finding, Severity, Unreadable, Which},
    ending,
};
use nova_game::Version;
use nova_model::{Message, Problem, Report};
use serde::Deserialize;
use ts_rs::TS;

use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    turn::Names,
    view::{Beside, CauseRow, CrashItem, CrashList, CrashView, FixOutcome, ProblemRow, SinceView},
};

/// Runs and reports that are listed.
const ITEMS: usize = 40;
/// Causes that are shown.
const CAUSES: usize = 6;

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("crash_list", all),
        Command::new("crash_read", read),
        Command::new("crash_pick", pick),
        Command::new("crash_fixes", fixes),
        Command::new("crash_since", since),
    ]
}

/// Whose crashes.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct CrashesOf {
    /// The version; none for the current one.
    version: Option<String>,
    /// A run or a version that is meant in particular.
    #[serde(default)]
    about: Option<String>,
}

/// One run or report of a version.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct OneCrash {
    /// The version.
    version: String,
    /// The run or the file, as `crash_list` names it; none for what is newest.
    item: Option<String>,
}

/// The version that is meant.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct CrashesVersion {
    /// Its id.
    version: String,
}

/// What the player chooses from the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PickWhat {
    /// A log or a report.
    File,
    /// A folder with some.
    Folder,
}

/// A file or a folder.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct CrashPick {
    /// Which of the two.
    what: PickWhat,
}

async fn all(desk: Arc<Desk>, args: CrashesOf, _: To<Silent>) -> Result<CrashList, Fault> {
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let launcher = app.launcher();
        let meant = args.meant(launcher);
        let version = version(launcher, meant.version.as_deref())?;
        let (runs, files) = (launcher.runs_of(&version), logs::sources(&version.instance()));
        let mut items = items(&runs, &files, &names);
        let more = items.len() > ITEMS;
        items.truncate(ITEMS);
        Ok(CrashList {
            chosen: meant.item.or_else(|| items.first().map(|item| item.id.clone())),
            more,
            running: runs.iter().any(Run::is_running),
            log: files.iter().map(|file| &file.id).find(|id| *id == LATEST).cloned(),
            fixes: launcher
                .after_fixes(Some(&version.id))
                .iter()
                .map(|one| FixOutcome::of(one, &names))
                .collect(),
            version: version.id,
            items,
        })
    })
    .await
}

/// The log of the last game.
const LATEST: &str = "logs/latest.log";

/// What is meant.
struct Meant {
    version: Option<String>,
    item: Option<String>,
}

impl CrashesOf {
    fn meant(self, launcher: &Launcher) -> Meant {
        let Some(about) = self.about else { return Meant { version: self.version, item: None } };
        if let Some(run) = launcher.runs().into_iter().find(|run| run.id == about) {
            return Meant { version: Some(run.begun.version), item: Some(about) };
        }
        if launcher.instance(Some(&about)).is_ok() {
            return Meant { version: Some(about), item: None };
        }
        Meant { version: self.version, item: None }
    }
}

fn version(launcher: &Launcher, id: Option<&str>) -> Result<Version, Report> {
    launcher.version(id).map_err(|error| error.report().clone())
}

/// Runs that ended badly, and the reports that are of none of the runs; newest first.
fn items(runs: &[Run], files: &[LogFile], names: &Names) -> Vec<CrashItem> {
    let bad = runs.iter().filter(|run| run.ended_badly()).map(|run| CrashItem::of_run(run, names));
    let nexts = std::iter::once(None).chain(runs.iter().map(|run| Some(run.begun.at)));
    let with_next: Vec<_> = runs.iter().zip(nexts).collect();
    let of_none = |file: &&LogFile| !with_next.iter().any(|(run, next)| crashes::wrote(run, *next, file));
    let reports = files.iter().filter(of_none).filter_map(CrashItem::of_file);
    let mut items: Vec<CrashItem> = bad.chain(reports).collect();
    items.sort_by_key(|item| std::cmp::Reverse(item.at));
    items
}

async fn read(desk: Arc<Desk>, args: OneCrash, _: To<Silent>) -> Result<CrashView, Fault> {
    blocking(&desk, move |desk| {
        let app = desk.app();
        let launcher = app.launcher();
        let item = args.item.as_deref();
        let is_run = item.is_some_and(|item| launcher.runs().iter().any(|run| run.id == item));
        let which = if is_run { Which::of(item, None) } else { Which::of(None, item) };
        let of = launcher.diagnose(Some(&args.version), which).map_err(|error| error.report().clone())?;
        let file = item.filter(|_| !is_run).map(str::to_owned);
        Ok(CrashView { file, ..view(desk, launcher, &of) })
    })
    .await
}

fn view(desk: &Desk, launcher: &Launcher, of: &Diagnosed) -> CrashView {
    let names = desk.names();
    let run = of.run.as_ref();
    let app = desk.app();
    let has = |tool: &str| app.registry().get(tool).is_some();
    let fixes = launcher.fixes(of, &of.analysis.findings, &has);
    let beside = |at: usize, finding: &Finding| Beside {
        id: of.finding_id(finding),
        excerpts: launcher.excerpts(finding, &of.files),
        fixes: fixes.get(at).cloned().unwrap_or_default(),
        help: launcher.help_text(of, finding),
    };
    CrashView {
        version: Some(of.version.id.clone()),
        run: run.map(|run| run.id.clone()),
        at: run.map(|run| run.ended.as_ref().map_or(run.begun.at, |ended| ended.at)),
        how: run.map(|run| names.say(&ending(run))),
        clean_since: of.clean_since,
        ..found(&of.analysis.findings, &of.files, &of.unreadable, beside, &names)
    }
}

/// What the files say, whosever they are.
fn found(
    findings: &[Finding],
    files: &[(String, PathBuf)],
    unreadable: &[Unreadable],
    beside: impl Fn(usize, &Finding) -> Beside,
    names: &Names,
) -> CrashView {
    let own = findings.iter().enumerate().filter(|(_, finding)| crashes::is_own(finding, findings));
    let notes = findings.iter().filter(|finding| finding.severity == Severity::Info);
    CrashView {
        version: None,
        run: None,
        file: None,
        at: None,
        how: None,
        clean_since: false,
        files: files.iter().map(|(name, _)| name.clone()).collect(),
        problems: unreadable.iter().map(|file| problem(file, names)).collect(),
        causes: own
            .take(CAUSES)
            .map(|(at, finding)| CauseRow::of(finding, beside(at, finding), findings, names))
            .collect(),
        notes: notes.map(|finding| names.say(&crashes::sentence(finding))).collect(),
    }
}

fn problem(file: &Unreadable, names: &Names) -> ProblemRow {
    let path = names.short(&file.path.to_string_lossy());
    let message = Message::new("desk.crash.unreadable").with("file", path.as_str());
    ProblemRow::of(&Problem::warning(path, message.with("why", file.why.as_str())), names)
}

/// The player chooses what lies anywhere on the disk; the page never learns where.
async fn pick(desk: Arc<Desk>, args: CrashPick, _: To<Silent>) -> Result<Option<CrashView>, Fault> {
    let title = desk.texts().say(&Message::new(match args.what {
        PickWhat::File => "desk.crash.pick-file",
        PickWhat::Folder => "desk.crash.pick-folder",
    }));
    let picked = match args.what {
        PickWhat::File => desk.shell.pick_file(title).await,
        PickWhat::Folder => desk.shell.pick_folder(title).await,
    };
    let Some(path) = picked.map_err(|report| desk.fault(&report))? else { return Ok(None) };
    blocking(&desk, move |desk| Ok(Some(elsewhere(desk, path)?))).await
}

fn elsewhere(desk: &Desk, path: PathBuf) -> Result<CrashView, Report> {
    let (app, names) = (desk.app(), desk.names());
    let launcher = app.launcher();
    let of = launcher.diagnose_paths(&[path])?;
    let beside = |_, finding: &Finding| Beside {
        id: finding.cause_id.clone(),
        excerpts: launcher.excerpts(finding, &of.files),
        fixes: Vec::new(),
        help: launcher.help_text_of_files(finding),
    };
    Ok(found(&of.analysis.findings, &of.files, &of.unreadable, beside, &names))
}

async fn fixes(desk: Arc<Desk>, args: CrashesVersion, _: To<Silent>) -> Result<Vec<FixOutcome>, Fault> {
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let after = app.launcher().after_fixes(Some(&args.version));
        Ok(after.iter().map(|one| FixOutcome::of(one, &names)).collect())
    })
    .await
}

async fn since(desk: Arc<Desk>, args: CrashesVersion, _: To<Silent>) -> Result<SinceView, Fault> {
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let launcher = app.launcher();
        let version = version(launcher, Some(&args.version))?;
        Ok(SinceView::of(launcher.since_last_good(&version).as_ref(), &names))
    })
    .await
}
