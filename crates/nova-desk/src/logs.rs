//! The logs that are open in the window. Each is read once and lies here while it is looked at; the page asks for the rows that it shows.

use std::sync::{Mutex, MutexGuard, PoisonError};

use nova_content::logs::{LogError, RowFilter, Rows};
use nova_model::{Explain, Message, Redactor, Report};

/// Logs that lie here at once. A page that was closed without a word costs no more than this.
const MOST: usize = 3;

/// The open logs.
#[derive(Default)]
pub(crate) struct Logs(Mutex<State>);

#[derive(Default)]
struct State {
    /// The one that was looked at last stands last.
    open: Vec<OpenLog>,
    count: u64,
}

/// A log with what is picked of it.
pub(crate) struct OpenLog {
    id: String,
    pub(crate) rows: Rows,
    filter: RowFilter,
    /// The places of the rows that fit; none where they have to be looked for.
    picked: Option<Vec<u32>>,
}

impl Logs {
    /// Keeps a log; gives what it is called by.
    pub(crate) fn keep(&self, rows: Rows) -> String {
        let mut state = self.state();
        state.count += 1;
        let id = format!("log-{}", state.count);
        state.open.push(OpenLog { id: id.clone(), rows, filter: RowFilter::default(), picked: None });
        if state.open.len() > MOST {
            state.open.remove(0);
        }
        id
    }

    /// Does something with an open log.
    ///
    /// # Errors
    /// Where it is not open any more, and what the work gives.
    pub(crate) fn with<T>(
        &self,
        id: &str,
        work: impl FnOnce(&mut OpenLog) -> Result<T, Report>,
    ) -> Result<T, Report> {
        let mut state = self.state();
        let place = state.open.iter().position(|log| log.id == id);
        let place = place.ok_or_else(|| Report::new(Message::new("desk.log.closed")))?;
        let mut log = state.open.remove(place);
        let done = work(&mut log);
        state.open.push(log);
        done
    }

    /// Lets a log go.
    pub(crate) fn close(&self, id: &str) {
        self.state().open.retain(|log| log.id != id);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenLog {
    /// Reads what was written since.
    pub(crate) fn read_on(&mut self) -> Result<(), Report> {
        if self.rows.read_on().map_err(|error| said(&error))? {
            self.picked = None;
        }
        Ok(())
    }

    /// The places of the rows that fit.
    pub(crate) fn picked(&mut self, filter: &RowFilter, redactor: &Redactor) -> Result<&[u32], Report> {
        if self.filter != *filter || self.picked.is_none() {
            self.picked = Some(self.rows.pick(filter, redactor).map_err(|error| said(&error))?);
            self.filter = filter.clone();
        }
        Ok(self.picked.as_deref().unwrap_or_default())
    }
}

pub(crate) fn said(error: &LogError) -> Report {
    error.report()
}
