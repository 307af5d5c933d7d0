//! The address of a server, from what a player types or pastes.

use nova_model::{Explain, Message, Report};
use url::Url;

/// Ends that people paste with an address and that are no part of it.
const ENDS: [&str; 5] = ["/chat/completions", "/completions", "/models", "/responses", "/embeddings"];

/// Why an address is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    /// Nothing was typed, or nothing that could be an address.
    #[error("{text} is no address")]
    Unreadable {
        /// What was typed, cleaned and capped.
        text: String,
    },
    /// Neither http nor https.
    #[error("the scheme {scheme} is not supported")]
    Scheme {
        /// The scheme.
        scheme: String,
    },
    /// A user name or password stands in it. What was typed is not repeated.
    #[error("an address with a user name or password in it is not accepted")]
    Login,
    /// Something stands behind a question mark, which may be a key. What was typed is not repeated.
    #[error("an address with a query in it is not accepted")]
    Query,
}

impl Explain for BadAddress {
    fn report(&self) -> Report {
        Report::new(match self {
            Self::Unreadable { text } => Message::new("llm.address.unreadable").with("text", text.as_str()),
            Self::Scheme { scheme } => Message::new("llm.address.scheme").with("scheme", scheme.as_str()),
            Self::Login => Message::new("llm.address.login"),
            Self::Query => Message::new("llm.address.query"),
        })
    }
}

/// Reads an address. Without a scheme it is https, at home http. Ends of single functions, fragments and slashes at the end are
/// taken off; a path like `/v1` is never added here (see [`crate::probe`]). A query is refused, since it is kept where a key
/// must not be; the one that some servers need is their API's version.
pub fn base(text: &str) -> Result<Url, BadAddress> {
    let typed = typed(text);
    let shown = typed.split(['?', '#']).next().unwrap_or_default();
    let unreadable = || BadAddress::Unreadable { text: nova_model::clean(shown, 80) };
    let full = if typed.contains("://") { typed.clone() } else { format!("https://{typed}") };
    if typed.contains('@') {
        return Err(BadAddress::Login);
    }
    if typed.contains('\\') || !typed.contains("://") && begins_with_scheme(&typed) {
        return Err(unreadable());
    }
    let mut url = Url::parse(&full).map_err(|_| unreadable())?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(BadAddress::Scheme { scheme: nova_model::clean(url.scheme(), 20) });
    }
    if url.host_str().is_none_or(str::is_empty) || url.port() == Some(0) {
        return Err(unreadable());
    }
    if !typed.contains("://") && nova_net::is_home(&url) {
        url.set_scheme("http").map_err(|()| unreadable())?;
    }
    without_query(&mut url)?;
    url.set_fragment(None);
    let path = shortened(url.path()).to_owned();
    url.set_path(&path);
    Ok(url)
}

/// Whether a scheme without its slashes stands there, which would be read as a host.
fn begins_with_scheme(typed: &str) -> bool {
    let scheme = typed.split(':').next().unwrap_or_default();
    scheme.len() < typed.len() && ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
}

/// Takes off a query that says nothing; one that says more than a version is refused.
fn without_query(url: &mut Url) -> Result<(), BadAddress> {
    match url.query() {
        None => return Ok(()),
        Some("") => {}
        Some(query) if query.strip_prefix("api-version=").is_some_and(is_version) => return Ok(()),
        Some(_) => return Err(BadAddress::Query),
    }
    url.set_query(None);
    Ok(())
}

/// A date or a word, as Azure has them; shorter than any key.
fn is_version(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
    (1..=20).contains(&text.len()) && text.bytes().all(fits)
}

/// Without blanks and quotes around it, and with the marks of a Chinese keyboard as those of an address.
fn typed(text: &str) -> String {
    let text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>'));
    text.replace('：', ":").replace('／', "/").replace('。', ".")
}

fn shortened(path: &str) -> &str {
    let mut path = path.trim_end_matches('/');
    while let Some(shorter) = ENDS.iter().find_map(|end| path.strip_suffix(end)) {
        path = shorter.trim_end_matches('/');
    }
    path
}

/// Whether requests to this address go over a network unencrypted: plain http, and not to this machine.
pub fn is_plain(url: &Url) -> bool {
    url.scheme() == "http" && !nova_net::is_loopback(url)
}

/// The address of a function below a base; a query of the base stays.
pub(crate) fn below(base: &Url, function: &str) -> Url {
    let mut url = base.clone();
    url.set_path(&format!("{}/{function}", base.path().trim_end_matches('/')));
    url
}

