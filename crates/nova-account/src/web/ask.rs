//! A request before it is one.

use nova_model::Secret;
use reqwest::{
    Client, Method, RequestBuilder,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue},
};
use serde_json::Value;
use url::{Url, form_urlencoded};

use crate::Step;

/// What is asked. It has no `Debug`: tokens are in its body.
pub(crate) struct Ask {
    pub(super) step: Step,
    pub(super) url: Url,
    pub(super) method: Method,
    pub(super) accept: &'static str,
    pub(super) bearer: Option<Secret>,
    pub(super) body: Option<Body>,
    /// What must not come back in a server's words.
    pub(super) hush: Vec<Secret>,
}

/// Bytes and what they are.
pub(super) struct Body {
    kind: String,
    bytes: Vec<u8>,
}

impl Ask {
    pub(crate) fn get(step: Step, url: Url) -> Self {
        Self::of(step, url, Method::GET)
    }

    pub(crate) fn delete(step: Step, url: Url) -> Self {
        Self::of(step, url, Method::DELETE)
    }

    pub(crate) fn post_json(step: Step, url: Url, body: &Value) -> Self {
        Self::of(step, url, Method::POST).json(body)
    }

    pub(crate) fn put_json(step: Step, url: Url, body: &Value) -> Self {
        Self::of(step, url, Method::PUT).json(body)
    }

    pub(crate) fn post_form(step: Step, url: Url, pairs: &[(&str, &str)]) -> Self {
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        Self::of(step, url, Method::POST).body("application/x-www-form-urlencoded", form.into_bytes())
    }

    /// A form with a file in it.
    pub(crate) fn multipart(step: Step, url: Url, method: Method, boundary: &str, bytes: Vec<u8>) -> Self {
        Self::of(step, url, method).body(format!("multipart/form-data; boundary={boundary}"), bytes)
    }

    /// Signs the request with a token.
    pub(crate) fn bearer(self, token: &Secret) -> Self {
        Self { bearer: Some(token.clone()), ..self.hush(token) }
    }

    /// Keeps a secret that is in the request out of what is told of the answer.
    pub(crate) fn hush(mut self, secret: &Secret) -> Self {
        self.hush.push(secret.clone());
        self
    }

    /// Takes anything, not JSON alone.
    pub(crate) fn anything(self) -> Self {
        Self { accept: "*/*", ..self }
    }

    pub(super) fn request(&self, client: &Client, target: Url) -> RequestBuilder {
        let mut request = client.request(self.method.clone(), target).header(ACCEPT, self.accept);
        if let Some(value) = self.bearer.as_ref().and_then(sensitive) {
            request = request.header(AUTHORIZATION, value);
        }
        match &self.body {
            Some(body) => request.header(CONTENT_TYPE, &body.kind).body(body.bytes.clone()),
            None => request,
        }
    }

    fn of(step: Step, url: Url, method: Method) -> Self {
        Self { step, url, method, accept: "application/json", bearer: None, body: None, hush: Vec::new() }
    }

    fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string().into_bytes())
    }

    fn body(self, kind: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { body: Some(Body { kind: kind.into(), bytes }), ..self }
    }
}

/// A header that no log prints. Tokens are checked when they come, so that each of them can stand in one.
fn sensitive(token: &Secret) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(&format!("Bearer {}", token.expose())).ok()?;
    value.set_sensitive(true);
    Some(value)
}
