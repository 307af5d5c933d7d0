//! The file beside a zip that says what it is. Ours are complete; older and hand-made ones may leave out almost anything.

use nova_model::Millis;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::NewBackup;

pub(super) const FORMAT: u32 = 1;

/// As it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Sidecar {
    pub format: u32,
    pub id: String,
    /// Milliseconds since the epoch.
    pub at: Millis,
    /// The game root it was made from; none for a path that is no text.
    pub root: Option<String>,
    pub version: Option<String>,
    pub saves: Vec<String>,
    /// The top entries that are not among the worlds.
    pub includes: Vec<String>,
    pub why: String,
    /// Of the zip.
    pub bytes: u64,
    /// Of the zip, in hex.
    pub sha256: String,
    /// Bytes of all files in it.
    pub unpacked: u64,
    /// Files and folders in it.
    pub entries: u64,
}

impl Sidecar {
    pub(super) fn new(id: &str, at: Millis, new: &NewBackup) -> Self {
        let is_save = |name: &str| new.saves.iter().any(|save| name == format!("saves/{save}"));
        let includes =
            new.sources.iter().map(|(_, name)| name.clone()).filter(|name| !is_save(name)).collect();
        Self {
            format: FORMAT,
            id: id.to_owned(),
            at,
            root: None,
            version: new.version.clone(),
            saves: new.saves.clone(),
            includes,
            why: new.why.clone(),
            bytes: 0,
            sha256: String::new(),
            unpacked: 0,
            entries: 0,
        }
    }
}

/// As it is read: `id` is all that has to be there.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Read {
    #[serde(default)]
    pub format: Option<u32>,
    pub id: String,
    #[serde(default, alias = "time", alias = "created")]
    at: Value,
    #[serde(default)]
    pub root: Option<String>,
    #[serde(default)]
    pub version: Option<String>,
    #[serde(default, alias = "save")]
    saves: Value,
    #[serde(default, alias = "include")]
    includes: Value,
    #[serde(default)]
    pub why: Option<String>,
    #[serde(default, alias = "size")]
    pub bytes: Option<u64>,
    #[serde(default)]
    pub sha256: Option<String>,
    #[serde(default)]
    pub unpacked: Option<u64>,
}

impl Read {
    /// None where it is not a sidecar, or a newer program's.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let read: Self = serde_json::from_slice(bytes).ok()?;
        let known = read.format.is_none_or(|format| format <= FORMAT);
        (known && !read.id.is_empty() && read.id.len() <= 200).then_some(read)
    }

    /// Milliseconds, seconds, or a text by RFC 3339.
    pub(super) fn at(&self) -> Option<Millis> {
        match &self.at {
            Value::Number(number) => {
                number.as_i64().map(|at| if at.abs() < 100_000_000_000 { at * 1000 } else { at })
            }
            Value::String(text) => text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond),
            _ => None,
        }
    }

    pub(super) fn saves(&self) -> Vec<String> {
        texts(&self.saves)
    }

    pub(super) fn includes(&self) -> Vec<String> {
        texts(&self.includes)
    }
}

/// A text, or a list of texts.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Read> {
        Read::parse(text.as_bytes())
    }

    #[test]
    fn times_are_millis_seconds_or_rfc_3339() {
        for time in
            ["1796044122000", "1796044122", "\"2026-11-30T13:08:42Z\"", "\"2026-11-30T21:08:42+08:00\""]
        {
            let sidecar = read(&format!("{{\"id\": \"x\", \"time\": {time}}}")).unwrap();
            assert_eq!(sidecar.at(), Some(1_796_044_122_000), "{time}");
        }
        for time in ["null", "\"yesterday\"", "[]", "{}"] {
            assert_eq!(read(&format!("{{\"id\": \"x\", \"at\": {time}}}")).unwrap().at(), None, "{time}");
        }
    }

    #[test]
    fn worlds_are_one_text_or_a_list() {
        assert_eq!(read(r#"{"id": "x", "save": "W"}"#).unwrap().saves(), ["W"]);
        assert_eq!(read(r#"{"id": "x", "saves": ["W", 1, "V"]}"#).unwrap().saves(), ["W", "V"]);
        assert!(read(r#"{"id": "x"}"#).unwrap().saves().is_empty());
    }

    #[test]
    fn what_is_no_sidecar_is_told_from_one() {
        assert!(read("\u{feff}{\"id\": \"x\", \"more\": 1}").is_some());
        let long = format!("{{\"id\": \"{}\"}}", "x".repeat(300));
        for text in ["", "{}", "[]", r#"{"id": 7}"#, r#"{"id": ""}"#, r#"{"id": "x", "format": 99}"#, &long] {
            assert!(read(text).is_none(), "{text}");
        }
        assert!(read(&"[".repeat(100_000)).is_none());
    }
}
