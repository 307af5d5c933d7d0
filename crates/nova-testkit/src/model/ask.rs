//! Reading a request as a model sees it: its messages, the tools on offer, what the tools answered.

use serde_json::Value;

use super::script::Rung;

/// A request's body.
#[derive(Clone, Copy)]
pub(crate) struct Ask<'a>(pub(crate) &'a Value);

/// What a tool answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// The tool; empty where the request does not say.
    pub(crate) name: String,
    pub(crate) text: String,
}

impl<'a> Ask<'a> {
    pub(crate) fn messages(self) -> &'a [Value] {
        self.0["messages"].as_array().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn tools(self) -> &'a [Value] {
        self.0["tools"].as_array().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn rung(self) -> Rung {
        if !self.tools().is_empty() {
            return Rung::Tools;
        }
        let described = |message: &Value| {
            let text = text(message);
            text.contains("\"say\"") && text.contains("\"calls\"")
        };
        let asked = self.0.get("response_format").is_some();
        if asked || self.messages().iter().any(|m| role(m) != "assistant" && described(m)) {
            Rung::Json
        } else {
            Rung::Plain
        }
    }

    /// Messages after the player's last words; with tools in the prompt, results come as a user's words too.
    pub(crate) fn since_user(self) -> &'a [Value] {
        let messages = self.messages();
        let at = messages.iter().rposition(|message| role(message) == "user").map_or(0, |at| at + 1);
        messages.get(at..).unwrap_or_default()
    }

    /// Everything that tools answered, in order.
    pub(crate) fn results(self) -> Vec<Told> {
        let messages = self.messages();
        let of_tools = messages.iter().enumerate().filter(|(_, message)| role(message) == "tool");
        let told: Vec<Told> = of_tools
            .map(|(at, message)| Told { name: answered(messages, at, message), text: text(message) })
            .collect();
        if told.is_empty() && self.tools().is_empty() { self.results_as_user() } else { told }
    }

    /// The results of the last round, or, where there are none, the last message.
    pub(crate) fn latest(self) -> Vec<Told> {
        let behind = self.messages().iter().rev().take_while(|message| role(message) == "tool").count();
        let results = self.results();
        if behind > 0 {
            return results.get(results.len().saturating_sub(behind)..).unwrap_or_default().to_vec();
        }
        let last = self.messages().last().map(text).unwrap_or_default();
        vec![Told { name: String::new(), text: last }]
    }

    /// Without the tools API, what follows an answer of the model is what its calls gave.
    fn results_as_user(self) -> Vec<Told> {
        let told = self.messages().iter().skip(2).filter(|message| role(message) == "user");
        told.map(|message| Told { name: String::new(), text: text(message) }).collect()
    }
}

/// The name of the call that a tool message answers.
fn answered(messages: &[Value], at: usize, message: &Value) -> String {
    let id = &message["tool_call_id"];
    let before = messages.get(..at).unwrap_or_default();
    let call = before.iter().rev().flat_map(calls).find(|call| &call["id"] == id);
    call.map(name).unwrap_or_default()
}

/// A message's role.
pub(crate) fn role(message: &Value) -> &str {
    message["role"].as_str().unwrap_or_default()
}

/// A message's words, whether they are one text or parts.
pub(crate) fn text(message: &Value) -> String {
    match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// A message's calls.
pub(crate) fn calls(message: &Value) -> &[Value] {
    message["tool_calls"].as_array().map_or(&[], Vec::as_slice)
}

/// A call's tool.
pub(crate) fn name(call: &Value) -> String {
    call["function"]["name"].as_str().unwrap_or_default().to_owned()
}

/// A call's arguments, as one text that does not depend on how they were written.
pub(crate) fn arguments(call: &Value) -> String {
    let text = call["function"]["arguments"].as_str().unwrap_or_default();
    serde_json::from_str::<Value>(text).map_or_else(|_| text.to_owned(), |value| value.to_string())
}
