//! A server: its address and key, the requests to it, and its failures as errors that never show the key.

use std::time::Duration;

use nova_model::{Secret, clean};
use reqwest::{
    Method, RequestBuilder, Response,
    header::{ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HeaderValue},
};
use url::Url;

use crate::{Fault, LlmError, address};

/// The most characters of what a server says.
const SAID: usize = 300;

/// The fewest bytes of a key that is looked for.
const SHORTEST_KEY: usize = 4;

/// The most bytes of an error's body.
const ERROR_BODY: usize = 64 * 1024;

/// How long an error's body may take, beyond which it is read as far as it came.
const ERROR_TIME: Duration = Duration::from_secs(10);

/// A server and how it is asked.
#[derive(Clone, Copy)]
pub(crate) struct Server<'a> {
    pub(crate) http: &'a reqwest::Client,
    pub(crate) base: &'a Url,
    pub(crate) model: &'a str,
    pub(crate) key: Option<&'a Secret>,
}

impl Server<'_> {
    /// A chat request. Compression would hold words back until there are enough of them, so none is asked for.
    pub(crate) fn post(&self, body: Vec<u8>) -> Result<RequestBuilder, LlmError> {
        let request = self.request(Method::POST, "chat/completions")?;
        let request = request.header(CONTENT_TYPE, "application/json").header(ACCEPT_ENCODING, "identity");
        Ok(request.header(ACCEPT, "text/event-stream, application/json").body(body))
    }

    /// A request for something that a server lists.
    pub(crate) fn get(&self, function: &str) -> Result<RequestBuilder, LlmError> {
        Ok(self.request(Method::GET, function)?.header(ACCEPT, "application/json"))
    }

    fn request(&self, method: Method, function: &str) -> Result<RequestBuilder, LlmError> {
        let request = self.http.request(method, address::below(self.base, function));
        let Some(key) = self.key.map(|key| key.expose().trim()).filter(|key| !key.is_empty()) else {
            return Ok(request);
        };
        let unsendable = |_| self.error(Fault::Key, None, "the key has characters that no key has");
        let mut value = HeaderValue::from_str(&format!("Bearer {key}")).map_err(unsendable)?;
        value.set_sensitive(true);
        Ok(request.header(AUTHORIZATION, value))
    }

    /// An error. What was said is cleaned, capped, and free of the key.
    pub(crate) fn error(&self, fault: Fault, status: Option<u16>, said: &str) -> LlmError {
        LlmError {
            fault,
            host: address::host_of(self.base),
            model: self.model.to_owned(),
            status,
            said: self.quoted(said),
            retry_after: None,
            shown: false,
        }
    }

    /// Some servers repeat the key they did not like. It is looked for as it came and in what would be shown, since a sequence
    /// that is cleaned away may have stood in the middle of it, or taken a character of it along. The cap comes last, so that no
    /// half of a key stays.
    fn quoted(&self, said: &str) -> String {
        let key = self.key.map(|key| key.expose().trim()).filter(|key| key.len() >= SHORTEST_KEY);
        let Some(key) = key else { return clean(said.trim(), SAID) };
        let seen = clean(&without(said, key), usize::MAX);
        clean(without(&seen, key).trim(), SAID)
    }
}

/// A text without a word, also where characters that no key has stand in it.
fn without(text: &str, word: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        if let Some(behind) = strip(rest, word) {
            kept.push('…');
            rest = behind;
        } else {
            kept.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    kept
}

/// What stands behind a word at the start of a text.
fn strip<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let mut found = text.char_indices();
    let mut end = 0;
    for (at, wanted) in word.chars().enumerate() {
        let (place, c) = found.find(|(_, c)| at == 0 || *c == wanted || c.is_ascii_graphic())?;
        if c != wanted {
            return None;
        }
        end = place + c.len_utf8();
    }
    text.get(end..)
}

/// An error's body, as far as it is of use.
pub(crate) async fn error_body(mut response: Response) -> String {
    let mut bytes = Vec::new();
    let reading = async {
        while let Ok(Some(piece)) = response.chunk().await {
            bytes.extend_from_slice(&piece);
            if bytes.len() >= ERROR_BODY {
                break;
            }
        }
    };
    // What came in time is better than nothing.
    let _ = tokio::time::timeout(ERROR_TIME, reading).await;
    bytes.truncate(ERROR_BODY);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A body of no more than so many bytes. What failed comes as words.
pub(crate) async fn body(mut response: Response, most: usize) -> Result<String, String> {
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| deepest(&error))? {
        if bytes.len().saturating_add(piece.len()) > most {
            return Err("the answer is too large".to_owned());
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What the system says of a failed request, without an address.
pub(crate) fn deepest(error: &(dyn std::error::Error + 'static)) -> String {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sk-0123456789abcdef";

    fn said(text: &str) -> String {
        let base = Url::parse("http://a.example").unwrap();
        let http = nova_net::client(&base, &nova_net::ClientOptions::default()).unwrap();
        let key = Secret::new(KEY);
        let server = Server { http: &http, base: &base, model: "", key: Some(&key) };
        server.error(Fault::Key, None, text).said
    }

    #[test]
    fn a_key_is_never_repeated_whatever_stands_in_it() {
        let (first, second) = KEY.split_at(7);
        for between in
            ["", "\u{200b}", "\u{1b}", "\u{1b}[0m", "\u{202e}", "\0", "\n", " ", "\u{feff}\u{200d}"]
        {
            let found = said(&format!("wrong key {first}{between}{second}, sorry"));
            assert!(!found.contains(second), "{between:?}: {found}");
            assert!(found.starts_with("wrong key …") && found.ends_with(", sorry"), "{between:?}: {found}");
        }
    }

    #[test]
    fn no_half_of_a_key_stays_at_the_end_of_what_is_shown() {
        for before in 270..310 {
            let found = said(&format!("{}{KEY}", "x".repeat(before)));
            assert!(!found.contains("sk-"), "{found}");
        }
    }
}
