//! Which model is asked, with which key: settings, what the host's environment overrides, and the secret store together.
//!
//! A key belongs to the server it was given for: its secret is named after the host, so that a changed address never sends an
//! old key to a new server.

use std::sync::Arc;

use nova_game::{Price, Settings};
use nova_llm::Endpoint;
use nova_model::{Explain, Message, Secret, SecretError};
use nova_net::{Proxy, is_home};
use url::Url;

use super::App;
use crate::secrets::{Keeps, Secrets};

/// A header's value; keys are far shorter.
const LONGEST_KEY: usize = 4_096;

/// What the host's environment says in place of the settings (`NOVA_LLM_BASE`, `NOVA_LLM_KEY`, `NOVA_LLM_MODEL`).
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// The base address.
    pub base: Option<String>,
    /// The key for it; for the address of the settings where no other is given.
    pub key: Option<Secret>,
    /// The model's name.
    pub model: Option<String>,
}

impl Overrides {
    /// The variables that say something.
    fn names(&self) -> Vec<String> {
        let given = [
            ("NOVA_LLM_BASE", self.base.is_some()),
            ("NOVA_LLM_KEY", self.key.is_some()),
            ("NOVA_LLM_MODEL", self.model.is_some()),
        ];
        given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name.to_owned()).collect()
    }
}

/// Who holds the key of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// Nobody: none is set, and none is needed.
    Nowhere,
    /// The host's environment.
    Environment,
    /// The secret store.
    Kept(Keeps),
}

/// A model that can be asked.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Where it is, with its key.
    pub endpoint: Endpoint,
    /// The preset it was set from; none for one that the environment names.
    pub provider: Option<String>,
    /// Who holds its key.
    pub key: KeyPlace,
    /// What a million tokens cost, where it is set.
    pub price: Option<Price>,
    /// Tokens it can read at once, where it is set.
    pub context: Option<u64>,
    /// Where requests go through.
    pub proxy: Proxy,
}

/// A server that can be asked, whatever its model.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) base: Url,
    pub(super) secret: Option<Secret>,
    pub(super) key: KeyPlace,
    pub(super) proxy: Proxy,
}

impl Reach {
    /// The server of the environment or of the settings, with the key for it.
    pub(super) fn of(settings: &Settings, overrides: &Overrides, secrets: &Secrets) -> Result<Self, Message> {
        let set = &settings.model;
        let base = overrides.base.as_ref().or(set.base_url.as_ref());
        let base = address(base.ok_or_else(|| Message::new("core.model.none"))?)?;
        let (secret, key) = match &overrides.key {
            Some(key) => (Some(key.clone()), KeyPlace::Environment),
            None => kept(&base, secrets)?,
        };
        Ok(Self { base, secret, key, proxy: proxy(set.proxy.as_deref()) })
    }
}

/// The model's name in the environment or the settings.
pub(super) fn name<'a>(settings: &'a Settings, overrides: &'a Overrides) -> Option<&'a String> {
    overrides.model.as_ref().or(settings.model.model.as_ref())
}

impl Resolved {
    /// The model to ask, or why there is none (`core.model.none`, `.no-name`, `.bad-address`, `.no-key`, or what the secret
    /// store says).
    pub fn of(settings: &Settings, overrides: &Overrides, secrets: &Secrets) -> Result<Self, Message> {
        let Reach { base, secret, key, proxy } = Reach::of(settings, overrides, secrets)?;
        let nameless = || Message::new("core.model.no-name").with("host", host(&base));
        let model = name(settings, overrides).ok_or_else(nameless)?.clone();
        // What is known of the model in the settings says nothing about another one.
        let set = &settings.model;
        let same = overrides.base.is_none() && overrides.model.is_none();
        Ok(Self {
            endpoint: Endpoint { base, model, key: secret },
            provider: set.provider.clone().filter(|_| overrides.base.is_none()),
            key,
            price: set.price.filter(|_| same),
            context: set.context.filter(|_| same),
            proxy,
        })
    }
}

