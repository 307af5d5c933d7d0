//! Answers of the servers, kept: a list that was read a moment ago is not asked for again, one with a known hash never, and without a
//! network the kept one still says what there is. Looking keeps them in memory alone; only an install writes what it asked for.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use nova_files::{Files, Records};
use nova_model::{Clock, Millis};
use nova_net::{
    download::{Answered, Digest, FetchError, Fetcher, Validators, Wanted},
    sources::{SourceOrder, sources_for},
};
use nova_version::Sha1;
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{InstallError, Sha1 as Hash};

/// The most bytes of an answer that are kept: the largest list has 600 KiB, an installer 15 MiB.
const LARGEST: u64 = 64 << 20;
/// How long a list is good without asking.
const FRESH: Millis = 5 * 60 * 1000;

/// A small file on a server.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Its address.
    pub url: String,
    /// What people call it.
    pub name: String,
    /// Its digest, where that is known: then what is kept is as good as what is there.
    pub sha1: Option<Sha1>,
    /// Bytes that are too many.
    pub cap: u64,
}

impl Ask {
    /// A list, which changes.
    pub fn list(url: impl Into<String>, name: impl Into<String>) -> Self {
        Self { url: url.into(), name: name.into(), sha1: None, cap: 16 << 20 }
    }

    /// A file that is what its digest says, where there is one.
    #[must_use]
    pub fn hashed(self, sha1: Option<&Sha1>) -> Self {
        Self { sha1: sha1.cloned(), ..self }
    }

    /// A file that may be larger.
    #[must_use]
    pub fn up_to(self, cap: u64) -> Self {
        Self { cap, ..self }
    }

    /// Whether it is the digest beside another file.
    fn is_digest(&self) -> bool {
        self.url.rsplit('.').next() == Some("sha1")
    }

    /// Whether an answer cannot be what was asked for: a digest that is none, a list without a digest that is no JSON.
    fn is_garbled(&self, bytes: &[u8]) -> bool {
        let name = self.url.rsplit('/').next().unwrap_or_default();
        match name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("sha1") => digest(bytes).is_none(),
            None | Some("json") if self.sha1.is_none() => {
                serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_err()
            }
            _ => false,
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Got {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Since when it was kept, where the server could not be asked.
    pub kept_since: Option<Millis>,
}

/// What is kept beside an answer.
#[derive(Clone, Serialize, Deserialize)]
struct Note {
    url: String,
    at: Millis,
    sha1: String,
    validators: Option<Validators>,
}

/// Answers in memory; more bytes than this are forgotten.
const MOST: usize = 96 << 20;

/// Answers in memory, shared by its copies.
#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<Heard>>);

/// By address.
type Heard = HashMap<String, (Note, Vec<u8>)>;

/// Where answers are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeping {
    Memory,
    Disk,
}

/// The servers, and what they said before.
#[derive(Clone)]
pub struct Web {
    keeping: Keeping,
    memory: Memory,
    /// Who fetches.
    pub fetcher: Fetcher,
    /// Which source comes first.
    pub order: SourceOrder,
    cache: Records,
    clock: Arc<dyn Clock>,
}

impl Web {
    /// With what is kept in the data folder.
    ///
    /// # Errors
    /// None in practice: the folder's name is a name.
    pub fn new(
        files: &Files,
        fetcher: Fetcher,
        order: SourceOrder,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, InstallError> {
        let (keeping, memory) = (Keeping::Memory, Memory::default());
        Ok(Self { keeping, memory, fetcher, order, cache: files.records("cache/meta")?, clock })
    }

    /// The same, with answers that others heard.
    #[must_use]
    pub fn remembering(self, memory: &Memory) -> Self {
        Self { memory: memory.clone(), ..self }
    }

    /// The same, writing what it hears to the data folder.
    #[must_use]
    pub fn writing(&self) -> Self {
        Self { keeping: Keeping::Disk, ..self.clone() }
    }

    /// A small file: from the server, or as it was kept.
    pub async fn get(&self, ask: &Ask, cancel: &CancellationToken) -> Result<Got, InstallError> {
        let kept = self.kept(ask);
        let now = self.clock.now();
        if let Some((note, bytes)) = kept.as_ref().filter(|(note, _)| is_good(note, ask, now)) {
            self.write(note, bytes);
            return Ok(Got { bytes: bytes.clone(), kept_since: None });
        }
        let known = kept.as_ref().and_then(|(note, _)| note.validators.as_ref());
        match self.ask(ask, known, cancel).await? {
            // Not kept: the next try has to ask again.
            Ok(Answered::Fresh(fresh)) if ask.is_garbled(&fresh.bytes) => Ok(match kept {
                Some((note, bytes)) => Got { bytes, kept_since: Some(note.at) },
                None => Got { bytes: fresh.bytes, kept_since: None },
            }),
            Ok(Answered::Fresh(fresh)) => {
                self.keep(ask, &fresh.bytes, fresh.validators);
                Ok(Got { bytes: fresh.bytes, kept_since: None })
            }
            Ok(Answered::NotModified) => {
                let (note, bytes) = kept.ok_or_else(|| InstallError::Unheard { name: ask.name.clone() })?;
                self.keep(ask, &bytes, note.validators);
                Ok(Got { bytes, kept_since: None })
            }
            Err(FetchError::Cancelled) => Err(InstallError::Cancelled),
            Err(error) => match kept {
                Some((note, bytes)) => Ok(Got { bytes, kept_since: Some(note.at) }),
                None => Err(InstallError::Fetch(Box::new(error))),
            },
        }
    }

    /// One source after the other, until one gives something that can be read; what cannot is given where no other is left.
    async fn ask(
        &self,
        ask: &Ask,
        known: Option<&Validators>,
        cancel: &CancellationToken,
    ) -> Result<Result<Answered, FetchError>, InstallError> {
        let mut wanted = self.wanted(ask)?;
        loop {
            let answered = self.fetcher.read(&wanted, known, cancel).await;
            match &answered {
                Ok(Answered::Fresh(fresh)) if ask.is_garbled(&fresh.bytes) && wanted.sources.len() > 1 => {
                    wanted.sources.retain(|source| *source != fresh.source);
                }
                _ => return Ok(answered),
            }
        }
    }

    /// The addresses of a file, in order, with their mirrors.
    pub fn addresses(&self, urls: &[String]) -> Vec<Url> {
        let mut all: Vec<Url> = Vec::new();
        for url in urls.iter().filter_map(|url| Url::parse(url).ok()) {
            all.extend(sources_for(&url, self.order));
        }
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|url| seen.insert(url.clone()));
        all
    }

