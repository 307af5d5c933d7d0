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
            said: clean(self.without_key(said).trim(), SAID),
            retry_after: None,
            shown: false,
        }
    }

    /// Some servers repeat the key they did not like.
    fn without_key(&self, said: &str) -> String {
        match self.key.map(|key| key.expose().trim()) {
            Some(key) if key.len() >= 4 => said.replace(key, "…"),
            _ => said.to_owned(),
        }
    }
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
