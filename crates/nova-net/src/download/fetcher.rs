//! Who fetches: built once, shared by all that download.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use nova_model::{Clock, Random};
use tokio_util::sync::CancellationToken;

use super::{
    Answered, FetchError, FetchOptions, FetchReport, Landing, Probe, Probed, Progress, Validators, Wanted,
    ask::{Asker, Clients},
    flights::Flights,
    flow::Line,
    hosts::HostBook,
    probe, read, run,
    tally::Tally,
    tries::Patience,
};

/// Who fetches files. A copy shares connections, limits and what is known of hosts with the first.
#[derive(Clone)]
pub struct Fetcher {
    ground: Arc<Ground>,
}

/// What every download stands on.
pub(super) struct Ground {
    pub(super) options: FetchOptions,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) random: Arc<dyn Random>,
    pub(super) book: HostBook,
    pub(super) flights: Flights,
    /// How many bodies are on their way.
    running: AtomicU64,
    clients: Clients,
}

impl Ground {
    pub(super) fn asker(&self) -> Asker<'_> {
        Asker { clients: &self.clients, options: &self.options }
    }

    /// One more body is on its way, until this is dropped.
    pub(super) fn running(&self) -> Running<'_> {
        self.running.fetch_add(1, Ordering::Relaxed);
        Running(&self.running)
    }

    pub(super) fn line<'a>(&'a self, tally: &'a Tally, patience: Patience) -> Line<'a> {
        let slowest = self.options.times.slowest;
        Line { slowest, patience, running: &self.running, moved: &tally.moved }
    }
}

/// A body on its way, counted among all of them.
pub(super) struct Running<'a>(&'a AtomicU64);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Fetcher {
    /// A fetcher. The clock reads dates in answers; chance spreads retries.
    pub fn new(options: FetchOptions, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        let book = HostBook::new(&options);
        let ground = Ground {
            options,
            clock,
            random,
            book,
            flights: Flights::default(),
            running: AtomicU64::new(0),
            clients: Clients::default(),
        };
        Self { ground: Arc::new(ground) }
    }

    /// Lets hosts that rest be asked again: somebody tries anew, and may have mended what was wrong.
    pub fn wake_hosts(&self) {
        self.ground.book.wake();
    }

    /// Fetches all of these files into a landing.
    ///
    /// Each ends verified under its final name, or as an error with nothing there. A file that failed does not keep the
    /// others, but nothing new is begun once the landing cannot take files, once there is no HTTP client, or once
    /// [`FetchOptions::give_up`] files have failed. What was not begun, and what was on its way then, is reported as
    /// [`FetchError::Stopped`]; after `cancel`, as [`FetchError::Cancelled`].
    ///
    /// Calling off drops the requests at once and leaves the parts of large files in the landing, for a later call to go on
    /// with. When this returns, nothing touches the landing any more.
    pub async fn fetch(
        &self,
        wanted: Vec<Wanted>,
        landing: &Arc<dyn Landing>,
        progress: &dyn Progress,
        cancel: &CancellationToken,
    ) -> FetchReport {
        run::fetch(&self.ground, wanted, landing, progress, cancel).await
    }

    /// Reads a small file into memory. With what was `known` of the copy that the caller has, the answer may be that it is
    /// still good.
    pub async fn read(
        &self,
        what: &Wanted,
        known: Option<&Validators>,
        cancel: &CancellationToken,
    ) -> Result<Answered, FetchError> {
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(FetchError::Cancelled),
            answered = read::read(&self.ground, what, known) => answered,
        }
    }

    /// Asks each of these addresses once, all at the same time, and tells how long the answer took.
    pub async fn test_sources(&self, probes: Vec<Probe>, cancel: &CancellationToken) -> Vec<Probed> {
        probe::ask_all(&self.ground, probes, cancel).await
    }
}
