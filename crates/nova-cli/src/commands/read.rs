//! Commands that look.

use std::{path::PathBuf, sync::Arc};

use nova_core::present;
use nova_model::Message;
use nova_tools::{Answer, NoEvents};
use serde_json::{Value, json};

use super::routes::Policy;
use crate::{
    open::Session,
    output::{Exit, Output},
};

/// Calls a reading tool and prints what it found.
pub(super) async fn read(
    tool: &str,
    args: Value,
    policy: Policy,
    session: &Session,
    output: &Output,
) -> Exit {
    let called = session.app.read(tool, args, Arc::new(NoEvents)).await;
    let answer = match called.result {
        Ok(answer) => answer,
        Err(error) => {
            output.error(error.report(), &session.texts);
            return Exit::Failed;
        }
    };
    let text = session.texts.say_all(&answer.said);
    let found = !answer.problems.is_empty();
    output.answer(&data(answer, session, output), &text);
    if found && policy == Policy::Checks { Exit::Found } else { Exit::Done }
}

/// The answer's data with its problems.
pub(super) fn data(answer: Answer, session: &Session, output: &Output) -> Value {
    let mut data = present::localized(answer.data, &session.texts);
    let problems = output.problems(&answer.problems, &session.texts);
    match &mut data {
        Value::Object(fields) => {
            fields.insert("problems".into(), problems);
        }
        other => *other = json!({ "answer": other.take(), "problems": problems }),
    }
    data
}

/// Reads jars that lie anywhere.
pub(super) fn jars(files: &[PathBuf], session: &Session, output: &Output) -> Exit {
    let read: Vec<_> = files.iter().map(|file| session.app.read_jar(file)).collect();
    let mut text = Vec::new();
    for jar in &read {
        text.push(jar.file.display().to_string());
        text.extend(jar.facts.mods.iter().map(|facts| {
            let line =
                Message::new("cli.jar.mod").with("id", facts.id.as_str()).with("name", facts.name.as_str());
            session
                .texts
                .say(&line.with("version", facts.version.as_str()).with("loader", facts.loader.as_str()))
        }));
        output.problems(&jar.facts.problems, &session.texts);
    }
    let data = json!({ "files": serde_json::to_value(&read).unwrap_or_default() });
    output.answer(&present::localized(data, &session.texts), &text.join("\n"));
    Exit::Done
}
