//! Nova's vocabulary: what every other crate speaks about. Pure: no files, no network, no clock, no text for people.
//!
//! A sentence for people is a [`Message`]: a code and its fields. The catalogue in nova-core turns it into zh-CN, zh-TW
//! or en. An error that reaches a person or a model is a [`Report`]: a message, hints, and whether a retry helps.

mod clock;
mod codes;
mod event;
mod game_version;
mod id;
mod loader;
mod message;
mod os;
mod plan;
mod random;
pub mod range;
mod redact;
mod report;
mod secret;
mod text;

pub use clock::{Clock, Millis};
pub use codes::CODES;
pub use event::{Event, LineState, Question, Rung, ToolCall, ToolOutcome, TurnEnd};
pub use game_version::{Channel, GameVersion};
pub use id::{IdKind, draw_id, is_safe_id, short_id};
pub use loader::{Loader, UnknownLoader};
pub use message::{Code, CodeDef, Field, Message};
pub use os::Os;
pub use plan::{Change, ChangeKind, Dependence, Effect, Makes, Origin, Plan, Stamp, StampKind, Undo};
pub use random::Random;
pub use range::{FabricRange, FabricVersion, MavenRange, MavenVersion, QuiltRange, RangeError};
pub use redact::{Known, Redactor, without_people};
pub use report::{Explain, Problem, Report, Retry, Severity};
pub use secret::{Secret, SecretError, SecretStore};
pub use text::{NotWords, acts, clean, suggest, words};
