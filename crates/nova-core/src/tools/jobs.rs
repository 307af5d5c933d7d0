//! What the tools that fetch and place files share: the doing of a job, and how far it is.

use std::{path::PathBuf, sync::Arc, time::Duration};

use nova_install::{Far, Goal, Installing, Listener, Phase, Workshop};
use nova_model::{Field, Message, Origin};
use nova_tools::{Call, Progress, Receipt, ToolError, Work};
use serde_json::json;

use crate::installs::wait;

/// A slow line takes its time for a gigabyte.
pub(super) const LIMIT: Duration = Duration::from_hours(6);

/// The doing of a job.
pub(super) struct JobWork {
    pub(super) shop: Workshop,
    pub(super) root: PathBuf,
    pub(super) goal: Goal,
    pub(super) call: Call,
    /// What is said at the end, with the version's id.
    pub(super) done: &'static str,
}

impl Work for JobWork {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let listener: Arc<dyn Listener> = Arc::new(Told(Arc::clone(&self.call.progress)));
        let asked = Installing {
            root: &self.root,
            goal: &self.goal,
            origin,
            listener: &listener,
            cancel: &self.call.cancel,
        };
        let made = wait(self.shop.install(asked))?;
        let said = Message::new(self.done).with("id", made.id.as_str());
        let data = json!({ "version_id": made.id, "id": made.change.id, "at": made.change.at });
        Ok(Receipt { change: Some(made.change.id), said, data })
    }
}

/// How far it is, as a line for whoever watches.
struct Told(Arc<dyn Progress>);

impl Listener for Told {
    fn far(&self, far: &Far) {
        self.0.report(note(far));
    }
}

/// How far a job is.
pub(super) fn note(far: &Far) -> Message {
    match far.phase {
        Phase::Fetching => Message::new("core.install.fetching")
            .with("done", Field::Bytes(far.done))
            .with("total", Field::Bytes(far.total))
            .with("files", far.files)
            .with("all", far.files_total)
            .with("speed", Field::Bytes(far.speed)),
        Phase::Processing => {
            let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
            Message::new("core.install.processing")
                .with("step", number(far.done.saturating_add(1)))
                .with("steps", number(far.total))
        }
        other => at(other),
    }
}

/// What a job is at, without how far.
pub(super) fn at(phase: Phase) -> Message {
    Message::new(match phase {
        Phase::Resolving => "core.install.resolving",
        Phase::Checking => "core.install.checking",
        Phase::Fetching => "care.jobs.fetching",
        Phase::Processing => "care.jobs.processing",
        Phase::Placing => "core.install.placing",
    })
}
