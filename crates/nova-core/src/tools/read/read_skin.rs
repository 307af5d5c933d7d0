//! `read_skin`: what a player wears, and the pictures that are kept here.

use std::sync::Arc;

use nova_account::{Cape, Model};
use nova_model::Message;
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::{
        common::{answer, draft_read},
        params::OneAccount,
    },
};

/// What a player wears.
pub(super) struct ReadSkin(pub(super) Arc<Launcher>);

impl Read for ReadSkin {
    type Params = OneAccount;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneAccount::IDS,
            ..draft_read(
                "read_skin",
                Title { zh: "查看皮肤", en: "Read skin" },
                "Tells which skin and cape a player wears, and which pictures are kept.\n\
                 Use before set_skin; it asks the account's service.",
            )
        }
    }

    fn run(&self, params: OneAccount, _call: &Call) -> Result<Answer, ToolError> {
        let account = self.0.accounts().find(&params.account_id)?.clone();
        let (looks, kept) = (self.0.looks(&account)?, self.0.kept_skins());
        let name = account.profile.name.as_str();
        let shape = looks.skin().map(|skin| if skin.model == Model::Slim { "slim" } else { "classic" });
        let cape = looks.capes.iter().find(|cape| cape.active);
        let cape_name = cape.map(|cape: &Cape| cape.name.clone().unwrap_or_else(|| "cape".to_owned()));
        let mut lines = vec![
            format!(
                "{name} wears {}",
                shape.map_or("the default skin".to_owned(), |shape| format!("a {shape} skin"))
            ),
            format!("cape: {}", cape_name.as_deref().unwrap_or("none")),
            format!(
                "the service lets the skin be changed: {}",
                if looks.can_set_skin { "yes" } else { "no" }
            ),
        ];
        lines.extend(kept.iter().map(|id| format!("kept picture: {id}")));
        let code = match shape {
            Some("slim") => "core.skin.wears-slim",
            Some(_) => "core.skin.wears-classic",
            None => "core.skin.wears-default",
        };
        let mut said = vec![Message::new(code).with("name", name)];
        said.extend(
            cape_name.as_ref().map(|cape| Message::new("core.skin.cape").with("cape", cape.as_str())),
        );
        said.extend((!kept.is_empty()).then(|| Message::new("core.skin.kept").with("ids", kept.clone())));
        let data = json!({
            "account_id": account.id, "model": shape, "cape": cape_name, "can_set_skin": looks.can_set_skin, "kept": kept,
        });
        Ok(answer(&lines, None, data, said))
    }
}
