//! From the steps of a batch to acts: everything that can be refused is refused here, before anything is touched.

mod acts;
mod bulk;
mod copy;
mod ground;
mod space;
mod step;
mod view;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use nova_model::Millis;

use crate::act::{Act, Mark, Thing};
use crate::apply::Memory;
use crate::backup::{Job, Known};
use crate::copy::Gathering;
use crate::disk::{Disk, Kind, Meta};
use crate::error::At;
use crate::id::{self, Entropy};
use crate::journal::{FIRST_FORMAT, FORMAT, Made};
use crate::moves::Moves;
use crate::safe_path::Bounds;
use crate::session::open_world;
use crate::{FilesError, Result, Step, trash};

pub(crate) use acts::Acts;
pub(crate) use space::check_space;
use view::Found;

/// What is prepared aside before the first act.
pub(crate) enum Task {
    /// A zip and its sidecar.
    Zip(Box<Job>),
    /// A part of a backup unpacked.
    Unpack { known: Box<Known>, entry: String, part: PathBuf },
    /// A copy onto another device.
    Copy { from: PathBuf, part: PathBuf },
    /// A thing made out of copies.
    Gather(Gathering),
}

/// All that a change will do.
#[derive(Default)]
pub(crate) struct Plan {
    /// The steps with their paths below the canonical folders, without contents.
    pub steps: Vec<Step>,
    pub acts: Acts,
    /// What each [`Act::MoveAll`] moves, by its number.
    pub lists: Vec<Moves>,
    /// Stages that something is taken from.
    pub stages: Vec<PathBuf>,
    /// What the [`Act::Put`]s write, by the number of the act.
    pub contents: BTreeMap<usize, Vec<u8>>,
    /// Files whose contents are kept, and where.
    pub keep: Vec<(PathBuf, PathBuf)>,
    pub tasks: Vec<Task>,
    /// The names that the tasks make, in the order of [`Thing::Staged`].
    pub staged: Vec<PathBuf>,
    pub made: Vec<Made>,
    pub purged: Vec<PathBuf>,
    /// Bytes that will be written, by an existing folder of the device.
    pub need: Vec<(PathBuf, u64)>,
    /// What is stamped when the change is done.
    pub watched: Vec<PathBuf>,
}

impl Plan {
    /// Of the journal entry: the first one where an older program can use it.
    pub(crate) fn format(&self) -> u32 {
        let copies = self.steps.iter().any(|step| matches!(step, Step::Copy { .. }));
        if self.lists.is_empty() && self.stages.is_empty() && !copies { FIRST_FORMAT } else { FORMAT }
    }
}

/// Where and for whom is planned.
pub(crate) struct Place<'a> {
    pub bounds: Bounds<'a>,
    pub entropy: &'a Entropy,
    pub at: Millis,
    /// The change's id.
    pub id: &'a str,
    pub memory: &'a Memory,
}

