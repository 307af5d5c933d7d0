//! Calls as JSON text, for models without a tools API: the tools are listed in the prompt, and the answer is one object with what
//! is said and what is called.

mod describe;
mod parse;
mod say;

pub use describe::describe;
pub use parse::{BadEnvelope, Envelope, parse};
pub use say::SayStream;
use serde_json::{Value, json};

/// The schema of an answer. What is said stands first, so that it can be shown while the rest comes.
pub fn schema(names: &[String]) -> Value {
    let name =
        if names.is_empty() { json!({"type": "string"}) } else { json!({"type": "string", "enum": names}) };
    json!({
        "type": "object",
        "properties": {
            "say": {"type": "string"},
            "calls": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"name": name, "arguments": {"type": "object"}},
                    "required": ["name", "arguments"],
                },
            },
        },
        "required": ["say", "calls"],
    })
}
