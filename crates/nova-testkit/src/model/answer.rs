//! An answer as the events of a stream, cut into pieces the way a dialect does it.

use serde_json::{Map, Value, json};

use super::{
    ask::arguments,
    dialect::{Args, ErrorEvent, Given, Ids, Index, Later, Many, Reasoning, Signature, Stream, UsageAt},
    script::{Rung, ScriptCall, Step},
};
use crate::Rng;

/// One event of a stream, with the empty line behind it.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) kind: Kind,
    pub(crate) bytes: Vec<u8>,
}

/// What an event is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Opening,
    Reasoning,
    Text,
    Call,
    Finish,
    Usage,
    Done,
}

/// How the calls of an answer end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ending {
    #[default]
    Whole,
    /// The last arguments are cut, and the finish reason says so.
    Length,
    /// They are cut, and the finish reason says that all is well.
    Silent,
}

/// What an answer depends on besides its step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<'a> {
    pub(crate) stream: &'a Stream,
    pub(crate) rung: Rung,
    pub(crate) model: &'a str,
    /// Bytes of the request, and of what it shares with the one before.
    pub(crate) sent: usize,
    pub(crate) cached: usize,
    pub(crate) usage_asked: bool,
    pub(crate) ending: Ending,
    /// The number of the answer; ids come from it.
    pub(crate) number: usize,
}

/// A call with what it carries on the wire.
struct Made {
    id: Option<String>,
    name: String,
    args: String,
    signature: Option<String>,
}

/// An answer in the making.
pub(crate) struct Answer<'a> {
    frame: Frame<'a>,
    reasoning: Option<(Reasoning, String)>,
    text: String,
    calls: Vec<Made>,
    /// Calls that come with the next answer.
    pub(crate) left: Vec<ScriptCall>,
}

impl<'a> Answer<'a> {
    /// Puts a step into the form that the request allows.
    pub(crate) fn new(step: &Step, frame: Frame<'a>) -> Self {
        let mut calls = step.calls.clone();
        let alone = frame.rung == Rung::Tools && frame.stream.many == Many::OneByOne && calls.len() > 1;
        let left = if alone { calls.split_off(1) } else { Vec::new() };
        let text = match frame.rung {
            Rung::Json => envelope(step),
            _ => step.say.clone().unwrap_or_default(),
        };
        let calls = if frame.rung == Rung::Tools { made(&calls, frame) } else { Vec::new() };
        let way = if step.think_tags { Reasoning::Tags } else { frame.stream.reasoning };
        Self { frame, reasoning: step.reasoning.clone().map(|text| (way, text)), text, calls, left }
    }

    /// What has to come back with the calls.
    pub(crate) fn given(&self) -> Option<Given> {
        let first = self.calls.first()?;
        let call = json!({"function": {"name": first.name, "arguments": first.args}});
        let reasoning = matches!(self.reasoning, Some((Reasoning::Field(_), _)));
        let call = (first.name.clone(), arguments(&call));
        Some(Given { call, reasoning, signature: first.signature.clone() })
    }

    /// The events, from the first comment to `[DONE]`.
    pub(crate) fn events(&self) -> Vec<Event> {
        let mut events: Vec<Event> = self.opening();
        events.extend(self.thoughts());
        events.extend(self.words());
        events.extend(self.calls.iter().enumerate().flat_map(|(at, call)| self.call(at, call)));
        events.extend(self.end());
        events
    }

    /// The events of an error that comes instead of the rest.
    pub(crate) fn error(&self, body: &Value) -> Event {
        let stream = self.frame.stream;
        let text = match stream.error {
            ErrorEvent::Data => self.line(&body.to_string()),
            ErrorEvent::Named => format!("event: error{}{}", stream.eol, self.line(&body.to_string())),
            ErrorEvent::Chunk => {
                let error = json!({"id": "gen-1", "object": "chat.completion.chunk", "choices": [], "error": body["error"]});
                self.line(&error.to_string())
            }
        };
        Event { kind: Kind::Finish, bytes: text.into_bytes() }
    }

