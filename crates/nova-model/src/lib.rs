//! Nova's vocabulary: what every other crate speaks about. Pure: no files, no network, no clock, no text for people.
//!
//! A sentence for people is a [`Message`]: a code and its fields. The catalogue in nova-core turns it into zh-CN, zh-TW
//! or en. An error that reaches a person or a model is a [`Report`]: a message, hints, and whether a retry helps.

mod clock;
mod event;
mod message;
mod plan;
mod report;

pub use clock::{Clock, Millis};
pub use event::{Event, LineState, Question, Rung, ToolCall, ToolOutcome, TurnEnd};
pub use message::{Code, CodeDef, Field, Message};
pub use plan::{Change, ChangeKind, Dependence, Effect, Origin, Plan, Stamp, StampKind, Undo};
pub use report::{Explain, Problem, Report, Retry, Severity};
