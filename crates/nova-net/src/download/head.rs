//! What the head of an answer says about its body: which version of the file it is, which part of it, how it ends, and when
//! to come back.

use std::time::{Duration, SystemTime};

use nova_model::Millis;
use reqwest::{
    Version,
    header::{
        CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, LAST_MODIFIED, RETRY_AFTER,
        TRANSFER_ENCODING,
    },
};
use serde::{Deserialize, Serialize};
use url::Url;

/// The longest validator that is kept.
const LONGEST: usize = 256;

/// Which version of a file an address had: enough to ask whether it still has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validators {
    /// The address, which alone can compare them.
    pub from: String,
    /// The `ETag` header, weak ones too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    /// The `Last-Modified` header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
}

impl Validators {
    /// What an answer carries; `None` where it carries neither.
    pub(super) fn of(source: &Url, headers: &HeaderMap) -> Option<Self> {
        let etag = short(headers, &ETAG);
        let modified = short(headers, &LAST_MODIFIED);
        (etag.is_some() || modified.is_some()).then(|| Self { from: source.to_string(), etag, modified })
    }

    /// Reads what was noted beside a part.
    pub(super) fn parse(note: &str) -> Option<Self> {
        serde_json::from_str(note).ok()
    }

    /// The note to keep beside a part.
    pub(super) fn note(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// What proves that a range is of the same bytes (RFC 9110, 13.1.5): a strong tag, else the date.
    pub(super) fn proof(&self) -> Option<&str> {
        let strong = self.etag.as_deref().filter(|tag| tag.starts_with('"'));
        // A weak tag says that the bytes may differ, whatever the date says.
        if self.etag.is_some() { strong } else { self.modified.as_deref() }
    }
}

fn short(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?.trim();
    (!value.is_empty() && value.len() <= LONGEST).then(|| value.to_owned())
}

/// Which bytes of a file an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) first: u64,
    pub(super) last: u64,
    pub(super) total: Option<u64>,
}

impl Range {
    /// Reads `bytes 0-9/10`. Several ranges in one answer have no such header, and are none.
    pub(super) fn of(headers: &HeaderMap) -> Option<Self> {
        let text = headers.get(CONTENT_RANGE)?.to_str().ok()?;
        let (range, total) = text.trim().strip_prefix("bytes ")?.split_once('/')?;
        let (first, last) = range.split_once('-')?;
        let total = if total.trim() == "*" { None } else { Some(digits(total)?) };
        let range = Self { first: digits(first)?, last: digits(last)?, total };
        let sound = range.first <= range.last && range.total.is_none_or(|total| range.last < total);
        sound.then_some(range)
    }
}

/// A number of digits alone: no sign, which `parse` would take.
fn digits(text: &str) -> Option<u64> {
    let text = text.trim();
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// How many bytes a body says it has.
pub(super) fn length(headers: &HeaderMap) -> Option<u64> {
    digits(headers.get(CONTENT_LENGTH)?.to_str().ok()?)
}

/// Whether the end of the body is seen: where only the end of the connection ends it, half a body looks whole.
pub(super) fn ends_visibly(version: Version, headers: &HeaderMap) -> bool {
    version > Version::HTTP_11
        || headers.contains_key(CONTENT_LENGTH)
        || headers.contains_key(TRANSFER_ENCODING)
}

/// Whether the body is a page for people.
pub(super) fn is_page(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("text/html") || kind.eq_ignore_ascii_case("application/xhtml+xml")
}

/// Whether a body begins as a page for people.
pub(super) fn begins_as_page(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    [&b"<!doctype html"[..], b"<html"]
        .iter()
        .any(|tag| start.get(..tag.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(tag)))
}

/// When to come back (RFC 9110, 10.2.3): seconds, or a date.
pub(super) fn retry_after(headers: &HeaderMap, now: Millis) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Some(seconds) = digits(text) {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(text).ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let now = Duration::from_millis(u64::try_from(now).unwrap_or_default());
    Some(date.saturating_sub(now))
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    fn head(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn a_range_says_where_it_lies() {
        let of = |text: &str| Range::of(&head(CONTENT_RANGE, text));
        assert_eq!(of("bytes 5-9/10"), Some(Range { first: 5, last: 9, total: Some(10) }));
        assert_eq!(of("bytes 5-9/*"), Some(Range { first: 5, last: 9, total: None }));
        for bad in
            ["", "bytes */10", "5-9/10", "bytes 9-5/10", "bytes 5-10/10", "bytes -5/10", "bytes +5-9/10"]
        {
            assert_eq!(of(bad), None, "{bad}");
        }
        assert_eq!(Range::of(&HeaderMap::new()), None);
    }

    #[test]
    fn only_a_strong_tag_or_a_date_alone_proves_the_same_bytes() {
        let of = |etag: Option<&str>, modified: Option<&str>| Validators {
            from: "https://a.example/x".to_owned(),
            etag: etag.map(str::to_owned),
            modified: modified.map(str::to_owned),
        };
        let date = "Thu, 01 Jan 2026 00:00:00 GMT";
        assert_eq!(of(Some("\"a\""), Some(date)).proof(), Some("\"a\""));
        assert_eq!(of(None, Some(date)).proof(), Some(date));
        assert_eq!(of(Some("W/\"a\""), Some(date)).proof(), None);
        assert_eq!(of(None, None).proof(), None);
        let kept = of(Some("\"a\""), None);
        assert_eq!(Validators::parse(&kept.note().unwrap()), Some(kept));
        assert_eq!(Validators::parse("{\"from\": 1}"), None);
    }

    #[test]
    fn a_server_says_when_to_come_back_in_seconds_or_as_a_date() {
        let of = |text: &str| retry_after(&head(RETRY_AFTER, text), 1_767_225_600_000);
        assert_eq!(of("120"), Some(Duration::from_mins(2)));
        assert_eq!(of("Thu, 01 Jan 2026 00:00:30 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(of("Thu, 01 Jan 2015 00:00:30 GMT"), Some(Duration::ZERO));
        for bad in ["soon", "-1", "1.5", "99999999999999999999999"] {
            assert_eq!(of(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_page_is_known_by_its_kind_and_by_its_beginning() {
        assert!(is_page(&head(CONTENT_TYPE, "Text/HTML; charset=utf-8")));
        assert!(!is_page(&head(CONTENT_TYPE, "application/json")));
        assert!(begins_as_page(b"\n <!DOCTYPE HTML><title>Sign in"));
        assert!(begins_as_page(b"<html lang=en>"));
        assert!(!begins_as_page(b"PK\x03\x04") && !begins_as_page(b"<?xml") && !begins_as_page(b""));
    }
}
