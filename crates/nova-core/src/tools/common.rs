//! What the tools' files share: drafts with the usual flags, and answers built from lines.

use nova_model::{Effect, Explain, Message, Millis, Problem};
use nova_tools::{Answer, Capability, Flag, Limit, SpecDraft, Title, page};
use serde::Serialize;
use serde_json::Value;

/// A tool that looks, may run beside others, and never asks.
pub(super) fn draft_read(name: &'static str, title: Title, description: &'static str) -> SpecDraft {
    SpecDraft {
        name,
        title,
        description,
        effect: Effect::Read,
        flags: &[Flag::AlwaysAllow, Flag::Concurrent],
        limit: Limit::Standard,
        requires: None,
        ids: &[],
    }
}

/// A tool that changes something: planned and confirmed.
pub(super) fn draft_write(name: &'static str, title: Title, description: &'static str) -> SpecDraft {
    SpecDraft {
        effect: Effect::Write,
        flags: &[],
        requires: Some(Capability::Confirm),
        ..draft_read(name, title, description)
    }
}

/// An answer whose text is as many lines as fit, from `cursor` on.
pub(super) fn answer(lines: &[String], cursor: Option<&str>, data: Value, said: Vec<Message>) -> Answer {
    let text = if lines.is_empty() { "none".to_owned() } else { page(lines, cursor).text };
    Answer { text, data, said, ..Answer::default() }
}

/// The same with what is wrong in it.
pub(super) fn with_problems(answer: Answer, problems: Vec<Problem>) -> Answer {
    Answer { problems, ..answer }
}

/// What a part of an answer found; where it failed, nothing, and the failure among the answer's problems.
pub(super) fn or_problem<T: Default, E: Explain>(
    found: Result<T, E>,
    about: &str,
    problems: &mut Vec<Problem>,
) -> T {
    found.unwrap_or_else(|error| {
        problems.push(Problem::error(about, error.report().message));
        T::default()
    })
}

/// Anything as JSON; what cannot be said in JSON is null.
pub(super) fn value(thing: impl Serialize) -> Value {
    serde_json::to_value(thing).unwrap_or(Value::Null)
}

/// A size for the model.
pub(super) use crate::texts::bytes as size;

/// A moment for the model, in UTC.
pub(super) fn moment(at: Millis) -> String {
    jiff::Timestamp::from_millisecond(at)
        .map_or_else(|_| at.to_string(), |at| at.strftime("%Y-%m-%d %H:%M UTC").to_string())
}

/// How many sentences of a list are said before "and N more": the rest is in the table.
pub(super) const SAID: usize = 40;

/// A list as sentences: at most [`SAID`], then how many more there are.
pub(super) fn said_list<T>(head: Message, items: &[T], line: impl Fn(&T) -> Message) -> Vec<Message> {
    let mut said = vec![head];
    said.extend(items.iter().take(SAID).map(line));
    if let Some(more) = items.len().checked_sub(SAID).filter(|more| *more > 0) {
        said.push(Message::new("core.more").with("n", more));
    }
    said
}
