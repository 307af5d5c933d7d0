//! Lenient reading of JSON from outside: caps first, then each value for itself. A value of the wrong type is left out and becomes a
//! problem; it never takes the rest of the file with it.

use nova_model::{Message, Problem, clean};
use serde_json::{Map, Value};

use crate::{error::VersionError, sha1::Sha1};

/// Longer texts tell nothing that such files tell.
const LONGEST: usize = 64 << 10;
/// An address longer than this is none.
const LONGEST_URL: usize = 4_000;
/// More problems of one file help nobody.
const MOST_PROBLEMS: usize = 40;

/// Parses JSON of at most `cap` bytes, with or without a byte order mark. Nesting is bounded by the parser (128).
pub(crate) fn value(name: &str, bytes: &[u8], cap: usize) -> Result<Value, VersionError> {
    let name = clean(name, 120);
    if bytes.len() > cap {
        let count = |bytes: usize| u64::try_from(bytes).unwrap_or(u64::MAX);
        return Err(VersionError::TooLarge { name, size: count(bytes.len()), cap: count(cap) });
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    serde_json::from_slice(bytes).map_err(|error| VersionError::NotJson { name, line: error.line() })
}

/// An object of at most `cap` bytes.
pub(crate) fn object(name: &str, bytes: &[u8], cap: usize) -> Result<Map<String, Value>, VersionError> {
    match value(name, bytes, cap)? {
        Value::Object(map) => Ok(map),
        _ => Err(VersionError::Shape { name: clean(name, 120) }),
    }
}

/// A list of at most `cap` bytes.
pub(crate) fn list(name: &str, bytes: &[u8], cap: usize) -> Result<Vec<Value>, VersionError> {
    match value(name, bytes, cap)? {
        Value::Array(list) => Ok(list),
        _ => Err(VersionError::Shape { name: clean(name, 120) }),
    }
}

/// Collects what is odd about one file while it is read.
#[derive(Debug)]
pub(crate) struct Notes {
    about: String,
    problems: Vec<Problem>,
}

impl Notes {
    pub(crate) fn new(about: &str) -> Self {
        Self { about: clean(about, 120), problems: Vec::new() }
    }

    /// Something that was left out because it has another form than it should.
    pub(crate) fn odd(&mut self, key: &str) {
        self.warn(Message::new("version.odd-value").with("key", clean(key, 80)));
    }

    pub(crate) fn warn(&mut self, message: Message) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem::warning(self.about.clone(), message));
        }
    }

    pub(crate) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// A text; `null` and nothing are none.
    pub(crate) fn text(&mut self, map: &Map<String, Value>, key: &str) -> Option<String> {
        let value = map.get(key).filter(|value| !value.is_null())?;
        let text = value.as_str().filter(|text| text.len() <= LONGEST);
        if text.is_none() {
            self.odd(key);
        }
        text.map(str::to_owned)
    }

    /// A whole number, also one that was written as `8.0` or `"8"`.
    pub(crate) fn number(&mut self, map: &Map<String, Value>, key: &str) -> Option<u64> {
        let value = map.get(key).filter(|value| !value.is_null())?;
        let number = whole(value);
        if number.is_none() {
            self.odd(key);
        }
        number
    }

    /// The entries of a list, at most `most`; nothing where there is none.
    pub(crate) fn list<'a>(&mut self, map: &'a Map<String, Value>, key: &str, most: usize) -> &'a [Value] {
        let Some(value) = map.get(key).filter(|value| !value.is_null()) else { return &[] };
        let Some(list) = value.as_array() else {
            self.odd(key);
            return &[];
        };
        if list.len() > most {
            self.warn(Message::new("version.too-many").with("key", clean(key, 80)).with("cap", most));
        }
        list.get(..most).unwrap_or(list)
    }

    /// An object, where there is one.
    pub(crate) fn map<'a>(
        &mut self,
        map: &'a Map<String, Value>,
        key: &str,
    ) -> Option<&'a Map<String, Value>> {
        let value = map.get(key).filter(|value| !value.is_null())?;
        if !value.is_object() {
            self.odd(key);
        }
        value.as_object()
    }

    /// A digest; an empty text counts as none.
    pub(crate) fn sha1(&mut self, map: &Map<String, Value>, key: &str) -> Option<Sha1> {
        let text = self.text(map, key).filter(|text| !text.is_empty())?;
        let digest = Sha1::parse(&text);
        if digest.is_none() {
            self.odd(key);
        }
        digest
    }
}

/// A text or each text of a list; other entries are left out.
pub(crate) fn texts(value: &Value, most: usize) -> Vec<String> {
    match value {
        Value::String(text) if text.len() <= LONGEST => vec![text.clone()],
        Value::Array(list) => {
            let texts = list.iter().take(most).filter_map(Value::as_str).filter(|text| text.len() <= LONGEST);
            texts.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// A text of an object, without a note where it is missing: for answers of servers, where an entry without it is left out.
pub(crate) fn str_of<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str().filter(|text| !text.is_empty() && text.len() <= LONGEST)
}

pub(crate) fn whole(value: &Value) -> Option<u64> {
    let direct = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok());
    direct.or_else(|| value.as_f64()?.to_string().parse().ok())
}

/// Whether a text is an address that can be fetched.
pub(crate) fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let sound = |rest: &str| !rest.is_empty() && !rest.starts_with('/');
    rest.is_some_and(sound)
        && text.len() <= LONGEST_URL
        && !text.chars().any(|c| c.is_control() || c == ' ' || c == '\\')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn too_much_too_deep_and_no_json_are_told_apart() {
        let deep = "[".repeat(100_000);
        assert!(matches!(value("a", &[b' '; 20], 10), Err(VersionError::TooLarge { size: 20, cap: 10, .. })));
        assert!(matches!(value("a", deep.as_bytes(), 1 << 20), Err(VersionError::NotJson { .. })));
        assert!(matches!(object("a", b"[]", 10), Err(VersionError::Shape { .. })));
        assert!(object("a", b"\xef\xbb\xbf{}", 10).unwrap().is_empty());
    }

    #[test]
    fn a_value_of_the_wrong_type_is_left_out_and_said() {
        let Value::Object(map) = json!({"a": 1, "b": "x", "c": null, "d": 8.0, "e": [1, 2, 3], "f": -1})
        else {
            panic!()
        };
        let mut notes = Notes::new("file");
        assert_eq!((notes.text(&map, "a"), notes.text(&map, "b").as_deref()), (None, Some("x")));
        assert_eq!(
            (notes.text(&map, "c"), notes.number(&map, "d"), notes.number(&map, "f")),
            (None, Some(8), None)
        );
        assert_eq!(notes.list(&map, "e", 2).len(), 2);
        let codes: Vec<_> = notes.into_problems().into_iter().map(|problem| problem.message.code).collect();
        assert_eq!(codes, ["version.odd-value", "version.odd-value", "version.too-many"]);
    }

    #[test]
    fn only_the_web_is_an_address() {
        assert!(is_url("https://a/b") && is_url("http://a"));
        for bad in [
            "",
            "file:///etc/passwd",
            "https://",
            "https:///x",
            "ftp://a",
            "https://a b",
            "https://a\nb",
            "//a",
        ] {
            assert!(!is_url(bad), "{bad}");
        }
    }
}