pub(crate) struct Planner<'a> {
    pub place: Place<'a>,
    pub plan: Plan,
    /// What was looked at: nothing changes on the disk while planning.
    seen: RefCell<HashMap<PathBuf, Option<Meta>>>,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(place: Place<'a>) -> Self {
        Self { place, plan: Plan::default(), seen: RefCell::default() }
    }

    pub(crate) fn steps(&mut self, steps: &[Step]) -> Result<()> {
        if steps.is_empty() {
            return Err(FilesError::Empty);
        }
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Result<()> {
        let made = match step {
            Step::Rename { from, to } => self.rename(from, to)?,
            Step::Write { path, content } => self.write(path, content)?,
            Step::Trash { path } => self.trash(path)?,
            Step::Untrash { id, to } => self.untrash(id, to.as_deref())?,
            Step::TrashAll { paths } => self.trash_all(paths)?,
            Step::Place { stage, files } => self.place(stage, files)?,
            Step::PlaceFolder { stage, key, to } => self.place_folder(stage, key, to)?,
            Step::Copy { sources, files, to } => self.gather(sources, files, to)?,
            Step::Backup { backup } => self.backup(backup)?,
            Step::Unpack { backup_id, entry, to } => self.unpack(backup_id, entry, to)?,
            Step::Purge { ids } => self.purge(ids)?,
        };
        self.plan.made.push(made);
        let bare = step.bare(|path| self.place.bounds.place(path))?;
        self.plan.steps.push(bare);
        Ok(())
    }

    /// Empty folders of ours that are removed after the steps, deepest first.
    pub(crate) fn prune(&mut self, folders: &[PathBuf]) -> Result<()> {
        let mut there = Vec::new();
        for folder in folders {
            let path = self.place.bounds.place(folder)?;
            if let Found::There { meta, .. } = self.find(&path)?
                && meta.kind == Kind::Folder
            {
                there.push(path);
            }
        }
        if !self.plan.lists.is_empty() {
            return self.prune_all(there);
        }
        for path in there {
            self.plan.acts.push(Act::RemoveDir { path });
        }
        Ok(())
    }

    fn disk(&self) -> &'a dyn Disk {
        self.place.bounds.disk
    }

    fn look(&self, path: &Path) -> Result<Option<Meta>> {
        if let Some(meta) = self.seen.borrow().get(path) {
            return Ok(*meta);
        }
        let meta = self.disk().look(path).at(path)?;
        self.seen.borrow_mut().insert(path.to_owned(), meta);
        Ok(meta)
    }

    /// A name beside which nobody else's can be.
    fn part_name(&self) -> String {
        format!(".{}-{}.nova-part", self.place.id, self.plan.acts.len() + self.plan.staged.len())
    }

    fn new_id(&self, kind: id::Kind) -> String {
        id::new(kind, self.place.entropy)
    }

    fn refuse_open_worlds(&self, path: &Path) -> Result<()> {
        let top = self.place.bounds.top(path).unwrap_or(path);
        match open_world(self.disk(), path, top) {
            Some(world) => Err(FilesError::WorldOpen { world }),
            None => Ok(()),
        }
    }

    /// The thing at a path, which has to be there, and can be moved.
    fn source(&self, path: &Path) -> Result<(Thing, Option<(PathBuf, Meta)>)> {
        match self.find(path)? {
            Found::Nothing => Err(FilesError::Missing { path: path.to_owned() }),
            Found::Made(_) => Ok((Thing::Made, None)),
            Found::There { path: real, meta } => {
                self.refuse_open_worlds(&real)?;
                Ok((Thing::There(Mark::of(&meta)), Some((real, meta))))
            }
        }
    }

    /// A path for something new: free, below folders that are there or are made.
    fn target(&mut self, path: &Path) -> Result<PathBuf> {
        let path = self.place.bounds.place(path)?;
        if !matches!(self.find(&path)?, Found::Nothing) {
            return Err(FilesError::Taken { path });
        }
        self.parents(&path)?;
        self.refuse_open_worlds(&path)?;
        Ok(path)
    }

    /// Acts for the missing folders above a path.
    fn parents(&mut self, path: &Path) -> Result<()> {
        let Some(top) = self.place.bounds.top(path).map(Path::to_owned) else { return Ok(()) };
        let above = path.ancestors().skip(1).take_while(|part| *part != top);
        let mut missing = Vec::new();
        for part in above {
            match self.find(part)? {
                Found::Nothing => missing.push(part.to_owned()),
                Found::Made(kind) if kind != Kind::Folder => {
                    return Err(FilesError::Odd { path: part.to_owned() });
                }
                Found::There { path, meta } if meta.kind != Kind::Folder => {
                    return Err(FilesError::Odd { path });
                }
                Found::Made(_) | Found::There { .. } => break,
            }
        }
        for path in missing.into_iter().rev() {
            self.plan.acts.push(Act::MakeDir { path });
        }
        Ok(())
    }

    /// The trash area of the device that a thing lies on.
    fn area(&self, path: &Path, meta: Option<&Meta>) -> Result<PathBuf> {
        let data = self.place.bounds.data;
        let device = meta.map_or(0, |meta| meta.device);
        if meta.is_none() || self.nearest(data)?.1 == device || path.starts_with(data) {
            return Ok(data.join("trash"));
        }
        let mut top = self.place.bounds.root;
        for part in path.ancestors().skip(1).take_while(|part| part.starts_with(self.place.bounds.root)) {
            if self.look(part)?.is_some_and(|meta| meta.device == device) {
                top = part;
            } else {
                break;
            }
        }
        Ok(trash::area_below(top))
    }

    /// A path, or the nearest folder above it that is there, and its device.
    fn nearest(&self, path: &Path) -> Result<(PathBuf, u64)> {
        for part in path.ancestors() {
            if let Some(meta) = self.look(part)? {
                return Ok((part.to_owned(), meta.device));
            }
        }
        Err(FilesError::Missing { path: path.to_owned() })
    }
}