    /// The answer in one body.
    pub(crate) fn whole(&self) -> Value {
        let calls: Vec<Value> = self
            .calls
            .iter()
            .map(|call| {
                json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.args}})
            })
            .collect();
        let mut message = json!({"role": "assistant", "content": self.text});
        if !calls.is_empty() {
            message["tool_calls"] = Value::Array(calls);
        }
        if let Some((Reasoning::Field(field), text)) = &self.reasoning {
            message[*field] = json!(text);
        }
        let choice = json!({"index": 0, "message": message, "finish_reason": self.finish()});
        json!({"id": self.id(), "model": self.frame.model, "choices": [choice], "usage": self.usage()})
    }

    fn opening(&self) -> Vec<Event> {
        let stream = self.frame.stream;
        let mut events: Vec<Event> = self.heartbeat().into_iter().collect();
        let whole = stream.opening.iter().map(|chunk| event(Kind::Opening, &self.line(chunk)));
        events.extend(whole);
        events.extend(stream.first.map(|delta| self.delta(Kind::Opening, parse(delta))));
        events
    }

    fn heartbeat(&self) -> Option<Event> {
        let stream = self.frame.stream;
        let comment = stream.heartbeat?;
        Some(event(Kind::Opening, &format!("{comment}{}{}", stream.eol, stream.eol)))
    }

    fn thoughts(&self) -> Vec<Event> {
        let Some((way, text)) = &self.reasoning else { return Vec::new() };
        let delta = |value: Map<String, Value>| self.delta(Kind::Reasoning, value);
        let mut events: Vec<Event> = match way {
            Reasoning::Hidden => Vec::new(),
            Reasoning::Field(field) => pieces(text, 8).map(|piece| delta(one(field, json!(piece)))).collect(),
            Reasoning::Parts => pieces(text, 8).map(|piece| delta(one("content", part(&piece)))).collect(),
            Reasoning::Tags => self.tagged(&format!("<think>{text}</think>")),
            Reasoning::LoneTag => self.tagged(&format!("{text}</think>")),
        };
        if !events.is_empty() {
            events.extend(self.heartbeat());
        }
        events
    }

    fn tagged(&self, text: &str) -> Vec<Event> {
        pieces(text, 5).map(|piece| self.delta(Kind::Reasoning, one("content", json!(piece)))).collect()
    }

    fn words(&self) -> Vec<Event> {
        let beside = parse(self.frame.stream.beside);
        let delta = |piece| {
            let mut delta = beside.clone();
            delta.insert("content".to_owned(), Value::String(piece));
            self.delta(Kind::Text, delta)
        };
        pieces(&self.text, 8).map(delta).collect()
    }

    fn call(&self, at: usize, call: &Made) -> Vec<Event> {
        let (first, size) = match self.frame.stream.args {
            Args::Whole => (Some(call.args.clone()), None),
            Args::Pieces(size) => (Some(String::new()), Some(size)),
            Args::AfterName(size) => (None, Some(size)),
        };
        let mut entry = self.slot(at);
        entry.extend(call.id.iter().map(|id| ("id".to_owned(), json!(id))));
        entry.insert("type".to_owned(), json!("function"));
        let mut function = one("name", json!(call.name));
        function.extend(first.map(|args| ("arguments".to_owned(), json!(args))));
        entry.insert("function".to_owned(), Value::Object(function));
        if let Some(signature) = &call.signature {
            let google = json!({"google": {"thought_signature": signature}});
            entry.insert("extra_content".to_owned(), google);
        }
        let mut events = vec![self.entry(entry)];
        for (number, piece) in size.into_iter().flat_map(|size| pieces(&call.args, size)).enumerate() {
            events.push(self.more(at, call, number, &piece));
        }
        events
    }

    /// A later piece of a call's arguments.
    fn more(&self, at: usize, call: &Made, number: usize, piece: &str) -> Event {
        let mut entry = self.slot(at);
        let mut function = one("arguments", json!(piece));
        match self.frame.stream.later {
            Later::Bare => {}
            Later::SameId => entry.extend(call.id.iter().map(|id| ("id".to_owned(), json!(id)))),
            Later::NewId => {
                let id = letters("call_", 24, self.frame.number, at * 1000 + number + 1);
                entry.insert("id".to_owned(), json!(id));
            }
            Later::EmptyIdAndName => {
                let null = number % 2 == 1;
                entry.insert("id".to_owned(), if null { Value::Null } else { json!("") });
                function.insert("name".to_owned(), if null { Value::Null } else { json!("") });
            }
            Later::Name => {
                function.insert("name".to_owned(), json!(call.name));
            }
        }
        entry.insert("function".to_owned(), Value::Object(function));
        self.entry(entry)
    }

    fn slot(&self, at: usize) -> Map<String, Value> {
        match self.frame.stream.index {
            Index::Given => one("index", json!(at)),
            Index::Missing => Map::new(),
            Index::Null => one("index", Value::Null),
            Index::Zero => one("index", json!(0)),
        }
    }

    fn entry(&self, entry: Map<String, Value>) -> Event {
        self.delta(Kind::Call, one("tool_calls", Value::Array(vec![Value::Object(entry)])))
    }

    fn end(&self) -> Vec<Event> {
        let stream = self.frame.stream;
        let mut choice = json!({"index": 0, "delta": parse(stream.last), "finish_reason": self.finish()});
        if stream.usage == UsageAt::InChoice {
            choice["usage"] = self.usage();
        }
        let mut chunk = self.chunk(json!([choice]));
        if stream.usage == UsageAt::WithFinish {
            chunk["usage"] = self.usage();
        }
        let mut events = vec![event(Kind::Finish, &self.line(&chunk.to_string()))];
        let asked = stream.usage == UsageAt::WhenAsked && self.frame.usage_asked;
        if asked || stream.usage == UsageAt::Always {
            let mut chunk = self.chunk(json!([]));
            chunk["usage"] = self.usage();
            events.push(event(Kind::Usage, &self.line(&chunk.to_string())));
        }
        events.push(event(Kind::Done, &self.line("[DONE]")));
        events
    }

    fn finish(&self) -> &'static str {
        match self.frame.ending {
            Ending::Length => "length",
            _ if self.calls.is_empty() => "stop",
            _ => self.frame.stream.calls_end,
        }
    }

    fn usage(&self) -> Value {
        let (prompt, cached) = (self.frame.sent / 4, self.frame.cached / 4);
        let calls: usize = self.calls.iter().map(|call| call.args.len()).sum();
        let said = (self.text.len() + calls) / 4 + 1;
        json!({
            "prompt_tokens": prompt,
            "completion_tokens": said,
            "total_tokens": prompt + said,
            "prompt_tokens_details": {"cached_tokens": cached},
        })
    }

    fn id(&self) -> String {
        format!("chatcmpl-{}", self.frame.number)
    }

    fn delta(&self, kind: Kind, delta: Map<String, Value>) -> Event {
        let finish = raw(self.frame.stream.open);
        let choice = json!({"index": 0, "delta": Value::Object(delta), "finish_reason": finish});
        let chunk = self.chunk(json!([choice]));
        event(kind, &self.line(&chunk.to_string()))
    }

    fn chunk(&self, choices: Value) -> Value {
        let mut chunk = parse(self.frame.stream.chunk);
        chunk.insert("id".to_owned(), json!(self.id()));
        chunk.insert("created".to_owned(), json!(1_767_225_600));
        chunk.insert("model".to_owned(), json!(self.frame.model));
        chunk.insert("choices".to_owned(), choices);
        match self.frame.stream.usage {
            UsageAt::Everywhere => chunk.insert("usage".to_owned(), self.usage()),
            UsageAt::WhenAsked if self.frame.usage_asked => chunk.insert("usage".to_owned(), Value::Null),
            _ => None,
        };
        Value::Object(chunk)
    }

    fn line(&self, payload: &str) -> String {
        let Stream { field, eol, .. } = self.frame.stream;
        format!("{field}{payload}{eol}{eol}")
    }
}

