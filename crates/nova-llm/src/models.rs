//! Which models a server has, and which form of its address is the right one.

use std::{collections::BTreeSet, time::Duration};

use nova_model::{Secret, clean};
use serde_json::Value;
use url::Url;

use crate::{
    Fault, LlmError,
    client::{Server, body, deepest, error_body},
    failure::{Said, Tools, kind},
};

/// The most bytes of a list.
const BYTES: usize = 16 * 1024 * 1024;
/// The most models of a list, and the most characters of a name.
const MODELS: usize = 10_000;
const NAME: usize = 200;
/// How long a list may take.
const TIME: Duration = Duration::from_secs(20);

/// The names of a server's models, in its order.
pub async fn list(http: &reqwest::Client, base: &Url, key: Option<&Secret>) -> Result<Vec<String>, LlmError> {
    let server = Server { http, base, model: "", key };
    let late = |_| server.error(Fault::TimedOut, None, "");
    tokio::time::timeout(TIME, asked(&server)).await.map_err(late)?
}

async fn asked(server: &Server<'_>) -> Result<Vec<String>, LlmError> {
    let response = server.get("models")?.send().await.map_err(|error| {
        let fault = if error.is_timeout() && !error.is_connect() { Fault::TimedOut } else { Fault::Offline };
        server.error(fault, None, &deepest(&error))
    })?;
    let status = response.status().as_u16();
    if status != 200 {
        let said = Said::of_text(&error_body(response).await);
        return Err(server.error(kind(Some(status), &said, Tools::NotSent), Some(status), &said.message));
    }
    let text =
        body(response, BYTES).await.map_err(|said| server.error(Fault::Garbled, Some(status), &said))?;
    names(&text).ok_or_else(|| server.error(Fault::Garbled, Some(status), &Said::of_text(&text).message))
}

/// The names in a list; none where it is no list of models.
fn names(text: &str) -> Option<Vec<String>> {
    let value: Value = serde_json::from_str(text).ok()?;
    let list = match &value {
        Value::Array(list) => list,
        Value::Object(object) => match object.get("data").or_else(|| object.get("models"))? {
            Value::Array(list) => list,
            // Ollama without any model.
            Value::Null if object.contains_key("object") => return Some(Vec::new()),
            _ => return None,
        },
        _ => return None,
    };
    let mut seen = BTreeSet::new();
    let named = list.iter().take(MODELS).filter_map(name);
    Some(named.filter(|name| seen.insert(name.clone())).collect())
}

fn name(one: &Value) -> Option<String> {
    let text =
        one.as_str().or_else(|| ["id", "name", "model"].iter().find_map(|key| one.get(*key)?.as_str()))?;
    let name = clean(text, NAME);
    // A name that had to be changed is not the model's any more.
    (!name.is_empty() && name == text).then_some(name)
}

/// A server that answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The form of the address that works.
    pub base: Url,
    /// Its models; may be none.
    pub models: Vec<String>,
}

/// Asks a server for its models, to test address and key. Where the address has no such function, it is tried once more with
/// `/v1` behind it; that neither has one does not prove that the server has no chat, so a question should decide then.
pub async fn probe(http: &reqwest::Client, base: &Url, key: Option<&Secret>) -> Result<Probe, LlmError> {
    let first = match list(http, base, key).await {
        Ok(models) => return Ok(Probe { base: base.clone(), models }),
        Err(error) => error,
    };
    let astray = matches!(first.fault, Fault::NotFound | Fault::Garbled)
        || matches!((first.fault, first.status), (Fault::Refused, Some(301..=308 | 405)));
    if !astray || has_version(base) {
        return Err(first);
    }
    let base = crate::address::below(base, "v1");
    match list(http, &base, key).await {
        Ok(models) => Ok(Probe { base, models }),
        Err(second) if matches!(second.fault, Fault::Key | Fault::Credit | Fault::Busy) => Err(second),
        Err(_) => Err(first),
    }
}

/// Whether a path ends with a version, like `/v1` or `/v4`.
fn has_version(base: &Url) -> bool {
    let last = base.path().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    last.strip_prefix('v').is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_in_several_forms() {
        for text in [
            r#"{"object":"list","data":[{"id":"a"},{"id":"b"},{"id":"a"}]}"#,
            r#"{"models":[{"name":"a"},{"name":"b"}]}"#,
            r#"[{"id":"a"},"b"]"#,
        ] {
            assert_eq!(names(text), Some(vec!["a".to_owned(), "b".to_owned()]), "{text}");
        }
        assert_eq!(names(r#"{"object":"list","data":null}"#), Some(Vec::new()));
    }

    #[test]
    fn what_is_no_list_is_none_and_odd_names_are_left_out() {
        for text in ["", "<html>", "{}", r#"{"data":{}}"#, r#"{"data":null}"#, "7", "\"x\""] {
            assert_eq!(names(text), None, "{text}");
        }
        let odd = format!(
            r#"{{"data":[{{"id":"a\u001b[2J"}},{{"id":"{}"}},{{"id":7}},null,{{"id":"ok"}}]}}"#,
            "x".repeat(300)
        );
        assert_eq!(names(&odd), Some(vec!["ok".to_owned()]));
    }

    #[test]
    fn a_version_at_the_end_of_an_address_is_seen() {
        for (address, has) in [
            ("https://x.example/v1", true),
            ("https://x.example/api/paas/v4/", true),
            ("https://x.example", false),
            ("https://x.example/v1beta/openai", false),
            ("https://x.example/vault", false),
        ] {
            assert_eq!(has_version(&address.parse().unwrap()), has, "{address}");
        }
    }
}
