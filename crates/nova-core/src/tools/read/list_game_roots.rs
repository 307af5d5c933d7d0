//! `list_game_roots`: the registered game folders.

use std::sync::Arc;

use nova_model::Message;
use nova_tools::{Answer, Call, NoParams, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list, value, with_problems},
};

/// The registered game folders.
pub(super) struct ListGameRoots(pub(super) Arc<Launcher>);

impl Read for ListGameRoots {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "list_game_roots",
            Title { zh: "查看游戏目录", en: "List game folders" },
            "Lists the game folders Nova works on, with their current version.\n\
                 Use for where the game lies; list_versions for what is in it.",
        )
    }

    fn run(&self, _params: NoParams, _call: &Call) -> Result<Answer, ToolError> {
        let roots = self.0.game.roots()?;
        let lines: Vec<_> = roots
            .items
            .iter()
            .map(|root| format!("{}: {} versions", root.path.display(), root.versions))
            .collect();
        let said =
            said_list(Message::new("core.roots.head").with("n", roots.items.len()), &roots.items, |root| {
                Message::new("core.roots.line").with("path", root.path.as_path()).with("n", root.versions)
            });
        Ok(with_problems(answer(&lines, None, json!({ "roots": value(&roots.items) }), said), roots.problems))
    }
}
