//! What a server accepts, learnt from its errors. Kept for each address and model.

use serde::{Deserialize, Serialize};

/// What a server was found to accept. The default is what most do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each kept under its name")]
pub struct Habits {
    /// Has no tools API: refuses the `tools` field.
    pub no_tools: bool,
    /// Wants `null` where an assistant message has calls and no words (`""` is refused).
    pub null_content: bool,
    /// Refuses reasoning in the history.
    pub no_reasoning: bool,
    /// Refuses `stream_options`.
    pub no_stream_options: bool,
    /// Refuses `response_format` of the kind `json_schema`.
    pub no_json_schema: bool,
    /// Refuses `response_format` of every kind.
    pub no_json_object: bool,
    /// Refuses unknown fields in calls of the history.
    pub no_call_fields: bool,
    /// The most tokens a request may have, where an error named it.
    pub context: Option<u64>,
}