    fn wanted(&self, ask: &Ask) -> Result<Wanted, InstallError> {
        let sources = self.addresses(std::slice::from_ref(&ask.url));
        if sources.is_empty() {
            return Err(InstallError::Address { url: nova_model::clean(&ask.url, 200) });
        }
        let mut wanted = Wanted::new(ask.name.clone(), sources, ask.cap);
        wanted.digest = ask.sha1.as_ref().and_then(|sha1| Digest::sha1(sha1.as_str()));
        Ok(wanted)
    }

    fn kept(&self, ask: &Ask) -> Option<(Note, Vec<u8>)> {
        let wanted = |note: &Note| ask.sha1.as_ref().is_none_or(|sha1| sha1.as_str() == note.sha1);
        let heard = self.memory.0.lock().unwrap_or_else(PoisonError::into_inner).get(&ask.url).cloned();
        heard.filter(|(note, _)| wanted(note)).or_else(|| self.written(ask).filter(|(note, _)| wanted(note)))
    }

    fn written(&self, ask: &Ask) -> Option<(Note, Vec<u8>)> {
        let (note, body) = names(&ask.url);
        let note: Note = serde_json::from_slice(&self.cache.get(&note, 64 << 10).ok()??).ok()?;
        let bytes = self.cache.get(&body, ask.cap.min(LARGEST)).ok()??;
        // Two runs may have written note and body at the same time.
        let whole = note.url == ask.url && note.sha1 == Hash::of(&bytes).to_string();
        whole.then_some((note, bytes))
    }

    /// A digest is not kept: a wrong one lets no file through, and a server may go on saying that it is still the same.
    fn keep(&self, ask: &Ask, bytes: &[u8], validators: Option<Validators>) {
        if ask.is_digest() {
            return;
        }
        let sha1 = Hash::of(bytes).to_string();
        let note = Note { url: ask.url.clone(), at: self.clock.now(), sha1, validators };
        self.write(&note, bytes);
        let mut memory = self.memory.0.lock().unwrap_or_else(PoisonError::into_inner);
        let held: usize = memory.values().map(|(_, bytes)| bytes.len()).sum();
        if held.saturating_add(bytes.len()) > MOST {
            memory.clear();
        }
        memory.insert(ask.url.clone(), (note, bytes.to_vec()));
    }

    /// What cannot be written is asked for again.
    fn write(&self, note: &Note, bytes: &[u8]) {
        let (told, body) = names(&note.url);
        if self.keeping == Keeping::Memory {
            return;
        }
        if let Ok(text) = serde_json::to_vec(note) {
            let _ = self.cache.put(&body, bytes).and_then(|()| self.cache.put(&told, &text));
        }
    }
}

/// The digest that a file beside another says; some have the file's name behind it.
pub(crate) fn digest(bytes: &[u8]) -> Option<Sha1> {
    Sha1::parse(String::from_utf8_lossy(bytes).split_whitespace().next()?)
}

fn is_good(note: &Note, ask: &Ask, now: Millis) -> bool {
    ask.sha1.is_some() || (note.at..note.at.saturating_add(FRESH)).contains(&now)
}

fn names(url: &str) -> (String, String) {
    let name = Hash::of(url.as_bytes());
    (format!("{name}.json"), format!("{name}.body"))
}
