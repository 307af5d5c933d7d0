//! Sentences for people as data: a code and its fields.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Deserialize, Serialize};

use crate::Millis;

/// A dotted, lower-case name such as `files.exists` or `mods.disable.title`; a key of the text catalogue.
pub type Code = Cow<'static, str>;

/// A code and the names of the fields it may carry. Each crate that makes messages lists its own in a `CODES` constant,
/// and a test in nova-core holds every one of them against the catalogue, in each language.
pub type CodeDef = (&'static str, &'static [&'static str]);

/// A sentence before it is text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The key of the sentence in the catalogue.
    pub code: Code,
    /// What the sentence names, by field name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<Cow<'static, str>, Field>,
}

/// One value inside a sentence. The catalogue knows how each kind is written in each language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Field {
    /// A name or a path, shown as it is once control characters are gone.
    Text(String),
    /// A count.
    Number(i64),
    /// A size in bytes.
    Bytes(u64),
    /// A moment.
    Time(Millis),
    /// Several values, joined the way the language joins them.
    List(Vec<Field>),
    /// A sentence inside a sentence.
    Message(Box<Message>),
}

impl Message {
    /// A sentence without fields.
    pub fn new(code: impl Into<Code>) -> Self {
        Self { code: code.into(), fields: BTreeMap::new() }
    }

    /// The same sentence with one more field.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Field>) -> Self {
        self.fields.insert(Cow::Borrowed(name), value.into());
        self
    }
}

impl From<&str> for Field {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Field {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&std::path::Path> for Field {
    fn from(path: &std::path::Path) -> Self {
        Self::Text(path.display().to_string())
    }
}

impl From<usize> for Field {
    fn from(count: usize) -> Self {
        Self::Number(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

impl From<i64> for Field {
    fn from(count: i64) -> Self {
        Self::Number(count)
    }
}

impl From<Message> for Field {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

impl<T: Into<Field>> From<Vec<T>> for Field {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_comes_back_from_json_as_it_was() {
        let inner = Message::new("a.b").with("bytes", Field::Bytes(7)).with("at", Field::Time(-1));
        let message = Message::new("mods.title")
            .with("name", "钠 \u{1b}[0m")
            .with("count", 3_usize)
            .with("files", vec!["a", "b"])
            .with("why", inner);
        let json = serde_json::to_string(&message).unwrap();
        assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), message);
        assert_eq!(serde_json::to_value(Message::new("a.b")).unwrap(), serde_json::json!({"code": "a.b"}));
    }
}
