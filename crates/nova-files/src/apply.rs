//! Doing a batch: lock, plan, intent, prepare, act, done. What goes wrong on the way is taken back at once.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use nova_model::{Origin, Problem, StampKind};

use crate::act::{Act, Actor, Mark, Thing};
use crate::copy::Gathering;
use crate::disk::{Guard, Share, free_tree, make_dirs, sync_all_below, sync_below};
use crate::error::At;
use crate::files::root;
use crate::history::bulk;
use crate::journal::{After, Done, Intent, Line, Made};
use crate::moves::Moves;
use crate::plan::{Place, Plan, Planner, Task, check_space};
use crate::safe_path::Bounds;
use crate::session::open_world;
use crate::stamp::{Inodes, sha256_of, stamp, sum};
use crate::{Batch, Entry, EntryState, Files, FilesError, Result, backup, copy, stage, staged};

/// A batch, and what only an undo adds to it.
pub(crate) struct Work {
    pub batch: Batch,
    /// The change that it takes back.
    pub undoes: Option<String>,
    /// Folders that go once they are empty, deepest first.
    pub prune: Vec<PathBuf>,
    pub memory: Memory,
    /// What the entry has to say of it.
    pub problems: Vec<Problem>,
}

/// What comes back the way it was, when a change is taken back.
#[derive(Default)]
pub(crate) struct Memory {
    /// Times of files whose old contents come back.
    pub times: BTreeMap<PathBuf, i64>,
    /// The ids that things had in the trash, for going there again: earlier changes know them by these.
    pub items: BTreeMap<PathBuf, String>,
    /// The same for bundles, by the number of the step.
    pub bundles: BTreeMap<usize, String>,
    /// Which files of a bundle stay in the trash, by the number of the step that puts the others back.
    pub stays: BTreeMap<usize, BTreeSet<PathBuf>>,
}

impl Work {
    pub(crate) fn plain(batch: Batch) -> Self {
        Self { batch, undoes: None, prune: Vec::new(), memory: Memory::default(), problems: Vec::new() }
    }
}

/// Plans a work without doing it.
pub(crate) fn check(files: &Files, work: &Work) -> Result<()> {
    let root = root(files, &work.batch.root)?;
    if files.disk().look(&root).at(&root)?.is_some() {
        drop(lock(files, &root)?);
    }
    let plan = files.plan(work, &root, "c-00000000")?;
    stage::hold_all(files, &plan.stages).map(drop)
}

/// Nobody else changes a root while its folder is locked. The system frees the lock when its owner dies.
pub(crate) fn lock(files: &Files, root: &Path) -> Result<Box<dyn Guard>> {
    let guard = files.disk().lock(root, Share::Alone).at(root)?;
    guard.ok_or_else(|| FilesError::Busy { path: root.to_owned() })
}

impl Files {
    /// Does a work as one change.
    pub(crate) fn work(&self, work: &Work, origin: &Origin) -> Result<Entry> {
        let root = root(self, &work.batch.root)?;
        if root == self.home() {
            make_dirs(self.disk(), &root).at(&root)?;
        }
        let _alone = lock(self, &root)?;
        let id = self.journal().new_id(&self.inner.entropy)?;
        let plan = self.plan(work, &root, &id)?;
        let _stages = stage::hold_all(self, &plan.stages)?;
        let _entered = self.journal().enter()?;
        let root_inode = self.disk().look(&root).at(&root)?.map_or(0, |meta| meta.inode);
        let intent = Intent { root_inode, ..self.intent(work, origin, root, id, &plan) };
        Running { files: self, intent: &intent, plan: &plan, problems: &work.problems }.run()
    }

    fn plan(&self, work: &Work, root: &Path, id: &str) -> Result<Plan> {
        let data = self.home();
        let place = Place {
            bounds: Bounds { disk: self.disk(), given: [&work.batch.root, self.data()], root, data: &data },
            entropy: &self.inner.entropy,
            at: self.inner.clock.now(),
            id,
            memory: &work.memory,
        };
        let mut planner = Planner::new(place);
        planner.steps(&work.batch.steps)?;
        planner.prune(&work.prune)?;
        check_space(self.disk(), &planner.plan)?;
        Ok(planner.plan)
    }

    fn intent(&self, work: &Work, origin: &Origin, root: PathBuf, id: String, plan: &Plan) -> Intent {
        Intent {
            format: plan.format(),
            id,
            root,
            root_inode: 0,
            origin: origin.clone(),
            at: self.inner.clock.now(),
            tie: self.inner.tie.fetch_add(1, Ordering::Relaxed),
            undoes: work.undoes.clone(),
            steps: plan.steps.clone(),
            made: plan.made.clone(),
            acts: plan.acts.to_vec(),
            staged: plan.staged.clone(),
            purged: plan.purged.clone(),
        }
    }
}

