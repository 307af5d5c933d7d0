//! Planners of the steps that move many files at once. Their cost is a few looks a file and one a folder, whatever else is
//! in the batch.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use super::Planner;
use super::ground::{Grounds, Names};
use super::view::Found;
use crate::act::{Act, Mark, MarkKind, Thing, Whence};
use crate::disk::{Kind, Meta, walk};
use crate::error::At;
use crate::id;
use crate::journal::{Bundle, Made};
use crate::moves::{Moved, Moves};
use crate::stamp::sha256;
use crate::{FilesError, Placed, Result, WhatIsThere, safe_name, stage, trash};

/// A thing that goes into a bundle: where it is, and what it is.
type Goer = (PathBuf, Meta);

/// What a step places, as far as it was looked at.
struct Load {
    from: Grounds,
    to: Grounds,
    moves: Vec<Moved>,
    taken: HashSet<PathBuf>,
    /// What is in the way and goes.
    old: Vec<Goer>,
}

impl Planner<'_> {
    pub(super) fn place(&mut self, job: &str, files: &[Placed]) -> Result<Made> {
        let (top, places) = self.places(files.iter().map(|placed| placed.to.as_path()))?;
        let stage = self.use_stage(&top, job)?;
        let (from, to) = (Grounds::new(&stage, Names::Any), Grounds::new(&top, Names::Safe));
        let mut load =
            Load { from, to, moves: Vec::new(), taken: HashSet::with_capacity(files.len()), old: Vec::new() };
        for (placed, to) in files.iter().zip(places) {
            if to.starts_with(&stage) {
                return Err(FilesError::Odd { path: to });
            }
            self.place_one(&mut load, placed, to)?;
        }
        let Load { to, moves, taken, old, .. } = load;
        if let Some(both) = to.make.iter().map(|folder| top.join(folder)).find(|path| taken.contains(path)) {
            return Err(FilesError::Odd { path: both });
        }
        let replaced = if old.is_empty() { None } else { Some(self.bundle(&old)?) };
        let list = Moves { make: to.missing(), things: moves, clear: Vec::new() };
        let (files, bytes) = (count(list.things.len()), list.bytes());
        let list = self.move_all(&stage, &top, list, Whence::Stage)?;
        Ok(Made::Placed { list, files, bytes, replaced })
    }

    fn place_one(&self, load: &mut Load, placed: &Placed, to: PathBuf) -> Result<()> {
        let key = stage::Key::new(&placed.key)?;
        let (from, meta) = self.fetched(&mut load.from, &key, Kind::File)?;
        let ground = self.ground(&mut load.to, to.parent().unwrap_or(&to))?;
        if ground.device != meta.device {
            return Err(FilesError::OtherDevice { path: to });
        }
        let there = if ground.there { self.find_in_known_folder(&to)? } else { Found::Nothing };
        match there {
            Found::Nothing => safe_name(&to.file_name().unwrap_or_default().to_string_lossy())?,
            Found::There { meta, .. } if placed.there == WhatIsThere::Goes && can_go(&meta) => {
                load.old.push((to.clone(), meta));
            }
            Found::There { .. } | Found::Made(_) => return Err(FilesError::Taken { path: to }),
        }
        let moved = Moved { from: load.from.below(&from), to: load.to.below(&to), mark: Mark::of(&meta) };
        load.moves.push(moved);
        if load.taken.insert(to.clone()) { Ok(()) } else { Err(FilesError::Taken { path: to }) }
    }

    /// A finished thing of a stage, of the kind it has to be.
    fn fetched(&self, stage: &mut Grounds, key: &stage::Key, kind: Kind) -> Result<(PathBuf, Meta)> {
        let path = key.below(&stage.top);
        let ground = self.ground(stage, path.parent().unwrap_or(&path))?;
        let found = if ground.there { self.find_in_known_folder(&path)? } else { Found::Nothing };
        match found {
            Found::There { path: real, meta } if real == path && meta.kind == kind => Ok((path, meta)),
            Found::There { meta, .. } if meta.kind == Kind::Link => Err(FilesError::Link { path }),
            Found::Nothing => Err(FilesError::Missing { path }),
            Found::There { .. } | Found::Made(_) => Err(FilesError::Odd { path }),
        }
    }

    fn use_stage(&mut self, top: &Path, job: &str) -> Result<PathBuf> {
        let stage = stage::there(self.disk(), top, job)?;
        if !self.plan.stages.contains(&stage) {
            self.plan.stages.push(stage.clone());
        }
        Ok(stage)
    }

    pub(super) fn place_folder(&mut self, job: &str, key: &str, to: &Path) -> Result<Made> {
        let to = self.target(to)?;
        let top = self.place.bounds.top(&to).unwrap_or(&to).to_owned();
        safe_name(&to.file_name().unwrap_or_default().to_string_lossy())?;
        let stage = self.use_stage(&top, job)?;
        let (from, meta) =
            self.fetched(&mut Grounds::new(&stage, Names::Any), &stage::Key::new(key)?, Kind::Folder)?;
        if self.nearest(to.parent().unwrap_or(&to))?.1 != meta.device {
            return Err(FilesError::OtherDevice { path: to });
        }
        stage::refuse_what_leaves(self.disk(), &from)?;
        self.plan.watched.push(to.clone());
        self.plan.acts.push(Act::Move { from, to, thing: Thing::Fetched(Mark::of(&meta)) });
        Ok(Made::PlacedFolder)
    }

    pub(super) fn trash_all(&mut self, paths: &[PathBuf]) -> Result<Made> {
        let (top, places) = self.places(paths.iter().map(PathBuf::as_path))?;
        let mut grounds = Grounds::new(&top, Names::Any);
        let mut old = Vec::with_capacity(places.len());
        for path in places {
            let ground = self.ground(&mut grounds, path.parent().unwrap_or(&path))?;
            let found = if ground.there { self.find_in_known_folder(&path)? } else { Found::Nothing };
            match found {
                Found::There { meta, .. } if can_go(&meta) => old.push((path, meta)),
                Found::Nothing => return Err(FilesError::Missing { path }),
                Found::Made(_) => return Err(FilesError::Order { path }),
                Found::There { .. } => return Err(FilesError::Odd { path }),
            }
        }
        let distinct: HashSet<&PathBuf> = old.iter().map(|(path, _)| path).collect();
        if distinct.len() < old.len() {
            return Err(FilesError::Order { path: top });
        }
        Ok(Made::Bundled { bundle: self.bundle(&old)? })
    }

    /// The paths placed, and the one of the two folders that they all lie in.
    fn places<'b>(&self, paths: impl Iterator<Item = &'b Path>) -> Result<(PathBuf, Vec<PathBuf>)> {
        let mut top: Option<PathBuf> = None;
        let mut places = Vec::new();
        for path in paths {
            let path = self.place.bounds.place(path)?;
            let mine = self.place.bounds.top(&path).unwrap_or(&path);
            match &top {
                None => top = Some(mine.to_owned()),
                Some(top) if top != mine => return Err(FilesError::Outside { path, root: top.clone() }),
                Some(_) => {}
            }
            places.push(path);
        }
        Ok((top.ok_or(FilesError::Empty)?, places))
    }

    /// Acts that move many things into one new item of the trash.
    fn bundle(&mut self, old: &[Goer]) -> Result<Bundle> {
        let was = shared_folder(old.iter().map(|(path, _)| path.as_path()));
        let Some((first, meta)) = old.first() else { return Err(FilesError::Empty) };
        if let Some((path, _)) = old.iter().find(|(_, other)| other.device != meta.device) {
            return Err(FilesError::OtherDevice { path: path.clone() });
        }
        let area = self.area(first, Some(meta))?;
        let thing = |(path, meta): &Goer| {
            Moved::same(path.strip_prefix(&was).unwrap_or(path).to_owned(), Mark::of(meta))
        };
        let things: Vec<Moved> = old.iter().map(thing).collect();
        let make: BTreeSet<&Path> = things.iter().flat_map(|moved| folders_above(&moved.to)).collect();
        let make = make.into_iter().map(Path::to_owned).collect();
        let list = Moves { make, things, clear: Vec::new() };
        let (files, bytes) = (count(list.things.len()), list.bytes());
        let item = self.bundle_id(&area)?;
        let sidecar = trash::Sidecar::bundle(&item, &was, self.place.at, self.place.id, (files, bytes));
        let folder = area.join(&item);
        let aside = folder.join(&sidecar.stored);
        let text = serde_json::to_string(&sidecar).map_err(std::io::Error::other).at(&folder)?;
        self.parents(&aside.join("x"))?;
        self.plan.acts.push(Act::Note { path: trash::note(&folder), text });
        let list = self.move_all(&was, &aside, list, Whence::There)?;
        Ok(Bundle { item, area, list, files, bytes })
    }

    /// The id that the bundle had before, if that is free; a new one otherwise.
    fn bundle_id(&self, area: &Path) -> Result<String> {
        if let Some(id) = self.place.memory.bundles.get(&self.plan.made.len())
            && matches!(self.find(&area.join(id))?, Found::Nothing)
        {
            return Ok(id.clone());
        }
        Ok(self.new_id(id::Kind::Trash))
    }

    /// Puts the files of a bundle back below the folder that they shared, or below another one.
    pub(super) fn unbundle(&mut self, found: &trash::Found, to: Option<&Path>) -> Result<Made> {
        let things = found.thing();
        let top = to.unwrap_or(&found.sidecar.was);
        let none = BTreeSet::new();
        let stays = self.place.memory.stays.get(&self.plan.made.len()).unwrap_or(&none);
        let (mut all, mut clear, mut left) = (Vec::new(), Vec::new(), Vec::new());
        for (path, meta) in walk(self.disk(), &things).at(&things)? {
            let rest = path.strip_prefix(&things).unwrap_or(&path).to_owned();
            match meta.kind {
                Kind::Folder => clear.push(rest),
                _ if stays.contains(&top.join(&rest)) => left.push(meta),
                _ => all.push((rest, meta)),
            }
        }
        clear.reverse();
        let (bound, list) = self.back_from_bundle(top, &all)?;
        let list = Moves { clear, ..list };
        let (files, bytes) = (count(list.things.len()), list.bytes());
        let list = self.move_all(&things, &bound, list, Whence::There)?;
        if left.is_empty() {
            self.plan.acts.push(Act::Unnote { path: found.note(), text: found.text.clone() });
            self.plan.acts.push(Act::RemoveDir { path: things });
            self.plan.acts.push(Act::RemoveDir { path: found.folder.clone() });
        } else {
            self.shrink(found, &left)?;
        }
        Ok(Made::Unbundled { list, files, bytes })
    }

    /// The folder that all of it lies in then, and what has to be moved there.
    fn back_from_bundle(&self, top: &Path, all: &[(PathBuf, Meta)]) -> Result<(PathBuf, Moves)> {
        let paths: Vec<PathBuf> = all.iter().map(|(rest, _)| top.join(rest)).collect();
        let (bound, places) = self.places(paths.iter().map(PathBuf::as_path))?;
        let mut grounds = Grounds::new(&bound, Names::Any);
        let mut moves = Vec::with_capacity(all.len());
        for ((rest, meta), path) in all.iter().zip(places) {
            let ground = self.ground(&mut grounds, path.parent().unwrap_or(&path))?;
            if ground.there && !matches!(self.find_in_known_folder(&path)?, Found::Nothing) {
                return Err(FilesError::Taken { path });
            }
            if ground.device != meta.device {
                return Err(FilesError::OtherDevice { path });
            }
            moves.push(Moved { from: rest.clone(), to: grounds.below(&path), mark: Mark::of(meta) });
        }
        Ok((bound, Moves { make: grounds.missing(), things: moves, clear: Vec::new() }))
    }

    /// The sidecar of a bundle of which some files stay in the trash.
    fn shrink(&mut self, found: &trash::Found, left: &[Meta]) -> Result<()> {
        let bytes = left.iter().map(|meta| meta.size).fold(0, u64::saturating_add);
        let sidecar = trash::Sidecar { files: Some(count(left.len())), bytes, ..found.sidecar.clone() };
        let note = found.note();
        let text = serde_json::to_string(&sidecar).map_err(std::io::Error::other).at(&note)?;
        let meta = self.look(&note)?.ok_or_else(|| FilesError::Missing { path: note.clone() })?;
        let old = self.keep(&note, &meta)?;
        self.put(note, Some(old), text.as_bytes());
        Ok(())
    }
}

