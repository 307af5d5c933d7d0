//! Tools made for one test each.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use futures_util::{FutureExt, future::BoxFuture};
use nova_model::{Effect, Event, ToolCall};
use nova_tools::{
    Answer, Call, DispatchLimits, Dispatcher, Events, Flag, Limit, NoHost, Planned, Registry, Scope, Spec,
    SpecDraft, Title, Tool, ToolError,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

pub(crate) const GOOD: &str = "Lists things of a version with their state.\n\
    Use for an overview of things; read_thing_detail for one of them.";

/// A description that keeps every rule.
pub(crate) fn draft(name: &'static str, effect: Effect) -> SpecDraft {
    SpecDraft {
        name,
        title: Title { zh: "列出东西", en: "List things" },
        description: GOOD,
        effect,
        flags: &[],
        limit: Limit::Standard,
        requires: None,
        ids: &[],
    }
}

/// What a fake does when it runs.
pub(crate) type Act = Arc<dyn Fn(Value, Call) -> BoxFuture<'static, Result<Answer, ToolError>> + Send + Sync>;

pub(crate) struct Fake {
    pub(crate) spec: Spec,
    pub(crate) act: Act,
}

impl Tool for Fake {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn run(self: Arc<Self>, args: Value, call: Call) -> BoxFuture<'static, Result<Answer, ToolError>> {
        (self.act)(args, call)
    }

    fn plan(self: Arc<Self>, _: Value, _: Call) -> BoxFuture<'static, Result<Planned, ToolError>> {
        async { unreachable!("no test plans") }.boxed()
    }
}

pub(crate) fn empty() -> Value {
    json!({"type": "object", "properties": {}, "additionalProperties": false})
}

pub(crate) fn fake(draft: SpecDraft, parameters: Value) -> Arc<dyn Tool> {
    let act: Act = Arc::new(|_, _| async { Ok(Answer::default()) }.boxed());
    Arc::new(Fake { spec: Spec { draft, parameters }, act })
}

/// A tool that does as it is told.
pub(crate) fn acting<F, R>(draft: SpecDraft, act: F) -> Arc<dyn Tool>
where
    F: Fn(Value, Call) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Answer, ToolError>> + Send + 'static,
{
    let act: Act = Arc::new(move |args, call| act(args, call).boxed());
    Arc::new(Fake { spec: Spec { draft, parameters: empty() }, act })
}

pub(crate) fn concurrent(name: &'static str) -> SpecDraft {
    SpecDraft { flags: &[Flag::Concurrent], ..draft(name, Effect::Read) }
}

#[expect(clippy::unnecessary_wraps, reason = "the answer of an act")]
pub(crate) fn said(text: &str) -> Result<Answer, ToolError> {
    Ok(Answer { text: text.to_owned(), ..Answer::default() })
}

/// Keeps every event.
#[derive(Default)]
pub(crate) struct Heard(pub(crate) Mutex<Vec<Event>>);

impl Events for Heard {
    fn send(&self, event: Event) {
        self.0.lock().unwrap().push(event);
    }
}

/// A dispatcher over tools, its surroundings, and what is heard of it.
pub(crate) struct Stage {
    pub(crate) dispatcher: Dispatcher,
    pub(crate) scope: Scope,
    pub(crate) heard: Arc<Heard>,
}

impl Stage {
    pub(crate) fn new(tools: Vec<Arc<dyn Tool>>) -> Self {
        let registry = Registry::build(tools, &[nova_tools::Capability::Confirm].into()).unwrap();
        let heard = Arc::new(Heard::default());
        let scope = Scope { host: Arc::new(NoHost), events: heard.clone(), cancel: CancellationToken::new() };
        Self { dispatcher: Dispatcher::new(registry, DispatchLimits::default()), scope, heard }
    }

    pub(crate) async fn call(&self, name: &str, args: Value) -> nova_tools::Called {
        self.dispatcher.call(&call("1", name, args), &self.scope).await
    }
}

pub(crate) fn call(id: &str, name: &str, args: Value) -> ToolCall {
    ToolCall { id: id.to_owned(), name: name.to_owned(), args }
}

pub(crate) async fn sleep(seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await;
}
