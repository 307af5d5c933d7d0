//! Planning a thing that is made out of copies: where its sources may lie, and how much it is.

use std::path::{Path, PathBuf};

use super::{Planner, Task};
use crate::act::Act;
use crate::backup::entry_name;
use crate::copy::{Gathering, Piece, Weight, weigh};
use crate::disk::Kind;
use crate::error::At;
use crate::journal::Made;
use crate::safe_path::is_plain;
use crate::{Copied, FilesError, Result, Whose};

impl Planner<'_> {
    pub(super) fn gather(
        &mut self,
        sources: &[Copied],
        files: &[(String, Vec<u8>)],
        to: &Path,
    ) -> Result<Made> {
        check_names(sources, files)?;
        let pieces = sources.iter().map(|source| self.piece(source, to)).collect::<Result<Vec<_>>>()?;
        let weight = self.weigh(&pieces, files)?;
        let to = self.target(to)?;
        let (folder, _) = self.steady_folder(&to)?;
        let part = folder.join(self.part_name());
        self.plan.need.push((folder, weight.bytes));
        let thing = self.stage(part.clone());
        self.plan.acts.push(Act::Move { from: part.clone(), to: to.clone(), thing });
        self.plan.tasks.push(Task::Gather(Gathering { pieces, files: files.to_vec(), part }));
        self.plan.watched.push(to);
        Ok(Made::Gathered { files: weight.files, bytes: weight.bytes })
    }

    fn piece(&self, source: &Copied, to: &Path) -> Result<Piece> {
        let (from, top) = match source.whose {
            Whose::Ours => self.our_source(&source.from)?,
            Whose::Foreign => (self.foreign_source(&source.from)?, source.from.clone()),
        };
        match self.look(&from)?.map(|meta| meta.kind) {
            Some(Kind::File | Kind::Folder) => {}
            Some(Kind::Link) => return Err(FilesError::Link { path: from }),
            Some(Kind::Other) => return Err(FilesError::Odd { path: from }),
            None => return Err(FilesError::Missing { path: from }),
        }
        self.not_into_itself(&from, to)?;
        let piece = Piece { from, name: source.name.clone(), top };
        piece.refuse_open_worlds(self.disk())?;
        Ok(piece)
    }

    /// Copies are made before the first act, so what an earlier step changes is not there yet.
    fn our_source(&self, path: &Path) -> Result<(PathBuf, PathBuf)> {
        let path = self.place.bounds.place(path)?;
        self.place.bounds.no_links_above(&path)?;
        if self.plan.acts.iter().any(|act| act.is_below(&path)) {
            return Err(FilesError::Order { path });
        }
        let top = self.place.bounds.top(&path).unwrap_or(&path).to_owned();
        Ok((path, top))
    }

    /// A link on the way would make it another folder than the one that was looked at.
    fn foreign_source(&self, path: &Path) -> Result<PathBuf> {
        if !is_plain(path) {
            let root = self.place.bounds.root.to_owned();
            return Err(FilesError::Outside { path: path.to_owned(), root });
        }
        if self.look(path)?.is_none() {
            return Err(FilesError::Missing { path: path.to_owned() });
        }
        if self.disk().canonical(path).at(path)? != path {
            return Err(FilesError::Link { path: path.to_owned() });
        }
        Ok(path.to_owned())
    }

    fn weigh(&self, pieces: &[Piece], files: &[(String, Vec<u8>)]) -> Result<Weight> {
        let mut sum = Weight::default();
        for piece in pieces {
            let weight = weigh(self.disk(), &piece.from)?;
            sum.files = sum.files.saturating_add(weight.files);
            sum.bytes = sum.bytes.saturating_add(weight.bytes);
        }
        for (_, bytes) in files {
            sum.files = sum.files.saturating_add(1);
            sum.bytes = sum.bytes.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        }
        Ok(sum)
    }
}

/// Each name is plain, and none is, or lies below, another one.
fn check_names(sources: &[Copied], files: &[(String, Vec<u8>)]) -> Result<()> {
    let names = sources.iter().map(|source| &source.name).chain(files.iter().map(|(name, _)| name));
    let mut names: Vec<&String> = names.collect();
    match names.as_slice() {
        [] => return Err(FilesError::Empty),
        [name] if name.is_empty() && files.is_empty() => return Ok(()),
        _ => {}
    }
    for name in &names {
        entry_name(name)?;
    }
    // With the slash behind each, what lies below a name follows it.
    let mut sorted: Vec<String> = names.drain(..).map(|name| format!("{name}/")).collect();
    sorted.sort();
    let clash = sorted.windows(2).find(|pair| matches!(pair, [a, b] if b.starts_with(a.as_str())));
    match clash.and_then(|pair| pair.last()) {
        Some(name) => Err(FilesError::Taken { path: PathBuf::from(name.trim_end_matches('/')) }),
        None => Ok(()),
    }
}
