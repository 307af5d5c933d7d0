//! The conversations that are open in the window.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use nova_agent::Conversation;
use nova_core::OpenChat;

/// A conversation that goes on.
pub(crate) struct Talk {
    /// Where it is kept.
    pub(crate) chat: OpenChat,
    /// What was said in it.
    pub(crate) conversation: Conversation,
}

/// The conversations by their ids.
#[derive(Default)]
pub(crate) struct Talks(Mutex<BTreeMap<String, Open>>);

enum Open {
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

impl Talks {
    /// Puts a conversation where the next turn takes it.
    pub(crate) fn put(&self, id: String, talk: Talk) {
        self.lock().insert(id, Open::Idle(Box::new(talk)));
    }

    /// Takes a conversation for one turn.
    pub(crate) fn take(&self, id: &str) -> Result<Talk, Not> {
        match self.lock().get_mut(id) {
            Some(open) => match std::mem::replace(open, Open::Busy) {
                Open::Idle(talk) => Ok(*talk),
                Open::Busy => Err(Not::Free),
            },
            None => Err(Not::Open),
        }
    }

    /// Gives it back; a new chat may have got another id with its first turn.
    pub(crate) fn give_back(&self, taken_as: &str, talk: Talk) {
        let mut talks = self.lock();
        talks.remove(taken_as);
        talks.insert(talk.chat.id().to_owned(), Open::Idle(Box::new(talk)));
    }

    /// Forgets a conversation whose turn ended without giving it back: it is opened again from what was kept.
    pub(crate) fn free(&self, id: &str) {
        let mut talks = self.lock();
        if matches!(talks.get(id), Some(Open::Busy)) {
            talks.remove(id);
        }
    }

    /// Whether a turn runs in it.
    pub(crate) fn is_busy(&self, id: &str) -> bool {
        matches!(self.lock().get(id), Some(Open::Busy))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
