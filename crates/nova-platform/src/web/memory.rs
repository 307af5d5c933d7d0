//! What was heard: a while without asking again, and after that with the question whether it is still so. The oldest goes when there is
//! too much.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serde_json::Value;
use tokio::time::Instant;
use url::Url;

/// An answer from before.
pub(super) struct Heard {
    pub(super) bytes: Arc<[u8]>,
    pub(super) etag: Option<String>,
    /// Whether it is good without asking.
    pub(super) is_fresh: bool,
}

/// Answers by address and what was sent there.
pub(super) struct Memory {
    most: usize,
    fresh: Duration,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    answers: HashMap<String, Entry>,
    bytes: usize,
    /// Counts what is kept, so that the oldest is known.
    turn: u64,
}

struct Entry {
    bytes: Arc<[u8]>,
    etag: Option<String>,
    at: Instant,
    turn: u64,
}

/// What an answer is kept by.
pub(super) fn place(url: &Url, body: Option<&Value>) -> String {
    body.map_or_else(|| url.to_string(), |body| format!("{url} {body}"))
}

impl Memory {
    pub(super) fn new(most: usize, fresh: Duration) -> Self {
        Self { most, fresh, kept: Mutex::default() }
    }

    pub(super) fn get(&self, place: &str) -> Option<Heard> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = kept.answers.get(place)?;
        let is_fresh = entry.at.elapsed() < self.fresh;
        Some(Heard { bytes: Arc::clone(&entry.bytes), etag: entry.etag.clone(), is_fresh })
    }

    pub(super) fn keep(&self, place: String, etag: Option<String>, bytes: Arc<[u8]>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.forget(&place);
        let size = weight(&place, &bytes);
        if size > self.most {
            return;
        }
        while kept.bytes.saturating_add(size) > self.most {
            let oldest =
                kept.answers.iter().min_by_key(|(_, entry)| entry.turn).map(|(place, _)| place.clone());
            let Some(oldest) = oldest else { break };
            kept.forget(&oldest);
        }
        kept.turn += 1;
        kept.bytes += size;
        let entry = Entry { bytes, etag, at: Instant::now(), turn: kept.turn };
        kept.answers.insert(place, entry);
    }
}

impl Kept {
    fn forget(&mut self, place: &str) {
        if let Some(gone) = self.answers.remove(place) {
            self.bytes = self.bytes.saturating_sub(weight(place, &gone.bytes));
        }
    }
}

fn weight(place: &str, bytes: &[u8]) -> usize {
    place.len().saturating_add(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(count: usize) -> Arc<[u8]> {
        vec![0; count].into()
    }

    #[test]
    fn the_oldest_goes_when_there_is_too_much() {
        let memory = Memory::new(100, Duration::from_secs(9));
        for place in ["a", "b", "c"] {
            memory.keep(place.to_owned(), None, bytes(40));
        }
        assert!(memory.get("a").is_none());
        assert!(memory.get("b").is_some_and(|heard| heard.is_fresh));
        memory.keep("d".to_owned(), None, bytes(200));
        assert!(memory.get("d").is_none() && memory.get("c").is_some(), "too large to be kept");
        memory.keep("b".to_owned(), Some("\"x\"".to_owned()), bytes(40));
        assert_eq!(memory.kept.lock().unwrap().bytes, 82, "what is kept again counts once");
    }

    #[test]
    fn what_is_old_is_kept_for_the_question_whether_it_is_still_so() {
        let memory = Memory::new(100, Duration::ZERO);
        memory.keep("a".to_owned(), Some("\"x\"".to_owned()), bytes(4));
        let heard = memory.get("a").unwrap();
        assert!(!heard.is_fresh);
        assert_eq!(heard.etag.as_deref(), Some("\"x\""));
    }
}
