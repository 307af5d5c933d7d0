//! Asking a server.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use crate::{Endpoint, Fault, Habits, LlmError, Reply, Request};

/// Where an answer goes while it comes.
pub trait Sink: Send {
    /// More words.
    fn text(&mut self, piece: &str);
    /// More of the model's reasoning.
    fn reasoning(&mut self, piece: &str) {
        let _ = piece;
    }
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
    /// How long a server may take until its first byte.
    pub first: Duration,
    /// How long it may be silent after that. Comments count as a sign of life.
    pub idle: Duration,
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
            idle: Duration::from_secs(60),
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
}

impl Client {
    /// A client. `habits` are what an earlier one learnt.
    pub fn new(http: reqwest::Client, endpoint: Endpoint, habits: Habits, limits: ClientLimits) -> Self {
        Self { http, endpoint, habits: Mutex::new(habits), limits }
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
    pub async fn chat(&self, request: &Request, sink: &mut dyn Sink) -> Result<Reply, LlmError> {
        let _ = (request, sink, &self.http, &self.limits);
        Err(LlmError {
            fault: Fault::Client,
            host: String::new(),
            model: self.endpoint.model.clone(),
            status: None,
            said: String::new(),
            retry_after: None,
            shown: false,
        })
    }
}
