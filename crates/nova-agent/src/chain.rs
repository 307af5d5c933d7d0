//! The degradation chain: brains from the best to the built-in planner. It steps down by itself, in the middle of a turn too,
//! and says why; the next turn begins at the top again.

use std::collections::VecDeque;

use futures_util::{FutureExt, future::BoxFuture};
use nova_llm::Usage;
use nova_model::{Message, Report, Rung};
use nova_tools::Registry;

use crate::{Brain, Broke, Conversation, Entry, Falls, Round};

/// What a search for brains gives: the links that take its place, or why there are none.
pub type Found = Result<Vec<Link>, Message>;

/// One link of the chain.
pub struct Link {
    /// The server it asks, where it asks one: what failed for the whole server is not tried again one rung lower.
    pub server: Option<String>,
    /// Who answers.
    pub who: Who,
}

/// Who answers on a link.
pub enum Who {
    /// This brain.
    Brain(Box<dyn Brain>),
    /// Nobody, for this reason: no model is set, it is resting after a failure.
    Nobody(Message),
    /// Whoever is found when the chain gets here.
    Search(Box<dyn FnOnce() -> BoxFuture<'static, Found> + Send>),
}

impl Link {
    /// A brain that asks no server.
    pub fn own(brain: impl Brain + 'static) -> Self {
        Self { server: None, who: Who::Brain(Box::new(brain)) }
    }

    /// A place where nobody answers.
    pub fn nobody(why: Message) -> Self {
        Self { server: None, who: Who::Nobody(why) }
    }
}

/// Brains in order. Only the first failure is told as the reason: it is the one the player can mend.
pub struct Chain {
    now: Option<(Option<String>, Box<dyn Brain>)>,
    rest: VecDeque<Link>,
    why: Option<Message>,
    fell: Vec<(String, Report)>,
    costs: Vec<Cost>,
}

/// What one model cost in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The server.
    pub server: String,
    /// The model.
    pub model: String,
    /// The amounts.
    pub usage: Usage,
}

impl Chain {
    /// A chain at its first link that answers.
    pub async fn of(links: Vec<Link>) -> Self {
        let mut chain =
            Self { now: None, rest: links.into(), why: None, fell: Vec::new(), costs: Vec::new() };
        chain.step().await;
        chain
    }

    /// The servers that failed in this turn, and how.
    pub fn fell(&self) -> &[(String, Report)] {
        &self.fell
    }

    /// What each model cost in this turn.
    pub fn costs(&self) -> &[Cost] {
        &self.costs
    }

    fn count(&mut self, usage: Usage) {
        let Some((Some(server), brain)) = &self.now else { return };
        let (server, model) = (server.clone(), brain.model().unwrap_or_default());
        match self.costs.iter_mut().find(|cost| cost.server == server && cost.model == model) {
            Some(cost) => cost.usage = cost.usage.plus(usage),
            None => self.costs.push(Cost { server, model, usage }),
        }
    }

    /// Goes to the next link that answers; says whether there is one.
    async fn step(&mut self) -> bool {
        self.now = None;
        while let Some(Link { server, who }) = self.rest.pop_front() {
            match who {
                Who::Brain(brain) => {
                    self.now = Some((server, brain));
                    return true;
                }
                Who::Nobody(why) => self.blame(why),
                Who::Search(search) => match search().await {
                    Ok(links) => links.into_iter().rev().for_each(|link| self.rest.push_front(link)),
                    Err(why) => self.blame(why),
                },
            }
        }
        false
    }

    fn blame(&mut self, why: Message) {
        self.why.get_or_insert(why);
    }

    /// Leaves the present link. What the whole server cannot do is not asked of it again.
    fn leave(&mut self, broke: &Broke) {
        self.blame(broke.report.message.clone());
        let Some(server) = self.now.take().and_then(|(server, _)| server) else { return };
        if broke.falls == Falls::PastServer {
            self.rest.retain(|link| link.server.as_ref() != Some(&server));
            self.fell.push((server, broke.report.clone()));
        }
    }

    async fn ask(&mut self, conversation: &Conversation, tools: &Registry) -> Result<Round, Broke> {
        loop {
            let Some((_, brain)) = &mut self.now else { return Err(self.nobody_left()) };
            let broke = match brain.next(conversation, tools).await {
                Ok(round) => {
                    self.count(round.usage);
                    return Ok(round);
                }
                Err(broke) => broke,
            };
            self.leave(&broke);
            if !self.step().await || (self.rung() == Rung::Planner && has_lines(conversation)) {
                return Err(broke);
            }
        }
    }

    fn nobody_left(&self) -> Broke {
        let why = self.why.clone().unwrap_or_else(|| Message::new("agent.nobody"));
        Broke { report: Report::new(why), falls: Falls::PastServer }
    }
}

impl Brain for Chain {
    fn rung(&self) -> Rung {
        self.now.as_ref().map_or(Rung::Planner, |(_, brain)| brain.rung())
    }

    fn model(&self) -> Option<String> {
        self.now.as_ref().and_then(|(_, brain)| brain.model())
    }

    fn why(&self) -> Option<Message> {
        self.why.clone()
    }

    fn next<'a>(
        &'a mut self,
        conversation: &'a Conversation,
        tools: &'a Registry,
    ) -> BoxFuture<'a, Result<Round, Broke>> {
        self.ask(conversation, tools).boxed()
    }

    fn last<'a>(&'a mut self, conversation: &'a Conversation) -> BoxFuture<'a, Option<Round>> {
        async {
            let (_, brain) = self.now.as_mut()?;
            let round = brain.last(conversation).await?;
            self.count(round.usage);
            Some(round)
        }
        .boxed()
    }

    fn close<'a>(
        &'a mut self,
        conversation: &'a Conversation,
        tools: &'a Registry,
    ) -> BoxFuture<'a, Option<Round>> {
        async {
            let (_, brain) = self.now.as_mut()?;
            let round = brain.close(conversation, tools).await?;
            self.count(round.usage);
            Some(round)
        }
        .boxed()
    }
}

/// Whether a model has put something on this turn's checklist: the planner, which reads the sentence anew, could only add to it
/// what is there already or what contradicts it.
fn has_lines(conversation: &Conversation) -> bool {
    let turn = conversation.entries.iter().rev().take_while(|entry| !matches!(entry, Entry::Player(_)));
    turn.into_iter()
        .any(|entry| matches!(entry, Entry::Result { outcome: nova_model::ToolOutcome::Queued { .. }, .. }))
}
