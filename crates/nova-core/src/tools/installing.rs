//! What the tools that install have in common: the plan of a recipe, the doing of it, and how far it is.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use nova_files::Files;
use nova_install::{
    Aim, Along, Document, Far, Goal, InstallError, Installing, Listener, Made, Need, Phase, Recipe, State,
    Workshop, json_place,
};
use nova_model::{Change, ChangeKind, Field, Message, Origin, Plan, Problem, Undo};
use nova_tools::{Call, Planned, Progress, Receipt, ToolError, Work};
use serde_json::json;

use crate::{installs::wait, launcher::Launcher};

/// A slow line takes its time for a gigabyte.
pub(super) const LIMIT: Duration = Duration::from_hours(6);

/// The largest recorded version file has 60 KiB.
const LARGEST_JSON: u64 = 8 << 20;

/// More files that are replaced are not listed one by one.
const MOST_REPLACED: usize = 200;

/// What is to be done once the player confirms.
pub(super) struct Job {
    /// The game root.
    pub(super) root: PathBuf,
    /// With nothing left to choose: what is confirmed is settled, whatever comes out or is installed before the line is done.
    pub(super) goal: Goal,
    /// What is said when it is done.
    pub(super) done: &'static str,
}

/// The plan of a recipe, and the work behind it. The plan stands on the version's file as it is now.
pub(super) fn planned(
    launcher: &Launcher,
    shop: Workshop,
    (job, recipe): (Job, &Recipe),
    call: &Call,
) -> Result<Planned, ToolError> {
    let missing = wait(shop.missing(&job.root, recipe));
    recipe.refuse_links(&job.root, missing.iter().map(|(need, _)| need))?;
    if missing.is_empty() && !recipe.documents.iter().any(|document| is_new(&job.root, document)) {
        let id = recipe.id.as_str();
        let said = Message::new("core.install.as-it-is").with("id", id);
        let data = json!({ "version_id": id, "files_fetched": 0, "bytes_fetched": 0 });
        return Ok(Planned::already(recipe.title(), said, data));
    }
    let goes = recipe.goes.iter().map(|place| job.root.join(place));
    let standing: Vec<PathBuf> = std::iter::once(job.root.join(json_place(&recipe.id))).chain(goes).collect();
    let stamps = launcher.files.stamps(&standing)?;
    let plan = Plan { stamps, ..plan(&job.root, recipe, &missing) };
    let root = job.root.clone();
    let planned = Planned { plan, work: Box::new(Install { shop, job, call: call.clone() }) };
    Ok(with_root(planned, &launcher.files, &root))
}

pub(super) fn plan(root: &Path, recipe: &Recipe, missing: &[(Need, State)]) -> Plan {
    let fetched = |begin: &'static str| {
        let of = missing.iter().filter(move |(need, _)| need.place.starts_with(begin));
        of.filter_map(|(need, _)| need.size).sum::<u64>()
    };
    let folder = |place: &str, bytes| Change {
        kind: ChangeKind::Create,
        what: root.join(place).display().to_string(),
        to: None,
        bytes: Some(bytes),
    };
    let mut changes = match recipe.aim {
        Aim::New => vec![folder(&format!("versions/{}", recipe.id), fetched("versions/"))],
        Aim::Loader | Aim::Again | Aim::Repair => written(root, recipe, &folder),
    };
    // What comes into a mods folder is named: it lies among the player's own.
    let api = recipe.api.iter().filter_map(|api| missing.iter().find(|(need, _)| need.place == api.place));
    changes.extend(api.map(|(need, _)| folder(&need.place, need.size.unwrap_or_default())));
    let shared = [("libraries", fetched("libraries/")), ("assets", fetched("assets/"))];
    changes.extend(
        shared.into_iter().filter(|(_, bytes)| *bytes > 0).map(|(place, bytes)| folder(place, bytes)),
    );
    // Files that are there and are not what they should be are replaced, which the player has to know.
    let wrong = missing.iter().filter(|(_, state)| *state != State::Missing);
    changes.extend(wrong.take(MOST_REPLACED).map(|(need, _)| Change {
        kind: ChangeKind::Write,
        what: root.join(&need.place).display().to_string(),
        to: None,
        bytes: need.size,
    }));
    let bytes = missing.iter().filter_map(|(need, _)| need.size).sum();
    Plan {
        title: recipe.title(),
        changes,
        bytes_written: bytes,
        bytes_downloaded: bytes,
        undo: Undo::Reversible(Message::new("core.install.undo")),
        warnings: warnings(recipe),
        stamps: Vec::new(),
        needs: Vec::new(),
        makes: Vec::new(),
    }
}

/// A plan for a game folder that need not be there: then the folder is made first.
pub(super) fn with_root(planned: Planned, files: &Files, root: &Path) -> Planned {
    if root.is_dir() {
        return planned;
    }
    let Planned { mut plan, work } = planned;
    let what = root.display().to_string();
    plan.changes.insert(0, Change { kind: ChangeKind::Create, what: what.clone(), to: None, bytes: None });
    plan.warnings.insert(0, Message::new("core.install.new-root").with("path", what));
    Planned { plan, work: Box::new(InNewRoot { files: files.clone(), root: root.to_owned(), work }) }
}

