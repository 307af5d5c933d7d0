//! The tool contract: what a tool is, how it describes itself, and how it is called. Knows no launcher and no model.
//!
//! A tool is written as a [`Read`] or a [`Write`] with a parameter struct, and becomes a [`Tool`] through [`read`] or
//! [`write`]. The [`Registry`] holds them in the order of an explicit list and refuses to build when one breaks a rule.

mod answer;
mod call;
mod host;
mod registry;
mod spec;
mod tool;

pub use answer::{Answer, Planned, Receipt, ToolError, Work};
pub use call::{Call, Progress};
pub use host::{Capabilities, Capability, Confirm, Decision, Host, Pages, Questions};
pub use registry::Registry;
pub use spec::{Flag, IdParam, Limit, Spec, SpecDraft, Title};
pub use tool::{Read, Tool, Write, read, write};
