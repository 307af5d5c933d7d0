//! A model as a brain: the conversation becomes a request, the answer becomes a round. On the tools rung calls go by the
//! protocol, on the json rung as JSON text.

mod brain;
mod fit;
mod history;
mod json;
mod render;
mod shorten;
mod sink;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use nova_llm::Client;
use nova_model::{Message, Report, Rung};
use nova_tools::Events;

pub use brain::ModelBrain;

/// English for a model, and what may leave the machine.
pub trait Voice: Send + Sync {
    /// A sentence in English.
    fn message(&self, message: &Message) -> String;
    /// A report in English, with its hints.
    fn report(&self, report: &Report) -> String;
    /// The text without what must not leave: keys, tokens, names in paths, addresses.
    fn redact(&self, text: &str) -> String;
    /// The other way, for names in the arguments of a call: a mark that stands for exactly one known name becomes it again.
    fn restore(&self, text: &str) -> String;
}

/// What a brain over a model is made from.
#[derive(Clone)]
pub struct ModelSetup {
    /// The client of the model.
    pub client: Arc<Client>,
    /// The rung it stands for in answers.
    pub rung: Rung,
    /// How calls are made.
    pub calls: Calls,
    /// The system prompt; the same bytes through a whole chat.
    pub prompt: Arc<str>,
    /// English, and the redaction.
    pub voice: Arc<dyn Voice>,
    /// Where words go as they come.
    pub events: Arc<dyn Events>,
    /// Tokens that a request may have.
    pub context: u64,
    /// What tokens cost, where the player has said so.
    pub price: Option<Price>,
}

/// How a model calls tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// By the protocol's `tools`.
    Protocol,
    /// As JSON text, described in the prompt.
    Json,
}

/// What a million tokens cost, in millionths of the account's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Of the request.
    pub input: u64,
    /// Of the answer.
    pub output: u64,
}