/// Work in a game folder that is made for it.
struct InNewRoot {
    files: Files,
    root: PathBuf,
    work: Box<dyn Work>,
}

impl Work for InNewRoot {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        self.files.make_root(&self.root)?;
        self.work.apply(origin)
    }
}

/// The version's file, which is replaced, and those of versions that are made beside it.
fn written(root: &Path, recipe: &Recipe, folder: &dyn Fn(&str, u64) -> Change) -> Vec<Change> {
    let own = json_place(&recipe.id);
    let change = |document: &Document| {
        let bytes = u64::try_from(document.bytes.len()).unwrap_or_default();
        let kind = if document.place == own { ChangeKind::Write } else { ChangeKind::Create };
        Change { kind, ..folder(&document.place, bytes) }
    };
    let new = recipe.documents.iter().filter(|document| is_new(root, document));
    let mut changes: Vec<Change> = new.map(change).collect();
    changes.sort_by_key(|change| change.kind != ChangeKind::Write);
    changes.extend(recipe.goes.iter().map(|place| Change {
        kind: ChangeKind::Trash,
        what: root.join(place).display().to_string(),
        to: None,
        bytes: None,
    }));
    changes
}

/// Whether a file says something else than it should, or is not there.
fn is_new(root: &Path, document: &Document) -> bool {
    let there = nova_files::read_state(&root.join(&document.place), LARGEST_JSON);
    there.ok().flatten().as_ref() != Some(&document.bytes)
}

fn warnings(recipe: &Recipe) -> Vec<Message> {
    let kept = recipe.kept_since.map(|at| Message::new("core.install.kept").with("at", Field::Time(at)));
    let problems = recipe.problems.iter().map(|problem: &Problem| problem.message.clone());
    kept.into_iter().chain(problems.take(5)).collect()
}

/// The doing of a job.
pub(super) struct Install {
    pub(super) shop: Workshop,
    pub(super) job: Job,
    pub(super) call: Call,
}

impl Work for Install {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let order =
            Order { root: &self.job.root, goal: &self.job.goal, along: &Along::default(), placing: PLACING };
        let made = order.carry_out(&self.shop, &self.call, origin)?;
        let said = Message::new(self.job.done).with("id", made.id.as_str());
        let data = json!({
            "version_id": made.id, "id": made.change.id, "at": made.change.at,
            "files_fetched": made.files, "bytes_fetched": made.bytes,
        });
        Ok(Receipt { change: Some(made.change.id), said, data })
    }
}

/// What is said while a version is put into place.
pub(super) const PLACING: &str = "core.install.placing";

/// A job as a confirmed line orders it.
pub(super) struct Order<'a> {
    pub(super) root: &'a Path,
    pub(super) goal: &'a Goal,
    /// What else the change does.
    pub(super) along: &'a Along,
    /// What is said while it is put into place.
    pub(super) placing: &'static str,
}

impl Order<'_> {
    /// Does it, and tells the call's watcher how far it is.
    pub(super) fn carry_out(
        &self,
        shop: &Workshop,
        call: &Call,
        origin: &Origin,
    ) -> Result<Made, InstallError> {
        let told = Told { who: Arc::clone(&call.progress), placing: self.placing };
        let listener: Arc<dyn Listener> = Arc::new(told);
        let (root, goal, cancel) = (self.root, self.goal, &call.cancel);
        wait(shop.install_along(Installing { root, goal, origin, listener: &listener, cancel }, self.along))
    }
}

/// How far it is, as a line for whoever watches.
struct Told {
    who: Arc<dyn Progress>,
    placing: &'static str,
}

impl Listener for Told {
    fn far(&self, far: &Far) {
        self.who.report(match far.phase {
            Phase::Placing => Message::new(self.placing),
            _ => note(far),
        });
    }
}

/// How far a job is.
pub(super) fn note(far: &Far) -> Message {
    match far.phase {
        Phase::Fetching => Message::new("core.install.fetching")
            .with("done", Field::Bytes(far.done))
            .with("total", Field::Bytes(far.total))
            .with("files", far.files)
            .with("all", far.files_total)
            .with("speed", Field::Bytes(far.speed)),
        Phase::Processing => {
            let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
            Message::new("core.install.processing")
                .with("step", number(far.done.saturating_add(1)))
                .with("steps", number(far.total))
        }
        other => at(other),
    }
}

/// What a job is at, without how far.
pub(super) fn at(phase: Phase) -> Message {
    Message::new(match phase {
        Phase::Resolving => "core.install.resolving",
        Phase::Checking => "core.install.checking",
        Phase::Fetching => "care.jobs.fetching",
        Phase::Processing => "care.jobs.processing",
        Phase::Unpacking => "core.install.unpacking",
        Phase::Placing => "core.install.placing",
    })
}
