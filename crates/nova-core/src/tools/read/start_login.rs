//! `start_login`: opens the page where the player signs in. What is typed there goes nowhere near a model.

use std::sync::Arc;

use nova_model::{Effect, Message, Report};
use nova_tools::{Answer, Call, Capability, Flag, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read},
};

/// Longer texts are no addresses.
const LONGEST: usize = 300;

/// The parameters of `start_login`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// How: `microsoft`, or the address of a skin server, for example `littleskin.cn`.
    kind: String,
}

/// Opens the page.
pub(super) struct StartLogin(pub(super) Arc<Launcher>);

impl Read for StartLogin {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            effect: Effect::Navigate,
            flags: &[Flag::AlwaysAllow],
            requires: Some(Capability::Pages),
            ..draft_read(
                "start_login",
                Title { zh: "开始登录", en: "Start signing in" },
                "Opens the page where the player signs in; the player finishes there.\n\
                 Use for a new or expired account; never ask for a password or a code.\n\
                 add_offline_account needs no sign-in.",
            )
        }
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let kind = kind(&params.kind).ok_or_else(|| tell("core.signin.kind"))?;
        let pages = call.host.pages().ok_or_else(|| tell("core.page.none"))?;
        pages.open("accounts", Some(&format!("login:{kind}"))).map_err(ToolError::Tell)?;
        let mut lines = vec![format!("opened the sign-in ({kind}); the player finishes it there")];
        let mut said = vec![Message::new("core.signin.opened")];
        if kind == "microsoft" && self.0.client_id().is_none() {
            lines
                .push("no client id is set: the player enters one there first (docs/accounts.md)".to_owned());
            said.push(Message::new("core.signin.client-id"));
        }
        Ok(answer(&lines, None, json!({ "page": "accounts", "kind": kind }), said))
    }
}

/// `microsoft`, or something that may be an address: the page finds out, once the player wants it to.
fn kind(given: &str) -> Option<String> {
    let given = given.trim();
    let odd = given.is_empty() || given.chars().count() > LONGEST;
    if odd || given.chars().any(|c| c.is_whitespace() || nova_model::acts(c)) {
        return None;
    }
    let low = given.to_ascii_lowercase();
    let is_address = given.contains('.') || given.contains("://") || given.contains(':');
    match low.as_str() {
        "microsoft" | "msa" => Some("microsoft".to_owned()),
        _ if is_address => Some(given.to_owned()),
        _ => None,
    }
}

fn tell(code: &'static str) -> ToolError {
    ToolError::Tell(Report::new(Message::new(code)))
}

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn a_kind_is_microsoft_or_an_address() {
        assert_eq!(kind(" Microsoft ").as_deref(), Some("microsoft"));
        assert_eq!(kind("https://skin.example/api").as_deref(), Some("https://skin.example/api"));
        assert_eq!(kind("littleskin.cn").as_deref(), Some("littleskin.cn"));
        for bad in ["", "offline", "a b.example", "x.\u{202e}y"] {
            assert_eq!(kind(bad), None, "{bad}");
        }
    }
}
