//! What the player could say next, from what is really there: the first words of an empty chat.

use std::{collections::BTreeSet, sync::Arc};

use nova_model::Message;
use nova_tools::NoEvents;
use serde_json::{Value, json};

use super::App;

/// Something the player could say.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// In the player's words; the built-in planner understands them.
    pub words: Message,
    /// What there is that makes it worth saying.
    pub because: Option<Message>,
}

impl Suggestion {
    fn plain(code: &'static str) -> Self {
        Self { words: Message::new(code), because: None }
    }

    fn because(code: &'static str, because: Message) -> Self {
        Self { words: Message::new(code), because: Some(because) }
    }
}

impl App {
    /// What the player could say, the most useful first. Never empty.
    pub async fn suggestions(&self) -> Vec<Suggestion> {
        let versions = self.found("list_versions", json!({})).await;
        if versions.is_none_or(|versions| items(&versions, "versions").is_empty()) {
            return ["core.try.environment", "core.try.java", "core.try.system"]
                .map(Suggestion::plain)
                .into();
        }
        let found = [self.conflicts().await, self.unsaved().await, self.undoable().await];
        let always = ["core.try.mods", "core.try.disk"].map(Suggestion::plain);
        found.into_iter().flatten().chain(always).collect()
    }

    async fn conflicts(&self) -> Option<Suggestion> {
        let data = self.found("check_mod_conflicts", json!({})).await?;
        let (count, version) = (items(&data, "findings").len(), data["version_id"].as_str()?);
        let because = Message::new("core.try.conflicts.why").with("n", count).with("version", version);
        (count > 0).then(|| Suggestion::because("core.try.conflicts", because))
    }

    /// Worlds that no backup holds.
    async fn unsaved(&self) -> Option<Suggestion> {
        let backups = self.found("list_backups", json!({})).await?;
        let worlds = self.found("list_saves", json!({})).await?;
        let saves = items(&backups, "backups").iter().flat_map(|backup| items(backup, "saves"));
        let held: BTreeSet<&str> = saves.filter_map(Value::as_str).collect();
        let bare = |world: &&Value| world["id"].as_str().is_some_and(|world| !held.contains(world));
        let count = items(&worlds, "saves").iter().filter(bare).count();
        let because = Message::new("core.try.backup.why").with("n", count);
        (count > 0).then(|| Suggestion::because("core.try.backup", because))
    }

    async fn undoable(&self) -> Option<Suggestion> {
        let data = self.found("list_changes", json!({ "limit": 1 })).await?;
        let last = items(&data, "changes").first().filter(|change| worth_undoing(change))?;
        let title: Message = serde_json::from_value(last["title"].clone()).ok()?;
        Some(Suggestion::because("core.try.undo", Message::new("core.try.undo.why").with("what", title)))
    }

    async fn found(&self, tool: &str, args: Value) -> Option<Value> {
        Some(self.read(tool, args, Arc::new(NoEvents)).await.result.ok()?.data)
    }
}

fn worth_undoing(change: &Value) -> bool {
    change["undoable"] == true && change["tool"] != "undo_change"
}

fn items<'a>(data: &'a Value, name: &str) -> &'a [Value] {
    data[name].as_array().map(Vec::as_slice).unwrap_or_default()
}
