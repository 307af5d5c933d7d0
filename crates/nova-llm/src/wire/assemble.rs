//! An answer, put together from what comes.

use serde_json::{Map, Value};

use super::{
    Event, args,
    chunk::{self, Chunk, Delta},
    leak::{self, Leak, Watch},
    names,
    slots::{Extent, Slots},
    think::{Part, Think},
};
use crate::{Finish, Kept, RawCall, Reply, Request, Sink, Usage, failure::Said};

/// The most characters of an answer's words, and of its reasoning.
const CHARS: usize = 1024 * 1024;

/// Why reading stops.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// A line, a call, or the whole is longer than any answer.
    TooLarge,
    /// The server says that something went wrong.
    Said(Box<Said>),
}

/// How the bytes ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// As the transfer said that they would.
    Whole,
    /// The connection broke or went silent.
    Broken,
}

/// What came of it.
#[derive(Debug)]
pub(crate) enum Closed {
    Reply(Reply),
    /// Neither words nor calls, from a server that thinks it has answered.
    Empty,
    /// The provider's filter let nothing through.
    Blocked,
    /// It is not all there, and what is there is of no use.
    Cut,
}

/// Why a server stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Done,
    Length,
    Filter,
}

/// How many more characters are taken.
struct Room {
    words: usize,
    reasoning: usize,
    /// More came than there was room for.
    over: bool,
}

impl Room {
    fn words<'w>(&mut self, words: &'w str) -> &'w str {
        fitting(words, &mut self.words, &mut self.over)
    }

    fn reasoning<'w>(&mut self, words: &'w str) -> &'w str {
        fitting(words, &mut self.reasoning, &mut self.over)
    }
}

fn fitting<'w>(words: &'w str, room: &mut usize, over: &mut bool) -> &'w str {
    if let Some((end, _)) = words.char_indices().nth(*room) {
        (*room, *over) = (0, true);
        return words.get(..end).unwrap_or_default();
    }
    *room -= words.chars().count();
    words
}

/// An answer as far as it has come.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about what has come")]
pub(crate) struct Assembly<'r> {
    names: &'r [String],
    room: Room,
    think: Think,
    leak: Leak,
    text: String,
    shown: bool,
    reasoning: Option<(&'static str, String)>,
    slots: Slots,
    usage: Option<Usage>,
    /// The last chunk was the one with the usage, which comes at the end.
    usage_last: bool,
    end: Option<End>,
    /// A choice came, however little was in it.
    answered: bool,
    done: bool,
}

impl<'r> Assembly<'r> {
    pub(crate) fn new(request: &'r Request) -> Self {
        let watch =
            if request.tools.is_some() && !request.names.is_empty() { Watch::Start } else { Watch::Never };
        Self {
            names: &request.names,
            room: Room { words: CHARS, reasoning: CHARS, over: false },
            think: Think::default(),
            leak: Leak::new(watch),
            text: String::new(),
            shown: false,
            reasoning: None,
            slots: Slots::default(),
            usage: None,
            usage_last: false,
            end: None,
            answered: false,
            done: false,
        }
    }

    /// Whether the player has seen words of it.
    pub(crate) fn shown(&self) -> bool {
        self.shown
    }

    /// Whether nothing more is read: the server has said that this is all, or it is more than is taken.
    pub(crate) fn done(&self) -> bool {
        self.done || self.room.over
    }

    /// Whether the server has said why it stopped. Usage may still follow.
    pub(crate) fn ended(&self) -> bool {
        self.end.is_some()
    }

    /// An event of the stream. Data that is no JSON object is passed over.
    pub(crate) fn event(&mut self, event: &Event<'_>, sink: &mut dyn Sink) -> Result<(), Trouble> {
        let data = event.data.trim();
        if self.room.over {
            return Ok(());
        }
        if data == "[DONE]" {
            self.done = true;
            return Ok(());
        }
        if event.name == "error" && !data.is_empty() {
            return Err(Trouble::Said(Box::new(Said::of_text(data))));
        }
        self.json(data, Extent::Pieces, sink).unwrap_or(Ok(()))
    }

    /// A whole answer as one JSON object. None where it is none.
    pub(crate) fn whole(&mut self, json: &str, sink: &mut dyn Sink) -> Option<Result<(), Trouble>> {
        let result = self.json(json, Extent::Whole, sink)?;
        self.done = self.answered;
        (result.is_err() || self.answered).then_some(result)
    }

