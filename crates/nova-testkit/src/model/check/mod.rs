//! What must hold for every request, whatever the dialect. Each fault is a sentence that says where it is.

mod history;
mod prefix;
mod tools;

use serde_json::Value;

use super::{ask::Ask, http::Got, script::Script};

pub(crate) use history::orphan;
pub(crate) use prefix::Conversations;
pub(crate) use tools::schema;

/// What is wrong with a request, but for what only earlier requests can show.
pub(crate) fn faults(got: &Got, body: Option<&Value>, script: &Script) -> Vec<String> {
    let mut faults: Vec<String> = head(got).into_iter().collect();
    faults.extend(secret(&got.body, "the body", script));
    faults.extend(secret(got.path.as_bytes(), "the path", script));
    match body {
        Some(body) if body.is_object() => {
            faults.extend(fields(body));
            faults.extend(history::faults(Ask(body).messages()));
            faults.extend(tools::faults(body));
        }
        _ => faults.push("the body is not a JSON object".to_owned()),
    }
    faults
}

fn head(got: &Got) -> Option<String> {
    let kind = got.head.iter().find(|(name, _)| name == "content-type").map(|(_, value)| value.as_str());
    let json = kind.is_some_and(|kind| kind.trim().starts_with("application/json"));
    (!json).then(|| format!("content-type is {}, not application/json", kind.unwrap_or("missing")))
}

fn fields(body: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    if body["model"].as_str().is_none_or(str::is_empty) {
        faults.push("model is missing or empty".to_owned());
    }
    if body["stream"] != true {
        faults.push("stream is not true".to_owned());
    }
    if !body["messages"].is_array() {
        faults.push("messages is not a list".to_owned());
    }
    faults
}

/// A secret is never repeated in the sentence.
fn secret(bytes: &[u8], place: &str, script: &Script) -> Option<String> {
    let stands = |secret: &[u8]| !secret.is_empty() && bytes.windows(secret.len()).any(|at| at == secret);
    let found = script.secrets.iter().chain(&script.key).any(|secret| stands(secret.as_bytes()));
    found.then(|| format!("a secret stands in {place}"))
}
