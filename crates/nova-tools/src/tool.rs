//! A tool as its author writes it, and as dispatch sees it.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Answer, Call, Planned, Spec, SpecDraft, ToolError};

/// A tool that looks (or moves the window). Runs on a blocking thread.
pub trait Read: Send + Sync + 'static {
    /// The closed parameter struct (`#[serde(deny_unknown_fields)]`); its doc comments are the parameter descriptions.
    type Params: DeserializeOwned + JsonSchema + Send + 'static;
    /// Its description.
    fn spec(&self) -> SpecDraft;
    /// Looks.
    fn run(&self, params: Self::Params, call: &Call) -> Result<Answer, ToolError>;
}

/// A tool that changes something. Planning looks and changes nothing; the work is done after the player confirmed.
pub trait Write: Send + Sync + 'static {
    /// The closed parameter struct.
    type Params: DeserializeOwned + JsonSchema + Send + 'static;
    /// Its description.
    fn spec(&self) -> SpecDraft;
    /// Makes the plan from the real state. Called again just before the work is done, with the same arguments.
    fn plan(&self, params: Self::Params, call: &Call) -> Result<Planned, ToolError>;
}

/// A tool as the registry and dispatch see it.
pub trait Tool: Send + Sync {
    /// Its description with the schema.
    fn spec(&self) -> &Spec;
    /// Runs a Read or Navigate tool. A Write tool answers with an error.
    fn run(self: Arc<Self>, args: Value, call: Call) -> BoxFuture<'static, Result<Answer, ToolError>>;
    /// Plans a Write tool. A Read tool answers with an error.
    fn plan(self: Arc<Self>, args: Value, call: Call) -> BoxFuture<'static, Result<Planned, ToolError>>;
}

/// A [`Read`] as a [`Tool`].
pub fn read<T: Read>(tool: T) -> Arc<dyn Tool> {
    let _ = tool;
    unimplemented!()
}

/// A [`Write`] as a [`Tool`].
pub fn write<T: Write>(tool: T) -> Arc<dyn Tool> {
    let _ = tool;
    unimplemented!()
}
