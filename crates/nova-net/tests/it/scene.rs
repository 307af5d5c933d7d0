//! What every test of downloads needs: a fetcher with short times, a landing in memory, files to want.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use nova_model::{Clock, Millis, Random};
use nova_net::download::{
    Amounts, Digest, DigestKind, FetchError, FetchOptions, FetchReport, Fetched, Fetcher, Hasher, Landing,
    Memory, Progress, Times, Tries, Wanted,
};
use tokio_util::sync::CancellationToken;
use url::Url;

/// The computer's clock: the faulty servers tell dates.
pub(crate) struct Now;

impl Clock for Now {
    #[expect(clippy::disallowed_methods, reason = "a host reads the clock, and here the test is the host")]
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        Millis::try_from(since.as_millis()).unwrap()
    }
}

/// Always the same chance: waits are half as long as they may be.
pub(crate) struct Half;

impl Random for Half {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.fill(0x7f);
    }
}

pub(crate) const MS: Duration = Duration::from_millis(1);

/// Short waits, yet times that a busy machine keeps.
pub(crate) fn quick() -> FetchOptions {
    FetchOptions {
        tries: Tries { backoff: 10 * MS, rest: 50 * MS, ..Tries::default() },
        tick: 20 * MS,
        ..FetchOptions::default()
    }
}

/// Times so short that a test can wait until they are over.
pub(crate) fn hasty() -> FetchOptions {
    let times = Times { answer: 400 * MS, silence: 250 * MS, window: 500 * MS, ..Times::default() };
    FetchOptions { times, ..quick() }
}

pub(crate) fn fetcher(options: FetchOptions) -> Fetcher {
    Fetcher::new(options, Arc::new(Now), Arc::new(Half))
}

/// Bytes that do not repeat.
pub(crate) fn bytes(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_u32;
    let next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[3]
    };
    std::iter::repeat_with(next).take(count).collect()
}

pub(crate) fn sha1(bytes: &[u8]) -> Digest {
    let mut hasher = Hasher::new(Some(DigestKind::Sha1));
    hasher.update(bytes);
    hasher.finish().unwrap()
}

/// A file whose size and hash are known.
pub(crate) fn wanted(key: &str, sources: Vec<Url>, bytes: &[u8]) -> Wanted {
    Wanted::new(key, sources, 16 << 20).sized(bytes.len() as u64).hashed(sha1(bytes))
}

/// A landing, who fetches into it, and what was shown.
pub(crate) struct Scene {
    pub(crate) fetcher: Fetcher,
    pub(crate) memory: Memory,
    pub(crate) cancel: CancellationToken,
    pub(crate) shown: Arc<Shown>,
}

/// What was shown of the progress.
#[derive(Default)]
pub(crate) struct Shown(Mutex<Vec<Amounts>>);

impl Progress for Shown {
    fn show(&self, amounts: &Amounts) {
        self.0.lock().unwrap().push(amounts.clone());
    }
}

impl Shown {
    pub(crate) fn all(&self) -> Vec<Amounts> {
        self.0.lock().unwrap().clone()
    }
}

impl Scene {
    pub(crate) fn new(options: FetchOptions) -> Self {
        Self {
            fetcher: fetcher(options),
            memory: Memory::default(),
            cancel: CancellationToken::new(),
            shown: Arc::default(),
        }
    }

    pub(crate) async fn fetch(&self, wanted: Vec<Wanted>) -> FetchReport {
        let landing: Arc<dyn Landing> = Arc::new(self.memory.clone());
        self.fetcher.fetch(wanted, &landing, &*self.shown, &self.cancel).await
    }

    /// Fetches one file. Whatever comes of it, what lies under its name is right.
    pub(crate) async fn one(&self, wanted: Wanted) -> Result<Fetched, FetchError> {
        let (key, digest) = (wanted.key.clone(), wanted.digest);
        let outcome = self.fetch(vec![wanted]).await.files.remove(0);
        let whole = self.memory.whole(&key);
        assert_eq!(whole.is_some(), outcome.is_ok(), "nothing lies there but what was verified");
        if let (Some(bytes), Some(digest)) = (whole, digest) {
            assert_eq!(sha1(&bytes), digest);
        }
        outcome.map_err(|error| (*error).clone())
    }
}
