//! The program around the core and what it lends: a way to confirm, to ask, to open pages.

use std::{collections::BTreeSet, sync::Arc};

use futures_util::future::BoxFuture;
use nova_model::{Message, Plan, Question, Report, Secret};
use serde::{Deserialize, Serialize};

use crate::recorder::Recorder;

/// Something only some hosts can do. A tool that needs one is absent where it is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    /// Can show a checklist and take the player's word. Without it the registry has no write tools.
    Confirm,
    /// Has pages to open.
    Pages,
    /// Has a look that can be changed.
    Appearance,
    /// Can record the screen.
    Recorder,
    /// Has plugins.
    Plugins,
    /// Has multiplayer rooms.
    Multiplayer,
    /// Can ask the player a question and wait.
    Questions,
    /// Can take a secret behind a mask.
    SecretPrompt,
}

/// What a host can do.
pub type Capabilities = BTreeSet<Capability>;

/// The player's word on one checklist line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Do it.
    Yes,
    /// Do not do it; final for the turn.
    No,
}

/// A checklist line as the player is asked about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// Its number, from 1.
    pub line: usize,
    /// The tool that planned it.
    pub tool: String,
    /// What it would do.
    pub plan: Plan,
    /// Text written by others was read before it was planned: the idea may come from there.
    pub from_foreign: bool,
    /// The lines it needs; they are ticked together.
    pub needs: Vec<usize>,
    /// Whether it may be ticked beforehand; never for what cannot be undone.
    pub ticked: bool,
}

/// Shows a checklist and returns one decision a line, in order. A missing decision counts as no.
pub trait Confirm: Send + Sync {
    /// Waits for the player, without a time limit.
    fn confirm<'a>(&'a self, lines: &'a [Offer]) -> BoxFuture<'a, Vec<Decision>>;
    /// Whether lines whose files moved on since they were shown are shown again as they would be now. Not where the player's
    /// word was given beforehand: it was not given to these.
    fn shows_again(&self) -> bool {
        false
    }
}

/// Moves the window.
pub trait Pages: Send + Sync {
    /// Opens a page, at one item where `argument` names one.
    fn open(&self, page: &str, argument: Option<&str>) -> Result<(), Report>;
}

/// Asks the player.
pub trait Questions: Send + Sync {
    /// Waits for the answers, without a time limit; `None` where the player closed the card.
    fn ask<'a>(&'a self, questions: &'a [Question]) -> BoxFuture<'a, Option<Vec<String>>>;
}

/// Takes a secret from the player behind a mask.
pub trait SecretPrompt: Send + Sync {
    /// Says what it is for and waits, without a time limit; `None` where the player closed the prompt.
    fn secret<'a>(&'a self, about: &'a Message) -> BoxFuture<'a, Option<Secret>>;
}

/// The program around the core. A capability it does not lend is `None`, and the tools that need it are absent.
pub trait Host: Send + Sync {
    /// What it can do (or pretends to, for listings and plan-only runs).
    fn capabilities(&self) -> Capabilities;
    /// The checklist surface.
    fn confirm(&self) -> Option<&dyn Confirm> {
        None
    }
    /// The pages.
    fn pages(&self) -> Option<&dyn Pages> {
        None
    }
    /// The question cards.
    fn questions(&self) -> Option<&dyn Questions> {
        None
    }
    /// The masked prompt.
    fn secret_prompt(&self) -> Option<&dyn SecretPrompt> {
        None
    }

    /// The recorder. Shared, since what was confirmed is done with it later.
    fn recorder(&self) -> Option<Arc<dyn Recorder>> {
        None
    }
}

/// A host that can do nothing but read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn capabilities(&self) -> Capabilities {
        Capabilities::new()
    }
}

/// A host that only claims capabilities, for listings and plan-only runs. It lends none of them, so nothing that needs one
/// is ever carried out.
#[derive(Clone, Debug, Default)]
pub struct Pretend(pub Capabilities);

impl Host for Pretend {
    fn capabilities(&self) -> Capabilities {
        self.0.clone()
    }
}
