//! The brain itself: one request a round.

use std::time::Duration;

use futures_util::{FutureExt, future::BoxFuture};
use nova_llm::{
    Args, Endpoint, Fault, Finish, LlmError, RawCall, Reading, Reply, Request, Shape, Usage, WireMessage,
    envelope, tokens,
};
use nova_model::{Effect, Explain, Message, Rung, ToolCall};
use nova_tools::Registry;
use serde_json::{Map, Value};

use super::{Calls, ModelSetup, Price, fit::fit, history, json, render::each_text, sink::ToPlayer};
use crate::{Brain, Broke, Conversation, Falls, Keep, Round, Say};

/// Tokens left for the answer.
const ANSWER: u64 = 2_048;
/// The least a history gets, whatever the context.
const LEAST: u64 = 1_024;

/// How long a silent server is left alone, so that a chat does not wait for the same silence with every sentence.
const REST: Duration = Duration::from_secs(30);
/// The longest that a server's own wish is kept to.
const LONGEST_REST: Duration = Duration::from_mins(10);

/// A model that reads less than this gets the tools in short.
const SMALL: u64 = 16_000;

/// A model that decides what to do next.
pub struct ModelBrain {
    setup: ModelSetup,
    /// The tools of the chat as they are sent, made once so that the bytes stay the same.
    offered: Option<Offered>,
}

/// Tools as a model is told of them.
struct Offered {
    wire: Value,
    names: Vec<String>,
    /// What stands in the prompt, where calls are JSON text.
    described: String,
    /// Tokens beside the prompt.
    size: u64,
}

impl ModelBrain {
    /// A brain over this model.
    pub fn new(setup: ModelSetup) -> Self {
        Self { setup, offered: None }
    }

    /// Makes the tools of the chat ready, the first time there are any.
    fn offer(&mut self, tools: &Registry) {
        if self.offered.is_some() || tools.tools().is_empty() {
            return;
        }
        let wire = match self.setup.context {
            ..SMALL => tools.openai_tools_brief(),
            _ => tools.openai_tools(),
        };
        let names = tools.tools().iter().map(|tool| tool.spec().name().to_owned()).collect();
        let (described, size) = match self.setup.calls {
            Calls::Protocol => (String::new(), tokens::estimate(&wire.to_string())),
            Calls::Json => (envelope::describe(&wire), 0),
        };
        self.offered = Some(Offered { wire, names, described, size });
    }

    async fn round(&mut self, conversation: &Conversation, tools: &Registry) -> Result<Round, Broke> {
        self.offer(tools);
        let (reply, reading) = match self.ask(conversation, tools, self.setup.context).await {
            Err(error) if error.fault == Fault::TooLong => {
                self.ask(conversation, tools, self.smaller()).await.map_err(|error| broke(&error))?
            }
            reply => reply.map_err(|error| broke(&error))?,
        };
        if reply.finish == Finish::Length && reply.text.trim().is_empty() && reply.calls.is_empty() {
            let report = nova_model::Report::new(self.about("agent.model.cut-length"));
            return Err(Broke::new(report, Falls::OneRung));
        }
        let notice = self.notice(&reply, reading);
        Ok(Round { notice, ..self.heard(reply, tools) })
    }

    /// What fits after the server said it was too much: its own number, else half.
    fn smaller(&self) -> u64 {
        let half = self.setup.context / 2;
        self.setup.client.habits().context.map_or(half, |context| context.min(half))
    }

    async fn ask(
        &self,
        conversation: &Conversation,
        tools: &Registry,
        context: u64,
    ) -> Result<(Reply, Reading), LlmError> {
        let request = self.request(conversation, tools, context);
        let events = self.setup.events.clone();
        let mut sink = match self.setup.calls {
            Calls::Protocol => ToPlayer::plain(events),
            Calls::Json => ToPlayer::enveloped(events),
        };
        let reply = self.setup.client.chat(&request, &mut sink).await?;
        let reading = reply.reading(&request);
        let usage = reply.usage.unwrap_or_else(|| reply.estimated(&request));
        let reply = Reply { usage: Some(usage), ..reply };
        let reply = match self.setup.calls {
            Calls::Protocol => reply,
            Calls::Json => opened(reply, &request.names),
        };
        sink.catch_up(&reply.text);
        let silent = reply.finish == Finish::Done && reply.text.trim().is_empty() && reply.calls.is_empty();
        if silent { Err(self.silence()) } else { Ok((reply, reading)) }
    }

