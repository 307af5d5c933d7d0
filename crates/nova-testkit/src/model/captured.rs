//! A request as a test looks at it.

use serde_json::Value;

use super::http::Got;

/// A request that came.
#[derive(Clone, Debug, PartialEq)]
pub struct Captured {
    /// `POST`, `GET`.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The headers, names in lower case.
    pub head: Vec<(String, String)>,
    /// The body as it came.
    pub body: Vec<u8>,
    /// The body as JSON, where it is that.
    pub json: Option<Value>,
}

impl Captured {
    pub(crate) fn new(got: &Got, json: Option<Value>) -> Self {
        let Got { method, path, head, body } = got.clone();
        Self { method, path, head, body, json }
    }

    /// A header's value, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The messages.
    pub fn messages(&self) -> &[Value] {
        let messages = self.json.as_ref().and_then(|json| json["messages"].as_array());
        messages.map_or(&[], Vec::as_slice)
    }

    /// The names of the tools on offer.
    pub fn tool_names(&self) -> Vec<&str> {
        let tools = self.json.as_ref().and_then(|json| json["tools"].as_array());
        tools.into_iter().flatten().filter_map(|tool| tool["function"]["name"].as_str()).collect()
    }
}
