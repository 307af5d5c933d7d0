//! Words on their way from a model to the player, as they come.

use std::sync::Arc;

use nova_llm::{Sink, Wait, envelope::SayStream};
use nova_model::{Event, Explain};
use nova_tools::Events;

/// Sends pieces as events. On the json rung only what stands in the envelope's `say` is for the player.
pub(super) struct ToPlayer {
    events: Arc<dyn Events>,
    envelope: Option<SayStream>,
}

impl ToPlayer {
    /// For plain words.
    pub(super) fn plain(events: Arc<dyn Events>) -> Self {
        Self { events, envelope: None }
    }

    /// For words inside an envelope.
    pub(super) fn enveloped(events: Arc<dyn Events>) -> Self {
        Self { events, envelope: Some(SayStream::default()) }
    }

    fn send(&self, text: String) {
        if !text.is_empty() {
            self.events.send(Event::TextDelta { text });
        }
    }
}

impl Sink for ToPlayer {
    fn text(&mut self, piece: &str) {
        let text = match &mut self.envelope {
            Some(envelope) => envelope.push(piece),
            None => piece.to_owned(),
        };
        self.send(text);
    }

    fn reasoning(&mut self, piece: &str) {
        self.events.send(Event::ReasoningDelta { text: piece.to_owned() });
    }

    fn waits(&mut self, wait: Wait) {
        let time = u64::try_from(wait.time.as_millis()).unwrap_or(u64::MAX);
        self.events.send(Event::Waits { time, after: wait.after.report() });
    }
}
