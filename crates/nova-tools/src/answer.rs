//! What calling a tool gives: an answer, a plan with the work behind it, or one of two kinds of error.

use nova_model::{Message, Origin, Plan, Problem, Report, Undo};
use serde_json::Value;

/// What a read found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// English, for the model, most useful facts first. Dispatch cuts it at 900 characters; build it with
    /// `nova_tools::page` so that what is left has a cursor.
    pub text: String,
    /// Everything, for the window, the terminal's `--json` and the planner. An object; lists sit under a plural name and
    /// their entries have an `id`.
    pub data: Value,
    /// The answer in sentences, for a player who asked without a model.
    pub said: Vec<Message>,
    /// What is wrong inside an answer that is otherwise good.
    pub problems: Vec<Problem>,
    /// Holds text written by others (logs, mod descriptions): a plan that follows says where its idea came from.
    pub foreign: bool,
}

/// What a write would do, and the work that does it.
pub struct Planned {
    /// What the player sees and the state it was made from.
    pub plan: Plan,
    /// What is done once the player has confirmed. Nothing has been changed before it runs.
    pub work: Box<dyn Work>,
}

impl Planned {
    /// What is asked for is so already: an answer, which needs nobody's word, and no failure.
    pub fn already(title: Message, said: Message, data: Value) -> Self {
        let plan = Plan {
            title,
            changes: Vec::new(),
            bytes_written: 0,
            bytes_downloaded: 0,
            undo: Undo::Reversible(said.clone()),
            warnings: Vec::new(),
            stamps: Vec::new(),
            needs: Vec::new(),
            makes: Vec::new(),
        };
        Self { plan, work: Box::new(Already(Receipt { change: None, said, data })) }
    }
}

/// The doing of a plan.
pub trait Work: Send {
    /// Does it, in one journalled change. Either all of it is done, or nothing.
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError>;

    /// Whether there is nothing to do. Then there is nothing to confirm either, and the receipt is told at once.
    fn is_idle(&self) -> bool {
        false
    }
}

/// Nothing to do.
struct Already(Receipt);

impl Work for Already {
    fn apply(self: Box<Self>, _: &Origin) -> Result<Receipt, ToolError> {
        Ok(self.0)
    }

    fn is_idle(&self) -> bool {
        true
    }
}

/// What was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Receipt {
    /// The id of the change in the journal; `None` if nothing had to be changed.
    pub change: Option<String>,
    /// What was done, in one sentence.
    pub said: Message,
    /// Details for the window (the new id of a backup, the new name).
    pub data: Value,
}

/// The two ways in which a tool can fail.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ToolError {
    /// The model (or the planner) is told and may try otherwise.
    #[error("{}", .0.message.code)]
    Tell(Report),
    /// The turn cannot go on.
    #[error("{}", .0.message.code)]
    Stop(Report),
}

impl ToolError {
    /// What went wrong.
    pub fn report(&self) -> &Report {
        match self {
            Self::Tell(report) | Self::Stop(report) => report,
        }
    }
}

impl<E: nova_model::Explain> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self::Tell(error.report())
    }
}
