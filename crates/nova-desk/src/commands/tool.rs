//! Changes from a page: the same tools, the same checklist, without a model.

use std::sync::Arc;

use nova_agent::{Line, Mode};
use nova_model::{LineState, Message};
use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;

use crate::{
    Command, Desk, Fault, To,
    commands::chat::turned,
    live::Begun,
    surface::Consent,
    turn::{Names, Telling},
    view::{TurnEvent, Turned},
};

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("tool_write", write), Command::new("change_undo", undo)]
}

/// A change that a page proposes.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ToolWrite {
    /// The tool.
    tool: String,
    /// Its arguments.
    #[ts(type = "Record<string, unknown>")]
    args: Value,
}

/// What is taken back.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ChangeUndo {
    /// A change, or a whole turn.
    id: String,
}

/// Plans a change, shows the checklist, and does what is confirmed.
async fn write(desk: Arc<Desk>, args: ToolWrite, to: To<TurnEvent>) -> Result<Turned, Fault> {
    run(&desk, &args.tool, args.args, Consent::Asked, to).await
}

/// Takes a change back at once: the click on it is the word, and taking back can be taken back.
async fn undo(desk: Arc<Desk>, args: ChangeUndo, to: To<TurnEvent>) -> Result<Turned, Fault> {
    run(&desk, "undo_change", serde_json::json!({ "change_id": args.id }), Consent::Clicked, to).await
}

pub(super) async fn run(
    desk: &Arc<Desk>,
    tool: &str,
    args: Value,
    consent: Consent,
    to: To<TurnEvent>,
) -> Result<Turned, Fault> {
    let begun = Begun::on_page(desk);
    begun.live.follow(to);
    let (app, names) = desk.hosted(&begun.live, consent);
    let events = Arc::new(Telling::new(names.clone(), Arc::clone(&begun.live)));
    let result = app.write(tool, args, Mode::Confirm, events, begun.live.stop.clone()).await;
    let mut told = turned(&result, None, &names);
    if consent == Consent::Clicked {
        // Nobody saw a checklist on which it would stand.
        told.faults.extend(result.checklist.lines().iter().filter_map(|line| not_done(line, &names)));
    }
    begun.end(Ok(told))
}

/// Why a line that was clicked on was not done.
fn not_done(line: &Line, names: &Names) -> Option<Fault> {
    let code = match &line.state {
        LineState::Failed { report } => return Some(Fault::of(report, names)),
        LineState::Stale => "desk.undo.stale",
        LineState::Refused => "desk.undo.lost",
        _ => return None,
    };
    Some(Fault::say(&Message::new(code), &names.texts))
}
