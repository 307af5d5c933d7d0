//! `set_skin`: puts another skin on, after the one that is worn was kept.

use std::sync::Arc;

use nova_account::{Account, Model};
use nova_model::{Change, ChangeKind, Message, Origin, Plan, Report, Undo};
use nova_tools::{Call, IdParam, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    accounts::{Outfit, Picture, Worn},
    launcher::Launcher,
    tools::{choices::SkinModel, common::draft_write},
};

/// The parameters of `set_skin`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The account's id from `list_accounts`, for example `a-2b7k09xq`.
    account_id: String,
    /// A kept picture from `read_skin`, for example `skin-0123456789ab`, or `default`. Default: the picture that is worn.
    #[serde(default)]
    file_id: Option<String>,
    /// The shape of the arms, for example `slim`. Default: classic.
    #[serde(default)]
    model: Option<SkinModel>,
}

/// Puts another skin on.
pub(super) struct SetSkin(pub(super) Arc<Launcher>);

impl Write for SetSkin {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[
                IdParam { param: "account_id", from: &["list_accounts"] },
                IdParam { param: "file_id", from: &["read_skin"] },
            ],
            ..draft_write(
                "set_skin",
                Title { zh: "更换皮肤", en: "Set skin" },
                "Puts another skin on a player; the one that is worn is kept first.\n\
                 Use for a kept picture or another shape; open_page skins to pick a new file.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let account = self.0.accounts().find(&params.account_id)?.clone();
        let picture = match (params.file_id, params.model) {
            (None, None) => return Err(ToolError::Tell(Report::new(Message::new("core.skin.which")))),
            (None, Some(_)) => Picture::Worn,
            (Some(id), _) if id == "default" => Picture::Default,
            (Some(id), _) => Picture::Kept(id),
        };
        let outfit = Outfit { picture, model: params.model.unwrap_or_default().into() };
        self.0.check_outfit(&account, &outfit)?;
        let plan = plan(&account, &outfit);
        let title = plan.title.clone();
        Ok(Planned { plan, work: Box::new(Dress { launcher: Arc::clone(&self.0), account, outfit, title }) })
    }
}

fn plan(account: &Account, outfit: &Outfit) -> Plan {
    let code = match outfit.picture {
        Picture::Kept(_) => "core.skin.set",
        Picture::Worn => "core.skin.reshape",
        Picture::Default => "core.skin.reset",
    };
    let title = Message::new(code).with("name", account.profile.name.as_str());
    let title =
        if outfit.picture == Picture::Default { title } else { title.with("model", model(outfit.model)) };
    let to = if let Picture::Kept(id) = &outfit.picture { Some(id.clone()) } else { None };
    Plan {
        title,
        changes: vec![Change { kind: ChangeKind::Set, what: account.to_string(), to, bytes: None }],
        bytes_written: 0,
        bytes_downloaded: 0,
        undo: Undo::Reversible(Message::new("core.skin.undo")),
        warnings: Vec::new(),
        stamps: Vec::new(),
        needs: Vec::new(),
        makes: Vec::new(),
    }
}

fn model(model: Model) -> Message {
    Message::new(if model == Model::Slim { "core.skin.slim" } else { "core.skin.classic" })
}

/// Puts it on. It lies with the service; the journal has a note of it, and taking that back asks the service again.
struct Dress {
    launcher: Arc<Launcher>,
    account: Account,
    outfit: Outfit,
    title: Message,
}

impl Work for Dress {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let Worn { before, after } = self.launcher.wear(&self.account, &self.outfit)?;
        let name = self.account.profile.name.as_str();
        let said = match &before.picture {
            Some(id) => Message::new("core.skin.done-kept").with("name", name).with("id", id.as_str()),
            None => Message::new("core.skin.done").with("name", name),
        };
        let shape = if before.model() == Model::Slim { "slim" } else { "classic" };
        let kept = before.picture.as_ref().map(|id| json!({ "file_id": id, "model": shape }));
        let data = json!({ "account_id": self.account.id, "before": kept });
        // It is put on: without a note it can still be changed back by hand, to the picture that was kept.
        let change = self.launcher.note_worn(&self.account, (before, after), self.title, origin).ok();
        Ok(Receipt { said, data, change })
    }
}