fn event(kind: Kind, text: &str) -> Event {
    Event { kind, bytes: text.as_bytes().to_vec() }
}

/// The JSON object that a prompt asks for where there is no tools API. `say` first, so that it can be shown while it comes.
fn envelope(step: &Step) -> String {
    let call = |call: &ScriptCall| {
        format!("{{\"name\":{},\"arguments\":{}}}", json!(call.name), arguments_text(&call.args))
    };
    let calls: Vec<String> = step.calls.iter().map(call).collect();
    let say = step.say.clone().unwrap_or_default();
    format!("{{\"say\":{},\"calls\":[{}]}}", json!(say), calls.join(","))
}

fn arguments_text(args: &Value) -> String {
    args.as_str().map_or_else(|| args.to_string(), str::to_owned)
}

fn made(calls: &[ScriptCall], frame: Frame<'_>) -> Vec<Made> {
    let last = calls.len().saturating_sub(1);
    let one = |(at, call): (usize, &ScriptCall)| {
        let mut args = arguments_text(&call.args);
        if frame.ending != Ending::Whole && at == last {
            args = args.chars().take(args.chars().count() / 2).collect();
        }
        let signed = at == 0 && frame.stream.signature == Signature::Google;
        let signature = signed.then(|| letters("CiQB", 24, frame.number, at));
        Made { id: id(&call.name, at, frame), name: call.name.clone(), args, signature }
    };
    calls.iter().enumerate().map(one).collect()
}

