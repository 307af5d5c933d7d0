//! The terminal as a host: it shows a checklist, takes the player's word line by line, and asks questions.

use std::{
    collections::BTreeSet,
    io::{self, IsTerminal, Write},
    sync::{Arc, OnceLock},
};

use futures_util::{FutureExt, future::BoxFuture};
use nova_core::{places::Places, present, texts::Texts};
use nova_model::{Message, Question, Undo};
use nova_tools::{Capabilities, Capability, Confirm, Decision, Host, Offer, Questions};

use crate::{
    checklist::{Look, Row, is_permanent},
    lines::Lines,
};

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
    places: OnceLock<Places>,
    lines: Lines,
}

impl Terminal {
    /// A terminal that confirms in this way.
    pub(crate) fn new(consent: Consent, texts: Arc<Texts>) -> Self {
        Self { consent, texts, places: OnceLock::new(), lines: Lines::default() }
    }

    /// Whether somebody sits in front of it.
    pub(crate) fn is_attended() -> bool {
        io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// How a checklist is confirmed here.
    pub(crate) fn consent(&self) -> &Consent {
        &self.consent
    }

    /// How checklists look; `places` finds the folders the first time.
    pub(crate) fn look(&self, places: impl FnOnce() -> Places) -> Look<'_> {
        Look { texts: &self.texts, places: self.places.get_or_init(places) }
    }

    /// Prints a prompt on standard error and waits for one line; nothing at the end of input.
    pub(crate) async fn line(&self, prompt: &str) -> Option<String> {
        self.lines.ask(prompt).await
    }

    async fn ask_all(&self, lines: &[Offer]) -> Vec<Decision> {
        let sheet = self.look(Places::default).sheet(lines.iter().map(Row::from));
        // A terminal that cannot be written to cannot be answered on either: the questions below then count as no.
        let _ = writeln!(io::stderr().lock(), "{}", crate::output::printable(&sheet));
        let mut chosen = self.chosen(lines).await;
        for offer in lines.iter().filter(|offer| is_permanent(&offer.plan)) {
            if self.confirms_loss(offer).await {
                chosen.insert(offer.line);
            }
        }
        supported(lines, &chosen)
    }

    /// The lines that can be undone and are wanted. One word for all, or the numbers of some.
    async fn chosen(&self, lines: &[Offer]) -> BTreeSet<usize> {
        let usual: Vec<_> =
            lines.iter().filter(|offer| !is_permanent(&offer.plan)).map(|offer| offer.line).collect();
        let question = match usual.len() {
            0 => return BTreeSet::new(),
            1 => Message::new("cli.confirm.one"),
            n => Message::new("cli.confirm.many").with("n", n),
        };
        let word = self.line(&self.texts.say(&question)).await.unwrap_or_default();
        picked(&word, &usual)
    }

    /// A permanent loss takes the whole word.
    async fn confirms_loss(&self, offer: &Offer) -> bool {
        let question = Message::new("cli.confirm.permanent").with("line", offer.line);
        let word = self.line(&self.texts.say(&question)).await.unwrap_or_default();
        ["yes", "确认", "確認"].contains(&word.to_lowercase().as_str())
    }

    async fn ask_question(&self, question: &Question) -> Option<String> {
        let text = numbered(&self.texts.say(&question.text), &question.choices);
        let word = self.line(&format!("{text}\n>")).await?;
        Some(present::answered(&word, &question.choices))
    }
}

/// A question with its choices by number.
pub(crate) fn numbered(text: &str, choices: &[String]) -> String {
    let choices = choices.iter().enumerate().map(|(at, choice)| format!("\n  {}. {choice}", at + 1));
    std::iter::once(text.to_owned()).chain(choices).collect()
}

/// The lines a word chooses: all of them, those it numbers, or none.
fn picked(word: &str, lines: &[usize]) -> BTreeSet<usize> {
    const ALL: [&str; 10] = ["y", "yes", "all", "ok", "是", "好", "好的", "全部", "确认", "確認"];
    if ALL.contains(&word.to_lowercase().as_str()) {
        return lines.iter().copied().collect();
    }
    let numbers: Option<BTreeSet<usize>> = word
        .split([',', '，', '、', ' '])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok().filter(|line| lines.contains(line)))
        .collect();
    // A number that is not there makes the whole answer doubtful: nothing is chosen.
    numbers.unwrap_or_default()
}

/// The decisions, where a line is only done if all it needs are done.
fn supported(lines: &[Offer], chosen: &BTreeSet<usize>) -> Vec<Decision> {
    let mut kept = BTreeSet::new();
    for offer in lines {
        if chosen.contains(&offer.line) && offer.needs.iter().all(|line| kept.contains(line)) {
            kept.insert(offer.line);
        }
    }
    let decide = |offer: &Offer| if kept.contains(&offer.line) { Decision::Yes } else { Decision::No };
    lines.iter().map(decide).collect()
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
                Consent::Ask => self.ask_all(lines).await,
            }
        }
        .boxed()
    }
}

impl Questions for Terminal {
    fn ask<'a>(&'a self, questions: &'a [Question]) -> BoxFuture<'a, Option<Vec<String>>> {
        async move {
            let mut answers = Vec::with_capacity(questions.len());
            for question in questions {
                answers.push(self.ask_question(question).await?);
            }
            Some(answers)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_chooses_all_lines_numbers_some_and_anything_else_none() {
        let of = |word: &str| picked(word, &[1, 2, 4]).into_iter().collect::<Vec<_>>();
        assert_eq!(of("y"), [1, 2, 4]);
        assert_eq!(of("全部"), [1, 2, 4]);
        assert_eq!(of("1，4"), [1, 4]);
        assert_eq!(of("1 2"), [1, 2]);
        for word in ["", "n", "no", "3", "1,3", "maybe 1"] {
            assert!(of(word).is_empty(), "{word}");
        }
    }
}
