//! What was said in a turn, as it is told again to a page that comes later; and what waits for the player.

use std::collections::VecDeque;

use serde_json::Value;

use crate::{
    call::To,
    view::{ToolResult, TurnEvent},
};

/// Events that are told again; of a longer turn the oldest are left out.
const MOST: usize = 1_000;
/// Bytes of them all.
const MOST_BYTES: usize = 8 << 20;
/// Bytes up to which pieces of text are told again as one.
const PIECE: usize = 65_536;

/// One turn so far.
#[derive(Default)]
pub(super) struct Heard {
    said: VecDeque<Told>,
    bytes: usize,
    waiting: Vec<(String, TurnEvent)>,
    followers: Vec<To<TurnEvent>>,
}

struct Told {
    event: TurnEvent,
    bytes: usize,
}

impl Told {
    fn new(event: TurnEvent) -> Self {
        let bytes = match &event {
            TurnEvent::Text { text } | TurnEvent::Reasoning { text } => text.len(),
            event => serde_json::to_vec(event).map_or(0, |json| json.len()),
        };
        Self { event, bytes }
    }

    /// The same without the table that a tool found; nothing where there is none.
    fn bare(&mut self) -> Option<Self> {
        let TurnEvent::ToolFinished { result: ToolResult::Done { data, .. }, .. } = &mut self.event else {
            return None;
        };
        if data.is_null() {
            return None;
        }
        *data = Value::Null;
        Some(Self::new(self.event.clone()))
    }
}

impl Heard {
    /// Tells everyone who follows, and keeps it for those who come later.
    pub(super) fn tell(&mut self, event: TurnEvent) {
        self.followers.retain(To::is_open);
        self.followers.iter().for_each(|to| to.send(&event));
        self.wait(&event);
        self.keep(event);
    }

    /// Adds one who follows, and tells them what was said so far.
    pub(super) fn follow(&mut self, to: To<TurnEvent>) {
        self.said.iter().for_each(|told| to.send(&told.event));
        self.followers.push(to);
    }

    /// The cards that wait.
    pub(super) fn waiting(&self) -> Vec<TurnEvent> {
        self.waiting.iter().map(|(_, event)| event.clone()).collect()
    }

    fn wait(&mut self, event: &TurnEvent) {
        match event {
            TurnEvent::Confirm { checklist } => self.waiting.push((checklist.id.clone(), event.clone())),
            TurnEvent::Ask { id, .. } | TurnEvent::Secret { id, .. } => {
                self.waiting.push((id.clone(), event.clone()));
            }
            TurnEvent::AskOver { id } => self.waiting.retain(|(waits, _)| waits != id),
            _ => {}
        }
    }

    /// Keeps an event; pieces of text become one, and of a tool's progress the last word counts.
    fn keep(&mut self, event: TurnEvent) {
        match (self.said.back_mut(), event) {
            (Some(Told { event: TurnEvent::Text { text }, bytes }), TurnEvent::Text { text: more })
            | (
                Some(Told { event: TurnEvent::Reasoning { text }, bytes }),
                TurnEvent::Reasoning { text: more },
            ) if text.len() < PIECE => {
                text.push_str(&more);
                *bytes += more.len();
                self.bytes += more.len();
            }
            (Some(last), event @ TurnEvent::ToolProgress { .. })
                if matches!(last.event, TurnEvent::ToolProgress { .. }) =>
            {
                let next = Told::new(event);
                self.bytes = self.bytes - last.bytes + next.bytes;
                *last = next;
            }
            (_, event) => {
                let told = Told::new(event);
                self.bytes += told.bytes;
                self.said.push_back(told);
            }
        }
        self.shorten();
    }

    /// Within the bounds again: first the oldest tables go, whose sentences stay, then the oldest events. The first of all says which
    /// turn it is.
    fn shorten(&mut self) {
        if self.bytes > MOST_BYTES {
            self.bare();
        }
        while self.said.len() > 1 && (self.said.len() > MOST || self.bytes > MOST_BYTES) {
            self.bytes -= self.said.remove(1).map_or(0, |gone| gone.bytes);
        }
    }

    fn bare(&mut self) {
        for told in &mut self.said {
            if self.bytes <= MOST_BYTES {
                return;
            }
            if let Some(bare) = told.bare() {
                self.bytes = self.bytes - told.bytes + bare.bytes;
                *told = bare;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> TurnEvent {
        TurnEvent::Text { text: text.to_owned() }
    }

    fn found(id: &str, bytes: usize) -> TurnEvent {
        let (text, data) = ("found".to_owned(), Value::from("x".repeat(bytes)));
        let result = ToolResult::Done { text, data, foreign: false };
        TurnEvent::ToolFinished { id: id.to_owned(), elapsed: 0, result }
    }

    fn events(heard: &Heard) -> Vec<&TurnEvent> {
        heard.said.iter().map(|told| &told.event).collect()
    }

    fn counted(heard: &Heard) -> usize {
        heard.said.iter().map(|told| Told::new(told.event.clone()).bytes).sum()
    }

    #[test]
    fn pieces_of_text_are_kept_as_one_and_a_long_turn_forgets_its_oldest_events_but_the_first() {
        let mut heard = Heard::default();
        for piece in ["a", "b", "c"] {
            heard.keep(text(piece));
        }
        assert_eq!(events(&heard), [&text("abc")]);
        for _ in 0..MOST {
            heard.keep(TurnEvent::TextDone);
        }
        assert_eq!((heard.said.len(), &heard.said[0].event), (MOST, &text("abc")));
        assert_eq!(heard.bytes, counted(&heard));
    }

    #[test]
    fn a_turn_that_found_much_forgets_the_oldest_tables_first_and_keeps_their_sentences() {
        let mut heard = Heard::default();
        heard.keep(text("first"));
        for id in ["a", "b", "c"] {
            heard.keep(found(id, MOST_BYTES / 3));
        }
        let has_table = |told: &Told| {
            let TurnEvent::ToolFinished { result: ToolResult::Done { text, data, .. }, .. } = &told.event
            else {
                return None;
            };
            assert_eq!(text, "found");
            Some(!data.is_null())
        };
        assert_eq!(heard.said.iter().filter_map(has_table).collect::<Vec<_>>(), [false, true, true]);
        heard.keep(found("d", MOST_BYTES * 2));
        assert_eq!(heard.said.iter().filter_map(has_table).collect::<Vec<_>>(), [false; 4]);
        assert_eq!(heard.bytes, counted(&heard));
    }

    #[test]
    fn of_endless_text_the_newest_is_told_again() {
        let mut heard = Heard::default();
        heard.keep(TurnEvent::TextDone);
        for piece in 0..200 {
            heard.keep(text(&format!("{piece}{}", "x".repeat(PIECE))));
        }
        assert!(heard.bytes <= MOST_BYTES && heard.bytes == counted(&heard));
        assert_eq!(heard.said[0].event, TurnEvent::TextDone);
        let last = heard.said.back().map(|told| &told.event);
        assert!(matches!(last, Some(TurnEvent::Text { text }) if text.starts_with("199")));
    }

    #[test]
    fn what_waits_is_known_until_it_is_over() {
        let mut heard = Heard::default();
        let ask = |id: &str| TurnEvent::Secret { id: id.to_owned(), about: String::new() };
        heard.wait(&ask("a"));
        heard.wait(&ask("b"));
        heard.wait(&TurnEvent::AskOver { id: "a".to_owned() });
        assert_eq!(heard.waiting(), [ask("b")]);
    }
}