fn id(name: &str, at: usize, frame: Frame<'_>) -> Option<String> {
    match frame.stream.ids {
        Ids::Letters(prefix, count) => Some(letters(prefix, count, frame.number, at)),
        Ids::Digits(prefix, count) => Some(symbols(b"0123456789", prefix, count, (frame.number, at))),
        Ids::Named => Some(format!("functions.{name}:{at}")),
        Ids::Missing => None,
        Ids::Repeated => Some(letters("", 20, frame.number, 0)),
    }
}

fn letters(prefix: &str, count: usize, number: usize, at: usize) -> String {
    const ALL: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    symbols(ALL, prefix, count, (number, at))
}

fn symbols(all: &[u8], prefix: &str, count: usize, seed: (usize, usize)) -> String {
    let mut rng = Rng::named(&format!("{prefix}{seed:?}"));
    let limit = u64::try_from(all.len()).unwrap_or(1);
    let pick = |_| {
        let at = usize::try_from(rng.below(limit)).unwrap_or_default();
        all.get(at).map_or('0', |byte| char::from(*byte))
    };
    let drawn: String = (0..count).map(pick).collect();
    format!("{prefix}{drawn}")
}

/// A text in pieces of so many characters.
fn pieces(text: &str, size: usize) -> impl Iterator<Item = String> {
    let characters: Vec<char> = text.chars().collect();
    let pieces: Vec<String> = characters.chunks(size.max(1)).map(|piece| piece.iter().collect()).collect();
    pieces.into_iter()
}

fn part(text: &str) -> Value {
    json!([{"type": "thinking", "thinking": [{"type": "text", "text": text}]}])
}

fn one(key: &str, value: Value) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), value)])
}

/// JSON of the dialects' table; a test reads all of it.
fn raw(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn parse(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Dialect;

    #[test]
    fn the_json_of_the_table_is_json() {
        for dialect in Dialect::ALL {
            let stream = &dialect.ways().stream;
            let objects = [stream.chunk, stream.beside, stream.last, stream.first.unwrap_or("{}")];
            for text in objects.iter().chain(stream.opening) {
                assert!(
                    serde_json::from_str::<Map<String, Value>>(text).is_ok(),
                    "{}: {text}",
                    dialect.name()
                );
            }
            assert!(serde_json::from_str::<Value>(stream.open).is_ok());
        }
    }
}
