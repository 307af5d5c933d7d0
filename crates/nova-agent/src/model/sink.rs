//! Words on their way from a model to the player, as they come.

use std::sync::Arc;

use nova_llm::{Sink, Wait, envelope::SayStream};
use nova_model::Event;
use nova_tools::Events;

/// Sends pieces as events. On the json rung only what stands in the envelope's `say` is for the player.
pub(super) struct ToPlayer {
    events: Arc<dyn Events>,
    envelope: Option<SayStream>,
    /// What was sent of the words so far.
    sent: String,
}

impl ToPlayer {
    /// For plain words.
    pub(super) fn plain(events: Arc<dyn Events>) -> Self {
        Self { events, envelope: None, sent: String::new() }
    }

    /// For words inside an envelope.
    pub(super) fn enveloped(events: Arc<dyn Events>) -> Self {
        Self { events, envelope: Some(SayStream::default()), sent: String::new() }
    }

    fn send(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.envelope.is_some() {
            self.sent.push_str(text);
        }
        self.events.send(Event::TextDelta { text: text.to_owned() });
    }

    /// The whole words of an envelope are known: what was not sent of them goes out now. Some models put them last, or write
    /// no envelope at all.
    pub(super) fn catch_up(&mut self, words: &str) {
        if self.envelope.is_none() {
            return;
        }
        let rest = words.strip_prefix(self.sent.as_str()).unwrap_or_default().to_owned();
        self.send(&rest);
    }
}

impl Sink for ToPlayer {
    fn text(&mut self, piece: &str) {
        let Some(envelope) = &mut self.envelope else { return self.send(piece) };
        let said = envelope.push(piece);
        self.send(&said);
    }

    fn was_reasoning(&mut self) {
        self.sent.clear();
        self.events.send(Event::TextWasReasoning);
    }

    fn reasoning(&mut self, piece: &str) {
        self.events.send(Event::ReasoningDelta { text: piece.to_owned() });
    }

    fn waits(&mut self, wait: Wait) {
        let time = u64::try_from(wait.time.as_millis()).unwrap_or(u64::MAX);
        self.events.send(Event::Waits { time, after: wait.after.in_short() });
    }
}
