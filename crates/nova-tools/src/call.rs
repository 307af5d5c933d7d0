//! What a tool gets beside its arguments.

use std::sync::Arc;

use nova_model::{Dependence, Event, Makes, Message};
use tokio_util::sync::CancellationToken;

use crate::Host;

/// Where a running tool reports how far it is.
pub trait Progress: Send + Sync {
    /// Says how far the work is.
    fn report(&self, note: Message);
}

/// Where the events of a turn go: the window, the terminal, a test. Does not wait.
pub trait Events: Send + Sync {
    /// Takes one event.
    fn send(&self, event: Event);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvents;

impl Events for NoEvents {
    fn send(&self, _: Event) {}
}

impl Progress for NoEvents {
    fn report(&self, _: Message) {}
}

/// One call in progress.
#[derive(Clone)]
pub struct Call {
    /// The call's id.
    pub id: String,
    /// Set when the player stops the turn or the time is over. Loops over many files look at it.
    pub cancel: CancellationToken,
    /// Where progress goes.
    pub progress: Arc<dyn Progress>,
    /// The program around the core.
    pub host: Arc<dyn Host>,
    /// While planning: what the lines before it on the checklist will make.
    pub coming: Arc<[Coming]>,
}

/// Something that is not there yet, and the line that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coming {
    /// What will be there.
    pub made: Makes,
    /// The line.
    pub by: Dependence,
}

impl Call {
    /// Whether a line before this one makes this id.
    pub fn is_coming(&self, param: &str, id: &str) -> bool {
        self.coming.iter().any(|one| one.made.param == param && one.made.id == id)
    }
}