    /// An envelope in which nothing is said and nothing called is no answer either.
    fn silence(&self) -> LlmError {
        let Endpoint { base, model, .. } = self.setup.client.endpoint();
        LlmError {
            fault: Fault::Empty,
            host: base.host_str().unwrap_or_default().to_owned(),
            model: model.clone(),
            status: None,
            said: String::new(),
            retry_after: None,
            shown: false,
        }
    }

    fn request(&self, conversation: &Conversation, tools: &Registry, context: u64) -> Request {
        let offered = self.offered.as_ref();
        let last = tools.tools().is_empty();
        let prompt = self.prompt(offered);
        let fixed = offered.map_or(0, |offered| offered.size);
        let used = tokens::estimate(&prompt).saturating_add(fixed).saturating_add(ANSWER);
        let budget = context.saturating_sub(used).max(LEAST);
        let history = history::messages(conversation, &*self.setup.voice, budget);
        let mut messages = vec![WireMessage::System(prompt)];
        let Some(offered) = offered else {
            messages.extend(history);
            return Request { messages, tools: None, names: Vec::new(), shape: Shape::Free };
        };
        match self.setup.calls {
            Calls::Protocol => {
                messages.extend(history);
                let tools = (!last).then(|| offered.wire.clone());
                Request { messages, tools, names: offered.names.clone(), shape: Shape::Free }
            }
            Calls::Json => {
                messages.extend(json::flat(history));
                let shape = Shape::Json(envelope::schema(&offered.names));
                Request { messages, tools: None, names: offered.names.clone(), shape }
            }
        }
    }

    fn prompt(&self, offered: Option<&Offered>) -> String {
        match offered {
            Some(offered) if self.setup.calls == Calls::Json => {
                let prompt = self.setup.prompt.trim_end();
                format!("{prompt}\n\n{}\n{}", envelope::FORM, offered.described)
            }
            _ => self.setup.prompt.to_string(),
        }
    }

    /// An answer as a round.
    fn heard(&self, reply: Reply, tools: &Registry) -> Round {
        let mut keep = Keep { wire: reply.kept, ..Keep::default() };
        let mut calls = Vec::with_capacity(reply.calls.len());
        for (at, raw) in reply.calls.into_iter().enumerate() {
            let (call, note) = self.call(raw, tools);
            calls.push(call);
            keep.notes.extend(note.map(|note| (at, note)));
        }
        let usage = priced(reply.usage.unwrap_or_default(), self.setup.price);
        Round { say: Say::Text(reply.text), calls, asks: Vec::new(), keep, usage, notice: None }
    }

    /// A call as the loop takes it: known names, arguments that fit as far as that is beyond doubt. Its id is the loop's own.
    fn call(&self, raw: RawCall, tools: &Registry) -> (ToolCall, Option<String>) {
        let spec = tools.get(&raw.name).map(|tool| tool.spec());
        let looks = spec.is_some_and(|spec| spec.effect() != Effect::Write);
        let (args, note) = match raw.args {
            Args::Object(args) => self.fitted(args, spec.map(|spec| &spec.parameters)),
            Args::Trailing(args) if looks => self.fitted(args, spec.map(|spec| &spec.parameters)),
            Args::Trailing(args) => {
                let text = serde_json::to_string(&args).unwrap_or_default();
                (Value::String(format!("{text} …")), None)
            }
            Args::Unclear(text) => (Value::String(text), None),
        };
        (ToolCall { id: String::new(), name: raw.name, args }, note)
    }

