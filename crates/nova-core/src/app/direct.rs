//! One call that the player typed (or clicked) himself, driven through the same loop as a model's.

use futures_util::{FutureExt, future::BoxFuture};
use nova_agent::{Brain, Broke, Conversation, Round, Say};
use nova_model::{Rung, ToolCall};
use nova_tools::Registry;

/// Calls once, then has nothing more to say.
pub(super) struct Direct(Option<ToolCall>);

impl Direct {
    /// A brain that makes this call.
    pub(super) fn new(call: ToolCall) -> Self {
        Self(Some(call))
    }
}

impl Brain for Direct {
    fn rung(&self) -> Option<Rung> {
        Some(Rung::Planner)
    }

    fn next<'a>(
        &'a mut self,
        _conversation: &'a Conversation,
        _tools: &'a Registry,
    ) -> BoxFuture<'a, Result<Round, Broke>> {
        let calls = self.0.take().into_iter().collect();
        std::future::ready(Ok(Round::free(Say::nothing(), calls))).boxed()
    }
}
