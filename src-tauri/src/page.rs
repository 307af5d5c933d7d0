//! The page in the window: how often it was loaded, and what it has asked for that must not be cut off.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::sync::watch;

/// How long the window waits for a line when it is closed. Whatever is cut off then is rolled back by the journal.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is known of the page.
#[derive(Clone)]
pub(crate) struct Page {
    loads: Arc<AtomicU64>,
    doing: Arc<watch::Sender<u64>>,
    closing: Arc<AtomicBool>,
}

impl Default for Page {
    fn default() -> Self {
        Self { loads: Arc::default(), doing: Arc::new(watch::Sender::new(0)), closing: Arc::default() }
    }
}

impl Page {
    /// A new page: calls of the one before are heard no more.
    pub(crate) fn was_loaded(&self) {
        self.loads.fetch_add(1, Ordering::Relaxed);
    }

    /// How often it was loaded.
    pub(crate) fn loaded(&self) -> u64 {
        self.loads.load(Ordering::Relaxed)
    }

    /// A line of a checklist begins to be done.
    pub(crate) fn begins(&self) {
        self.doing.send_modify(|doing| *doing += 1);
    }

    /// It is done, or failed.
    pub(crate) fn ends(&self) {
        self.doing.send_modify(|doing| *doing = doing.saturating_sub(1));
    }

    /// Whether a line is being done.
    pub(crate) fn is_changing(&self) -> bool {
        *self.doing.borrow() > 0
    }

    /// The player closed the window.
    pub(crate) fn closes(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// The player wants the window again.
    pub(crate) fn stays(&self) {
        self.closing.store(false, Ordering::Relaxed);
    }

    /// Whether the player closed it, and did not want it again since.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Waits until no line is being done, but not for ever.
    pub(crate) async fn settled(&self) {
        let mut doing = self.doing.subscribe();
        let calm = doing.wait_for(|doing| *doing == 0);
        // Where it takes too long the journal rolls back what is cut off.
        drop(tokio::time::timeout(PATIENCE, calm).await);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn closing_waits_for_the_line_that_is_being_done() {
        let page = Page::default();
        page.settled().await;
        page.begins();
        let waits = page.settled();
        let mut waits = std::pin::pin!(waits);
        assert!(futures_util::poll!(&mut waits).is_pending());
        page.ends();
        waits.await;
    }

    #[test]
    fn a_window_that_is_wanted_again_while_it_closes_stays() {
        let page = Page::default();
        page.closes();
        assert!(page.is_closing());
        page.stays();
        assert!(!page.is_closing());
        page.closes();
        assert!(page.is_closing(), "closed a second time");
    }
}
