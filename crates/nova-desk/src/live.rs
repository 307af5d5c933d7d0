//! The turns that run now. Who follows one hears first what was said in it so far, so that a page that was loaded again goes on where
//! it was; what waits for the player is known without following.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use nova_model::{Message, Report};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    Desk, Fault,
    call::To,
    view::{RunningTurn, TurnEvent, Turned},
};

/// Events of a turn that are told again; of a longer one the oldest are left out.
const MOST: usize = 1_000;
/// Bytes up to which pieces of text are told again as one.
const PIECE: usize = 65_536;

/// The end of a turn, once it is known.
type Ended = Option<Result<Turned, Fault>>;

/// The turns that run, each under the name it is followed by.
#[derive(Default)]
pub(crate) struct Turns(Mutex<BTreeMap<String, Arc<Live>>>);

/// One turn that runs.
pub(crate) struct Live {
    name: String,
    chat: Option<String>,
    words: Option<String>,
    /// Stops it.
    pub(crate) stop: CancellationToken,
    heard: Mutex<Heard>,
    end: watch::Sender<Ended>,
}

#[derive(Default)]
struct Heard {
    said: VecDeque<TurnEvent>,
    waiting: Vec<(String, TurnEvent)>,
    followers: Vec<To<TurnEvent>>,
}

/// A turn for as long as it runs. Dropped before its end is known (the program around the desk let go of the call, or it broke) it
/// ends all the same, and its chat is free.
pub(crate) struct Begun {
    desk: Arc<Desk>,
    /// The turn.
    pub(crate) live: Arc<Live>,
}

impl Begun {
    /// A turn in a chat.
    pub(crate) fn in_chat(desk: &Arc<Desk>, chat: &str, words: &str) -> Self {
        Self::new(desk, chat.to_owned(), Some(chat.to_owned()), Some(words.to_owned()))
    }

    /// A turn that a page asked for.
    pub(crate) fn on_page(desk: &Arc<Desk>) -> Self {
        Self::new(desk, desk.asks.draw(), None, None)
    }

    fn new(desk: &Arc<Desk>, name: String, chat: Option<String>, words: Option<String>) -> Self {
        let (stop, heard, end) = (CancellationToken::new(), Mutex::default(), watch::Sender::default());
        let live = Arc::new(Live { name, chat, words, stop, heard, end });
        desk.turns.lock().insert(live.name.clone(), Arc::clone(&live));
        Self { desk: Arc::clone(desk), live }
    }

    /// Tells everyone what it came to.
    pub(crate) fn end(self, result: Result<Turned, Fault>) -> Result<Turned, Fault> {
        self.live.end.send_replace(Some(result.clone()));
        result
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.desk.turns.lock().remove(&self.live.name);
        self.desk.talks.free(&self.live.name);
        if self.live.end.borrow().is_none() {
            self.live.stop.cancel();
            let fault = self.desk.fault(&Report::new(Message::new("desk.turn.broke")));
            self.live.end.send_replace(Some(Err(fault)));
        }
    }
}

impl Turns {
    /// The turn of this name.
    pub(crate) fn get(&self, name: &str) -> Option<Arc<Live>> {
        self.lock().get(name).cloned()
    }

    /// All of them as a window shows them.
    pub(crate) fn running(&self) -> Vec<RunningTurn> {
        let turns: Vec<_> = self.lock().values().cloned().collect();
        turns.iter().map(|live| live.view()).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Live>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Live {
    /// Tells everyone who follows.
    pub(crate) fn send(&self, event: TurnEvent) {
        let mut heard = self.lock();
        heard.followers.retain(To::is_open);
        heard.followers.iter().for_each(|to| to.send(&event));
        heard.wait(&event);
        heard.keep(event);
    }

    /// Adds one who follows, and tells them what was said so far.
    pub(crate) fn follow(&self, to: To<TurnEvent>) {
        let mut heard = self.lock();
        heard.said.iter().for_each(|event| to.send(event));
        heard.followers.push(to);
    }

    /// Waits for what it comes to.
    pub(crate) async fn ended(&self) -> Result<Turned, Fault> {
        let mut end = self.end.subscribe();
        loop {
            if let Some(ended) = end.borrow_and_update().clone() {
                return ended;
            }
            // The sender lies in here: it is not gone before this is.
            let _ = end.changed().await;
        }
    }

    /// As a window shows it.
    pub(crate) fn view(&self) -> RunningTurn {
        let pending = self.lock().waiting.iter().map(|(_, event)| event.clone()).collect();
        let (follow, chat, words) = (self.name.clone(), self.chat.clone(), self.words.clone());
        RunningTurn { follow, chat, words, pending }
    }

    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Heard {
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
        match (self.said.back_mut(), &event) {
            (Some(TurnEvent::Text { text }), TurnEvent::Text { text: more })
            | (Some(TurnEvent::Reasoning { text }), TurnEvent::Reasoning { text: more })
                if text.len() < PIECE =>
            {
                text.push_str(more);
            }
            (Some(last @ TurnEvent::ToolProgress { .. }), TurnEvent::ToolProgress { .. }) => *last = event,
            _ => self.said.push_back(event),
        }
        if self.said.len() > MOST {
            // The first says which turn it is.
            self.said.remove(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> TurnEvent {
        TurnEvent::Text { text: text.to_owned() }
    }

    #[test]
    fn pieces_of_text_are_kept_as_one_and_a_long_turn_forgets_its_oldest_events_but_the_first() {
        let mut heard = Heard::default();
        for piece in ["a", "b", "c"] {
            heard.keep(text(piece));
        }
        assert_eq!(heard.said, [text("abc")]);
        for _ in 0..MOST {
            heard.keep(TurnEvent::TextDone);
        }
        assert_eq!((heard.said.len(), &heard.said[0]), (MOST, &text("abc")));
    }

    #[test]
    fn what_waits_is_known_until_it_is_over() {
        let mut heard = Heard::default();
        let ask = |id: &str| TurnEvent::Secret { id: id.to_owned(), about: String::new() };
        heard.wait(&ask("a"));
        heard.wait(&ask("b"));
        heard.wait(&TurnEvent::AskOver { id: "a".to_owned() });
        assert_eq!(heard.waiting, [("b".to_owned(), ask("b"))]);
    }
}
