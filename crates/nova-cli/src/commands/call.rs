//! `nova call TOOL JSON`: one tool, as a model would call it.

use std::sync::Arc;

use nova_agent::Mode;
use nova_model::{Effect, Message, Report};
use nova_tools::NoEvents;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{
    read,
    turn::{self, Surface},
};
use crate::{
    open::Session,
    output::{Exit, Output},
};

/// Calls a tool.
pub(super) async fn call(tool: &str, arguments: &str, session: &Session, output: &Output) -> Exit {
    // The text goes down as it is: dispatch looks at its depth before it is parsed.
    let args = Value::String(arguments.to_owned());
    match session.app.effect(tool) {
        Some(Effect::Write) => write(tool, args, session, output).await,
        Some(effect) => look(tool, args, effect, session, output).await,
        None => unknown(tool, session, output),
    }
}

async fn look(tool: &str, args: Value, effect: Effect, session: &Session, output: &Output) -> Exit {
    let called = session.app.read(tool, args, Arc::new(NoEvents)).await;
    match called.result {
        Ok(answer) => {
            let text = answer.text.clone();
            let data = read::data(answer, &text, session, output);
            let problems = data["problems"].clone();
            output.answer(
                &json!({ "tool": tool, "effect": effect, "data": data, "text": text, "problems": problems }),
                &text,
            );
            Exit::Done
        }
        Err(error) => {
            output.error(error.report(), &session.texts);
            Exit::Failed
        }
    }
}

async fn write(tool: &str, args: Value, session: &Session, output: &Output) -> Exit {
    let events = session.progress(output.words());
    let result = session.app.write(tool, args, Mode::Confirm, events, CancellationToken::new()).await;
    let text = turn::text(&result, session, Surface::Command);
    let mut data = turn::data(&result, &session.texts);
    if let Some(fields) = data.as_object_mut() {
        fields.insert("tool".into(), tool.into());
        fields.insert("effect".into(), json!(Effect::Write));
        fields.insert("text".into(), text.clone().into());
    }
    output.answer(&data, &text);
    turn::exit(&result)
}

fn unknown(tool: &str, session: &Session, output: &Output) -> Exit {
    let near: Vec<_> = session.app.registry().nearest(tool);
    let report = Report::new(Message::new("cli.call.unknown").with("tool", tool));
    let hint = Message::new("cli.call.near").with("names", near.clone());
    let report = if near.is_empty() { report } else { report.hint(hint) };
    output.error(&report, &session.texts);
    Exit::Failed
}
