//! The desk as the host of one turn: its checklist, its cards and its pages are shown where the turn was asked for.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use futures_util::{FutureExt, future::BoxFuture};
use nova_model::{Message, Report, Secret};
use nova_tools::{
    Capabilities, Capability, Confirm, Decision, Host, Offer, Pages, Questions, Recorder, SecretPrompt,
};

use crate::{
    Desk,
    asks::{Asks, is_permanent},
    live::Live,
    notice::Notices,
    turn::Names,
    view::{Checklist, Line, Notice, Question, TurnEvent},
};

/// The pages that this window has, by the names of `open_page`.
const PAGES: &[&str] = &[
    "home",
    "versions",
    "mods",
    "worlds",
    "crash",
    "downloads",
    "accounts",
    "skins",
    "changes",
    "appearance",
    "settings",
];

/// What every turn of a window lends; recording only where this computer can.
pub(crate) fn capabilities(recorder: Option<&Arc<dyn Recorder>>) -> Capabilities {
    let always = [
        Capability::Confirm,
        Capability::Pages,
        Capability::Appearance,
        Capability::Questions,
        Capability::SecretPrompt,
    ];
    always.into_iter().chain(recorder.map(|_| Capability::Recorder)).collect()
}

/// How a checklist gets its decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    /// It is shown, and the player confirms it.
    Asked,
    /// The player clicked on exactly this one thing, which can be taken back: that click is the word. A line that loses something
    /// for good is refused.
    Clicked,
}

/// The host of one turn.
pub(crate) struct Surface {
    names: Names,
    live: Arc<Live>,
    asks: Arc<Asks>,
    notices: Arc<Notices>,
    recorder: Option<Arc<dyn Recorder>>,
    consent: Consent,
    /// Whether a checklist of the turn was shown before.
    shown: AtomicBool,
}

impl Surface {
    pub(crate) fn new(desk: &Desk, names: Names, live: Arc<Live>, consent: Consent) -> Self {
        let (asks, notices) = (Arc::clone(&desk.asks), Arc::clone(&desk.notices));
        let recorder = desk.recorder.as_ref().ok().map(Arc::clone);
        Self { names, live, asks, notices, recorder, consent, shown: AtomicBool::new(false) }
    }

    async fn shown(&self, lines: &[Offer]) -> Vec<Decision> {
        let ticket = self.asks.checklist(lines);
        let rows = lines.iter().map(|offer| Line::of_offer(offer, &self.names)).collect();
        let again = self.shown.swap(true, Ordering::Relaxed);
        let checklist = Checklist { id: ticket.id.clone(), again, lines: rows };
        self.live.send(TurnEvent::Confirm { checklist });
        let over = self.over(&ticket.id);
        let decisions = ticket.answer().await.unwrap_or_default();
        drop(over);
        decisions
    }

    fn over(&self, id: &str) -> Over<'_> {
        Over { live: &self.live, id: id.to_owned() }
    }
}

/// Says that a card does not wait any more, also where the turn was stopped.
struct Over<'a> {
    live: &'a Live,
    id: String,
}

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.live.send(TurnEvent::AskOver { id: self.id.clone() });
    }
}

impl Host for Surface {
    fn capabilities(&self) -> Capabilities {
        capabilities(self.recorder.as_ref())
    }

    fn confirm(&self) -> Option<&dyn Confirm> {
        Some(self)
    }

    fn pages(&self) -> Option<&dyn Pages> {
        Some(self)
    }

    fn questions(&self) -> Option<&dyn Questions> {
        Some(self)
    }

    fn secret_prompt(&self) -> Option<&dyn SecretPrompt> {
        Some(self)
    }

    fn recorder(&self) -> Option<Arc<dyn Recorder>> {
        self.recorder.clone()
    }
}

impl Confirm for Surface {
    fn confirm<'a>(&'a self, lines: &'a [Offer]) -> BoxFuture<'a, Vec<Decision>> {
        async move {
            match self.consent {
                Consent::Asked => self.shown(lines).await,
                Consent::Clicked => lines.iter().map(clicked).collect(),
            }
        }
        .boxed()
    }

    fn shows_again(&self) -> bool {
        self.consent == Consent::Asked
    }
}

fn clicked(offer: &Offer) -> Decision {
    if is_permanent(&offer.plan) { Decision::No } else { Decision::Yes }
}

impl Pages for Surface {
    fn open(&self, page: &str, argument: Option<&str>) -> Result<(), Report> {
        if !PAGES.contains(&page) {
            let shown = Message::new("core.page.none-such").with("page", page);
            let there: BTreeSet<_> = PAGES.iter().map(|page| (*page).to_owned()).collect();
            let hint = Message::new("core.near").with("names", there.into_iter().collect::<Vec<_>>());
            return Err(Report::new(shown).hint(hint));
        }
        let argument = argument.map(str::to_owned);
        self.notices.send(&Notice::Page { page: page.to_owned(), argument });
        Ok(())
    }
}

impl Questions for Surface {
    fn ask<'a>(&'a self, questions: &'a [nova_model::Question]) -> BoxFuture<'a, Option<Vec<String>>> {
        async move {
            let ticket = self.asks.questions(questions.len());
            let shown = questions.iter().map(|one| Question::of(one, &self.names.texts)).collect();
            self.live.send(TurnEvent::Ask { id: ticket.id.clone(), questions: shown });
            let over = self.over(&ticket.id);
            let answers = ticket.answer().await.flatten();
            drop(over);
            answers
        }
        .boxed()
    }
}

impl SecretPrompt for Surface {
    fn secret<'a>(&'a self, about: &'a Message) -> BoxFuture<'a, Option<Secret>> {
        async move {
            let ticket = self.asks.secret();
            let about = self.names.texts.say(about);
            self.live.send(TurnEvent::Secret { id: ticket.id.clone(), about });
            let over = self.over(&ticket.id);
            let secret = ticket.answer().await.flatten();
            drop(over);
            secret
        }
        .boxed()
    }
}
