//! Doing and taking back an act that moves many things, with the folders around them.

use std::io::ErrorKind::AlreadyExists;
use std::path::Path;

use super::{Actor, Thing, Whence, blame};
use crate::disk::{Kind, free_tree, make_dirs};
use crate::error::At;
use crate::moves::Moves;
use crate::{FilesError, Result, stage};

impl Actor<'_> {
    pub(super) fn list(&self, number: usize) -> Result<&Moves> {
        // A journal entry without its list is found damaged before it comes to this.
        self.lists.get(number).ok_or_else(|| FilesError::Damaged { path: number.to_string().into() })
    }

    pub(super) fn move_all(&self, from: &Path, to: &Path, list: &Moves) -> Result<()> {
        list.make.iter().try_for_each(|folder| self.make_or_find(&to.join(folder)))?;
        for moved in &list.things {
            let (from, to) = (from.join(&moved.from), to.join(&moved.to));
            self.disk.rename(&from, &to).map_err(|error| blame(self.disk, &from, &to, error))?;
        }
        list.clear.iter().try_for_each(|folder| self.remove_if_empty(&from.join(folder)))
    }

    pub(super) fn move_all_back(&self, from: &Path, to: &Path, list: &Moves, origin: Whence) -> Result<()> {
        list.clear.iter().rev().try_for_each(|folder| self.make_if_missing(&from.join(folder)))?;
        for moved in list.things.iter().rev() {
            let thing = match origin {
                Whence::There => Thing::There(moved.mark),
                Whence::Stage => Thing::Fetched(moved.mark),
            };
            self.move_back(&from.join(&moved.from), &to.join(&moved.to), thing)?;
        }
        list.make.iter().rev().try_for_each(|folder| self.remove_if_empty(&to.join(folder)))
    }

    /// Among many folders another program may be faster with one; it is as good as ours.
    fn make_or_find(&self, folder: &Path) -> Result<()> {
        match self.disk.make_dir(folder) {
            Err(error) if error.kind() == AlreadyExists => match self.disk.look(folder).at(folder)? {
                Some(meta) if meta.kind == Kind::Folder => Ok(()),
                _ => Err(FilesError::io(folder, error)),
            },
            made => made.at(folder),
        }
    }

    /// Puts a thing back into its stage, whose folders may be gone, and which may hold the thing again: it is freed there.
    pub(super) fn put_into_stage_again(&self, from: &Path, to: &Path) -> Result<()> {
        stage::refuse_links(self.disk, from)?;
        free_tree(self.disk, from).at(from)?;
        if let Some(folder) = from.parent() {
            make_dirs(self.disk, folder).at(folder)?;
        }
        self.disk.rename(to, from).map_err(|error| blame(self.disk, to, from, error))
    }
}
