//! The degradation chain: brains from the best to the built-in planner. It steps down by itself, in the middle of a turn too,
//! and says why; the next turn begins at the top again.

use std::collections::VecDeque;

use futures_util::{FutureExt, future::BoxFuture};
use nova_llm::Usage;
use nova_model::{Message, Report, Rung};
use nova_tools::Registry;

use crate::{Brain, Broke, Conversation, Entry, Falls, Round};

/// What a search for brains gives.
pub enum Found {
    /// The links that take its place.
    Links(Vec<Link>),
    /// None, for this reason.
    Nobody(Message),
    /// Somebody who may not be asked yet: told beside any other reason, since the player can allow it.
    NotAllowed(Message),
}

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
    Search(Box<dyn FnOnce() -> BoxFuture<'static, Found> + Send + Sync>),
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
    also: Option<Message>,
    /// Who answered last: it stays when nobody goes on.
    answered: Option<(Rung, Option<String>)>,
    fell: Vec<(String, Broke)>,
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
        let mut chain = Self {
            now: None,
            rest: links.into(),
            why: None,
            also: None,
            answered: None,
            fell: Vec::new(),
            costs: Vec::new(),
        };
        chain.step().await;
        chain
    }

    /// The servers that failed in this turn, and how.
    pub fn fell(&self) -> &[(String, Broke)] {
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
                Who::Brain(_) if self.has_fallen(server.as_deref()) => {}
                Who::Brain(brain) => {
                    self.now = Some((server, brain));
                    return true;
                }
                Who::Nobody(why) => self.blame(why),
                Who::Search(search) => match search().await {
                    Found::Links(links) => {
                        links.into_iter().rev().for_each(|link| self.rest.push_front(link));
                    }
                    Found::Nobody(why) => self.blame(why),
                    Found::NotAllowed(why) => self.also = Some(why),
                },
            }
        }
        false
    }

    fn has_fallen(&self, server: Option<&str>) -> bool {
        server.is_some_and(|server| self.fell.iter().any(|(fallen, _)| fallen == server))
    }

    fn blame(&mut self, why: Message) {
        self.why.get_or_insert(why);
    }

    /// Leaves the present link. What the whole server cannot do is not asked of it again.
    fn leave(&mut self, broke: &Broke) {
        self.blame(broke.report.message.clone());
        let Some(server) = self.now.take().and_then(|(server, _)| server) else { return };
        if broke.falls == Falls::PastServer {
            self.fell.push((server, broke.clone()));
        }
    }

    async fn ask(&mut self, conversation: &Conversation, tools: &Registry) -> Result<Round, Broke> {
        loop {
            let Some((_, brain)) = &mut self.now else { return Err(self.nobody_left()) };
            let broke = match brain.next(conversation, tools).await {
                Ok(round) => {
                    self.answered = brain.rung().map(|rung| (rung, brain.model()));
                    self.count(round.usage);
                    return Ok(round);
                }
                Err(broke) => broke,
            };
            self.leave(&broke);
            let more = self.step().await;
            let planner = self.now.as_ref().is_some_and(|(_, brain)| brain.rung() == Some(Rung::Planner));
            if !more || (planner && has_lines(conversation)) {
                self.now = None;
                return Err(broke);
            }
        }
    }

    fn nobody_left(&self) -> Broke {
        let why = self.why.clone().unwrap_or_else(|| Message::new("agent.nobody"));
        Broke::new(Report::new(why), Falls::PastServer)
    }
}

impl Brain for Chain {
    fn rung(&self) -> Option<Rung> {
        match &self.now {
            Some((_, brain)) => brain.rung(),
            None => self.answered.as_ref().map(|(rung, _)| *rung),
        }
    }

    fn model(&self) -> Option<String> {
        match &self.now {
            Some((_, brain)) => brain.model(),
            None => self.answered.as_ref().and_then(|(_, model)| model.clone()),
        }
    }

    fn why(&self) -> Option<Message> {
        match (self.why.clone(), self.also.clone()) {
            (Some(why), Some(also)) => {
                Some(Message::new("agent.why-also").with("why", why).with("also", also))
            }
            (why, also) => why.or(also),
        }
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
