//! Nova's last words of a turn: what the reads for the player found, what could not be done. What waits is said by the
//! checklist itself.

use nova_model::{Message, ToolOutcome};

use super::{mind::Thought, world::World};

/// The sentences, in the order of the requests.
pub(crate) fn last_words(thought: &Thought, world: &World<'_>) -> Vec<Message> {
    let mut out = Vec::new();
    let mut waits = false;
    for step in &thought.steps {
        match world.outcome(step) {
            // The choices of a question are that list already.
            Some(ToolOutcome::Done { .. }) if offers_choices(thought) && step.tool.starts_with("list_") => {}
            Some(ToolOutcome::Done { said, .. }) => out.extend(said.iter().cloned()),
            Some(ToolOutcome::Queued { .. }) => waits = true,
            Some(ToolOutcome::Failed { report }) => {
                out.push(report.message.clone());
                out.extend(report.hints.iter().cloned());
            }
            Some(ToolOutcome::Skipped { why }) => out.push(why.clone()),
            None => {}
        }
    }
    out.extend(thought.says.iter().cloned());
    if out.is_empty() && thought.asks.is_empty() && !waits {
        out.push(Message::new("planner.unknown"));
    }
    out
}

fn offers_choices(thought: &Thought) -> bool {
    thought.asks.iter().any(|question| !question.choices.is_empty())
}
