//! Running calls: the right tool, one time limit, a heartbeat, cancellation, and no way for a panic or a write to get
//! through.

mod batch;
mod watch;

use std::{sync::Arc, time::Duration};

use nova_model::{Effect, Event, Message, Origin, Report, ToolCall, ToolOutcome, clean};
use tokio_util::sync::CancellationToken;

use self::watch::Watch;
use crate::{
    Answer, Call, Coming, Events, Host, Mark, Planned, QUOTED, Receipt, Registry, Tool, ToolError, Work,
    args, cap, millis, proof,
};

/// The numbers dispatch keeps to.
#[derive(Clone, Copy, Debug)]
pub struct DispatchLimits {
    /// How many concurrent reads run at a time.
    pub concurrent: usize,
    /// How often a running tool is reported.
    pub heartbeat: Duration,
    /// The mark on a text that was cut.
    pub mark: Mark,
}

impl Default for DispatchLimits {
    fn default() -> Self {
        Self { concurrent: 4, heartbeat: Duration::from_secs(30), mark: Mark::English }
    }
}

/// What surrounds the calls of a turn.
#[derive(Clone)]
pub struct Scope {
    /// The program around the core.
    pub host: Arc<dyn Host>,
    /// Where events go.
    pub events: Arc<dyn Events>,
    /// Set when the player stops the turn.
    pub cancel: CancellationToken,
}

/// A call whose tool exists and whose arguments are an object.
#[derive(Clone)]
pub struct Resolved {
    /// The tool.
    pub tool: Arc<dyn Tool>,
    /// The call.
    pub call: ToolCall,
}

/// A call and what came of it.
#[derive(Clone, Debug)]
pub struct Called {
    /// The call; its arguments are an object if they could be read.
    pub call: ToolCall,
    /// What the tool can do; none if there is no such tool.
    pub effect: Option<Effect>,
    /// The answer, its text capped.
    pub result: Result<Answer, ToolError>,
    /// How long it took.
    pub elapsed: Duration,
}

impl Called {
    /// The outcome as the conversation and the window keep it.
    pub fn outcome(&self) -> ToolOutcome {
        match &self.result {
            Ok(answer) => ToolOutcome::Done {
                text: answer.text.clone(),
                data: answer.data.clone(),
                said: answer.said.clone(),
                foreign: answer.foreign,
            },
            Err(error) => ToolOutcome::Failed { report: error.report().clone() },
        }
    }
}

/// Runs calls on the tools of a registry.
#[derive(Clone)]
pub struct Dispatcher {
    registry: Registry,
    limits: DispatchLimits,
}

impl Dispatcher {
    /// A dispatcher over these tools.
    pub fn new(registry: Registry, limits: DispatchLimits) -> Self {
        Self { registry, limits }
    }

    /// Its tools.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The tool of a call and its arguments as an object; or what the model should know: the nearest names, or what is
    /// wrong with the arguments.
    pub fn resolve(&self, call: &ToolCall) -> Result<Resolved, Report> {
        let Some(tool) = self.registry.get(&call.name) else { return Err(self.unknown(&call.name)) };
        let args = args::object(&call.name, call.args.clone())?;
        let call = ToolCall { args: args.into(), ..call.clone() };
        Ok(Resolved { tool: Arc::clone(tool), call })
    }

    fn unknown(&self, name: &str) -> Report {
        let report = Report::new(Message::new("tools.unknown").with("tool", clean(name, QUOTED)));
        match self.registry.nearest(name) {
            near if near.is_empty() => report,
            near => report.hint(proof::did_you_mean(&near)),
        }
    }

    /// Runs one read or navigation. A write is refused here: only the checklist does writes.
    pub async fn call(&self, call: &ToolCall, scope: &Scope) -> Called {
        match self.resolve(call) {
            Ok(resolved) => self.run(resolved, scope).await,
            Err(report) => Called {
                call: call.clone(),
                effect: self.registry.get(&call.name).map(|tool| tool.spec().effect()),
                result: Err(ToolError::Tell(report)),
                elapsed: Duration::ZERO,
            },
        }
        .announced(scope)
    }

    async fn run(&self, resolved: Resolved, scope: &Scope) -> Called {
        let Resolved { tool, call } = resolved;
        let effect = tool.spec().effect();
        let watch = self.watch(&tool, &call, scope);
        scope.events.send(Event::ToolStarted { call: call.clone(), effect });
        let result = match effect {
            Effect::Write => Err(needs_confirmation(&call.name)),
            Effect::Read | Effect::Navigate => {
                let (args, with) = (call.args.clone(), watch.call(scope));
                watch.over(tool.run(args, with), scope).await
            }
        };
        let result = result.map(|answer| self.capped(answer));
        Called { call, effect: Some(effect), result, elapsed: watch.elapsed() }
    }

    fn capped(&self, mut answer: Answer) -> Answer {
        answer.text = self.cap(&answer.text);
        answer
    }

    /// A text as the model gets it.
    pub fn cap(&self, text: &str) -> String {
        cap(text, self.limits.mark)
    }

    /// Plans one write, under the same limit and watch. Changes nothing, and says nothing of its beginning and end: a plan
    /// made again before it is done is no news, and only the caller knows the line it gets. `coming` is what the lines before it will make.
    pub async fn plan(
        &self,
        resolved: &Resolved,
        scope: &Scope,
        coming: &[Coming],
    ) -> Result<Planned, ToolError> {
        let Resolved { tool, call } = resolved;
        let watch = self.watch(tool, call, scope);
        let with = Call { coming: coming.into(), ..watch.call(scope) };
        let future = Arc::clone(tool).plan(call.args.clone(), with);
        watch.over(future, scope).await
    }

    /// Does the work of a confirmed plan on a blocking thread. It has no time limit and is not cut off half way; its
    /// heartbeat goes on, and a panic is a report.
    pub async fn apply(
        &self,
        resolved: &Resolved,
        work: Box<dyn Work>,
        origin: Origin,
        scope: &Scope,
    ) -> Result<Receipt, ToolError> {
        let watch = Watch::new(&resolved.call, None, self.limits.heartbeat, scope);
        watch.to_the_end(move || work.apply(&origin)).await
    }

    fn watch(&self, tool: &Arc<dyn Tool>, call: &ToolCall, scope: &Scope) -> Watch {
        Watch::new(call, tool.spec().draft.limit.duration(), self.limits.heartbeat, scope)
    }
}

impl Called {
    fn announced(self, scope: &Scope) -> Self {
        scope.events.send(Event::ToolFinished {
            id: self.call.id.clone(),
            outcome: self.outcome(),
            elapsed: millis(self.elapsed),
        });
        self
    }
}

fn needs_confirmation(name: &str) -> ToolError {
    ToolError::Tell(Report::new(Message::new("tools.needs-confirmation").with("tool", name)))
}
