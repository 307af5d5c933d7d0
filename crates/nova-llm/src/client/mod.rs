//! Asking a server.

mod attempt;
mod read;
mod retry;
mod server;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use nova_model::Clock;

pub(crate) use self::server::{Server, body, deepest, error_body};
use self::{
    attempt::{Attempt, Failure},
    retry::{Next, Tally},
};
use crate::{Endpoint, Fault, Habits, LlmError, Reply, Request, wire};

/// Where an answer goes while it comes.
pub trait Sink: Send {
    /// More words.
    fn text(&mut self, piece: &str);
    /// More of the model's reasoning. A request that is sent again starts its reasoning anew.
    fn reasoning(&mut self, piece: &str) {
        let _ = piece;
    }
    /// All words until here were reasoning: the server leaves out the mark of its start. They are no part of the answer.
    fn was_reasoning(&mut self) {}
    /// It takes longer than usual.
    fn waits(&mut self, wait: Wait) {
        let _ = wait;
    }
}

/// Why it takes longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// For how long.
    pub time: Duration,
    /// What failed before.
    pub after: LlmError,
}

/// How long and how much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientLimits {
    /// How long a server may take until the first byte of its answer. The HTTP client's own limits must not be shorter.
    pub first: Duration,
    /// How long it may be silent after that. Comments count as a sign of life.
    pub idle: Duration,
    /// How long one request and its answer may take in all, whatever comes.
    pub whole: Duration,
    /// How often a request is sent again after a failure that may pass.
    pub retries: u32,
    /// The longest wait between two of them, also where the server asks for more.
    pub longest_wait: Duration,
    /// Bytes of an answer.
    pub bytes: usize,
}

impl Default for ClientLimits {
    fn default() -> Self {
        Self {
            first: Duration::from_mins(2),
            idle: Duration::from_mins(1),
            whole: Duration::from_mins(10),
            retries: 2,
            longest_wait: Duration::from_mins(1),
            bytes: 64 * 1024 * 1024,
        }
    }
}

/// A client for one model on one server.
pub struct Client {
    http: reqwest::Client,
    endpoint: Endpoint,
    habits: Mutex<Habits>,
    limits: ClientLimits,
    clock: Option<Arc<dyn Clock>>,
}

impl Client {
    /// A client. `habits` are what an earlier one learnt.
    pub fn new(http: reqwest::Client, endpoint: Endpoint, habits: Habits, limits: ClientLimits) -> Self {
        Self { http, endpoint, habits: Mutex::new(habits), limits, clock: None }
    }

    /// With a clock, for servers that name the time of a next try and not what time it is with them.
    #[must_use]
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// The model it asks.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// What it has learnt so far.
    pub fn habits(&self) -> Habits {
        *self.habits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks, and gives the whole answer; words go to `sink` as they come.
    ///
    /// A request is sent again only while nothing was shown. Tools for a model that is known to have no tools API are
    /// [`Fault::NoTools`] at once: such a model wants another kind of request.
    pub async fn chat(&self, request: &Request, sink: &mut dyn Sink) -> Result<Reply, LlmError> {
        let mut tally = Tally::default();
        if request.tools.is_some() && self.habits().no_tools {
            return Err(self.server().error(Fault::NoTools, None, ""));
        }
        loop {
            let habits = self.habits();
            let body = wire::body(request, &self.endpoint.model, habits);
            let seed = retry::seed(&body);
            let attempt = Attempt {
                server: self.server(),
                limits: &self.limits,
                clock: self.clock.as_deref(),
                request,
            };
            let failure = match attempt.run(body, sink).await {
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            if self.learns(&failure, habits, request, &mut tally) {
                continue;
            }
            match tally.next(&failure, &self.limits, seed) {
                Next::Give => return Err(failure.error),
                Next::Again(time) => {
                    sink.waits(Wait { time, after: failure.error });
                    tokio::time::sleep(time).await;
                }
            }
        }
    }

    /// Whether the failure taught something that makes another request of the same question, which was not tried yet.
    fn learns(&self, failure: &Failure, habits: Habits, request: &Request, tally: &mut Tally) -> bool {
        let learnt = crate::learn::learnt(habits, failure.error.fault, &failure.said, request);
        if learnt == habits {
            return false;
        }
        let bytes = |habits| wire::body(request, &self.endpoint.model, habits);
        let differs = bytes(habits) != bytes(learnt);
        if differs || learnt.context != habits.context {
            *self.habits.lock().unwrap_or_else(PoisonError::into_inner) = learnt;
        }
        let helps = matches!(failure.error.fault, Fault::Refused | Fault::Server);
        helps && differs && !failure.error.shown && tally.is_new(habits, learnt)
    }

    fn server(&self) -> Server<'_> {
        let Endpoint { base, model, key } = &self.endpoint;
        Server { http: &self.http, base, model, key: key.as_ref() }
    }
}