    fn json(&mut self, text: &str, extent: Extent, sink: &mut dyn Sink) -> Option<Result<(), Trouble>> {
        chunk::read(text, |chunk| self.chunk(chunk, extent, text, sink))
    }

    fn chunk(
        &mut self,
        chunk: Chunk<'_>,
        extent: Extent,
        text: &str,
        sink: &mut dyn Sink,
    ) -> Result<(), Trouble> {
        if let Some(said) = chunk.error.as_ref().and_then(Said::of_error) {
            return Err(Trouble::Said(Box::new(said)));
        }
        let nested = || chunk.x_groq.0.as_ref()?.usage.0.as_ref();
        let usage = chunk.usage.0.as_ref().or_else(nested).and_then(chunk::WireUsage::known);
        self.usage_last = usage.is_some_and(Usage::counts_tokens) && chunk.choices.0.is_none();
        self.cost(usage);
        let Some(choice) = chunk.choices.0 else {
            let bare = (usage.is_none()).then(|| Said::of_bare(text)).flatten();
            return bare.map_or(Ok(()), |said| Err(Trouble::Said(Box::new(said))));
        };
        self.answered = true;
        self.cost(choice.usage.0.as_ref().and_then(chunk::WireUsage::known));
        self.end = end_of(choice.finish_reason.as_str()).or(self.end);
        if let Some(delta) = choice.delta.0.filter(Delta::says_something) {
            return self.delta(&delta, extent, sink);
        }
        // Some servers end a stream with the whole message once more.
        match choice.message.0 {
            Some(message) if self.is_bare() => self.delta(&message, Extent::Whole, sink),
            _ => Ok(()),
        }
    }

    /// What is said later counts, for as much as it says: tokens and money may come apart.
    fn cost(&mut self, usage: Option<Usage>) {
        self.usage = match (usage, self.usage) {
            (Some(later), Some(earlier)) => Some(later.or(earlier)),
            (later, earlier) => later.or(earlier),
        };
    }

    /// Whether nothing of an answer has come yet.
    fn is_bare(&self) -> bool {
        self.slots.is_empty() && self.text.is_empty() && self.leak.is_empty()
    }

    fn delta(&mut self, delta: &Delta<'_>, extent: Extent, sink: &mut dyn Sink) -> Result<(), Trouble> {
        self.reason(delta, sink);
        for words in [delta.content.text.as_str(), delta.refusal.as_str()] {
            if !words.is_empty() {
                self.say(words, sink);
            }
        }
        if let Some(calls) = &delta.tool_calls {
            self.slots.take(calls, extent)?;
        }
        match &delta.function_call {
            Some(function) => self.slots.take_function(function, extent),
            None => Ok(()),
        }
    }

    /// Reasoning that came in a field of its own. A server that fills two fields says the same in both.
    fn reason(&mut self, delta: &Delta<'_>, sink: &mut dyn Sink) {
        let fields = [
            ("reasoning_content", delta.reasoning_content.as_str()),
            ("reasoning", delta.reasoning.as_str()),
        ];
        if let Some((field, words)) = fields.into_iter().find(|(_, words)| !words.is_empty()) {
            self.think.is_apart();
            let words = self.room.reasoning(words);
            self.reasoning.get_or_insert((field, String::new())).1.push_str(words);
            if !words.is_empty() {
                sink.reasoning(words);
            }
        }
        let part = self.room.reasoning(delta.content.thinking.as_str());
        if !part.is_empty() {
            sink.reasoning(part);
        }
    }

    fn say(&mut self, words: &str, sink: &mut dyn Sink) {
        let Self { room, think, leak, text, shown, .. } = self;
        think.push(words, &mut |part| hear(part, room, leak, text, shown, sink));
    }

    /// What came of it, once nothing more comes.
    pub(crate) fn close(mut self, ending: Ending, sink: &mut dyn Sink) -> Closed {
        let Self { room, think, leak, text, shown, .. } = &mut self;
        think.finish(&mut |part| hear(part, room, leak, text, shown, sink));
        match self.end {
            _ if self.room.over => self.stopped(Finish::Length, sink),
            Some(End::Filter) => self.filtered(sink),
            Some(End::Length) => self.stopped(Finish::Length, sink),
            None if !self.done && !self.complete_anyway(ending) => self.cut(sink),
            _ => self.finished(sink),
        }
    }

