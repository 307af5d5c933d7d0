//! A tool as its author writes it, and as dispatch sees it.

use std::sync::Arc;

use futures_util::{FutureExt, future::BoxFuture};
use nova_model::{Message, Report};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Answer, Call, Planned, Spec, SpecDraft, ToolError, args};

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
    let spec = Spec::of::<T::Params>(tool.spec());
    Arc::new(Reads { tool: Arc::new(tool), spec })
}

/// A [`Write`] as a [`Tool`].
pub fn write<T: Write>(tool: T) -> Arc<dyn Tool> {
    let spec = Spec::of::<T::Params>(tool.spec());
    Arc::new(Writes { tool: Arc::new(tool), spec })
}

struct Reads<T> {
    tool: Arc<T>,
    spec: Spec,
}

impl<T: Read> Tool for Reads<T> {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn run(self: Arc<Self>, args: Value, call: Call) -> BoxFuture<'static, Result<Answer, ToolError>> {
        let tool = Arc::clone(&self.tool);
        blocking(self.spec.draft.name, move || {
            let params = args::typed(tool.spec().name, args)?;
            tool.run(params, &call)
        })
    }

    fn plan(self: Arc<Self>, _: Value, _: Call) -> BoxFuture<'static, Result<Planned, ToolError>> {
        refused("tools.not-a-write", self.spec.draft.name)
    }
}

struct Writes<T> {
    tool: Arc<T>,
    spec: Spec,
}

impl<T: Write> Tool for Writes<T> {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn run(self: Arc<Self>, _: Value, _: Call) -> BoxFuture<'static, Result<Answer, ToolError>> {
        refused("tools.needs-confirmation", self.spec.draft.name)
    }

    fn plan(self: Arc<Self>, args: Value, call: Call) -> BoxFuture<'static, Result<Planned, ToolError>> {
        let tool = Arc::clone(&self.tool);
        blocking(self.spec.draft.name, move || {
            let params = args::typed(tool.spec().name, args)?;
            tool.plan(params, &call)
        })
    }
}

/// Runs on a blocking thread. A panic ends in a report; the tool keeps no lock of ours, so nothing is poisoned.
fn blocking<R: Send + 'static>(
    name: &'static str,
    work: impl FnOnce() -> Result<R, ToolError> + Send + 'static,
) -> BoxFuture<'static, Result<R, ToolError>> {
    async move { tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(panicked(name))) }.boxed()
}

/// The report on a tool that panicked. What it said is for the log, not for the model.
pub(crate) fn panicked(name: &str) -> ToolError {
    ToolError::Tell(Report::new(Message::new("tools.panicked").with("tool", name)))
}

fn refused<R: Send + 'static>(
    code: &'static str,
    name: &'static str,
) -> BoxFuture<'static, Result<R, ToolError>> {
    let error = ToolError::Tell(Report::new(Message::new(code).with("tool", name)));
    async move { Err(error) }.boxed()
}
