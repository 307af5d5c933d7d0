//! `nova ask`: one turn.

use nova_agent::{Mode, TurnResult};
use nova_core::Request;
use nova_model::{Effect, Explain, LineState, Message, Report, ToolOutcome};
use tokio_util::sync::CancellationToken;

use super::turn::{self, Surface};
use crate::{
    args::{Ask, RungChoice},
    context::Context,
    open::Session,
    output::{Exit, Output},
};

/// Asks Nova one thing.
pub(super) async fn ask(ask: Ask, session: &Session, output: &Output) -> Exit {
    let why = match ask.rung {
        RungChoice::Auto => Some(Message::new("cli.rung.planner")),
        RungChoice::Planner => None,
        RungChoice::Json | RungChoice::Tools => {
            output.error(&Report::new(Message::new("cli.rung.no-model")), &session.texts);
            return Exit::Usage;
        }
    };
    let context = match ask.context.as_deref().map(Context::read).transpose() {
        Ok(context) => context.unwrap_or_default(),
        Err(error) => {
            output.error(&error.report(), &session.texts);
            return Exit::Usage;
        }
    };
    let mut request = Request::new(ask.text.join(" ")).after(context.said());
    request.stand_ins = context.tool_results;
    let mode = if ask.plan_only { Mode::PlanOnly } else { Mode::Confirm };
    let events = session.progress(output.words());
    let result = match session.app.ask(request, mode, why, events, CancellationToken::new()).await {
        Ok(result) => result,
        Err(report) => {
            output.error(&report, &session.texts);
            return Exit::Failed;
        }
    };
    output.answer(&turn::data(&result, &session.texts), &turn::text(&result, session, Surface::Command));
    exit(&result, mode)
}

/// A question that was answered is done, whatever single reads failed on the way; a change that could not even be planned is
/// a failure; a checklist that waits is refused unless only the plan was wanted.
fn exit(result: &TurnResult, mode: Mode) -> Exit {
    let waits = result.checklist.lines().iter().any(|line| line.state == LineState::Waiting);
    match (mode, result.checklist.is_empty()) {
        (Mode::PlanOnly, _) if waits => Exit::Done,
        (_, true) if unplanned(result) => Exit::Failed,
        (_, true) if !matches!(result.end, nova_model::TurnEnd::Failed { .. }) => Exit::Done,
        _ => turn::exit(result),
    }
}

fn unplanned(result: &TurnResult) -> bool {
    let mut writes = result.calls.iter().filter(|made| made.effect == Some(Effect::Write));
    result.asked.is_empty() && writes.any(|made| matches!(made.outcome, ToolOutcome::Failed { .. }))
}
