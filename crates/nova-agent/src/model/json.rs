//! The json rung's history: for a model without a tools API calls and answers are plain text.

use nova_llm::{Kept, WireCall, WireMessage};
use serde_json::json;

/// The same messages without calls of the protocol: an assistant's calls become the envelope it would have written, and the
/// answers to them one message of the launcher.
pub(super) fn flat(messages: Vec<WireMessage>) -> Vec<WireMessage> {
    let mut out: Vec<WireMessage> = Vec::with_capacity(messages.len());
    let mut names: Vec<(String, String)> = Vec::new();
    let mut answers: Vec<String> = Vec::new();
    for message in messages {
        if let WireMessage::Tool { call, text } = message {
            let name = names.iter().find(|(id, _)| *id == call).map_or("call", |(_, name)| name.as_str());
            answers.push(format!("{name}:\n{text}"));
            continue;
        }
        close(&mut answers, &mut out);
        if let WireMessage::Assistant { text, calls, .. } = &message {
            names = calls.iter().map(|call| (call.id.clone(), call.name.clone())).collect();
            out.push(WireMessage::Assistant {
                text: envelope(text, calls),
                calls: Vec::new(),
                kept: Kept::default(),
            });
        } else {
            out.push(message);
        }
    }
    close(&mut answers, &mut out);
    out
}

fn close(answers: &mut Vec<String>, out: &mut Vec<WireMessage>) {
    if !answers.is_empty() {
        let text = format!("[Results of your calls:\n{}]", std::mem::take(answers).join("\n\n"));
        out.push(WireMessage::User(text));
    }
}

/// What a model on this rung would have written.
fn envelope(text: &str, calls: &[WireCall]) -> String {
    let calls: Vec<_> =
        calls.iter().map(|call| json!({ "name": call.name, "arguments": call.args })).collect();
    json!({ "say": text, "calls": calls }).to_string()
}