    /// Some servers end without saying so. Calls count then only where the transfer was whole, the usage came last, and all
    /// arguments are complete.
    fn complete_anyway(&self, ending: Ending) -> bool {
        ending == Ending::Whole && self.usage_last && !self.slots.is_empty() && self.slots.are_complete()
    }

    fn cut(self, sink: &mut dyn Sink) -> Closed {
        if !self.slots.is_empty() || self.leak.is_marked() || self.is_bare() {
            return Closed::Cut;
        }
        self.stopped(Finish::Cut, sink)
    }

    fn filtered(self, sink: &mut dyn Sink) -> Closed {
        if self.is_bare() { Closed::Blocked } else { self.stopped(Finish::Cut, sink) }
    }

    /// Words without an end; calls are left out.
    fn stopped(mut self, finish: Finish, sink: &mut dyn Sink) -> Closed {
        if !self.leak.is_marked() {
            self.release(sink);
        }
        Closed::Reply(self.reply(Vec::new(), Vec::new(), finish))
    }

    fn finished(mut self, sink: &mut dyn Sink) -> Closed {
        let (calls, extras) = self.calls();
        if !self.leak.is_marked() && leak::calls(self.leak.held(), self.names).is_none() {
            self.release(sink);
        }
        if !calls.is_empty() {
            self.text = leak::without_marks(&self.text);
        } else if self.leak.is_marked() {
            self.release(sink);
        }
        if calls.is_empty() && self.text.trim().is_empty() {
            return Closed::Empty;
        }
        Closed::Reply(self.reply(calls, extras, Finish::Done))
    }

    /// Words that were held back as a possible call are words.
    fn release(&mut self, sink: &mut dyn Sink) {
        let held = self.leak.take();
        if !held.is_empty() {
            self.text.push_str(&held);
            self.shown = true;
            sink.text(&held);
        }
    }

    /// The calls and what else each carries. Beside real ones, calls in the words do not count.
    fn calls(&mut self) -> (Vec<RawCall>, Vec<Map<String, Value>>) {
        let slots = std::mem::take(&mut self.slots);
        if slots.is_empty() {
            let leaked = leak::calls(self.leak.held(), self.names);
            return (leaked.unwrap_or_default(), Vec::new());
        }
        let (mut calls, mut extras) = (Vec::new(), Vec::new());
        for slot in slots.into_inner() {
            let call = RawCall { args: args::read(&slot.arguments), name: slot.name };
            let unfolded = names::unfolded(call, self.names);
            let room = super::slots::CALLS.saturating_sub(calls.len());
            extras.push(slot.extra);
            calls.extend(unfolded.into_iter().take(room));
            extras.resize(calls.len(), Map::new());
        }
        extras.truncate(extras.iter().rposition(|extra| !extra.is_empty()).map_or(0, |last| last + 1));
        (calls, extras)
    }

    fn reply(self, calls: Vec<RawCall>, extras: Vec<Map<String, Value>>, finish: Finish) -> Reply {
        let reasoning = self.reasoning.map(|(field, text)| (field.to_owned(), text));
        Reply { text: self.text, calls, kept: Kept { reasoning, calls: extras }, usage: self.usage, finish }
    }
}

fn hear(
    part: Part<'_>,
    room: &mut Room,
    leak: &mut Leak,
    text: &mut String,
    shown: &mut bool,
    sink: &mut dyn Sink,
) {
    let part = match part {
        Part::Reasoning(words) => Part::Reasoning(room.reasoning(words)),
        Part::Words(words) => Part::Words(room.words(words)),
        Part::Taken => Part::Taken,
    };
    match part {
        Part::Reasoning("") | Part::Words("") => {}
        Part::Reasoning(words) => sink.reasoning(words),
        Part::Words(words) => leak.push(words, &mut |words| {
            *shown = true;
            text.push_str(words);
            sink.text(words);
        }),
        Part::Taken => {
            leak.forget();
            text.clear();
            sink.was_reasoning();
        }
    }
}

/// What a reason to stop means; an empty one is none, an unknown one is an end like any other.
fn end_of(reason: &str) -> Option<End> {
    match reason.trim().to_ascii_lowercase().as_str() {
        "" => None,
        "length" | "max_tokens" | "max_output_tokens" | "model_length" => Some(End::Length),
        "content_filter" | "sensitive" | "safety" | "prohibited_content" | "recitation" => Some(End::Filter),
        _ => Some(End::Done),
    }
}
