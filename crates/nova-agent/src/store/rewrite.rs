//! Every text of an entry in one walk: to take out what must not be kept, and to shorten what is too long. Codes, kinds and
//! other words of ours stay, so that what is read back is an entry again.

use std::hash::{DefaultHasher, Hash, Hasher};

use nova_llm::Kept;
use nova_model::{Field, LineState, Message, Question, Redactor, Report, ToolCall, ToolOutcome};
use serde_json::{Map, Value, json};

use super::{Result, StoreError};
use crate::{Entry, Keep, Say, Settled};

/// Bytes of an entry as JSON.
const LARGEST: usize = 8 * 1024 * 1024;
/// Characters of a text in an entry that has to be shortened.
const LONGEST_TEXT: usize = 64 * 1024;
/// Bytes of arguments in an entry that has to be shortened.
const LARGEST_VALUE: usize = 256 * 1024;

/// What is done with each part of an entry.
trait Hand {
    fn text(&self, text: &mut String);
    fn value(&self, value: &mut Value);
    /// Ids that entries refer to each other by: equal ones stay equal, different ones different.
    fn id(&self, id: &mut String);
    fn wire(&self, wire: &mut Kept);
}

/// An entry as it is kept.
pub(super) struct Fit {
    pub(super) json: String,
    /// Whether something was left out for its size.
    pub(super) cut: bool,
}

/// The entry without what must not be kept, at most [`LARGEST`] bytes.
pub(super) fn fit(entry: &Entry, redactor: &Redactor) -> Result<Fit> {
    fit_within(entry, redactor, LARGEST)
}

/// The data of a tool goes first. Texts are shortened last: half a secret at the end of one would not be known as one.
pub(super) fn fit_within(entry: &Entry, redactor: &Redactor, most: usize) -> Result<Fit> {
    let mut entry = entry.clone();
    let mut cut = false;
    if serde_json::to_string(&entry)?.len() > most
        && let Entry::Result { outcome: ToolOutcome::Done { text, data, .. }, .. } = &mut entry
    {
        *data = json!({ "text": text });
        cut = true;
    }
    redact(&mut entry, redactor);
    let json = serde_json::to_string(&entry)?;
    if json.len() <= most {
        return Ok(Fit { json, cut });
    }
    walk(&mut entry, &Shortening);
    let json = serde_json::to_string(&entry)?;
    if json.len() <= most {
        Ok(Fit { json, cut: true })
    } else {
        Err(StoreError::TooBig { bytes: json.len() })
    }
}

/// Takes out what must not be kept or given away.
pub(super) fn redact(entry: &mut Entry, redactor: &Redactor) {
    walk(entry, &Redacting(redactor));
}

struct Redacting<'a>(&'a Redactor);

impl Hand for Redacting<'_> {
    fn text(&self, text: &mut String) {
        *text = self.0.redact(text).into_owned();
    }

    fn value(&self, value: &mut Value) {
        self.0.redact_value(value);
    }

    fn id(&self, id: &mut String) {
        if self.0.redact(id) != *id {
            let mut hasher = DefaultHasher::new();
            id.hash(&mut hasher);
            *id = format!("call{:016x}", hasher.finish());
        }
    }

    /// A server refuses its own fields when they were changed, and does without them in an earlier turn: what would be
    /// changed goes whole.
    fn wire(&self, wire: &mut Kept) {
        let redactor = self.0;
        wire.reasoning = wire.reasoning.take().filter(|(_, text)| redactor.redact(text) == *text);
        for fields in &mut wire.calls {
            let kept = std::mem::take(fields).into_iter().filter(|(name, value)| {
                let mut one = Value::Object(Map::from_iter([(name.clone(), value.clone())]));
                redactor.redact_value(&mut one);
                one.get(name) == Some(value)
            });
            *fields = kept.collect();
        }
    }
}

struct Shortening;

impl Hand for Shortening {
    fn text(&self, text: &mut String) {
        if let Some((at, _)) = text.char_indices().nth(LONGEST_TEXT) {
            text.truncate(at);
            text.push('…');
        }
    }

    fn value(&self, value: &mut Value) {
        if serde_json::to_string(value).is_ok_and(|json| json.len() > LARGEST_VALUE) {
            *value = json!({});
        }
    }

    fn id(&self, id: &mut String) {
        self.text(id);
    }

    fn wire(&self, wire: &mut Kept) {
        *wire = Kept::default();
    }
}

fn walk(entry: &mut Entry, hand: &dyn Hand) {
    match entry {
        Entry::Situation(text) | Entry::Player(text) => hand.text(text),
        Entry::Nova { say, calls, keep } => {
            said(say, hand);
            for call in calls {
                called(call, hand);
            }
            kept(keep, hand);
        }
        Entry::Result { call, tool, outcome } => {
            hand.id(call);
            hand.text(tool);
            came(outcome, hand);
        }
        Entry::Asked(questions) => questions.iter_mut().for_each(|question| asked(question, hand)),
        Entry::Settled(lines) => lines.iter_mut().for_each(|line| settled(line, hand)),
        Entry::SteppedDown { why, .. } => message(why, hand),
    }
}

fn said(say: &mut Say, hand: &dyn Hand) {
    match say {
        Say::Text(text) => hand.text(text),
        Say::Messages(messages) => messages.iter_mut().for_each(|one| message(one, hand)),
    }
}

fn called(call: &mut ToolCall, hand: &dyn Hand) {
    hand.id(&mut call.id);
    hand.text(&mut call.name);
    hand.value(&mut call.args);
}

fn kept(keep: &mut Keep, hand: &dyn Hand) {
    hand.wire(&mut keep.wire);
    keep.notes.values_mut().for_each(|note| hand.text(note));
}

fn came(outcome: &mut ToolOutcome, hand: &dyn Hand) {
    match outcome {
        ToolOutcome::Done { text, data, said, .. } => {
            hand.text(text);
            hand.value(data);
            for one in said {
                message(one, hand);
            }
        }
        ToolOutcome::Queued { makes, .. } => makes.iter_mut().for_each(|made| hand.text(&mut made.id)),
        ToolOutcome::Failed { report } => reported(report, hand),
        ToolOutcome::Skipped { why } => message(why, hand),
    }
}

fn asked(question: &mut Question, hand: &dyn Hand) {
    message(&mut question.text, hand);
    question.choices.iter_mut().for_each(|choice| hand.text(choice));
}

fn settled(line: &mut Settled, hand: &dyn Hand) {
    hand.id(&mut line.call);
    hand.text(&mut line.tool);
    if let LineState::Failed { report } = &mut line.state {
        reported(report, hand);
    }
    if let Some(said) = &mut line.said {
        message(said, hand);
    }
}

fn reported(report: &mut Report, hand: &dyn Hand) {
    message(&mut report.message, hand);
    report.hints.iter_mut().for_each(|hint| message(hint, hand));
}

fn message(message: &mut Message, hand: &dyn Hand) {
    message.fields.values_mut().for_each(|value| field(value, hand));
}

fn field(value: &mut Field, hand: &dyn Hand) {
    match value {
        Field::Text(text) => hand.text(text),
        Field::List(values) => values.iter_mut().for_each(|value| field(value, hand)),
        Field::Message(inner) => message(inner, hand),
        Field::Number(_) | Field::Bytes(_) | Field::Time(_) => {}
    }
}
