//! One planner a kind of step.

use std::path::{Path, PathBuf};

use super::view::Found;
use super::{Planner, Task};
use crate::act::{Act, Mark, Old, Thing};
use crate::backup::{self, Job};
use crate::disk::{Kind, Meta};
use crate::error::At;
use crate::id;
use crate::journal::{Journal, Made};
use crate::stamp::{bytes, sha256, sha256_of};
use crate::{FilesError, NewBackup, Result, trash};

impl Planner<'_> {
    pub(super) fn rename(&mut self, from: &Path, to: &Path) -> Result<Made> {
        let from = self.place.bounds.place(from)?;
        let (thing, there) = self.source(&from)?;
        self.not_into_itself(&from, to)?;
        let to = self.target(to)?;
        self.plan.watched.push(to.clone());
        match there {
            Some((real, meta)) if self.steady_folder(&to)?.1 != meta.device => {
                self.copy_over(&from, &to, &real, &meta)
            }
            _ => {
                self.plan.acts.push(Act::Move { from, to, thing });
                Ok(Made::Moved)
            }
        }
    }

    pub(super) fn not_into_itself(&self, from: &Path, to: &Path) -> Result<()> {
        let to = self.place.bounds.place(to)?;
        if to != from && to.starts_with(from) { Err(FilesError::Odd { path: to }) } else { Ok(()) }
    }

    /// A move onto another device: a copy beside the target, and the source into the trash.
    fn copy_over(&mut self, from: &Path, to: &Path, real: &Path, meta: &Meta) -> Result<Made> {
        // Copies are made before the first act.
        if from != real || self.plan.acts.iter().any(|act| act.is_below(from)) {
            return Err(FilesError::Order { path: from.to_owned() });
        }
        let (folder, _) = self.steady_folder(to)?;
        let part = folder.join(self.part_name());
        self.plan.need.push((folder, bytes(self.disk(), real)?));
        let staged = self.stage(part.clone());
        self.plan.tasks.push(Task::Copy { from: real.to_owned(), part: part.clone() });
        self.plan.acts.push(Act::Move { from: part, to: to.to_owned(), thing: staged });
        let item = self.put_aside(from, Thing::There(Mark::of(meta)), Some((real.to_owned(), *meta)))?.0;
        Ok(Made::Copied { item })
    }

    pub(super) fn stage(&mut self, part: PathBuf) -> Thing {
        self.plan.staged.push(part);
        Thing::Staged(self.plan.staged.len() - 1)
    }

    pub(super) fn write(&mut self, path: &Path, content: &[u8]) -> Result<Made> {
        let path = self.place.bounds.place(path)?;
        let old = match self.find(&path)? {
            Found::Nothing => None,
            Found::There { path: real, meta } if meta.kind == Kind::File => Some(self.keep(&real, &meta)?),
            Found::There { meta, .. } if meta.kind == Kind::Link => return Err(FilesError::Link { path }),
            Found::There { .. } => return Err(FilesError::Odd { path }),
            // One write a file and batch: the second would have nothing on the disk to keep.
            Found::Made(_) => return Err(FilesError::Taken { path }),
        };
        self.refuse_open_worlds(&path)?;
        self.parents(&path)?;
        self.plan.watched.push(path.clone());
        self.put(path, old.clone(), content);
        Ok(Made::Written { old })
    }

    pub(super) fn put(&mut self, path: PathBuf, old: Option<Old>, content: &[u8]) {
        let part = path.with_file_name(self.part_name());
        let mtime = self.place.memory.times.get(&path).copied();
        self.plan.contents.insert(self.plan.acts.len(), content.to_owned());
        self.plan.acts.push(Act::Put { path, part, sha256: sha256(content), old, mtime });
    }

    /// The contents of a file are kept beside the journal entry.
    pub(super) fn keep(&mut self, real: &Path, meta: &Meta) -> Result<Old> {
        let blobs = Journal::new(self.disk(), self.place.bounds.data).blobs(self.place.id);
        let blob = blobs.join(format!("{}.old", self.plan.keep.len()));
        self.plan.keep.push((real.to_owned(), blob.clone()));
        Ok(Old { sha256: sha256_of(self.disk(), real)?, blob, mtime: meta.mtime, mode: meta.mode })
    }

    pub(super) fn trash(&mut self, path: &Path) -> Result<Made> {
        let path = self.place.bounds.place(path)?;
        let (thing, there) = self.source(&path)?;
        let (item, area) = self.put_aside(&path, thing, there)?;
        Ok(Made::Trashed { item, area })
    }

    /// Acts that move a thing into a new item of the trash.
    fn put_aside(
        &mut self,
        path: &Path,
        thing: Thing,
        there: Option<(PathBuf, Meta)>,
    ) -> Result<(String, PathBuf)> {
        let data = self.place.bounds.data;
        let area =
            self.area(there.as_ref().map_or(path, |(real, _)| real), there.as_ref().map(|(_, meta)| meta))?;
        if area.starts_with(path) || data.starts_with(path) {
            return Err(FilesError::Odd { path: path.to_owned() });
        }
        let id = self.item_id(path, &area)?;
        let folder = area.join(&id);
        let size = there.map_or(Ok(0), |(real, _)| bytes(self.disk(), &real))?;
        let sidecar = trash::Sidecar::new(&id, path, self.place.at, self.place.id, size);
        let text = serde_json::to_string(&sidecar).map_err(std::io::Error::other).at(&folder)?;
        let to = folder.join(&sidecar.stored);
        self.parents(&to)?;
        self.plan.acts.push(Act::Note { path: trash::note(&folder), text });
        self.plan.acts.push(Act::Move { from: path.to_owned(), to, thing });
        Ok((id, area))
    }

    /// The id that the thing had in the trash before, if that is free; a new one otherwise.
    fn item_id(&self, path: &Path, area: &Path) -> Result<String> {
        if let Some(id) = self.place.memory.items.get(path)
            && matches!(self.find(&area.join(id))?, Found::Nothing)
        {
            return Ok(id.clone());
        }
        Ok(self.new_id(id::Kind::Trash))
    }

    pub(super) fn untrash(&mut self, id: &str, to: Option<&Path>) -> Result<Made> {
        let found = self.item(id)?;
        if found.sidecar.files.is_some() {
            return self.unbundle(&found, to);
        }
        let thing = found.thing();
        let meta = self.look(&thing)?.ok_or_else(|| FilesError::UnknownTrash { id: id.to_owned() })?;
        let to = self.target(to.unwrap_or(&found.sidecar.was))?;
        self.plan.watched.push(to.clone());
        self.plan.acts.push(Act::Move { from: thing, to: to.clone(), thing: Thing::There(Mark::of(&meta)) });
        self.plan.acts.push(Act::Unnote { path: found.note(), text: found.text.clone() });
        self.plan.acts.push(Act::RemoveDir { path: found.folder });
        Ok(Made::Untrashed { path: to })
    }

    /// An item of any area, as long as no earlier step took it.
    fn item(&self, id: &str) -> Result<trash::Found> {
        let data = self.place.bounds.data;
        let near = [data.join("trash"), trash::area_below(self.place.bounds.root)];
        let far = || trash::areas(data, &Journal::new(self.disk(), data).all());
        for area in near.into_iter().chain(std::iter::once_with(far).flatten()) {
            if let Some(found) = trash::find(self.disk(), &area, id)? {
                let taken = !matches!(self.find(&found.thing())?, Found::There { .. });
                return if taken { Err(FilesError::UnknownTrash { id: id.to_owned() }) } else { Ok(found) };
            }
        }
        Err(FilesError::UnknownTrash { id: id.to_owned() })
    }

    pub(super) fn purge(&mut self, ids: &[String]) -> Result<Made> {
        if ids.is_empty() {
            return Err(FilesError::Empty);
        }
        for id in ids {
            let found = self.item(id)?;
            let area = found.folder.parent().unwrap_or(&found.folder);
            let grave = area.join(format!(".purge-{}", self.place.id));
            let meta =
                self.look(&found.folder)?.ok_or_else(|| FilesError::UnknownTrash { id: id.clone() })?;
            if !self.plan.purged.contains(&grave) {
                self.plan.purged.push(grave.clone());
                self.plan.acts.push(Act::MakeDir { path: grave.clone() });
            }
            let thing = Thing::There(Mark::of(&meta));
            self.plan.acts.push(Act::Move { from: found.folder.clone(), to: grave.join(id), thing });
        }
        Ok(Made::Purged)
    }

    pub(super) fn backup(&mut self, new: &NewBackup) -> Result<Made> {
        let mut sources = Vec::new();
        for (path, name) in &new.sources {
            sources.push((self.backup_source(path)?, backup::entry_name(name)?));
        }
        if sources.is_empty() {
            return Err(FilesError::Empty);
        }
        let id = self.new_id(id::Kind::Backup);
        let home = self.place.bounds.data.join("backups");
        let folder = new.version.as_ref().filter(|name| crate::safe_name(name).is_ok());
        let zip = folder.map_or_else(|| home.clone(), |name| home.join(name)).join(format!("{id}.zip"));
        let sidecar = zip.with_extension("json");
        // Prepared in the journal's folder, which is there by then and lies on the same device.
        let aside = Journal::new(self.disk(), self.place.bounds.data).folder;
        let job = Job::new(&id, self.place.at, self.place.bounds.root, new, sources, &aside);
        self.parents(&zip)?;
        self.stage_zip(job, &zip, &sidecar)?;
        Ok(Made::Zipped { backup: id, zip, sidecar })
    }

    /// The zip gets its name first: a zip without sidecar is no backup yet.
    fn stage_zip(&mut self, job: Job, zip: &Path, sidecar: &Path) -> Result<()> {
        let mut size = 0_u64;
        for (path, _) in &job.sources {
            size = size.saturating_add(bytes(self.disk(), path)?);
        }
        self.plan.need.push((self.nearest(self.place.bounds.data)?.0, size));
        for (part, to) in [(&job.zip, zip), (&job.sidecar, sidecar)] {
            let thing = self.stage(part.clone());
            self.plan.acts.push(Act::Move { from: part.clone(), to: to.to_owned(), thing });
        }
        self.plan.tasks.push(Task::Zip(Box::new(job)));
        Ok(())
    }

    /// What goes into a backup lies on the disk now, and is a file or folder.
    fn backup_source(&self, path: &Path) -> Result<PathBuf> {
        let path = self.place.bounds.place(path)?;
        self.place.bounds.no_links_above(&path)?;
        match self.look(&path)?.map(|meta| meta.kind) {
            Some(Kind::File | Kind::Folder) => {
                self.refuse_open_worlds(&path)?;
                Ok(path)
            }
            Some(Kind::Link) => Err(FilesError::Link { path }),
            Some(Kind::Other) => Err(FilesError::Odd { path }),
            None => Err(FilesError::Missing { path }),
        }
    }

    pub(super) fn unpack(&mut self, id: &str, entry: &str, to: &Path) -> Result<Made> {
        let known = backup::find(self.disk(), self.place.bounds.data, id)?;
        let size = known.check(self.disk(), entry)?;
        let to = self.target(to)?;
        let (folder, _) = self.steady_folder(&to)?;
        let part = folder.join(self.part_name());
        self.plan.need.push((folder, size));
        let thing = self.stage(part.clone());
        self.plan.acts.push(Act::Move { from: part.clone(), to: to.clone(), thing });
        self.plan.tasks.push(Task::Unpack { known: Box::new(known), entry: entry.to_owned(), part });
        self.plan.watched.push(to);
        Ok(Made::Unpacked)
    }
}
