//! Calls as JSON text, for models without a tools API: the tools are listed in the prompt, and the answer is one object with what
//! is said and what is called.

mod describe;
mod parse;
mod say;

pub use describe::describe;
pub use parse::{BadEnvelope, Envelope, parse};
pub use say::SayStream;
use serde_json::{Value, json};

/// How an answer has to look, for the prompt: not every server holds a model to the schema, and some take a request for JSON only
/// where the messages speak of it.
pub const FORM: &str = r#"How to answer
Every answer is one JSON object and nothing around it:
{"say": "words for the player", "calls": [{"name": "a_tool", "arguments": {"parameter": "value"}}]}
- "say" comes first; it may be empty while you only look.
- "calls" are the tools to use now, with their arguments. What they answer comes with the next message. With nothing left to call it is [], and "say" is your last word.

Tools"#;

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