impl Planner<'_> {
    /// Folders of ours that go once they are empty, as one act for each of the two folders they may lie in.
    pub(super) fn prune_all(&mut self, folders: Vec<PathBuf>) -> Result<()> {
        let mut tops: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
        for folder in folders {
            let top = self.place.bounds.top(&folder).unwrap_or(&folder).to_owned();
            let below = folder.strip_prefix(&top).unwrap_or(&folder).to_owned();
            tops.entry(top).or_default().push(below);
        }
        for (top, clear) in tops {
            self.move_all(&top, &top, Moves { clear, ..Moves::default() }, Whence::There)?;
        }
        Ok(())
    }

    /// The act of a list, and the list's number.
    fn move_all(&mut self, from: &Path, to: &Path, list: Moves, origin: Whence) -> Result<usize> {
        let number = self.plan.lists.len();
        let sha256 = sha256(&list.to_bytes().at(to)?);
        let act = Act::MoveAll { from: from.to_owned(), to: to.to_owned(), list: number, sha256, origin };
        self.plan.acts.push_all(act, &list);
        self.plan.lists.push(list);
        Ok(number)
    }
}

/// Files and links can be one of many; a folder is a thing of its own.
fn can_go(meta: &Meta) -> bool {
    matches!(Mark::of(meta).kind, MarkKind::File | MarkKind::Link)
}

fn count(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}

/// The folders above a path that is below another one.
fn folders_above(path: &Path) -> impl Iterator<Item = &Path> {
    path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty())
}

/// The deepest folder that all of these lie in.
fn shared_folder<'a>(mut paths: impl Iterator<Item = &'a Path>) -> PathBuf {
    let mut shared = paths.next().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
    for path in paths {
        while !path.parent().is_some_and(|folder| folder.starts_with(&shared)) {
            if !shared.pop() {
                return shared;
            }
        }
    }
    shared
}