/// A change on its way.
struct Running<'a> {
    files: &'a Files,
    intent: &'a Intent,
    plan: &'a Plan,
    problems: &'a [Problem],
}

impl Running<'_> {
    fn run(&self) -> Result<Entry> {
        let mut marks = Vec::new();
        match self.all(&mut marks) {
            Ok(mut done) => {
                done.problems.extend(bury(self.files, &self.intent.purged));
                Ok(self.entry(done.problems))
            }
            Err(error) => {
                // What cannot be taken back now stays in the journal, for the recovery.
                let _ = roll_back(self.files, self.intent, &marks, &self.plan.lists)
                    .and_then(|_| self.files.journal().forget(&self.intent.id));
                Err(error)
            }
        }
    }

    fn all(&self, marks: &mut Vec<Mark>) -> Result<Done> {
        // What a change places is on the disk before anything speaks of it: its files were not synced one by one.
        self.plan.stages.iter().try_for_each(|stage| sync_below(self.files.disk(), stage).at(stage))?;
        self.keep_old()?;
        self.files.journal().begin(self.intent)?;
        let mut problems = self.problems.to_vec();
        problems.extend(self.prepare(marks)?);
        self.refuse_worlds_opened_since()?;
        self.act(marks)?;
        let done = Done { at: self.files.inner.clock.now(), after: self.after()?, problems };
        self.files.journal().done(&self.intent.id, done.clone())?;
        Ok(done)
    }

    /// Old contents and lists are safe before the intent speaks of them.
    fn keep_old(&self) -> Result<()> {
        if self.plan.keep.is_empty() && self.plan.lists.is_empty() {
            return Ok(());
        }
        let journal = self.files.journal();
        let folder = journal.blobs(&self.intent.id);
        self.files.disk().make_dir(&folder).at(&folder)?;
        let actor = Actor { disk: self.files.disk(), staged: &[], lists: &[] };
        self.plan.keep.iter().try_for_each(|(from, blob)| actor.copy(from, blob))?;
        journal.keep_lists(&self.intent.id, &self.plan.lists)?;
        self.files.disk().sync_dir(&folder).at(&folder)
    }

    fn prepare(&self, marks: &mut Vec<Mark>) -> Result<Vec<Problem>> {
        let disk = self.files.disk();
        let mut problems = Vec::new();
        if self.plan.staged.is_empty() {
            return Ok(problems);
        }
        for task in &self.plan.tasks {
            problems.extend(self.task(task)?);
        }
        self.sync_copies()?;
        for part in &self.plan.staged {
            let meta = disk.look(part).at(part)?.ok_or_else(|| FilesError::Missing { path: part.clone() })?;
            marks.push(Mark { sum: sum(disk, part)?, ..Mark::of(&meta) });
        }
        let folders: BTreeSet<&Path> = self.plan.staged.iter().filter_map(|part| part.parent()).collect();
        folders.into_iter().try_for_each(|folder| disk.sync_dir(folder).at(folder))?;
        self.files.journal().add(&self.intent.id, &Line::Ready { marks: marks.clone() })?;
        Ok(problems)
    }

    /// Copies were not synced one by one.
    fn sync_copies(&self) -> Result<()> {
        let part = |task| match task {
            &Task::Gather(Gathering { ref part, .. }) => Some(part.as_path()),
            _ => None,
        };
        let parts: Vec<&Path> = self.plan.tasks.iter().filter_map(part).collect();
        sync_all_below(self.files.disk(), &parts).at(parts.first().unwrap_or(&Path::new("")))
    }

    /// Preparing may take minutes, in which a player may start a game.
    fn refuse_worlds_opened_since(&self) -> Result<()> {
        if self.plan.staged.is_empty() {
            return Ok(());
        }
        for task in &self.plan.tasks {
            let Task::Gather(gathering) = task else { continue };
            gathering.refuse_open_worlds(self.files.disk())?;
        }
        for act in &self.intent.acts {
            let Act::Move { from, thing: Thing::There(_), .. } = act else { continue };
            if let Some(world) = open_world(self.files.disk(), from, &self.intent.root) {
                return Err(FilesError::WorldOpen { world });
            }
        }
        Ok(())
    }

    fn task(&self, task: &Task) -> Result<Vec<Problem>> {
        let disk = self.files.disk();
        match task {
            Task::Zip(job) => backup::pack(disk, job),
            Task::Unpack { known, entry, part } => {
                backup::unpack(disk, known, entry, part).map(|()| Vec::new())
            }
            Task::Copy { from, part } => copy::tree(disk, from, part).map(|()| Vec::new()),
            Task::Gather(gathering) => gathering.gather(disk),
        }
    }

    fn act(&self, marks: &[Mark]) -> Result<()> {
        let actor = Actor { disk: self.files.disk(), staged: marks, lists: &self.plan.lists };
        for (number, act) in self.intent.acts.iter().enumerate() {
            let content = self.plan.contents.get(&number).map(Vec::as_slice).unwrap_or_default();
            actor.act(act, content)?;
        }
        sync(self.files, &self.intent.acts, &self.plan.lists)
    }

    /// How everything looks that a later undo must find unchanged.
    fn after(&self) -> Result<Vec<After>> {
        let written = self.intent.acts.iter().filter_map(|act| match act {
            Act::Put { path, .. } => Some(path.as_path()),
            _ => None,
        });
        let written: BTreeSet<&Path> = written.collect();
        self.plan.watched.iter().map(|path| self.after_one(path, written.contains(path.as_path()))).collect()
    }

    fn after_one(&self, path: &Path, written: bool) -> Result<After> {
        let disk = self.files.disk();
        let mut stamp = stamp(disk, path, Inodes::Ignore)?;
        if let (true, StampKind::File { sha256, .. }) = (written, &mut stamp) {
            *sha256 = Some(sha256_of(disk, path)?);
        }
        Ok(After { path: path.to_owned(), stamp })
    }

    fn entry(&self, problems: Vec<Problem>) -> Entry {
        Entry {
            id: self.intent.id.clone(),
            root: self.intent.root.clone(),
            origin: self.intent.origin.clone(),
            at: self.intent.at,
            steps: self.intent.steps.clone(),
            state: EntryState::Done,
            undoes: self.intent.undoes.clone(),
            problems,
            bulk: bulk(&self.intent.made),
            made: made_ids(&self.intent.made),
        }
    }
}

