//! One question to a scripted server, and all that came of it.

use std::time::Duration;

use nova_llm::{
    Args, Client, ClientLimits, Endpoint, Fault, Habits, LlmError, RawCall, Reply, Request, Shape, Sink,
    Wait, WireMessage,
};
use nova_model::Secret;
use nova_net::ClientOptions;
use serde_json::{Value, json};
use url::Url;

use crate::server::{Answer, Asked, Server};

/// What a sink was given.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) text: String,
    pub(crate) pieces: usize,
    pub(crate) reasoning: String,
    pub(crate) waits: Vec<Wait>,
}

impl Sink for Heard {
    fn text(&mut self, piece: &str) {
        assert!(!piece.is_empty(), "an empty piece tells nothing");
        self.text.push_str(piece);
        self.pieces += 1;
    }

    fn reasoning(&mut self, piece: &str) {
        self.reasoning.push_str(piece);
    }

    fn was_reasoning(&mut self) {
        let text = std::mem::take(&mut self.text);
        self.reasoning.push_str(&text);
    }

    fn waits(&mut self, wait: Wait) {
        self.waits.push(wait);
    }
}

/// What is asked.
pub(crate) struct Scene {
    pub(crate) request: Request,
    pub(crate) habits: Habits,
    pub(crate) limits: ClientLimits,
}

/// What came of it.
pub(crate) struct Outcome {
    pub(crate) result: Result<Reply, LlmError>,
    pub(crate) heard: Heard,
    pub(crate) asked: Vec<Asked>,
    pub(crate) habits: Habits,
}

/// The names of the tools that are sent.
pub(crate) const TOOLS: [&str; 7] = [
    "list_versions",
    "list_mods",
    "list_java",
    "get_settings",
    "set_memory",
    "disable_mod",
    "install_content",
];

pub(crate) fn tools() -> Value {
    let tool = |name: &str| {
        json!({"type": "function", "function": {"name": name, "description": name,
            "parameters": {"type": "object", "properties": {}}}})
    };
    TOOLS.iter().map(|name| tool(name)).collect()
}

/// A question with tools.
pub(crate) fn request() -> Request {
    Request {
        messages: vec![WireMessage::System("Be short.".to_owned()), WireMessage::User("hi".to_owned())],
        tools: Some(tools()),
        names: TOOLS.map(str::to_owned).to_vec(),
        shape: Shape::Free,
    }
}

/// Limits under which no test waits long.
pub(crate) fn limits() -> ClientLimits {
    ClientLimits {
        first: Duration::from_secs(5),
        idle: Duration::from_secs(5),
        longest_wait: Duration::from_millis(20),
        ..ClientLimits::default()
    }
}

impl Default for Scene {
    fn default() -> Self {
        Self { request: request(), habits: Habits::default(), limits: limits() }
    }
}

pub(crate) const KEY: &str = "sk-test-0123456789";

pub(crate) fn http(base: &Url) -> reqwest::Client {
    nova_net::client(base, &ClientOptions::default()).unwrap()
}

pub(crate) fn endpoint(base: &Url) -> Endpoint {
    Endpoint { base: base.clone(), model: "test-model".to_owned(), key: Some(Secret::new(KEY)) }
}

impl Scene {
    /// Asks a server that answers like this.
    pub(crate) async fn play(self, answers: Vec<Answer>) -> Outcome {
        let server = Server::start(answers).await;
        let client = Client::new(http(&server.base), endpoint(&server.base), self.habits, self.limits);
        let mut heard = Heard::default();
        let result = client.chat(&self.request, &mut heard).await;
        Outcome { result, heard, asked: server.asked(), habits: client.habits() }
    }
}

/// Asks the usual question.
pub(crate) async fn play(answers: Vec<Answer>) -> Outcome {
    Scene::default().play(answers).await
}

impl Outcome {
    pub(crate) fn reply(&self) -> &Reply {
        self.result.as_ref().unwrap()
    }

    pub(crate) fn error(&self) -> &LlmError {
        self.result.as_ref().unwrap_err()
    }

    pub(crate) fn fault(&self) -> Fault {
        self.error().fault
    }

    pub(crate) fn text(&self) -> &str {
        &self.reply().text
    }

    /// Name and arguments of each call.
    pub(crate) fn calls(&self) -> Vec<(&str, Value)> {
        self.reply().calls.iter().map(|call| (call.name.as_str(), args(call))).collect()
    }
}

/// Arguments, as text where they are no object.
pub(crate) fn args(call: &RawCall) -> Value {
    match &call.args {
        Args::Object(object) => Value::Object(object.clone()),
        Args::Trailing(object) => json!({"trailing": object}),
        Args::Unclear(text) => Value::String(text.clone()),
    }
}

/// An event with a choice that holds this delta.
pub(crate) fn delta(delta: &Value) -> String {
    format!("data: {}", json!({"choices": [{"index": 0, "delta": delta, "finish_reason": null}]}))
}

/// The event that ends an answer for this reason.
pub(crate) fn finish(reason: &str) -> String {
    format!("data: {}", json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}))
}

pub(crate) const DONE: &str = "data: [DONE]";

/// A stream of these deltas that ends for this reason.
pub(crate) fn stream(deltas: &[Value], reason: &str) -> Answer {
    let mut lines: Vec<String> = deltas.iter().map(delta).collect();
    lines.push(finish(reason));
    lines.push(DONE.to_owned());
    Answer::events(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}
