//! `store_secret`: lets the player type a key behind a mask. The value goes to where secrets are kept, and nowhere else.

use std::sync::Arc;

use futures_util::{FutureExt, future::BoxFuture};
use nova_model::{Explain, Message, Report, Secret};
use nova_tools::{Answer, Call, Capability, Flag, Limit, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    launcher::Launcher,
    secrets::Keeps,
    tools::common::{answer, draft_read, value},
};

/// Begins every name that may be stored. The key of a model (`llm.key.…`) does not: whoever calls this cannot put another one in
/// its place.
const BEGINS: &str = "api.";
/// Characters behind it.
const LONGEST_NAME: usize = 40;
/// Bytes of a secret; no key is nearly as long.
const LONGEST: usize = 4_096;

/// The parameters of `store_secret`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// What it is for: `api.` and the service in small letters, digits and hyphens, for example `api.curseforge`.
    secret_name: String,
}

/// Opens the prompt and keeps what was typed.
pub(super) struct StoreSecret(pub(super) Arc<Launcher>);

impl Read for StoreSecret {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            flags: &[Flag::AlwaysAllow, Flag::SystemUse],
            limit: Limit::Person,
            requires: Some(Capability::SecretPrompt),
            ..draft_read(
                "store_secret",
                Title { zh: "保存密钥", en: "Store a secret" },
                "Opens a masked prompt; the value never reaches the model, a log or the chat.\n\
                 Use when a service needs a key of the player; never ask for one in words.",
            )
        }
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let name = params.secret_name;
        let service = service(&name).ok_or_else(|| tell("core.secret.name"))?;
        let Some(prompt) = call.host.secret_prompt() else { return Err(tell("core.secret.none")) };
        let about = Message::new("core.secret.about").with("service", service);
        let typed = wait(prompt.secret(&about), call).ok_or_else(|| tell("core.secret.closed"))?;
        let secret = usable(&typed)?;
        // It is taken out of everything that is shown from here on, whether it can be kept or not.
        self.0.learn_secret(&secret);
        let kept = self.0.secrets.set(&name, &secret).map_err(|error| ToolError::Tell(error.report()))?;
        let code = if kept.by == Keeps::Ring { "core.secret.kept" } else { "core.secret.kept-in-file" };
        let said = Message::new(code).with("service", service);
        let data = json!({ "secret_name": name, "kept_by": value(kept.by) });
        Ok(answer(&[format!("kept as {name}")], None, data, vec![said]))
    }
}

/// The service in a name; nothing where it is a name that may not be stored.
fn service(name: &str) -> Option<&str> {
    let service = name.strip_prefix(BEGINS)?;
    let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    ((1..=LONGEST_NAME).contains(&service.len()) && service.bytes().all(good)).then_some(service)
}

/// A secret as it is kept: pasted keys bring blanks and line ends along.
fn usable(typed: &Secret) -> Result<Secret, ToolError> {
    let text = typed.expose().trim();
    if text.is_empty() {
        return Err(tell("core.secret.closed"));
    }
    if text.len() > LONGEST || text.chars().any(char::is_control) {
        return Err(tell("core.secret.unusable"));
    }
    Ok(Secret::new(text))
}

fn tell(code: &'static str) -> ToolError {
    ToolError::Tell(Report::new(Message::new(code)))
}

/// Waits for the player, or for the turn to be stopped.
fn wait(typed: BoxFuture<'_, Option<Secret>>, call: &Call) -> Option<Secret> {
    let stopped = call.cancel.cancelled().map(|()| None);
    let both = futures_util::future::select(typed, Box::pin(stopped));
    tokio::runtime::Handle::current().block_on(both).factor_first().0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_services_may_be_stored() {
        assert_eq!(service("api.curseforge"), Some("curseforge"));
        for name in [
            "",
            "api.",
            "llm.key.api.deepseek.com",
            "account.1.refresh",
            "api.llm.key",
            "api.Curse",
            "api.a b",
            "api.\u{202e}a",
        ] {
            assert_eq!(service(name), None, "{name}");
        }
        assert_eq!(service(&format!("api.{}", "a".repeat(41))), None);
    }

    #[test]
    fn what_was_pasted_is_trimmed_and_what_cannot_be_a_key_is_refused() {
        assert_eq!(usable(&Secret::new(" k-1 \n")).unwrap(), Secret::new("k-1"));
        for bad in ["", " \n", "two\nlines", &"k".repeat(5_000)] {
            assert!(usable(&Secret::new(bad)).is_err());
        }
    }
}