/// The ids among what steps made.
pub(crate) fn made_ids(made: &[Made]) -> Vec<String> {
    let id = |made: &Made| match made {
        Made::Copied { item } | Made::Trashed { item, .. } => Some(item.clone()),
        Made::Bundled { bundle } | Made::Placed { replaced: Some(bundle), .. } => Some(bundle.item.clone()),
        Made::Zipped { backup, .. } => Some(backup.clone()),
        _ => None,
    };
    made.iter().filter_map(id).collect()
}

/// Every folder that got or lost a name survives a power loss as it is.
fn sync(files: &Files, acts: &[Act], lists: &[Moves]) -> Result<()> {
    let disk = files.disk();
    let mut folders: BTreeSet<Cow<'_, Path>> =
        acts.iter().flat_map(Act::folders).map(Cow::Borrowed).collect();
    for act in acts {
        let Act::MoveAll { from, to, list, .. } = act else { continue };
        let Some(there) =
            [to, from].into_iter().find(|folder| disk.look(folder).is_ok_and(|it| it.is_some()))
        else {
            continue;
        };
        // Both folders are on one device.
        if !disk.sync_device(there).at(there)?
            && let Some(list) = lists.get(*list)
        {
            folders.extend(list.folders(from, to).map(Cow::Owned));
        }
    }
    for folder in folders {
        match disk.sync_dir(&folder) {
            // A folder that a later act moved or removed: its own parent is among the folders.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            other => other.at(&folder)?,
        }
    }
    Ok(())
}

/// Takes everything back that was done of a change, newest act first, and frees what was prepared for it. Decides by what
/// is on the disk, so it can be cut off and run again. Says what it did not free because somebody used it since.
pub(crate) fn roll_back(
    files: &Files,
    intent: &Intent,
    marks: &[Mark],
    lists: &[Moves],
) -> Result<Vec<Problem>> {
    let actor = Actor { disk: files.disk(), staged: marks, lists };
    let ready = intent.staged.is_empty() || !marks.is_empty();
    if ready {
        intent.acts.iter().rev().try_for_each(|act| actor.reverse(act))?;
        if let Some(path) = actor.misses(&intent.acts)? {
            return Err(FilesError::MovedOn { change: intent.id.clone(), path });
        }
    }
    let kept = staged::free(files, intent, marks)?;
    sync(files, &intent.acts, lists)?;
    Ok(kept)
}

/// Frees what a done purge put into its graves. What cannot be freed now is tried again by the recovery.
pub(crate) fn bury(files: &Files, graves: &[PathBuf]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for grave in graves {
        if free_tree(files.disk(), grave).is_err() {
            let message = nova_model::Message::new("files.trash.left").with("path", grave.as_path());
            problems.push(Problem::warning(grave.display().to_string(), message));
        }
    }
    problems
}
