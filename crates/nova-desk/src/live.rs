//! The turns that run now. Who follows one hears first what was said in it so far, so that a page that was loaded again goes on where
//! it was; what waits for the player is known without following.

mod heard;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use nova_model::{Message, Report};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    Desk, Fault,
    call::To,
    view::{LineState, Look, RunningTurn, TurnEvent, Turned},
};
use heard::Heard;

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
    /// Whether anything was done in it.
    changed: AtomicBool,
    end: watch::Sender<Ended>,
}

/// A turn for as long as it runs. Dropped before its end is known (the program around the desk let go of the call, or it broke) it
/// ends all the same. What it changed is told to every page, however it ends.
pub(crate) struct Begun {
    desk: Arc<Desk>,
    /// How the window looked before it.
    look: Look,
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
        let (stop, end) = (CancellationToken::new(), watch::Sender::default());
        let (heard, changed) = (Mutex::default(), AtomicBool::default());
        let live = Arc::new(Live { name, chat, words, stop, heard, changed, end });
        desk.turns.lock().insert(live.name.clone(), Arc::clone(&live));
        Self { desk: Arc::clone(desk), look: desk.look(), live }
    }

    /// Tells everyone what it came to.
    pub(crate) fn end(self, result: Result<Turned, Fault>) -> Result<Turned, Fault> {
        self.live.end.send_replace(Some(result.clone()));
        result
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.desk.turns.over(&self.live);
        if self.live.changed.load(Ordering::Relaxed) {
            self.desk.changed(&self.look);
        }
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

    /// Takes a turn out. Under its name the next one may run already.
    fn over(&self, live: &Arc<Live>) {
        let mut turns = self.lock();
        if turns.get(&live.name).is_some_and(|other| Arc::ptr_eq(other, live)) {
            turns.remove(&live.name);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Live>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Live {
    /// Tells everyone who follows.
    pub(crate) fn send(&self, event: TurnEvent) {
        if matches!(event, TurnEvent::LineChanged { state: LineState::Done { .. }, .. }) {
            self.changed.store(true, Ordering::Relaxed);
        }
        self.lock().tell(event);
    }

    /// Adds one who follows, and tells them what was said so far.
    pub(crate) fn follow(&self, to: To<TurnEvent>) {
        self.lock().follow(to);
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
        let pending = self.lock().waiting();
        let (follow, chat, words) = (self.name.clone(), self.chat.clone(), self.words.clone());
        RunningTurn { follow, chat, words, pending }
    }

    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
