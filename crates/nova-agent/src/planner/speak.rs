//! Nova's last words of a turn: what the reads for the player found, what waits, what could not be done.

use nova_model::{Message, ToolOutcome};

use super::{mind::Thought, world::World};

/// The sentences, in the order of the requests.
pub(crate) fn last_words(thought: &Thought, world: &World<'_>) -> Vec<Message> {
    let mut out = Vec::new();
    let mut waiting = 0_usize;
    for step in &thought.steps {
        match world.outcome(step) {
            Some(ToolOutcome::Done { said, .. }) => out.extend(said.iter().cloned()),
            Some(ToolOutcome::Queued { .. }) => waiting += 1,
            Some(ToolOutcome::Failed { report }) => {
                out.push(report.message.clone());
                out.extend(report.hints.iter().cloned());
            }
            Some(ToolOutcome::Skipped { why }) => out.push(why.clone()),
            None => {}
        }
    }
    out.extend(thought.says.iter().cloned());
    if waiting > 0 {
        out.push(Message::new("planner.waiting").with("count", waiting));
    }
    if out.is_empty() && thought.asks.is_empty() {
        out.push(Message::new("planner.unknown"));
    }
    out
}
