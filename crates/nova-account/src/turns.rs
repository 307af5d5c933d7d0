//! Whose turn it is to get new tokens for an account: a refresh token works once, so that two refreshes of one account must not meet,
//! be it in this program or in another one on the same data folder.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use nova_files::{Files, Held};
use tokio::{
    sync::{Mutex as Gate, OwnedMutexGuard},
    time::{Instant, sleep},
};

/// Below the data folder; one empty folder an account, which the system keeps locked for whoever refreshes.
const FOLDER: &str = "locks";
/// How often it is looked whether the other program is done.
const LOOKS: Duration = Duration::from_millis(50);
/// A refresh asks six servers in a row. Whoever holds an account longer hangs, and is not waited for.
const PATIENCE: Duration = Duration::from_mins(1);

/// The turns of all accounts. Clones share them: one for the whole program.
#[derive(Clone, Default)]
pub struct Turns {
    files: Option<Files>,
    here: Arc<Mutex<BTreeMap<String, Weak<Gate<()>>>>>,
}

/// A turn. It ends when this is let go of, also where its program dies.
pub(crate) struct Turn {
    _here: OwnedMutexGuard<()>,
    _between: Option<Held>,
}

impl Turns {
    /// Turns that other programs on the same data folder keep as well.
    pub fn on(files: &Files) -> Self {
        Self { files: Some(files.clone()), here: Arc::default() }
    }

    /// Waits for the turn of an account. Whatever is known of its tokens has to be read again after that.
    pub(crate) async fn take(&self, id: &str) -> Turn {
        let here = self.gate(id).lock_owned().await;
        Turn { _here: here, _between: self.between(id).await }
    }

    fn gate(&self, id: &str) -> Arc<Gate<()>> {
        let mut gates = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        gates.retain(|_, gate| gate.strong_count() > 0);
        if let Some(gate) = gates.get(id).and_then(Weak::upgrade) {
            return gate;
        }
        let gate = Arc::<Gate<()>>::default();
        gates.insert(id.to_owned(), Arc::downgrade(&gate));
        gate
    }

    /// None where it cannot be had: signing in is worth more than the order. Whoever is refused then reads the tokens again.
    async fn between(&self, id: &str) -> Option<Held> {
        let records = self.files.as_ref()?.records(Path::new(FOLDER).join(id)).ok()?;
        let end = Instant::now() + PATIENCE;
        loop {
            match records.hold() {
                Ok(None) if Instant::now() < end => sleep(LOOKS).await,
                held => return held.ok().flatten(),
            }
        }
    }
}
