//! A conversation as messages of the protocol: legal for every provider, the same bytes for the same beginning, and short enough.
//!
//! Each call is followed by its answer. The roles alternate: where nobody answered the player, a filler stands for it, so that
//! what was sent once is never changed by what comes later.

use nova_llm::{WireCall, WireMessage};
use nova_model::{ToolCall, ToolOutcome};
use serde_json::{Map, Value};

use super::{
    Voice,
    render::Render,
    shorten::{self, Turn},
};
use crate::{Conversation, Entry, Keep, Say};

/// Stands where the model would have to have answered and did not.
const NO_ANSWER: &str = "[no answer]";

/// The messages of a conversation after the system's, in about so many tokens.
pub(super) fn messages(conversation: &Conversation, voice: &dyn Voice, budget: u64) -> Vec<WireMessage> {
    let turns: Vec<Turn> = turns(&conversation.entries).into_iter().map(|turn| whole(turn, voice)).collect();
    let mut out = Messages::default();
    for message in shorten::fitted(turns, budget) {
        out.push(message);
    }
    out.0
}

/// The turns, each from what the launcher says before the player's words to the last entry before the next.
fn turns(entries: &[Entry]) -> Vec<&[Entry]> {
    let mut starts: Vec<usize> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let begins = match entry {
            Entry::Situation(_) => true,
            Entry::Player(_) => {
                !matches!(at.checked_sub(1).and_then(|before| entries.get(before)), Some(Entry::Situation(_)))
            }
            _ => false,
        };
        if begins || starts.is_empty() {
            starts.push(at);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([entries.len()]);
    starts.iter().zip(ends).filter_map(|(from, to)| entries.get(*from..to)).collect()
}

fn whole(entries: &[Entry], voice: &dyn Voice) -> Turn {
    let mut writer = Writer { render: Render { voice }, turn: Turn::default(), situation: None };
    for (at, entry) in entries.iter().enumerate() {
        writer.entry(entry, entries.get(at.saturating_add(1)..).unwrap_or_default());
    }
    writer.launcher_s();
    writer.turn
}

struct Writer<'a> {
    render: Render<'a>,
    turn: Turn,
    situation: Option<String>,
}

impl Writer<'_> {
    fn entry(&mut self, entry: &Entry, after: &[Entry]) {
        if !matches!(entry, Entry::Player(_) | Entry::Situation(_)) {
            self.launcher_s();
        }
        match entry {
            Entry::Situation(text) => self.situation = Some(text.clone()),
            Entry::Player(words) => {
                let words = self.render.player(words);
                self.turn.line("Player", &words);
                let situation = self.situation.take().map(|text| self.render.situation(&text));
                self.turn.messages.push(WireMessage::User(situation.unwrap_or_default() + &words));
            }
            Entry::Nova { say, calls, keep } if calls.is_empty() => self.words(say, keep),
            Entry::Nova { say, calls, keep } => self.round(say, calls, keep, after),
            Entry::Asked(questions) => self.text(self.render.asked(questions), &Keep::default()),
            Entry::Settled(lines) => {
                self.turn
                    .lines
                    .extend(self.render.settled_lines(lines).map(|line| format!("Launcher: {line}")));
                self.turn.messages.push(WireMessage::User(self.render.settled(lines)));
            }
            Entry::Result { .. } | Entry::SteppedDown { .. } => {}
        }
    }

    /// What the launcher said and no words of the player's followed.
    fn launcher_s(&mut self) {
        if let Some(text) = self.situation.take() {
            let text = self.render.situation(&text).trim_end().to_owned();
            self.turn.messages.push(WireMessage::User(text));
        }
    }

    fn words(&mut self, say: &Say, keep: &Keep) {
        self.text(self.render.say(say), keep);
    }

    /// Words of Nova; those that follow each other are one message.
    fn text(&mut self, text: String, keep: &Keep) {
        if text.trim().is_empty() {
            return;
        }
        self.turn.line("Nova", &text);
        match self.turn.messages.last_mut() {
            Some(WireMessage::Assistant { text: before, calls, .. }) if calls.is_empty() => {
                before.push('\n');
                before.push_str(&text);
            }
            _ => self.turn.messages.push(WireMessage::Assistant {
                text,
                calls: Vec::new(),
                kept: keep.wire.clone(),
            }),
        }
    }

    /// Words with calls, and the answer to each, whatever became of the turn.
    fn round(&mut self, say: &Say, calls: &[ToolCall], keep: &Keep, after: &[Entry]) {
        let text = self.render.say(say);
        let names: Vec<_> = calls.iter().map(|call| call.name.as_str()).collect();
        self.turn.line("Nova", &format!("{text} (called {})", names.join(", ")));
        self.turn.messages.push(WireMessage::Assistant {
            text,
            calls: calls.iter().map(|call| self.call(call)).collect(),
            kept: keep.wire.clone(),
        });
        for (at, call) in calls.iter().enumerate() {
            let text = match answer(&call.id, after) {
                Some(outcome) => self.render.outcome(outcome, keep.notes.get(&at)),
                None => "Not run.".to_owned(),
            };
            self.turn.messages.push(WireMessage::Tool { call: call.id.clone(), text });
        }
    }

    /// A call as the history tells it. Arguments that were no object stand as an empty one: servers parse them.
    fn call(&self, call: &ToolCall) -> WireCall {
        let args = match self.render.args(&call.args) {
            Value::Object(args) => args,
            _ => Map::new(),
        };
        let name = if call.name.is_empty() { "unknown".to_owned() } else { call.name.clone() };
        WireCall { id: call.id.clone(), name, args }
    }
}

fn answer<'a>(id: &str, after: &'a [Entry]) -> Option<&'a ToolOutcome> {
    after.iter().find_map(|entry| match entry {
        Entry::Result { call, outcome, .. } if call == id => Some(outcome),
        _ => None,
    })
}

/// Messages with legal neighbours.
#[derive(Default)]
struct Messages(Vec<WireMessage>);

impl Messages {
    fn push(&mut self, message: WireMessage) {
        let before = self.0.last();
        let filler = match (&message, before) {
            (WireMessage::User(_), Some(WireMessage::User(_) | WireMessage::Tool { .. })) => true,
            (WireMessage::Assistant { .. }, None) => {
                self.0.push(WireMessage::User("[the chat goes on]".to_owned()));
                false
            }
            (WireMessage::Assistant { .. }, Some(WireMessage::Assistant { .. })) => {
                self.0.push(WireMessage::User("[go on]".to_owned()));
                false
            }
            _ => false,
        };
        if filler {
            let kept = nova_llm::Kept::default();
            self.0.push(WireMessage::Assistant { text: NO_ANSWER.to_owned(), calls: Vec::new(), kept });
        }
        self.0.push(message);
    }
}
