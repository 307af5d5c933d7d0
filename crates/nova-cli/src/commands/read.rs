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
    let mut text = session.texts.say_all(&answer.said);
    let found = !answer.problems.is_empty();
    let data = data(answer, &text, session, output);
    if found && tool == "check_mod_conflicts" {
        text = format!("{text}\n{}", session.texts.say(&Message::new("cli.next.conflicts")));
    }
    output.answer(&data, &text);
    if found && policy == Policy::Checks { Exit::Found } else { Exit::Done }
}

/// The answer's data with its problems; `told` is what a person is told anyway.
pub(super) fn data(answer: Answer, told: &str, session: &Session, output: &Output) -> Value {
    let mut data = present::localized(answer.data, &session.texts);
    let problems = output.problems(&answer.problems, told, &session.texts);
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
                .say(&line.with("version", facts.version.as_str()).with("loader", facts.loader.label()))
        }));
        text.extend(jar.facts.problems.iter().map(|problem| {
            let problem = Message::new("cli.problem").with("what", problem.message.clone());
            format!("  {}", session.texts.say(&problem))
        }));
    }
    let data = json!({ "files": serde_json::to_value(&read).unwrap_or_default() });
    output.answer(&present::localized(data, &session.texts), &text.join("\n"));
    Exit::Done
}
