//! The terminal as a host: it shows a checklist, takes the player's word line by line, and asks questions.

use std::{
    collections::BTreeSet,
    io::{self, BufRead, IsTerminal, Write},
    sync::{Arc, Mutex},
};

use futures_util::{FutureExt, future::BoxFuture};
use nova_core::texts::Texts;
use nova_model::{Message, Question, Undo};
use nova_tools::{Capabilities, Capability, Confirm, Decision, Host, Offer, Questions};

use crate::checklist;

/// How a checklist is confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    /// Each line is asked on the terminal.
    Ask,
    /// Nobody can be asked: every line is refused.
    Nobody,
    /// Given on the command line.
    Given {
        /// Only these lines; empty for all.
        only: BTreeSet<usize>,
        /// Whether permanent losses are confirmed as well.
        permanent: Permanent,
    },
}

/// Whether permanent losses are confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permanent {
    /// They are.
    Confirmed,
    /// They are not.
    Refused,
}

/// The terminal.
pub(crate) struct Terminal {
    consent: Consent,
    texts: Arc<Texts>,
    input: Mutex<()>,
}

impl Terminal {
    /// A terminal that confirms in this way.
    pub(crate) fn new(consent: Consent, texts: Arc<Texts>) -> Self {
        Self { consent, texts, input: Mutex::new(()) }
    }

    /// Whether somebody sits in front of it.
    pub(crate) fn is_attended() -> bool {
        io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Prints a prompt on standard error and reads one line; nothing at the end of input.
    pub(crate) fn line(&self, prompt: &str) -> Option<String> {
        let _turn = self.input.lock().ok()?;
        let mut err = io::stderr().lock();
        write!(err, "{prompt} ").and_then(|()| err.flush()).ok()?;
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line.trim().to_owned()),
        }
    }

    fn ask_line(&self, offer: &Offer) -> Decision {
        let prompt = match offer.plan.undo {
            Undo::Permanent(_) => Message::new("cli.confirm.permanent").with("line", offer.line),
            Undo::Reversible(_) => Message::new("cli.confirm.line").with("line", offer.line),
        };
        let word = self.line(&self.texts.say(&prompt)).unwrap_or_default().to_lowercase();
        let yes: &[&str] = match offer.plan.undo {
            // Permanent losses take the whole word.
            Undo::Permanent(_) => &["yes", "确认", "確認"],
            Undo::Reversible(_) => &["y", "yes", "是", "好", "确认", "確認"],
        };
        if yes.contains(&word.as_str()) { Decision::Yes } else { Decision::No }
    }

    fn ask_all(&self, lines: &[Offer]) -> Vec<Decision> {
        let mut err = io::stderr().lock();
        // A terminal that cannot be written to cannot be answered on either: the questions below then count as no.
        let _ = writeln!(err, "{}", checklist::offered(lines, &self.texts));
        drop(err);
        let mut decisions: Vec<Decision> = Vec::with_capacity(lines.len());
        for offer in lines {
            let refused = |line: &usize| {
                let at = lines.iter().position(|other| other.line == *line);
                at.and_then(|at| decisions.get(at)).is_some_and(|decision| *decision == Decision::No)
            };
            let decision = if offer.needs.iter().any(refused) { Decision::No } else { self.ask_line(offer) };
            decisions.push(decision);
        }
        decisions
    }

    fn ask_question(&self, question: &Question) -> Option<String> {
        let choices =
            question.choices.iter().enumerate().map(|(at, choice)| format!("  {}. {choice}", at + 1));
        let lines = std::iter::once(self.texts.say(&question.text)).chain(choices).chain([">".to_owned()]);
        let word = self.line(&lines.collect::<Vec<_>>().join("\n"))?;
        let chosen = word.parse::<usize>().ok().and_then(|at| question.choices.get(at.checked_sub(1)?));
        Some(chosen.cloned().unwrap_or(word))
    }
}

impl Host for Terminal {
    fn capabilities(&self) -> Capabilities {
        let mut capabilities = Capabilities::from([Capability::Confirm]);
        if self.consent == Consent::Ask {
            capabilities.insert(Capability::Questions);
        }
        capabilities
    }

    fn confirm(&self) -> Option<&dyn Confirm> {
        Some(self)
    }

    fn questions(&self) -> Option<&dyn Questions> {
        (self.consent == Consent::Ask).then_some(self)
    }
}

impl Confirm for Terminal {
    fn confirm<'a>(&'a self, lines: &'a [Offer]) -> BoxFuture<'a, Vec<Decision>> {
        async move {
            match &self.consent {
                Consent::Nobody => vec![Decision::No; lines.len()],
                Consent::Given { only, permanent } => {
                    lines.iter().map(|offer| given(offer, only, *permanent)).collect()
                }
                Consent::Ask => tokio::task::block_in_place(|| self.ask_all(lines)),
            }
        }
        .boxed()
    }
}

impl Questions for Terminal {
    fn ask<'a>(&'a self, questions: &'a [Question]) -> BoxFuture<'a, Option<Vec<String>>> {
        async move {
            tokio::task::block_in_place(|| {
                questions.iter().map(|question| self.ask_question(question)).collect()
            })
        }
        .boxed()
    }
}

/// What the command line says about one line.
fn given(offer: &Offer, only: &BTreeSet<usize>, permanent: Permanent) -> Decision {
    let chosen = only.is_empty() || only.contains(&offer.line);
    let allowed = matches!(offer.plan.undo, Undo::Reversible(_)) || permanent == Permanent::Confirmed;
    if chosen && allowed { Decision::Yes } else { Decision::No }
}
