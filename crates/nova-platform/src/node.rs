//! A piece of an answer. Platforms answer with JSON that strangers had a hand in: texts are cut and cleaned, addresses must be encrypted,
//! lists have an end, and a field of another kind is no field.

use nova_model::clean;
use serde_json::Value;
use url::Url;

use crate::{Listed, PlatformError, Result};

/// The most entries of one list.
pub(crate) const MOST: usize = 10_000;
/// The longest line.
const LINE: usize = 300;
/// The most lines of a long text, and characters of each.
const LINES: (usize, usize) = (2_000, 2_000);
/// The longest address.
const ADDRESS: usize = 2_048;

/// A value in an answer.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a>(pub(crate) &'a Value);

impl<'a> Node<'a> {
    /// What a field holds; null where there is none.
    pub(crate) fn at(self, key: &str) -> Self {
        Node(self.0.get(key).unwrap_or(&Value::Null))
    }

    /// The text itself, on one line.
    pub(crate) fn line(self) -> Option<String> {
        let text = clean(self.0.as_str()?, LINE);
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// A field's text on one line.
    pub(crate) fn text(self, key: &str) -> Option<String> {
        self.at(key).line()
    }

    /// A text of many lines.
    pub(crate) fn long(self, key: &str) -> Option<String> {
        let text = self.at(key).0.as_str()?;
        let lines: Vec<String> = text.lines().take(LINES.0).map(kept).collect();
        let text = lines.join("\n");
        (!text.trim().is_empty()).then_some(text)
    }

    /// A whole number.
    pub(crate) fn number(self, key: &str) -> Option<u64> {
        self.at(key).0.as_u64()
    }

    /// A number as the text that it is written with; CurseForge's ids are numbers.
    pub(crate) fn id(self, key: &str) -> Option<String> {
        self.number(key).filter(|id| *id > 0).map(|id| id.to_string())
    }

    /// The entries of a list; of a field that is no list, none.
    pub(crate) fn list(self, key: &str) -> impl Iterator<Item = Node<'a>> {
        self.at(key).0.as_array().map(Vec::as_slice).unwrap_or_default().iter().take(MOST).map(Node)
    }

    /// The texts of a list.
    pub(crate) fn words(self, key: &str) -> Vec<String> {
        self.list(key).filter_map(Node::line).collect()
    }

    /// An encrypted address without a login in it.
    pub(crate) fn link(self, key: &str) -> Option<Url> {
        let text = self.at(key).0.as_str().filter(|text| text.len() <= ADDRESS)?;
        let url = Url::parse(text).ok()?;
        let plain = url.username().is_empty() && url.password().is_none() && url.has_host();
        (url.scheme() == "https" && plain).then_some(url)
    }

    /// A digest in hex of so many characters.
    pub(crate) fn hex(self, key: &str, length: usize) -> Option<String> {
        let text = self.at(key).0.as_str()?;
        let good = text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        good.then(|| text.to_ascii_lowercase())
    }
}

/// A line of a long text, with its indent.
fn kept(line: &str) -> String {
    let indent = line.chars().take_while(|c| matches!(c, ' ' | '\t')).count().min(40);
    let line = clean(line.trim(), LINES.1);
    format!("{}{line}", " ".repeat(indent))
}

/// Reads the entries of a list, and counts those that cannot be read. An answer in which nothing can be read is none.
pub(crate) fn listed<T>(
    host: &str,
    entries: &Value,
    read: impl Fn(Node<'_>) -> Option<T>,
) -> Result<Listed<T>> {
    let Some(entries) = entries.as_array() else { return Err(garbled(host, "no list")) };
    let taken = entries.len().min(MOST);
    let items: Vec<T> = entries.iter().take(MOST).filter_map(|entry| read(Node(entry))).collect();
    if items.is_empty() && taken > 0 {
        return Err(garbled(host, "no entry can be read"));
    }
    let odd = taken.saturating_sub(items.len());
    Ok(Listed { items, odd, more: entries.len() > MOST })
}

/// That an answer is not what it has to be.
pub(crate) fn garbled(host: &str, why: &str) -> PlatformError {
    PlatformError::Garbled { host: host.to_owned(), why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_of_another_kind_is_not_there() {
        let value = json!({"name": 7, "size": "7", "list": {"a": 1}, "words": ["a", 2, null, " b\u{202e} "], "id": 0});
        let node = Node(&value);
        assert_eq!((node.text("name"), node.number("size"), node.id("id")), (None, None, None));
        assert_eq!(node.list("list").count(), 0);
        assert_eq!(node.words("words"), ["a", "b"]);
        assert_eq!(node.at("name").at("deeper").line(), None);
    }

    #[test]
    fn only_encrypted_addresses_are_addresses() {
        let link = |text: &str| Node(&json!({ "url": text })).link("url").is_some();
        assert!(link("https://a.example/x"));
        for bad in [
            "http://a.example/x",
            "javascript:alert(1)",
            "https://me:x@a.example/",
            "file:///etc/passwd",
            "",
            "x",
        ] {
            assert!(!link(bad), "{bad}");
        }
        assert!(!link(&format!("https://a.example/{}", "a".repeat(3000))));
    }

    #[test]
    fn long_texts_keep_their_lines_and_lose_what_acts() {
        let value = json!({"body": "# A\r\n\n  - one\u{1b}[31m\n"});
        assert_eq!(Node(&value).long("body").unwrap(), "# A\n\n  - one");
    }

    #[test]
    fn one_bad_entry_costs_itself_and_all_bad_ones_the_answer() {
        let read = |node: Node<'_>| node.text("a");
        let listed = |value: Value| super::listed("h", &value, read);
        let some = listed(json!([{"a": "x"}, {"a": 1}, null])).unwrap();
        assert_eq!((some.items.len(), some.odd), (1, 2));
        assert_eq!(listed(json!([])).unwrap().odd, 0);
        assert!(listed(json!([{"a": 1}])).is_err());
        assert!(listed(json!({"a": 1})).is_err());
    }
}
