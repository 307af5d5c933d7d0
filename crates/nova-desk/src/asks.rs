//! What waits for the player: checklists, questions, masked prompts. Each waits under an id that is drawn when it is shown and works
//! once, so that nothing is done that was not on the screen, and nothing twice.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use data_encoding::BASE32_NOPAD;
use nova_model::{Message, Plan, Random, Report, Secret, Undo};
use nova_tools::{Decision, Offer};
use tokio::sync::oneshot;

/// Bytes of an id: nobody guesses it.
const BYTES: usize = 16;

/// The answer a turn waits for.
enum Waiting {
    Checklist { lines: Vec<Row>, answer: oneshot::Sender<Vec<Decision>> },
    Questions { answer: oneshot::Sender<Option<Vec<String>>>, count: usize },
    Secret { answer: oneshot::Sender<Option<Secret>> },
}

/// What the gate has to know of a line.
struct Row {
    number: usize,
    permanent: bool,
    needs: Vec<usize>,
}

/// Everything that waits.
pub(crate) struct Asks {
    random: Arc<dyn Random>,
    waiting: Mutex<BTreeMap<String, Waiting>>,
}

/// Something that waits. Dropping it (the turn was stopped) makes its id worthless.
pub(crate) struct Ticket<T> {
    asks: Arc<Asks>,
    /// The one-time id.
    pub(crate) id: String,
    answer: oneshot::Receiver<T>,
}

impl<T> Ticket<T> {
    /// The answer; nothing where there will be none.
    pub(crate) async fn answer(mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        self.asks.lock().remove(&self.id);
    }
}

impl Asks {
    pub(crate) fn new(random: Arc<dyn Random>) -> Arc<Self> {
        Arc::new(Self { random, waiting: Mutex::default() })
    }

    /// A checklist that waits for the player.
    pub(crate) fn checklist(self: &Arc<Self>, offers: &[Offer]) -> Ticket<Vec<Decision>> {
        let row = |offer: &Offer| Row {
            number: offer.line,
            permanent: is_permanent(&offer.plan),
            needs: offer.needs.clone(),
        };
        let lines = offers.iter().map(row).collect();
        self.put(|answer| Waiting::Checklist { lines, answer })
    }

    /// Questions that wait for the player.
    pub(crate) fn questions(self: &Arc<Self>, count: usize) -> Ticket<Option<Vec<String>>> {
        self.put(|answer| Waiting::Questions { answer, count })
    }

    /// A masked prompt that waits for the player.
    pub(crate) fn secret(self: &Arc<Self>) -> Ticket<Option<Secret>> {
        self.put(|answer| Waiting::Secret { answer })
    }

    /// The player's word on a checklist: `yes` are the ticked lines, `lost` those of them whose permanent loss was confirmed apart.
    /// The id is used up also where the answer is no.
    pub(crate) fn confirm(
        &self,
        id: &str,
        yes: &BTreeSet<usize>,
        lost: &BTreeSet<usize>,
    ) -> Result<(), Report> {
        let mut waiting = self.lock();
        let Some(Waiting::Checklist { lines, .. }) = waiting.get(id) else { return Err(gone()) };
        unconfirmed(lines, yes, lost)?;
        let decisions = decided(lines, yes);
        match waiting.remove(id) {
            Some(Waiting::Checklist { answer, .. }) => answer.send(decisions).map_err(|_| gone()),
            _ => Err(gone()),
        }
    }

    /// The player's answers; none where the card was closed.
    pub(crate) fn answer(&self, id: &str, answers: Option<Vec<String>>) -> Result<(), Report> {
        let mut waiting = self.lock();
        match waiting.remove(id) {
            Some(Waiting::Questions { answer, count }) => {
                let answers = answers.filter(|answers| answers.len() == count);
                answer.send(answers).map_err(|_| gone())
            }
            other => Err(put_back(&mut waiting, id, other)),
        }
    }

    /// What was typed behind the mask; nothing where the card was closed.
    pub(crate) fn keep(&self, id: &str, secret: Option<Secret>) -> Result<(), Report> {
        let mut waiting = self.lock();
        match waiting.remove(id) {
            Some(Waiting::Secret { answer }) => answer.send(secret).map_err(|_| gone()),
            other => Err(put_back(&mut waiting, id, other)),
        }
    }

    fn put<T>(self: &Arc<Self>, make: impl FnOnce(oneshot::Sender<T>) -> Waiting) -> Ticket<T> {
        let (send, answer) = oneshot::channel();
        let id = self.draw();
        self.lock().insert(id.clone(), make(send));
        Ticket { asks: Arc::clone(self), id, answer }
    }

    /// A name that nobody guesses.
    pub(crate) fn draw(&self) -> String {
        let mut bytes = [0; BYTES];
        self.random.fill(&mut bytes);
        BASE32_NOPAD.encode(&bytes).to_lowercase()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a plan can never be taken back.
pub(crate) fn is_permanent(plan: &Plan) -> bool {
    matches!(plan.undo, Undo::Permanent(_))
}

/// An answer of the wrong kind leaves what waits where it is.
fn put_back(waiting: &mut BTreeMap<String, Waiting>, id: &str, other: Option<Waiting>) -> Report {
    if let Some(other) = other {
        waiting.insert(id.to_owned(), other);
    }
    gone()
}

fn gone() -> Report {
    Report::new(Message::new("desk.ask.gone"))
}

/// A ticked line that loses something for good takes a word of its own.
fn unconfirmed(lines: &[Row], yes: &BTreeSet<usize>, lost: &BTreeSet<usize>) -> Result<(), Report> {
    let open = lines
        .iter()
        .filter(|line| line.permanent && yes.contains(&line.number) && !lost.contains(&line.number));
    let open: Vec<String> = open.map(|line| line.number.to_string()).collect();
    if open.is_empty() {
        return Ok(());
    }
    Err(Report::new(Message::new("desk.ask.lost-unconfirmed").with("lines", open)))
}

/// One decision a line; a line is only done if all it needs are done.
fn decided(lines: &[Row], yes: &BTreeSet<usize>) -> Vec<Decision> {
    let mut kept = BTreeSet::new();
    let numbers: BTreeSet<usize> = lines.iter().map(|line| line.number).collect();
    for line in lines {
        // A line that is no longer waiting was done before this checklist was shown.
        let supported = line.needs.iter().all(|need| kept.contains(need) || !numbers.contains(need));
        if yes.contains(&line.number) && supported {
            kept.insert(line.number);
        }
    }
    let decide = |line: &Row| if kept.contains(&line.number) { Decision::Yes } else { Decision::No };
    lines.iter().map(decide).collect()
}
