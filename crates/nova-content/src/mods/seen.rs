//! What was read from jars, kept for whoever looks at the same folder again and again. A list that changes are planned from is read
//! anew each time.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

use nova_model::Millis;

use super::folder::ModFile;
use crate::facts::JarFacts;

/// Jars that are remembered, some twenty large packs' worth. When it is full, all go at once.
const MOST: usize = 8_192;

/// The jars that were read so far. One with another time or size is another one.
#[derive(Debug, Default)]
pub struct SeenJars(Mutex<HashMap<PathBuf, Seen>>);

#[derive(Debug)]
struct Seen {
    size: u64,
    modified: Millis,
    facts: JarFacts,
}

impl SeenJars {
    /// What was read from a file, where it lies there unchanged.
    pub(super) fn of(&self, file: &ModFile) -> Option<JarFacts> {
        let jars = self.lock();
        let seen = jars.get(&file.path)?;
        (seen.size == file.size && seen.modified == file.modified).then(|| seen.facts.clone())
    }

    /// One that could not be read in full is looked at again: what was wrong may have passed.
    pub(super) fn keep(&self, file: &ModFile, facts: &JarFacts) {
        if !facts.problems.is_empty() {
            return;
        }
        let mut jars = self.lock();
        if jars.len() >= MOST {
            jars.clear();
        }
        let seen = Seen { size: file.size, modified: file.modified, facts: facts.clone() };
        jars.insert(file.path.clone(), seen);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PathBuf, Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
