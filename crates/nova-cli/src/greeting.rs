//! The first words of a conversation: who answers, and two or three suggestions from what is really there.

use std::sync::Arc;

use nova_model::{Message, Report};
use nova_tools::{Answer, NoEvents};
use serde_json::{Value, json};

use crate::open::Session;

/// Suggestions shown at most.
const SUGGESTIONS: usize = 3;

/// The greeting as lines.
pub(crate) async fn words(session: &Session) -> String {
    let mut said = vec![Message::new("cli.chat.hello")];
    if let Err(report) = look(session, "list_versions", json!({})).await {
        // Without a game folder there is nothing to suggest but naming one.
        said.push(report.message);
        said.extend(report.hints);
    } else {
        said.push(Message::new("cli.chat.try"));
        said.extend(suggestions(session).await.into_iter().take(SUGGESTIONS));
    }
    said.push(Message::new("cli.chat.leave"));
    session.texts.say_all(&said)
}

async fn suggestions(session: &Session) -> Vec<Message> {
    let found = [conflicts(session).await, unsaved(session).await, undoable(session).await];
    found.into_iter().flatten().chain([Message::new("cli.chat.try.look")]).collect()
}

async fn conflicts(session: &Session) -> Option<Message> {
    let data = look(session, "check_mod_conflicts", json!({})).await.ok()?.data;
    let findings = items(&data, "findings").filter(|findings| !findings.is_empty())?;
    let version = data["version_id"].as_str()?;
    Some(Message::new("cli.chat.try.conflicts").with("n", findings.len()).with("version", version))
}

async fn unsaved(session: &Session) -> Option<Message> {
    let backups = look(session, "list_backups", json!({})).await.ok()?.data;
    let worlds = look(session, "list_saves", json!({})).await.ok()?.data;
    let none = items(&backups, "backups").is_some_and(<[Value]>::is_empty);
    let worlds = items(&worlds, "saves").map(<[Value]>::len).filter(|count| *count > 0 && none)?;
    Some(Message::new("cli.chat.try.backup").with("n", worlds))
}

async fn undoable(session: &Session) -> Option<Message> {
    let data = look(session, "list_changes", json!({ "limit": 1 })).await.ok()?.data;
    let last = items(&data, "changes")?.first().filter(|change| worth_undoing(change))?;
    let title: Message = serde_json::from_value(last["title"].clone()).ok()?;
    Some(Message::new("cli.chat.try.undo").with("what", title))
}

fn worth_undoing(change: &Value) -> bool {
    change["undoable"] == true && change["tool"] != "undo_change"
}

fn items<'a>(data: &'a Value, name: &str) -> Option<&'a [Value]> {
    data.get(name)?.as_array().map(Vec::as_slice)
}

async fn look(session: &Session, tool: &str, args: Value) -> Result<Answer, Report> {
    let called = session.app.read(tool, args, Arc::new(NoEvents)).await;
    called.result.map_err(|error| error.report().clone())
}
