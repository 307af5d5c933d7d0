//! The jobs that this program works on now: how far each is, and how it is called off.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio_util::sync::CancellationToken;

use super::{Far, Listener};

/// The jobs that this program works on. Clones are the same list.
#[derive(Clone, Default)]
pub struct Running(Arc<Mutex<BTreeMap<String, One>>>);

struct One {
    far: Far,
    cancel: CancellationToken,
}

impl Running {
    /// How far a job is; none where another program works on it, or nobody.
    pub fn far(&self, id: &str) -> Option<Far> {
        self.list().get(id).map(|one| one.far.clone())
    }

    /// Calls a job off; tells whether this program works on it.
    pub fn cancel(&self, id: &str) -> bool {
        let list = self.list();
        let one = list.get(id);
        if let Some(one) = one {
            one.cancel.cancel();
        }
        one.is_some()
    }

    /// A job begins. It ends with what is returned.
    pub(super) fn begin(
        &self,
        id: &str,
        listener: Arc<dyn Listener>,
        cancel: CancellationToken,
    ) -> Arc<Begun> {
        self.list().insert(id.to_owned(), One { far: Far::default(), cancel });
        Arc::new(Begun { running: self.clone(), id: id.to_owned(), listener })
    }

    fn list(&self) -> MutexGuard<'_, BTreeMap<String, One>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A job that runs. It hears how far the job is, for the list and for whoever asked for it.
pub(super) struct Begun {
    running: Running,
    id: String,
    listener: Arc<dyn Listener>,
}

impl Listener for Begun {
    fn far(&self, far: &Far) {
        if let Some(one) = self.running.list().get_mut(&self.id) {
            one.far = far.clone();
        }
        self.listener.far(far);
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.running.list().remove(&self.id);
    }
}