/// What is set about the model, for a page.
#[derive(Clone, Debug)]
pub struct ModelView {
    /// The base address.
    pub base: Option<String>,
    /// Its host, with the port where it is not the usual one.
    pub host: Option<String>,
    /// The model's name.
    pub name: Option<String>,
    /// Who holds its key; none where the secret store cannot say.
    pub key: Option<KeyPlace>,
    /// Why it cannot be asked; none where it can.
    pub why: Option<Message>,
    /// The variables of the environment that stand in for settings.
    pub overridden: Vec<String>,
}

impl ModelView {
    /// Without the key: nothing is asked for it.
    pub(super) fn without_key(settings: &Settings, overrides: &Overrides) -> Self {
        let base = overrides.base.as_ref().or(settings.model.base_url.as_ref());
        let base = base.and_then(|text| address(text).ok());
        Self {
            host: base.as_ref().map(host),
            base: base.map(|base| base.to_string()),
            name: name(settings, overrides).cloned(),
            key: None,
            why: None,
            overridden: overrides.names(),
        }
    }

    pub(super) fn of(settings: &Settings, overrides: &Overrides, secrets: &Secrets) -> Self {
        let mut view = Self::without_key(settings, overrides);
        view.why = Resolved::of(settings, overrides, secrets).err();
        let base = view.base.as_deref().and_then(|text| address(text).ok());
        view.key = match (&overrides.key, base) {
            (Some(_), _) => Some(KeyPlace::Environment),
            (None, None) => Some(KeyPlace::Nowhere),
            (None, Some(base)) => match secrets.get(&key_name(&base)) {
                Ok(found) => Some(found.map_or(KeyPlace::Nowhere, |(_, by)| KeyPlace::Kept(by))),
                Err(_) => None,
            },
        };
        view
    }
}

impl App {
    /// Where keys lie.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// What the host's environment says in place of the settings.
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// The model to ask now, or why there is none. Its key is redacted from then on wherever it turns up.
    pub async fn model_now(&self) -> Result<Resolved, Message> {
        let resolved = self.aside(Resolved::of).await?;
        if let Some(key) = &resolved.endpoint.key {
            self.launcher.learn_secret(key);
        }
        Ok(resolved)
    }

    /// What is set about the model as a page shows it: never the key, only where it lies.
    pub fn model_view(&self) -> ModelView {
        let settings = self.launcher.game.settings();
        ModelView::of(&settings, &self.overrides, &self.secrets)
    }

    /// Looks where a key may be needed, on a thread that may wait: a key ring can be silent for seconds.
    pub(super) async fn aside<T: Send + 'static>(
        &self,
        look: fn(&Settings, &Overrides, &Secrets) -> Result<T, Message>,
    ) -> Result<T, Message> {
        let (launcher, overrides, secrets) =
            (Arc::clone(&self.launcher), self.overrides.clone(), self.secrets.clone());
        let looked =
            tokio::task::spawn_blocking(move || look(&launcher.game.settings(), &overrides, &secrets));
        looked.await.map_err(|error| {
            let (name, reason) = ("llm.key".to_owned(), error.to_string());
            SecretError::Unavailable { name, reason }.report().message
        })?
    }
}

fn kept(base: &Url, secrets: &Secrets) -> Result<(Option<Secret>, KeyPlace), Message> {
    match secrets.get(&key_name(base)) {
        Ok(Some((secret, by))) => Ok((Some(secret), KeyPlace::Kept(by))),
        Ok(None) | Err(_) if !needs_key(base) => Ok((None, KeyPlace::Nowhere)),
        Ok(None) => Err(Message::new("core.model.no-key").with("host", host(base))),
        Err(error) => Err(error.report().message),
    }
}

fn proxy(set: Option<&str>) -> Proxy {
    match set {
        None => Proxy::System,
        Some("direct") => Proxy::Direct,
        Some(address) => Proxy::Through(address.to_owned()),
    }
}

/// The name of the secret that is the key of a server.
pub fn key_name(base: &Url) -> String {
    format!("llm.key.{}", key_server(base))
}

