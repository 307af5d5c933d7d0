//! The one store of a launcher: opened with the first call, and put aside where its file cannot be used.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use nova_agent::store::{Ground, Store, StoreError, Unusable};
use nova_files::{Files, FilesError};
use nova_model::{Clock, Explain, Message, Problem, Report};

/// The name of the file in the data folder.
const FILE: &str = "chats.db";
/// What SQLite keeps beside it.
const COMPANIONS: &[&str] = &["-wal", "-shm"];

/// The store, one caller at a time.
pub(in crate::app) struct Shelf {
    store: Mutex<Store>,
    files: Files,
    clock: Arc<dyn Clock>,
    problems: Mutex<Vec<Problem>>,
}

/// Files made by nova-files.
struct OnFiles(Files);

impl Ground for OnFiles {
    fn make(&self, file: &Path) -> Result<(), Report> {
        self.0.establish_private(file).map_err(|error| error.report())
    }

    fn close(&self, file: &Path) -> Result<(), Report> {
        self.0.make_private(file).map_err(|error| error.report())
    }
}

impl Shelf {
    /// The store of a data folder. Nothing is opened yet.
    pub(in crate::app) fn new(files: Files, clock: Arc<dyn Clock>) -> Self {
        let store = store(&files, &clock);
        Self { store: Mutex::new(store), files, clock, problems: Mutex::default() }
    }

    /// Runs some work on the store. A file that cannot be used is put aside, and the work is run on a fresh one.
    pub(super) fn with<T>(&self, work: &dyn Fn(&mut Store) -> Result<T, StoreError>) -> Result<T, Report> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let done = match work(&mut store) {
            Err(StoreError::Unusable { why }) => {
                store.close();
                self.put_aside(why)?;
                work(&mut store)
            }
            done => done,
        };
        done.map_err(|error| error.report())
    }

    fn put_aside(&self, why: Unusable) -> Result<(), Report> {
        let fresh = store(&self.files, &self.clock);
        let still = || matches!(fresh.examine(), Err(StoreError::Unusable { .. }));
        match self.files.set_aside(fresh.path(), COMPANIONS, &still) {
            Ok(Some(kept)) => {
                let said = Message::new("agent.store.aside").with("path", kept.as_path());
                self.tell(Problem::warning(FILE, said.with("why", why.message())));
                Ok(())
            }
            // Another Nova is at it, or was.
            Ok(None) | Err(FilesError::Busy { .. }) => Ok(()),
            Err(error) => Err(Report::new(why.message()).hint(error.report().message)),
        }
    }

    fn tell(&self, problem: Problem) {
        self.problems.lock().unwrap_or_else(PoisonError::into_inner).push(problem);
    }

    /// What was told since the last call.
    pub(super) fn problems(&self) -> Vec<Problem> {
        std::mem::take(&mut *self.problems.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn store(files: &Files, clock: &Arc<dyn Clock>) -> Store {
    Store::new(files.data().join(FILE), Arc::new(OnFiles(files.clone())), Arc::clone(clock))
}
