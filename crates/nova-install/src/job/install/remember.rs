//! What is remembered of the files that a job puts in place, for those of which nobody else says what they should be.

use std::{
    collections::{BTreeSet, HashMap},
    path::Path,
    sync::Arc,
};

use super::{Learn, Run};
use crate::{Depth, Expected, InstallError, Known, Need, Sha1, check, inspect};

impl Run<'_> {
    /// What the installer made, whether the version file names it or not: loaders find some of it by themselves.
    pub(super) async fn look_at_made(&mut self) -> Result<(), InstallError> {
        let Some(installer) = &self.recipe.installer else { return Ok(()) };
        let fetched: BTreeSet<&str> = self
            .recipe
            .needs
            .iter()
            .filter(|need| !need.urls.is_empty() && !installer.brings.contains_key(&need.place))
            .map(|need| need.place.as_str())
            .collect();
        // An installer that is no library of the version is of no use later.
        let is_tool = |key: &str| {
            key == installer.lies && !self.recipe.needs.iter().any(|need| need.place == installer.lies)
        };
        for file in self.stage.list()?.into_iter().filter(|file| !is_tool(&file.key)) {
            if file.key.starts_with("libraries/") && !fetched.contains(file.key.as_str()) {
                let sha1 = self.staged(&file.key)?;
                self.made.insert(file.key, sha1);
            }
        }
        for (place, sha1) in &self.made {
            self.ledger.keep(place, *sha1);
        }
        let needs: Vec<Need> = self.made.keys().cloned().map(inspect::unsaid).collect();
        let at = (self.asked.root, Learn::Nothing);
        let states = self.shop.states(at, (&needs, &self.ledger), Depth::Full, Arc::new(())).await;
        self.there.extend(needs.into_iter().map(|need| need.place).zip(states));
        Ok(())
    }

    /// Notes what is about to be placed.
    pub(super) fn remember(&mut self) -> Result<(), InstallError> {
        let (said, unsaid): (Vec<&Need>, Vec<&Need>) =
            self.recipe.needs.iter().partition(|need| !need.sha1s().is_empty());
        let said: Vec<String> = said.into_iter().map(|need| need.place.clone()).collect();
        let unsaid: Vec<String> = unsaid.into_iter().map(|need| need.place.clone()).collect();
        for place in said {
            self.ledger.forget(&place);
        }
        for place in unsaid {
            if !self.is_right(&place) && self.stage.has(&place)?.is_some() {
                let sha1 = self.staged(&place)?;
                self.ledger.keep(&place, sha1);
            }
        }
        for document in &self.recipe.documents {
            self.ledger.keep(&document.place, Sha1::of(&document.bytes));
        }
        if let (Some(_), Some((loader, build))) = (&self.recipe.installer, &self.recipe.loader) {
            let maker = crate::maker(*loader, &self.recipe.game, build);
            self.ledger.keep_made(&maker, self.made.keys().cloned().collect());
        }
        Ok(())
    }

    /// Notes how the files look that came, so that nobody hashes them again before they change: they were hashed while they were fetched.
    /// Beside an installer that is so only of the assets: its programs were among the others since.
    pub(super) async fn know(&self, came: Vec<String>) {
        let needs: HashMap<&str, &Need> =
            self.recipe.needs.iter().map(|need| (need.place.as_str(), need)).collect();
        let copied: HashMap<&str, &str> =
            self.recipe.copies.iter().map(|(place, original)| (place.as_str(), original.as_str())).collect();
        let expected = |place: &String| {
            let original = copied.get(place.as_str()).copied().unwrap_or(place);
            let need = needs.get(original)?;
            Some(Expected { path: place.split('/').collect(), ..need.expected(&self.ledger) })
        };
        let (sure, unsure): (Vec<Expected>, Vec<Expected>) = came
            .iter()
            .filter_map(expected)
            .partition(|file| self.recipe.installer.is_none() || file.path.starts_with("assets"));
        let (files, root) = (self.shop.files.clone(), self.asked.root.to_owned());
        let noted = tokio::task::spawn_blocking(move || {
            let mut known = Known::read(&files, &root);
            known.learn_unread(&root, &sure);
            check(&root, &unsure, Depth::Full, &mut known, &());
            // It can be made again.
            let _ = known.write(&files, &root);
        });
        let _ = noted.await;
    }

    fn staged(&self, place: &str) -> Result<Sha1, InstallError> {
        let path = self.stage.path(place)?;
        Sha1::of_file(&path).map_err(|error| unreadable(&path, error))
    }
}

fn unreadable(path: &Path, source: std::io::Error) -> InstallError {
    nova_files::FilesError::Io { path: path.to_owned(), source }.into()
}
