//! The conversations that are open in the window, and the turns that run in them.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use nova_agent::Conversation;
use nova_core::OpenChat;
use tokio_util::sync::CancellationToken;

/// A conversation that goes on.
pub(crate) struct Talk {
    /// Where it is kept.
    pub(crate) chat: OpenChat,
    /// What was said in it.
    pub(crate) conversation: Conversation,
}

/// A conversation under its id, and what stops the turn that runs in it.
#[derive(Default)]
pub(crate) struct Talks(Mutex<BTreeMap<String, Open>>);

enum Open {
    Idle(Box<Talk>),
    Busy(CancellationToken),
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
    pub(crate) fn take(&self, id: &str, stop: CancellationToken) -> Result<Talk, Not> {
        let mut talks = self.lock();
        match talks.remove(id) {
            Some(Open::Idle(talk)) => {
                talks.insert(id.to_owned(), Open::Busy(stop));
                Ok(*talk)
            }
            Some(busy) => {
                talks.insert(id.to_owned(), busy);
                Err(Not::Free)
            }
            None => Err(Not::Open),
        }
    }

    /// Gives it back; a new chat may have got another id with its first turn.
    pub(crate) fn give_back(&self, taken_as: &str, talk: Talk) {
        let mut talks = self.lock();
        talks.remove(taken_as);
        talks.insert(talk.chat.id().to_owned(), Open::Idle(Box::new(talk)));
    }

    /// Whether a turn runs in it.
    pub(crate) fn is_busy(&self, id: &str) -> bool {
        matches!(self.lock().get(id), Some(Open::Busy(_)))
    }

    /// Stops the turn that runs in it.
    pub(crate) fn stop(&self, id: &str) {
        if let Some(Open::Busy(stop)) = self.lock().get(id) {
            stop.cancel();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
