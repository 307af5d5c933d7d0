//! The last step: everything the version needs goes from the stage to its place, as one change.

use std::collections::BTreeSet;

use nova_files::{Batch, Entry, Placed, StageKind, Step, WhatIsThere};
use nova_model::Origin;

use super::Run;
use crate::{Aim, InstallError, State};

/// What of a stage is part of a game root.
const PLACES: [&str; 4] = ["libraries/", "versions/", "assets/", "mods/"];

impl Run<'_> {
    /// Makes the change, and tells which files came.
    pub(super) async fn place(&self) -> Result<(Entry, Vec<String>), InstallError> {
        self.copies()?;
        for document in &self.recipe.documents {
            self.stage.write(&document.place, &document.bytes)?;
        }
        let files = self.placed()?;
        let came = files.iter().map(|file| file.key.clone()).collect();
        let goes: Vec<_> = self.recipe.goes.iter().map(|place| self.asked.root.join(place)).collect();
        let mut steps = vec![Step::Place { stage: self.stage.job().to_owned(), files }];
        if !goes.is_empty() {
            steps.insert(0, Step::TrashAll { paths: goes });
        }
        steps.extend(self.along.steps.iter().cloned());
        let batch = Batch { root: self.asked.root.to_owned(), steps };
        let origin = Origin {
            version: Some(self.recipe.id.clone()),
            title: self.along.title.clone().or_else(|| Some(self.recipe.title())),
            ..self.asked.origin.clone()
        };
        let (all, stage) = (self.shop.files.clone(), self.stage.clone());
        let applied = tokio::task::spawn_blocking(move || {
            let entry = all.apply(batch, &origin)?;
            // What is left is the installer's; a stage that stays is found and thrown away later.
            let _ = stage.discard();
            Ok::<_, InstallError>(entry)
        });
        Ok((applied.await.unwrap_or(Err(InstallError::Cancelled))?, came))
    }

    /// Files that lie under a second name too.
    fn copies(&self) -> Result<(), InstallError> {
        for (place, original) in &self.recipe.copies {
            let is_wrong = self.there.get(place).is_some_and(|state| *state != State::Right);
            if !is_wrong && self.asked.root.join(place).is_file() {
                continue;
            }
            let from = match self.stage.has(original)? {
                Some(_) => self.stage.path(original)?,
                None => self.asked.root.join(original),
            };
            self.stage.copy_in(place, &from)?;
        }
        Ok(())
    }

    /// What is wanted of the stage, and not there yet.
    fn placed(&self) -> Result<Vec<Placed>, InstallError> {
        let wanted: BTreeSet<&str> = self.recipe.needs.iter().map(|need| need.place.as_str()).collect();
        let copies = self.recipe.copies.iter().map(|(place, _)| place.as_str());
        let documents = self.recipe.documents.iter().map(|document| document.place.as_str());
        let made = self.made.keys().map(String::as_str);
        let wanted: BTreeSet<&str> = wanted.into_iter().chain(copies).chain(documents).chain(made).collect();
        self.all_there()?;
        let mut placed = Vec::new();
        for file in self.stage.list()? {
            let ours = PLACES.iter().any(|place| file.key.starts_with(place)) && file.kind == StageKind::File;
            if !ours || !wanted.contains(file.key.as_str()) || self.is_there(&file.key) {
                continue;
            }
            let there = match self.there.get(&file.key) {
                Some(State::Missing) | None if !self.is_document(&file.key) => WhatIsThere::Stays,
                _ => WhatIsThere::Goes,
            };
            let to = self.asked.root.join(&file.key);
            placed.push(Placed { key: file.key, to, there });
        }
        Ok(placed)
    }

    /// Whether a file is a version file of the recipe. One of that name that says something else could not be read.
    fn is_document(&self, place: &str) -> bool {
        self.recipe.documents.iter().any(|document| document.place == place)
    }

    /// What was right when the job began may have been taken away since.
    fn all_there(&self) -> Result<(), InstallError> {
        let right = self.recipe.needs.iter().filter(|need| self.is_right(&need.place));
        for need in right {
            if !self.asked.root.join(&need.place).is_file() {
                return Err(InstallError::NotMade { file: need.place.clone() });
            }
        }
        Ok(())
    }

    /// Whether a file is right where it is, or another install has placed it meanwhile.
    fn is_there(&self, place: &str) -> bool {
        let path = self.asked.root.join(place);
        if let Some(document) = self.recipe.documents.iter().find(|document| document.place == place) {
            // The version's own file is put there anew in any case: it is what the change is about.
            let is_swapped = self.recipe.aim != Aim::New && place == crate::json_place(&self.recipe.id);
            let there = || nova_files::read_state(&path, 8 << 20).ok().flatten();
            return !is_swapped && there().as_ref() == Some(&document.bytes);
        }
        match self.there.get(place) {
            Some(State::Right) => true,
            Some(State::Missing) | None => path.symlink_metadata().is_ok(),
            _ => false,
        }
    }
}
