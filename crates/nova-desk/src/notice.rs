//! What concerns the whole window, whoever caused it: a page is to be opened, the look changed, files changed.

use std::sync::{Mutex, PoisonError};

use crate::{call::To, view::Notice};

/// The windows that listen.
#[derive(Default)]
pub(crate) struct Notices(Mutex<Vec<To<Notice>>>);

impl Notices {
    /// Adds a listener.
    pub(crate) fn listen(&self, to: To<Notice>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(to);
    }

    /// Tells all of them, and forgets those that are gone.
    pub(crate) fn send(&self, notice: &Notice) {
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(To::is_open);
        for to in listeners.iter() {
            to.send(notice);
        }
    }
}
