//! What can go without a loss: old logs, caches, and what runs that were cut off left behind. It goes into the trash area, and
//! nothing of a game that runs is among it.

use std::{
    collections::BTreeMap,
    fs::{self, DirEntry},
    path::{Path, PathBuf},
};

use nova_files::{EntryState, Files, Step};
use nova_game::{Instance, Proposal};
use nova_model::{Change, ChangeKind, Explain, Field, Message, Millis, Report};

use crate::{
    draft::{Draft, reversible},
    folder_size, regular,
};

const DAY: Millis = 24 * 60 * 60 * 1000;
/// More names in one folder are not looked at.
const MOST: usize = 20_000;
/// Folders in a game folder that whoever made them makes again.
const CACHES: [&str; 5] = ["cache", ".cache", "webcache", "webcache2", ".mixin.out"];
/// Where natives of running games lie, below the data folder's caches.
const NATIVES: &str = "natives";

/// A kind of what can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Logs that are done, and crash reports, once they are old.
    Logs,
    /// Caches of the game, its mods, other launchers and this one; unpacked natives.
    Caches,
    /// Parts and stages of changes and jobs that nobody goes on with.
    Leftovers,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Logs, Self::Caches, Self::Leftovers];
}

/// Where is looked, and what is kept.
pub struct Ground<'a> {
    /// Every change of the disk.
    pub files: &'a Files,
    /// The game root.
    pub root: &'a Path,
    /// Its versions.
    pub instances: &'a [Instance],
    /// Those of all versions that run now.
    pub playing: &'a [Instance],
    /// Jobs that can still be gone on with.
    pub jobs: &'a [String],
    /// The present.
    pub now: Millis,
    /// Logs of so many days stay.
    pub keep_days: u32,
}

/// A file or folder that can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spare {
    /// What it is.
    pub kind: Kind,
    /// Where.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: u64,
    /// Whether it is a folder.
    pub folder: bool,
}

/// Why nothing is cleaned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CleanError {
    /// Nothing of these kinds can go.
    #[error("nothing to clean")]
    Nothing,
}

impl Explain for CleanError {
    fn report(&self) -> Report {
        Report::new(Message::new("content.clean.nothing"))
    }
}

/// What can go, sorted.
pub fn look(ground: &Ground<'_>, kinds: &[Kind]) -> Vec<Spare> {
    let mut spares = Vec::new();
    for kind in kinds {
        match kind {
            Kind::Logs => ground.folders().iter().for_each(|folder| ground.logs(folder, &mut spares)),
            Kind::Caches => ground.caches(&mut spares),
            Kind::Leftovers => ground.leftovers(&mut spares),
        }
    }
    spares.sort_by(|a, b| (a.kind, &a.path).cmp(&(b.kind, &b.path)));
    spares.dedup_by(|a, b| a.path == b.path);
    spares
}

/// Puts it into the trash area: files as one item, folders each as they are.
pub fn clean(ground: &Ground<'_>, kinds: &[Kind]) -> Result<Proposal, CleanError> {
    let spares = look(ground, kinds);
    if spares.is_empty() {
        return Err(CleanError::Nothing);
    }
    let bytes = spares.iter().fold(0_u64, |sum, spare| sum.saturating_add(spare.bytes));
    let title =
        Message::new("content.clean.title").with("count", spares.len()).with("size", Field::Bytes(bytes));
    let mut draft = Draft::new(ground.root);
    let (folders, files): (Vec<Spare>, Vec<Spare>) = spares.into_iter().partition(|spare| spare.folder);
    for top in [ground.root, ground.files.data()] {
        let mine: Vec<&Spare> = files.iter().filter(|spare| spare.path.starts_with(top)).collect();
        draft.trash_many(&mine.iter().map(|spare| (spare.path.as_path(), spare.bytes)).collect::<Vec<_>>());
    }
    for spare in &folders {
        draft.trash(crate::draft::Sized { path: &spare.path, bytes: spare.bytes });
    }
    draft.warnings.push(Message::new("content.clean.warn.space"));
    if let Some(playing) = ground.playing.first() {
        draft.warnings.push(Message::new("content.clean.warn.playing").with("version", playing.id.as_str()));
    }
    Ok(draft.finish(title, reversible("content.undo.trash"), None))
}