/// The server that a key is for. A plain address has its scheme in it, so that a key given for an encrypted one is not sent over
/// it, whatever the port.
pub fn key_server(base: &Url) -> String {
    let scheme = if base.scheme() == "https" { "" } else { "http:" };
    format!("{scheme}{}", host(base))
}

/// A server's name with its port, unless that is the usual one of https.
pub fn host(base: &Url) -> String {
    let name = base.host_str().unwrap_or_default();
    match (base.scheme(), base.port_or_known_default()) {
        ("https", Some(443)) | (_, None) => name.to_owned(),
        (_, Some(port)) => format!("{name}:{port}"),
    }
}

/// A base address as typed or set. What may be a password is not repeated in the error.
pub(super) fn address(text: &str) -> Result<Url, Message> {
    nova_llm::base(text)
        .map_err(|bad| Message::new("core.model.bad-address").with("why", bad.report().message))
}

/// Whether a server wants a key. Those on this computer and in the player's own network mostly want none; where there is one
/// all the same, it is sent.
pub fn needs_key(base: &Url) -> bool {
    !is_home(base)
}

/// A key as typed, or why it can be none: what goes into a header is one run of visible ASCII.
pub(super) fn key(text: &str) -> Result<Secret, Message> {
    let text = text.trim();
    let right =
        !text.is_empty() && text.len() <= LONGEST_KEY && text.bytes().all(|byte| byte.is_ascii_graphic());
    if right { Ok(Secret::new(text)) } else { Err(Message::new("core.model.bad-key")) }
}

#[cfg(test)]
mod tests {
    use nova_files::SecretFile;
    use nova_game::{ModelEndpoint, Money};
    use nova_model::SecretStore;
    use tempfile::TempDir;

    use super::*;

    const DEEPSEEK: &str = "https://api.deepseek.com/v1";

    fn settings(base: &str) -> Settings {
        let money = |micros| Money::of_micros(micros);
        let model = ModelEndpoint {
            base_url: Some(base.to_owned()),
            model: Some("deepseek-chat".to_owned()),
            provider: Some("deepseek".to_owned()),
            price: Some(Price { input: money(1), output: money(2) }),
            context: Some(65_536),
            ..ModelEndpoint::default()
        };
        let mut settings = Settings::default();
        settings.model = model;
        settings
    }

    fn secrets() -> (TempDir, Secrets) {
        let temp = tempfile::tempdir().unwrap();
        let file = SecretFile::of(temp.path());
        file.set("llm.key.api.deepseek.com", &Secret::new("sk-deep")).unwrap();
        (temp, Secrets::new(None, file))
    }

    fn why(settings: &Settings, overrides: &Overrides) -> String {
        Resolved::of(settings, overrides, &secrets().1).unwrap_err().code.into_owned()
    }

    fn key_of(resolved: &Resolved) -> Option<&str> {
        resolved.endpoint.key.as_ref().map(Secret::expose)
    }

    #[test]
    fn the_model_of_the_settings_is_asked_with_the_key_of_its_host() {
        let resolved = Resolved::of(&settings(DEEPSEEK), &Overrides::default(), &secrets().1).unwrap();
        assert_eq!(resolved.endpoint.base.as_str(), DEEPSEEK);
        assert_eq!((key_of(&resolved), resolved.key), (Some("sk-deep"), KeyPlace::Kept(Keeps::File)));
        assert_eq!((resolved.provider.as_deref(), resolved.context), (Some("deepseek"), Some(65_536)));
    }

    #[test]
    fn a_stored_key_never_goes_to_another_host_port_or_unencrypted() {
        for other in [
            "https://api.deepseek.com.evil.example/v1",
            "https://deepseek.com/v1",
            "http://api.deepseek.com/v1",
            "https://api.deepseek.com:8443/v1",
        ] {
            assert_eq!(why(&settings(other), &Overrides::default()), "core.model.no-key", "{other}");
        }
        let overrides = Overrides { base: Some("http://127.0.0.1:9/v1".to_owned()), ..Overrides::default() };
        let resolved = Resolved::of(&settings(DEEPSEEK), &overrides, &secrets().1).unwrap();
        assert_eq!((key_of(&resolved), resolved.key), (None, KeyPlace::Nowhere));
    }

