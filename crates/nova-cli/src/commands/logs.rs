//! `nova logs`: the logs of a version, the end of one, and what is found in one.

use std::sync::Arc;

use nova_tools::NoEvents;
use serde_json::{Map, Value, json};

use super::read;
use crate::{
    args::Logs,
    open::Session,
    output::{Exit, Output},
};

/// Prints the lines; which file they are from goes to standard error, so that a pipe gets the log alone.
pub(super) async fn logs(wanted: Logs, session: &Session, output: &Output) -> Exit {
    let (tool, args) = call(wanted);
    let answer = match session.app.read(tool, args, Arc::new(NoEvents)).await.result {
        Ok(answer) => answer,
        Err(error) => {
            output.error(error.report(), &session.texts);
            return Exit::Failed;
        }
    };
    if let Some(head) = answer.said.first().filter(|_| !output.is_json()) {
        output.note(&session.texts.say(head));
    }
    let text = lines(&answer.data).join("\n");
    let data = read::data(answer, "", session, output);
    output.answer(&data, &text);
    Exit::Done
}

fn call(wanted: Logs) -> (&'static str, Value) {
    let mut args = Map::new();
    let mut give = |name: &str, value: Option<Value>| {
        args.extend(value.map(|value| (name.to_owned(), value)));
    };
    give("version_id", wanted.version.map(Value::from));
    give("file_id", wanted.file.map(Value::from));
    give("level", wanted.level.map(|level| json!(level.word())));
    let (tool, count) = if wanted.find.is_some() { ("search_log", "limit") } else { ("read_log", "lines") };
    give(count, wanted.lines.map(Value::from));
    give("pattern", wanted.find.map(Value::from));
    (tool, args.into())
}

/// The lines of an answer in order; a line of a search with its number.
fn lines(data: &Value) -> Vec<String> {
    let list = |value: &Value, name: &str| value[name].as_array().cloned().unwrap_or_default();
    let hits = list(data, "hits");
    let numbered = hits.iter().flat_map(|hit| list(hit, "lines"));
    let numbered =
        numbered.map(|line| format!("{}: {}", line["number"], line["text"].as_str().unwrap_or_default()));
    list(data, "lines").iter().map(line).chain(numbered).collect()
}

fn line(line: &Value) -> String {
    let text = line["text"].as_str().unwrap_or_default();
    match line["times"].as_u64().unwrap_or(1) {
        0 | 1 => text.to_owned(),
        times => format!("{text} (x{times})"),
    }
}
