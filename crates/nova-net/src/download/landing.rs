//! Where bytes go. A landing keeps a file under its final name only once it was verified; until then it is a part.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use nova_model::{Explain, Report};

use super::Wanted;

/// Where fetched files land. Called from threads that may block, many at once.
pub trait Landing: Send + Sync {
    /// Whether a file is there under its final name: finished by an earlier fetch of the same [`Wanted`]. It is not fetched
    /// again then.
    fn has(&self, wanted: &Wanted) -> Landed<bool>;

    /// Opens the part of a file, or makes an empty one. What an earlier run left is still in it.
    fn open(&self, wanted: &Wanted) -> Landed<Box<dyn LandingFile>>;
}

/// A file that is not whole yet. One that is dropped stays as it is, so that a later fetch can go on with it.
pub trait LandingFile: Send {
    /// How many bytes it has.
    fn len(&self) -> u64;

    /// Whether it has none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text that was noted for it last.
    fn noted(&self) -> Option<String>;

    /// Keeps a short text beside it, which says whether it can be gone on with; `None` takes the text away.
    fn note(&mut self, text: Option<&str>) -> Landed<()>;

    /// Gives all that it has, in order, so that it can be hashed again.
    fn read_back(&mut self, each: &mut dyn FnMut(&[u8])) -> Landed<()>;

    /// Adds to its end.
    fn write(&mut self, bytes: &[u8]) -> Landed<()>;

    /// Leaves only its first bytes.
    fn truncate(&mut self, len: u64) -> Landed<()>;

    /// It is whole and verified: gives it its final name.
    fn finish(self: Box<Self>) -> Landed<()>;

    /// It is no good: takes it away, with its note.
    fn discard(self: Box<Self>) -> Landed<()>;
}

/// What a landing answers.
pub type Landed<T> = Result<T, LandingError>;

/// Why a landing cannot take a file (a full disk, a missing right). Nothing more is fetched then.
#[derive(Clone)]
pub struct LandingError(Arc<dyn Explain + Send + Sync>);

impl LandingError {
    /// Wraps the landing's own error, which explains itself.
    pub fn new(error: impl Explain + Send + Sync + 'static) -> Self {
        Self(Arc::new(error))
    }
}

impl std::error::Error for LandingError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

impl Explain for LandingError {
    fn report(&self) -> Report {
        self.0.report()
    }
}

impl fmt::Debug for LandingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for LandingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A landing in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Mutex<Shelf>>);

#[derive(Debug, Default)]
struct Shelf {
    whole: HashMap<String, Vec<u8>>,
    parts: HashMap<String, (Vec<u8>, Option<String>)>,
}

impl Memory {
    /// The bytes of a finished file.
    pub fn whole(&self, key: &str) -> Option<Vec<u8>> {
        self.with(|shelf| shelf.whole.get(key).cloned())
    }

    /// The bytes of a part, and its note.
    pub fn part(&self, key: &str) -> Option<(Vec<u8>, Option<String>)> {
        self.with(|shelf| shelf.parts.get(key).cloned())
    }

    /// Puts a part there, as an earlier run would have left it.
    pub fn leave_part(&self, key: &str, bytes: &[u8], note: Option<&str>) {
        self.with(|shelf| shelf.parts.insert(key.to_owned(), (bytes.to_vec(), note.map(str::to_owned))));
    }

    fn with<T>(&self, act: impl FnOnce(&mut Shelf) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Landing for Memory {
    fn has(&self, wanted: &Wanted) -> Landed<bool> {
        Ok(self.with(|shelf| shelf.whole.contains_key(&wanted.key)))
    }

    fn open(&self, wanted: &Wanted) -> Landed<Box<dyn LandingFile>> {
        let key = wanted.key.clone();
        self.with(|shelf| {
            shelf.parts.entry(key.clone()).or_default();
        });
        Ok(Box::new(MemoryPart { memory: self.clone(), key }))
    }
}

struct MemoryPart {
    memory: Memory,
    key: String,
}

impl MemoryPart {
    fn with<T: Default>(&self, act: impl FnOnce(&mut (Vec<u8>, Option<String>)) -> T) -> T {
        self.memory.with(|shelf| shelf.parts.get_mut(&self.key).map(act)).unwrap_or_default()
    }
}

impl LandingFile for MemoryPart {
    fn len(&self) -> u64 {
        self.with(|(bytes, _)| bytes.len() as u64)
    }

    fn noted(&self) -> Option<String> {
        self.with(|(_, note)| note.clone())
    }

    fn note(&mut self, text: Option<&str>) -> Landed<()> {
        self.with(|(_, note)| *note = text.map(str::to_owned));
        Ok(())
    }

    fn read_back(&mut self, each: &mut dyn FnMut(&[u8])) -> Landed<()> {
        self.with(|(bytes, _)| each(bytes));
        Ok(())
    }

    fn write(&mut self, more: &[u8]) -> Landed<()> {
        self.with(|(bytes, _)| bytes.extend_from_slice(more));
        Ok(())
    }

    fn truncate(&mut self, len: u64) -> Landed<()> {
        self.with(|(bytes, _)| bytes.truncate(usize::try_from(len).unwrap_or(usize::MAX)));
        Ok(())
    }

    fn finish(self: Box<Self>) -> Landed<()> {
        self.memory.with(|shelf| {
            let (bytes, _) = shelf.parts.remove(&self.key).unwrap_or_default();
            shelf.whole.insert(self.key.clone(), bytes);
        });
        Ok(())
    }

    fn discard(self: Box<Self>) -> Landed<()> {
        self.memory.with(|shelf| shelf.parts.remove(&self.key));
        Ok(())
    }
}