    #[test]
    fn a_key_for_https_is_not_there_for_http_on_the_same_port() {
        let name = |text: &str| key_name(&address(text).unwrap());
        assert_eq!(name("https://api.deepseek.com/v1"), "llm.key.api.deepseek.com");
        assert_eq!(name("https://a.example:8443"), "llm.key.a.example:8443");
        assert_eq!(name("http://a.example:8443"), "llm.key.http:a.example:8443");
        assert_eq!(name("http://a.example"), "llm.key.http:a.example:80");
        let (_temp, secrets) = secrets();
        secrets.set(&name("https://127.0.0.1:9460"), &Secret::new("sk-tls")).unwrap();
        let asked = |base| Resolved::of(&settings(base), &Overrides::default(), &secrets).unwrap();
        assert_eq!(key_of(&asked("https://127.0.0.1:9460")), Some("sk-tls"));
        assert_eq!(key_of(&asked("http://127.0.0.1:9460")), None);
    }

    #[test]
    fn the_environment_s_key_goes_to_its_own_address_or_else_to_that_of_the_settings() {
        let key = Some(Secret::new("sk-env"));
        let own = Overrides { base: Some("https://a.example/v1/".to_owned()), key: key.clone(), model: None };
        let resolved = Resolved::of(&settings(DEEPSEEK), &own, &secrets().1).unwrap();
        assert_eq!(
            (key_of(&resolved), resolved.endpoint.base.as_str()),
            (Some("sk-env"), "https://a.example/v1")
        );
        assert_eq!((resolved.provider, resolved.price, resolved.context), (None, None, None));
        let only = Overrides { key, ..Overrides::default() };
        let resolved = Resolved::of(&settings(DEEPSEEK), &only, &secrets().1).unwrap();
        assert_eq!((key_of(&resolved), resolved.endpoint.base.as_str()), (Some("sk-env"), DEEPSEEK));
        assert_eq!(resolved.key, KeyPlace::Environment);
    }

    #[test]
    fn each_thing_that_is_missing_has_its_reason() {
        assert_eq!(why(&Settings::default(), &Overrides::default()), "core.model.none");
        let mut nameless = settings(DEEPSEEK);
        nameless.model.model = None;
        assert_eq!(why(&nameless, &Overrides::default()), "core.model.no-name");
        for bad in ["not an address", "file:///etc/passwd", "https://user:pw@a.example"] {
            let overrides = Overrides { base: Some(bad.to_owned()), ..Overrides::default() };
            let message = Resolved::of(&settings(DEEPSEEK), &overrides, &secrets().1).unwrap_err();
            assert_eq!(message.code, "core.model.bad-address");
            assert!(!format!("{message:?}").contains("pw"));
        }
    }

    #[test]
    fn servers_at_home_need_no_key_and_those_elsewhere_do() {
        let needs = |text: &str| needs_key(&Url::parse(text).unwrap());
        for own in [
            "http://localhost:1234/v1",
            "http://192.168.1.5:8080",
            "http://[::1]:1/v1",
            "http://nas.local:1",
            "http://tower:11434",
            "http://nas.lan:11434",
        ] {
            assert!(!needs(own), "{own}");
        }
        for far in ["https://api.openai.com/v1", "http://8.8.8.8/v1", "https://localhost.evil.example"] {
            assert!(needs(far), "{far}");
        }
    }

    #[test]
    fn a_key_is_one_run_of_visible_ascii() {
        assert_eq!(key("  sk-1 \n").unwrap().expose(), "sk-1");
        for bad in ["", " ", "a b", "a\nb", "sk-中", "a\u{1b}b"] {
            assert_eq!(key(bad).unwrap_err().code, "core.model.bad-key");
        }
    }
}
