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

/// Picks of one log that lie here: what is shown, and where the words stand in it.
const PICKS: usize = 2;

/// A log with what was picked of it last.
pub(crate) struct OpenLog {
    id: String,
    pub(crate) rows: Rows,
    /// Filters with the places of the rows that fit; the newest stands last.
    picks: Vec<(RowFilter, Vec<u32>)>,
}

impl Logs {
    /// Keeps a log; gives what it is called by.
    pub(crate) fn keep(&self, rows: Rows) -> String {
        let mut state = self.state();
        state.count += 1;
        let id = format!("log-{}", state.count);
        state.open.push(OpenLog { id: id.clone(), rows, picks: Vec::new() });
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
            self.picks.clear();
        }
        Ok(())
    }

    /// The places of the rows that fit.
    pub(crate) fn picked(&mut self, filter: &RowFilter, redactor: &Redactor) -> Result<&[u32], Report> {
        let known = self.picks.iter().position(|(known, _)| known == filter);
        let pick = match known {
            Some(at) => self.picks.remove(at),
            None => (filter.clone(), self.rows.pick(filter, redactor).map_err(|error| said(&error))?),
        };
        if self.picks.len() >= PICKS {
            self.picks.remove(0);
        }
        self.picks.push(pick);
        Ok(self.picks.last().map(|(_, places)| places.as_slice()).unwrap_or_default())
    }
}

pub(crate) fn said(error: &LogError) -> Report {
    error.report()
}
