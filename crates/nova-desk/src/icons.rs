//! The icons of mods, kept so that no jar is opened twice for the same picture.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use nova_content::mods::ModFileOnDisk;

use crate::picture;

/// Letters of all pictures together at most: about 200 mods' worth of the largest ones. When it is full, all go at once; what is
/// on the screen is read again.
const MOST_LETTERS: usize = 64 << 20;
/// Jars without a picture are remembered too.
const MOST_FILES: usize = 8_192;

/// The pictures that were read so far. A file that changed has another time or size, and is read anew.
#[derive(Default)]
pub(crate) struct Icons(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    urls: HashMap<ModFileOnDisk, Option<String>>,
    letters: usize,
}

impl Icons {
    /// The picture of a mod's file as a data address.
    pub(crate) fn of(&self, file: &ModFileOnDisk) -> Option<String> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).urls.get(file).cloned();
        known.unwrap_or_else(|| {
            let url = file.icon(picture::MOST_BYTES).and_then(|bytes| picture::data_url(&bytes));
            self.0.lock().unwrap_or_else(PoisonError::into_inner).keep(file, url.clone());
            url
        })
    }
}

impl Kept {
    fn keep(&mut self, file: &ModFileOnDisk, url: Option<String>) {
        let letters = url.as_deref().map_or(0, str::len);
        if self.letters + letters > MOST_LETTERS || self.urls.len() >= MOST_FILES {
            *self = Self::default();
        }
        self.letters += letters;
        self.urls.insert(file.clone(), url);
    }
}
