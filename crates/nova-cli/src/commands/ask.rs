//! `nova ask`: one turn.

use std::sync::Arc;

use nova_agent::{Mode, TurnResult};
use nova_core::{Asking, Request};
use nova_model::{Effect, Explain, LineState, Report, ToolOutcome, TurnEnd};
use nova_tools::Events;
use tokio_util::sync::CancellationToken;

use super::turn::{self, Surface};
use crate::{
    args::Ask,
    context::Context,
    open::Session,
    output::{Exit, Output},
};

/// Asks Nova one thing.
pub(super) async fn ask(ask: Ask, session: &Session, output: &Output) -> Exit {
    let context = match ask.context.as_deref().map(Context::read).transpose() {
        Ok(context) => context.unwrap_or_default(),
        Err(error) => {
            output.error(&error.report(), &session.texts);
            return Exit::Usage;
        }
    };
    let mut request = Request::new(ask.text.join(" ")).after(context.said());
    request.stand_ins = context.tool_results;
    match ask.attach.iter().map(|path| session.app.attach(path)).collect() {
        Ok(files) => request.attached = files,
        Err(report) => {
            output.error(&report, &session.texts);
            return Exit::Failed;
        }
    }
    let mode = if ask.plan_only { Mode::PlanOnly } else { Mode::Confirm };
    let mut chat = session.app.chats().begin();
    let asking = Asking { rungs: ask.rung.rungs(), chat: Some(&mut chat), ..Asking::new(mode) };
    match run(request, asking, session, output).await {
        Ok(result) => {
            turn::print(&result, session, output, Surface::Command);
            exit(&result, mode)
        }
        Err(report) => {
            output.error(&report, &session.texts);
            Exit::Failed
        }
    }
}

/// One turn with its words printed as they come. Ctrl+C stops the turn, not the program.
pub(crate) async fn run(
    request: Request,
    asking: Asking<'_>,
    session: &Session,
    output: &Output,
) -> Result<TurnResult, Report> {
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    let listener = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.cancel();
        }
    });
    let progress = session.progress(output.words());
    let events: Arc<dyn Events> = progress.clone();
    let result = session.app.ask(request, Asking { events, cancel, ..asking }).await;
    listener.abort();
    progress.close();
    result
}

/// A question that was answered is done, whatever single reads failed on the way; a change that could not even be planned is
/// a failure; a checklist that waits is refused unless only the plan was wanted.
fn exit(result: &TurnResult, mode: Mode) -> Exit {
    let waits = result.checklist.lines().iter().any(|line| line.state == LineState::Waiting);
    match (mode, result.checklist.is_empty()) {
        (Mode::PlanOnly, _) if waits => Exit::Done,
        (_, true) if unplanned(result) => Exit::Failed,
        (_, true) if !matches!(result.end, TurnEnd::Failed { .. } | TurnEnd::Cancelled) => Exit::Done,
        _ => turn::exit(result),
    }
}

fn unplanned(result: &TurnResult) -> bool {
    let mut writes = result.calls.iter().filter(|made| made.effect == Some(Effect::Write));
    result.asked.is_empty() && writes.any(|made| matches!(made.outcome, ToolOutcome::Failed { .. }))
}
