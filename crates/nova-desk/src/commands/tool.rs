//! Changes from a page: the same tools, the same checklist, without a model.

use std::sync::Arc;

use nova_agent::Mode;
use serde::Deserialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use ts_rs::TS;

use crate::{
    Command, Desk, Fault, To,
    commands::chat::turned,
    surface::Consent,
    turn::Telling,
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
    let before = desk.look();
    let (app, names) = desk.hosted(&to, consent);
    let events = Arc::new(Telling::new(names.clone(), to));
    let result = app.write(tool, args, Mode::Confirm, events, CancellationToken::new()).await;
    desk.changed(&before);
    Ok(turned(&result, None, &names))
}