impl Ground<'_> {
    /// Every game folder of the root in which nobody plays, and every version's folder.
    fn folders(&self) -> Vec<PathBuf> {
        let mut folders = vec![self.root.to_owned()];
        folders.extend(self.instances.iter().flat_map(|one| [one.dir.clone(), one.folder.clone()]));
        folders.retain(|folder| {
            let used = self.playing.iter().any(|one| one.dir == *folder || one.folder == *folder);
            !used && folder.starts_with(self.root)
        });
        folders.sort();
        folders.dedup();
        folders
    }

    fn logs(&self, folder: &Path, spares: &mut Vec<Spare>) {
        self.old_files(&folder.join("logs"), is_old_log, spares);
        self.old_files(&folder.join("crash-reports"), is_report, spares);
        self.old_files(folder, is_dump, spares);
    }

    fn old_files(&self, folder: &Path, fits: fn(&str) -> bool, spares: &mut Vec<Spare>) {
        let old = names(folder).into_iter().filter(|(name, _)| fits(name));
        spares.extend(old.filter_map(|(_, entry)| self.old_file(&entry)));
    }

    fn old_file(&self, entry: &DirEntry) -> Option<Spare> {
        let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let kept = Millis::from(self.keep_days).saturating_mul(DAY);
        let old = regular::modified(&meta).saturating_add(kept) <= self.now;
        old.then(|| Spare { kind: Kind::Logs, path: entry.path(), bytes: meta.len(), folder: false })
    }

    fn caches(&self, spares: &mut Vec<Spare>) {
        for folder in self.folders() {
            let natives = |name: &str| name.ends_with("-natives") || name.starts_with("natives-");
            let ours = names(&folder).into_iter().filter(|(name, entry)| {
                let known = CACHES.contains(&name.as_str()) || (folder != self.root && natives(name));
                known && entry.file_type().is_ok_and(|kind| kind.is_dir())
            });
            spares.extend(ours.map(|(_, entry)| spare(Kind::Caches, entry.path())));
        }
        let ours = names(&self.files.data().join("cache")).into_iter().filter(|(name, entry)| {
            let used = name == NATIVES && !self.playing.is_empty();
            !used && entry.file_type().is_ok_and(|kind| kind.is_dir())
        });
        spares.extend(ours.map(|(_, entry)| spare(Kind::Caches, entry.path())));
    }

    /// Parts of changes that are over, and stages that no job goes on with.
    fn leftovers(&self, spares: &mut Vec<Spare>) {
        let open: Vec<String> = self.unfinished();
        let mut folders = self.folders();
        folders.push(self.root.join("versions"));
        for folder in folders {
            let parts = names(&folder).into_iter().filter(|(name, _)| is_part(name));
            let left = parts.filter(|(name, _)| !open.iter().any(|change| name.contains(change.as_str())));
            spares.extend(left.map(|(_, entry)| spare(Kind::Leftovers, entry.path())));
        }
        let stages = self.files.stages(self.root).unwrap_or_default();
        for stage in stages.into_iter().filter(|stage| !self.jobs.contains(&stage.job)) {
            let path = self.root.join(".nova/stage").join(&stage.job);
            spares.push(Spare { kind: Kind::Leftovers, path, bytes: stage.bytes, folder: true });
        }
    }

    /// Changes that are on their way, or wait for their recovery.
    fn unfinished(&self) -> Vec<String> {
        let changes = self.files.changes().items.into_iter();
        changes.filter(|entry| entry.state == EntryState::Unfinished).map(|entry| entry.id).collect()
    }
}

fn names(folder: &Path) -> Vec<(String, DirEntry)> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MOST).filter_map(Result::ok);
    entries.filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry))).collect()
}

fn spare(kind: Kind, path: PathBuf) -> Spare {
    let folder = path.symlink_metadata().is_ok_and(|meta| meta.is_dir());
    Spare { kind, bytes: folder_size::of(&path).bytes, path, folder }
}

/// A log that the game does not write any more.
fn is_old_log(name: &str) -> bool {
    let current =
        ["latest.log", "debug.log", "fml-client-latest.log", "fml-server-latest.log"].contains(&name);
    !current && ends_with(name.strip_suffix(".gz").unwrap_or(name), "log")
}

fn is_report(name: &str) -> bool {
    name.starts_with("crash-") && ends_with(name, "txt")
}

fn is_dump(name: &str) -> bool {
    (name.starts_with("hs_err_pid") || name.starts_with("replay_pid")) && ends_with(name, "log")
}

fn ends_with(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

fn is_part(name: &str) -> bool {
    name.starts_with('.') && ends_with(name, "nova-part")
}

impl Draft {
    /// Puts many files into the trash area as one item; a line for each folder that they lie in.
    fn trash_many(&mut self, files: &[(&Path, u64)]) {
        if files.is_empty() {
            return;
        }
        let mut folders: BTreeMap<&Path, u64> = BTreeMap::new();
        for (path, bytes) in files {
            let sum = folders.entry(path.parent().unwrap_or(path)).or_default();
            *sum = sum.saturating_add(*bytes);
        }
        for (folder, bytes) in folders {
            let what = self.folder(folder);
            self.line(Change { kind: ChangeKind::Trash, what, to: None, bytes: Some(bytes) });
        }
        let paths: Vec<PathBuf> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        for path in &paths {
            self.watch(path);
        }
        self.push(Step::TrashAll { paths });
    }
}
