//! What a skin server says of itself.

use serde::Deserialize;
use serde_json::Value;
use url::Url;

use crate::{services::is_name, web::host};

/// More rules than any server has.
const MOST_DOMAINS: usize = 64;
/// Domains that the game takes textures from anyway.
const USUAL_DOMAINS: [&str; 2] = [".minecraft.net", ".mojang.com"];

/// A skin server that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YggdrasilServer {
    /// Its API, with a slash at the end.
    pub api: Url,
    /// What it says of itself.
    pub meta: ServerMeta,
    /// The same as it came: the game is told of it, so that it need not ask.
    pub raw: Vec<u8>,
}

/// What a skin server says of itself, cleaned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerMeta {
    /// Its name.
    pub name: Option<String>,
    /// The program it runs.
    pub implementation: Option<String>,
    /// Its home page.
    pub homepage: Option<Url>,
    /// Where a user is made.
    pub register: Option<Url>,
    /// Whether a player's name is taken instead of an address of mail.
    pub non_email_login: bool,
    /// Whose textures the game takes; with a dot in front those below a domain.
    pub skin_domains: Vec<String>,
    /// What textures are signed with, as PEM.
    pub signature_key: Option<String>,
}

#[derive(Deserialize)]
struct Answer {
    meta: serde_json::Map<String, Value>,
    #[serde(default, rename = "skinDomains")]
    skin_domains: Vec<Value>,
    #[serde(default, rename = "signaturePublickey")]
    key: Option<String>,
}

impl YggdrasilServer {
    /// Reads the answer of an API; none where it is none.
    pub fn read(api: Url, raw: Vec<u8>) -> Option<Self> {
        let answer: Answer = serde_json::from_slice(&raw).ok()?;
        let page = |key: &str| {
            let page = Url::parse(answer.meta.get("links")?.get(key)?.as_str()?).ok()?;
            matches!(page.scheme(), "http" | "https").then_some(page)
        };
        let text = |key: &str| answer.meta.get(key)?.as_str().filter(|name| is_name(name)).map(str::to_owned);
        let domains = answer.skin_domains.iter().filter_map(Value::as_str).take(MOST_DOMAINS);
        let key = answer.key.as_deref().filter(|key| key.starts_with("-----BEGIN PUBLIC KEY-----"));
        let meta = ServerMeta {
            name: text("serverName"),
            implementation: text("implementationName"),
            homepage: page("homepage"),
            register: page("register"),
            non_email_login: answer.meta.get("feature.non_email_login") == Some(&Value::Bool(true)),
            skin_domains: domains.map(str::to_ascii_lowercase).collect(),
            signature_key: key.map(str::to_owned),
        };
        Some(Self { api, meta, raw })
    }

    /// The name for people.
    pub fn name(&self) -> String {
        self.meta.name.clone().unwrap_or_else(|| host(&self.api))
    }

    /// Whether the game takes a texture from there.
    pub fn takes_texture(&self, url: &Url) -> bool {
        let Some(host) = url.host_str() else { return false };
        let named = self.meta.skin_domains.iter().map(String::as_str);
        named
            .chain(USUAL_DOMAINS)
            .any(|rule| if rule.starts_with('.') { host.ends_with(rule) } else { host == rule })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn server(value: &Value) -> Option<YggdrasilServer> {
        YggdrasilServer::read(
            Url::parse("https://skin.example/api/").unwrap(),
            value.to_string().into_bytes(),
        )
    }

    #[test]
    fn what_a_server_says_is_read_and_cleaned() {
        let server = server(&json!({
            "meta": {
                "serverName": "皮肤站", "implementationName": "x\u{1b}[0m",
                "links": {"homepage": "https://skin.example/", "register": "javascript:alert(1)"},
                "feature.non_email_login": true
            },
            "skinDomains": ["skin.example", ".cdn.example", 7],
            "signaturePublickey": "-----BEGIN PUBLIC KEY-----\nAA==\n-----END PUBLIC KEY-----\n",
        }))
        .unwrap();
        assert_eq!(server.name(), "皮肤站");
        assert_eq!((server.meta.implementation.as_ref(), server.meta.register.as_ref()), (None, None));
        assert!(
            server.meta.non_email_login
                && server.meta.homepage.is_some()
                && server.meta.signature_key.is_some()
        );
        let takes = |text: &str| server.takes_texture(&Url::parse(text).unwrap());
        for good in [
            "https://skin.example/t/a",
            "https://a.b.cdn.example/t",
            "http://textures.minecraft.net/texture/a",
        ] {
            assert!(takes(good), "{good}");
        }
        for bad in
            ["https://cdn.example/t", "https://eskin.example/t", "https://minecraft.net.evil.example/t"]
        {
            assert!(!takes(bad), "{bad}");
        }
    }

    #[test]
    fn what_is_no_metadata_is_none() {
        assert!(server(&json!({"status": "ok"})).is_none());
        assert!(server(&json!([])).is_none());
        assert_eq!(server(&json!({"meta": {}})).unwrap().name(), "skin.example");
    }
}
