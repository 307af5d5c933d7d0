//! The tool contract: what a tool is, how it describes itself, and how it is called. Knows no launcher and no model.
//!
//! A tool is written as a [`Read`] or a [`Write`] with a parameter struct, and becomes a [`Tool`] through [`read`] or
//! [`write()`]. The [`Registry`] holds them in the order of an explicit list and refuses to build when one breaks a rule.

mod answer;
mod args;
mod call;
mod cap;
mod codes;
mod dispatch;
mod host;
mod lint;
mod proof;
pub mod recorder;
mod registry;
mod schema;
mod search;
mod spec;
mod tool;

pub use answer::{Answer, Planned, Receipt, ToolError, Work};
pub use args::{MAX_BYTES, MAX_DEPTH};
pub use call::{Call, Coming, Events, NoEvents, Progress};
pub use cap::{BUDGET, Mark, Page, cap, page, page_under};
pub use codes::CODES;
pub use dispatch::{Called, DispatchLimits, Dispatcher, Resolved, Scope};
pub use host::{
    Capabilities, Capability, Confirm, Decision, Host, NoHost, Offer, Pages, Pretend, Questions, SecretPrompt,
};
pub use lint::{BrokenRules, LintError, Rule, lint};
pub use proof::Proof;
pub use recorder::Recorder;
pub use registry::{Internal, Listed, Registry};
pub use schema::{NoParams, parameters};
pub use spec::{Flag, IdParam, Limit, Spec, SpecDraft, Title};
pub use tool::{Read, Tool, Write, read, write};

/// The longest foreign piece (a name a model made up) that a message repeats, in characters.
const QUOTED: usize = 80;

/// A duration in whole milliseconds, as events carry it.
fn millis(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