/// Host and port, as an error may show them.
pub(crate) fn host_of(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_a_base() {
        let table = [
            ("api.deepseek.com", "https://api.deepseek.com/"),
            (" https://api.deepseek.com/v1/ ", "https://api.deepseek.com/v1"),
            ("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1"),
            ("https://api.openai.com/v1/models/#x", "https://api.openai.com/v1"),
            ("https://open.bigmodel.cn/api/paas/v4/", "https://open.bigmodel.cn/api/paas/v4"),
            (
                "dashscope.aliyuncs.com/compatible-mode/v1",
                "https://dashscope.aliyuncs.com/compatible-mode/v1",
            ),
            (
                "https://generativelanguage.googleapis.com/v1beta/openai/",
                "https://generativelanguage.googleapis.com/v1beta/openai",
            ),
            ("localhost:11434", "http://localhost:11434/"),
            ("127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
            ("[::1]:1234/v1", "http://[::1]:1234/v1"),
            ("192.168.1.5:11434", "http://192.168.1.5:11434/"),
            ("tower:11434", "http://tower:11434/"),
            ("nas.lan/v1", "http://nas.lan/v1"),
            ("https://nas.lan/v1", "https://nas.lan/v1"),
            ("http://example.com", "http://example.com/"),
            ("https：//api.moonshot.cn/v1", "https://api.moonshot.cn/v1"),
            ("https://x.example/a?", "https://x.example/a"),
            (
                "https://x.openai.azure.com/openai/deployments/y/chat/completions?api-version=2024-10-21",
                "https://x.openai.azure.com/openai/deployments/y?api-version=2024-10-21",
            ),
            (
                "https://x.openai.azure.com/openai/v1/?api-version=preview",
                "https://x.openai.azure.com/openai/v1?api-version=preview",
            ),
        ];
        for (typed, url) in table {
            assert_eq!(base(typed).map(|url| url.to_string()), Ok(url.to_owned()), "{typed}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "  ",
            "http://",
            "a b c",
            "https://[::1",
            "https://x.example:0",
            "x.example:0/v1",
            "https:\\\\x.example",
            "https://x.example\\v1",
            "x.example\\v1",
            "https:x.example",
            "HTTPS:/x.example",
            "http:/x",
            "http:",
        ] {
            assert!(matches!(base(text), Err(BadAddress::Unreadable { .. })), "{text}");
        }
        for text in ["ftp://x.example", "file:///etc/passwd", "unix://x"] {
            assert!(matches!(base(text), Err(BadAddress::Scheme { .. })), "{text}");
        }
        for text in ["https://me:secret@x.example/v1", "me@x.example", "https://sk-secret@x.example"] {
            let refused = base(text).unwrap_err();
            assert_eq!(refused, BadAddress::Login, "{text}");
            assert!(!refused.to_string().contains("secret"));
        }
    }

    #[test]
    fn a_query_is_refused_and_not_repeated() {
        for text in [
            "https://x.example/v1?key=secret",
            "x.example?secret",
            "https://x.example/v1?api-version=1&key=secret",
            "https://x.example/v1?api-version=secret0123456789abcdef",
            "https://x.example/v1?api-version=",
            "https://x.example/v1?API_KEY=secret",
            "a b?key=secret",
            "https://[::1?key=secret",
            "https://a b#secret",
        ] {
            let refused = base(text).unwrap_err();
            assert!(!format!("{refused} {:?}", refused.report()).contains("secret"), "{text}: {refused}");
        }
        assert_eq!(base("https://x.example/v1?key=secret"), Err(BadAddress::Query));
    }

    #[test]
    fn a_function_is_joined_with_one_slash() {
        for text in ["https://x.example/v1", "https://x.example/v1/"] {
            let url = below(&Url::parse(text).unwrap(), "chat/completions");
            assert_eq!(url.as_str(), "https://x.example/v1/chat/completions");
        }
        let bare = below(&Url::parse("https://x.example").unwrap(), "models");
        assert_eq!(bare.as_str(), "https://x.example/models");
        let query = below(&Url::parse("https://x.example/a?v=1").unwrap(), "models");
        assert_eq!(query.as_str(), "https://x.example/a/models?v=1");
    }

    #[test]
    fn plain_http_over_a_network_is_known() {
        for (address, plain) in [
            ("http://127.0.0.1:1", false),
            ("http://localhost", false),
            ("https://x.example", false),
            ("http://x.example", true),
            ("http://192.168.0.2", true),
        ] {
            assert_eq!(is_plain(&Url::parse(address).unwrap()), plain, "{address}");
        }
    }
}