    fn fitted(&self, mut args: Map<String, Value>, schema: Option<&Value>) -> (Value, Option<String>) {
        let unknown = schema.map(|schema| fit(&mut args, schema)).unwrap_or_default();
        let note = (!unknown.is_empty())
            .then(|| format!("Ignored parameters that do not exist: {}.", unknown.join(", ")));
        let mut args = Value::Object(args);
        each_text(&mut args, &|text| self.setup.voice.restore(text));
        (args, note)
    }

    /// What the player has to know about an answer.
    fn notice(&self, reply: &Reply, reading: Reading) -> Option<Message> {
        match (&reply.finish, reading) {
            (Finish::Cut, _) => Some(self.about("agent.model.cut-off")),
            (Finish::Length, _) => Some(self.about("agent.model.cut-length")),
            (Finish::Done, Reading::Cut { read }) => {
                let read = usize::try_from(read).unwrap_or(usize::MAX);
                Some(self.about("agent.model.read-cut").with("tokens", read))
            }
            (Finish::Done, Reading::Whole | Reading::Unknown) => None,
        }
    }

    fn about(&self, code: &'static str) -> Message {
        Message::new(code).with("model", self.setup.client.endpoint().model.as_str())
    }
}

impl Brain for ModelBrain {
    fn rung(&self) -> Option<Rung> {
        Some(self.setup.rung)
    }

    fn model(&self) -> Option<String> {
        Some(self.setup.client.endpoint().model.clone())
    }

    fn next<'a>(
        &'a mut self,
        conversation: &'a Conversation,
        tools: &'a Registry,
    ) -> BoxFuture<'a, Result<Round, Broke>> {
        self.round(conversation, tools).boxed()
    }

    fn close<'a>(
        &'a mut self,
        conversation: &'a Conversation,
        tools: &'a Registry,
    ) -> BoxFuture<'a, Option<Round>> {
        async { self.round(conversation, tools).await.ok().map(|round| Round { calls: Vec::new(), ..round }) }
            .boxed()
    }
}

/// What a failure means for the chain.
fn broke(error: &LlmError) -> Broke {
    let falls = match error.fault {
        Fault::NoTools | Fault::Empty | Fault::Refused => Falls::OneRung,
        _ => Falls::PastServer,
    };
    Broke { rest: rest(error), ..Broke::new(error.report(), falls) }
}

/// How long a server is left alone. One that broke off in the middle may be asked again at once.
fn rest(error: &LlmError) -> Option<Duration> {
    match error.fault {
        Fault::Offline | Fault::TimedOut => Some(REST),
        Fault::Busy | Fault::Server => Some(error.retry_after.unwrap_or(REST).min(LONGEST_REST)),
        _ => None,
    }
}

/// An answer of the json rung, taken out of its envelope.
fn opened(reply: Reply, names: &[String]) -> Reply {
    match envelope::parse(&reply.text, names) {
        Ok(opened) => {
            let calls = if reply.finish == Finish::Done { opened.calls } else { Vec::new() };
            Reply { text: opened.say, calls, ..reply }
        }
        Err(_) => Reply { calls: Vec::new(), ..reply },
    }
}

/// What it cost: the server's own word or the player's price, whichever is more.
fn priced(usage: Usage, price: Option<Price>) -> Usage {
    const MILLION: u64 = 1_000_000;
    let Some(price) = price else { return usage };
    let cost = |tokens: u64, price: u64| tokens.saturating_mul(price) / MILLION;
    let cost = cost(usage.prompt, price.input).saturating_add(cost(usage.completion, price.output));
    Usage { micros: Some(usage.micros.unwrap_or(0).max(cost)), ..usage }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_says_it_costs_nothing_does_not_beat_the_player_s_price() {
        let price = Some(Price { input: 5_000_000, output: 5_000_000 });
        let usage = |micros| Usage { prompt: 1_000_000, completion: 1_000_000, micros, ..Usage::default() };
        let cost = |micros, price| priced(usage(micros), price).micros;
        assert_eq!(cost(Some(0), price), Some(10_000_000));
        assert_eq!(cost(None, price), Some(10_000_000));
        assert_eq!(cost(Some(20_000_000), price), Some(20_000_000));
        assert_eq!(cost(None, None), None);
    }
}
