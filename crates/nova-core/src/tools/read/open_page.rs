//! `open_page`: moves the window to a page, so that the player can do there what only the window can.

use nova_model::{Effect, Message, Report};
use nova_tools::{Answer, Call, Capability, Flag, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::tools::common::{answer, draft_read, value};

/// A page of the window.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Page {
    Home,
    Versions,
    Mods,
    Discover,
    Downloads,
    Modpacks,
    Worlds,
    Crash,
    Logs,
    Changes,
    Accounts,
    Skins,
    Multiplayer,
    Recording,
    Plugins,
    Appearance,
    Settings,
    Help,
}

/// The parameters of `open_page`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The page to open, for example `accounts` for signing in or `worlds` for backups.
    page: Page,
    /// The one item that is meant there (a version, a mod, a backup), by id, for example `1.20.1-fabric`. Default: none.
    #[serde(default)]
    argument: Option<String>,
}

/// Opens a page.
pub(super) struct OpenPage;

impl Read for OpenPage {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            effect: Effect::Navigate,
            flags: &[Flag::AlwaysAllow],
            requires: Some(Capability::Pages),
            ..draft_read(
                "open_page",
                Title { zh: "打开页面", en: "Open page" },
                "Moves the window to one of its pages.\n\
                 Use for what only the window can do, such as signing in; read tools answer questions.",
            )
        }
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let page = value(params.page);
        let name = page.as_str().unwrap_or("home");
        let Some(pages) = call.host.pages() else {
            return Err(ToolError::Tell(Report::new(Message::new("core.page.none"))));
        };
        pages.open(name, params.argument.as_deref()).map_err(ToolError::Tell)?;
        let lines = [format!("opened the page {name}")];
        let said = Message::new("core.page.opened").with("page", Message::new(format!("core.page.{name}")));
        Ok(answer(&lines, None, json!({ "page": name, "argument": params.argument }), vec![said]))
    }
}
