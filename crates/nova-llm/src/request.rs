//! What is asked of a server, before it is bytes.

use serde_json::{Map, Value};

use crate::Kept;

/// One request.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The messages: first the system's, then the player's and the model's in turn.
    pub messages: Vec<WireMessage>,
    /// The `tools` array of the protocol; `None` sends none of the fields about tools.
    pub tools: Option<Value>,
    /// The names of tools that a call may have, also where they are only described in the prompt.
    pub names: Vec<String>,
    /// What form the answer has to have.
    pub shape: Shape,
}

/// What form an answer has to have.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Shape {
    /// Words, and calls by the protocol.
    #[default]
    Free,
    /// One JSON object of this schema, as strictly as the server can: `json_schema`, else `json_object`, else only asked for
    /// in the prompt.
    Json(Value),
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub enum WireMessage {
    /// The prompt. Always first, and only once.
    System(String),
    /// The player's words, or the launcher's.
    User(String),
    /// The model's words and calls.
    Assistant {
        /// The words; may be empty.
        text: String,
        /// The calls; each is answered by a [`WireMessage::Tool`] right after.
        calls: Vec<WireCall>,
        /// What the server wants back as it was.
        kept: Kept,
    },
    /// The answer to one call.
    Tool {
        /// The call's id.
        call: String,
        /// The answer.
        text: String,
    },
}

/// A call as it stands in the history.
#[derive(Clone, Debug, PartialEq)]
pub struct WireCall {
    /// Nine letters or digits, unique in the chat.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments, always an object.
    pub args: Map<String, Value>,
}
