//! The conversations that are open in the window. Each is taken by one turn at a time, and what a turn gives back is newer than what
//! was read meanwhile.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use nova_agent::Conversation;
use nova_core::OpenChat;

/// New chats in which nothing was said yet that stay open: one for each page that is looked at, and some to spare.
const MOST_NEW: usize = 4;

/// A conversation that goes on.
pub(crate) struct Talk {
    /// Where it is kept.
    pub(crate) chat: OpenChat,
    /// What was said in it.
    pub(crate) conversation: Conversation,
}

/// The conversations by their ids.
#[derive(Default)]
pub(crate) struct Talks(Mutex<Table>);

#[derive(Default)]
struct Table {
    slots: BTreeMap<String, Slot>,
    /// Counts what happens to them.
    now: u64,
}

struct Slot {
    state: State,
    /// When something last happened to it.
    moved: u64,
}

enum State {
    Idle(Box<Talk>),
    /// A turn has it.
    Busy,
}

/// Why a conversation cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Not {
    /// A turn runs in it.
    Free,
    /// It is not open.
    Open,
}

/// A moment: what happened to a conversation since then is newer than what was read then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment(u64);

/// A conversation in the hands of a turn. Dropped without being given back (the turn broke) it is forgotten, and opened again from
/// what was kept.
pub(crate) struct Taken {
    /// It.
    pub(crate) talk: Talk,
    place: Place,
}

/// Where it was taken from.
struct Place {
    talks: Arc<Talks>,
    id: String,
    moved: u64,
}

impl Talks {
    /// Now, before a chat is read.
    pub(crate) fn now(&self) -> Moment {
        Moment(self.lock().now)
    }

    /// Opens a new chat. Of those in which nothing was said the oldest go.
    pub(crate) fn begin(&self, talk: Talk) {
        let mut table = self.lock();
        table.put(talk);
        table.forget_unused();
    }

    /// Opens a chat as it was read after this moment. Says whether it is that one which is open now: where a turn had it meanwhile, what
    /// was read is old.
    pub(crate) fn open(&self, talk: Talk, since: Moment) -> bool {
        let mut table = self.lock();
        let is_old = |slot: &Slot| slot.moved > since.0 || matches!(slot.state, State::Busy);
        let old = table.slots.get(talk.chat.id()).is_some_and(is_old);
        if !old {
            table.put(talk);
        }
        !old
    }

    /// Takes a conversation for one turn.
    pub(crate) fn take(self: &Arc<Self>, id: &str) -> Result<Taken, Not> {
        let mut table = self.lock();
        let moved = table.tick();
        let slot = table.slots.get_mut(id).ok_or(Not::Open)?;
        match std::mem::replace(&mut slot.state, State::Busy) {
            State::Idle(talk) => {
                slot.moved = moved;
                let place = Place { talks: Arc::clone(self), id: id.to_owned(), moved };
                Ok(Taken { talk: *talk, place })
            }
            State::Busy => Err(Not::Free),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn tick(&mut self) -> u64 {
        self.now = self.now.saturating_add(1);
        self.now
    }

    fn put(&mut self, talk: Talk) {
        let (id, moved) = (talk.chat.id().to_owned(), self.tick());
        self.slots.insert(id, Slot { state: State::Idle(Box::new(talk)), moved });
    }

    fn forget_unused(&mut self) {
        let unused =
            |slot: &Slot| matches!(&slot.state, State::Idle(talk) if talk.conversation.entries.is_empty());
        let mut moved: Vec<u64> =
            self.slots.values().filter(|slot| unused(slot)).map(|slot| slot.moved).collect();
        moved.sort_unstable_by(|a, b| b.cmp(a));
        if let Some(newest) = moved.get(MOST_NEW) {
            self.slots.retain(|_, slot| slot.moved > *newest || !unused(slot));
        }
    }

    /// Frees what a turn took; says whether it was still that turn's.
    fn free(&mut self, id: &str, moved: u64) -> bool {
        let its = self.slots.get(id).is_some_and(|slot| slot.moved == moved);
        if its {
            self.slots.remove(id);
        }
        its
    }
}

impl Taken {
    /// Gives it back for the next turn; a new chat may have got another id with its first one.
    pub(crate) fn give_back(self) {
        let Self { talk, place } = self;
        let mut table = place.talks.lock();
        if table.free(&place.id, place.moved) {
            table.put(talk);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What was given back has moved on.
        self.talks.lock().free(&self.id, self.moved);
    }
}

#[cfg(test)]
mod tests {
    use nova_agent::Entry;
    use nova_model::{Message, Report};

    use super::*;
    use crate::{Desk, still};

    fn desk() -> (tempfile::TempDir, Arc<Desk>) {
        still::desk(Err(Report::new(Message::new("desk.shell.none"))))
    }

    /// A chat of this desk in which so much was said.
    fn talk(chat: &OpenChat, said: usize) -> Talk {
        let entries = vec![Entry::Player("words".to_owned()); said];
        Talk { chat: chat.clone(), conversation: Conversation { entries } }
    }

    fn said(talks: &Arc<Talks>, id: &str) -> usize {
        talks.take(id).map_or(0, |taken| taken.talk.conversation.entries.len())
    }

    #[test]
    fn what_was_read_before_a_turn_gave_its_words_back_is_old() {
        let (_temp, desk) = desk();
        let (talks, chat) = (Arc::new(Talks::default()), desk.app().chats().begin());
        assert!(talks.open(talk(&chat, 2), talks.now()));
        let before = talks.now();
        let mut taken = talks.take(chat.id()).unwrap_or_else(|not| panic!("{not:?}"));
        assert!(!talks.open(talk(&chat, 2), talks.now()), "a turn has it");
        taken.talk.conversation.entries.push(Entry::Player("more".to_owned()));
        taken.give_back();
        assert!(!talks.open(talk(&chat, 2), before));
        assert_eq!(said(&talks, chat.id()), 3);
    }

    #[test]
    fn a_turn_gives_back_and_frees_only_what_it_took_itself() {
        let (_temp, desk) = desk();
        let (talks, chat) = (Arc::new(Talks::default()), desk.app().chats().begin());
        talks.begin(talk(&chat, 0));
        let first = talks.take(chat.id()).map_err(|_| ()).unwrap();
        assert_eq!(talks.take(chat.id()).err(), Some(Not::Free));
        drop(first);
        assert_eq!(talks.take(chat.id()).err(), Some(Not::Open), "the turn broke");
        talks.begin(talk(&chat, 1));
        let one = talks.take(chat.id()).map_err(|_| ()).unwrap();
        one.give_back();
        let _two = talks.take(chat.id()).map_err(|_| ()).unwrap();
        assert_eq!(talks.take(chat.id()).err(), Some(Not::Free));
    }

    #[test]
    fn new_chats_in_which_nothing_was_said_do_not_stay_for_ever() {
        let (_temp, desk) = desk();
        let talks = Arc::new(Talks::default());
        let chats: Vec<_> = (0..=MOST_NEW).map(|_| desk.app().chats().begin()).collect();
        let used = desk.app().chats().begin();
        talks.begin(talk(&used, 1));
        for chat in &chats {
            talks.begin(talk(chat, 0));
        }
        assert_eq!(talks.take(chats[0].id()).err(), Some(Not::Open));
        assert!(chats.iter().skip(1).all(|chat| talks.take(chat.id()).is_ok()));
        assert_eq!(said(&talks, used.id()), 1);
    }
}
