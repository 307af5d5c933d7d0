//! What a model gets to read: legal, stable, short, and without what must not leave.

mod history;
mod shortening;

use nova_model::{Message, Report, ToolCall, ToolOutcome};
use serde_json::{Value, json};

use super::Voice;
use crate::{Conversation, Entry, Keep, Say};

/// Says codes, hides "anna".
pub(super) struct Plain;

impl Voice for Plain {
    fn message(&self, message: &Message) -> String {
        message.code.to_string()
    }

    fn report(&self, report: &Report) -> String {
        report.code().to_string()
    }

    fn redact(&self, text: &str) -> String {
        text.replace("anna", "<user>")
    }

    fn restore(&self, text: &str) -> String {
        text.replace("<user>", "anna")
    }
}

pub(super) fn player(words: &str) -> Entry {
    Entry::Player(words.to_owned())
}

pub(super) fn says(text: &str) -> Entry {
    Entry::Nova { say: Say::Text(text.to_owned()), calls: vec![], keep: Keep::default() }
}

pub(super) fn calls(list: &[(&str, &str, Value)]) -> Entry {
    let call = |(id, name, args): &(&str, &str, Value)| ToolCall {
        id: (*id).to_owned(),
        name: (*name).to_owned(),
        args: args.clone(),
    };
    Entry::Nova { say: Say::nothing(), calls: list.iter().map(call).collect(), keep: Keep::default() }
}

pub(super) fn read(call: &str, text: &str) -> Entry {
    outcome(call, done(text, false))
}

pub(super) fn done(text: &str, foreign: bool) -> ToolOutcome {
    ToolOutcome::Done { text: text.to_owned(), data: json!({}), said: vec![], foreign }
}

pub(super) fn outcome(call: &str, outcome: ToolOutcome) -> Entry {
    Entry::Result { call: call.to_owned(), tool: "list_mods".to_owned(), outcome }
}

pub(super) fn chat(entries: Vec<Entry>) -> Conversation {
    Conversation { entries }
}
