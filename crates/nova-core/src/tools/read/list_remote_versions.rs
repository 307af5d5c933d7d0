//! `list_remote_versions`: the game's versions that can be installed.

use std::sync::Arc;

use nova_install::catalog;
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use nova_version::loaders::manifest::GameEntry;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    installs::wait,
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list},
};

/// What kind of versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Channel {
    #[default]
    Release,
    Snapshot,
    Old,
    All,
}

/// The parameters of `list_remote_versions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// Which kind of versions, for example `release`; old means alpha and beta. Default: `release`.
    #[serde(default)]
    channel: Channel,
    /// Part of a version's id, for example `1.20`. Default: all of them.
    #[serde(default)]
    query: Option<String>,
    /// Where the last answer ended, as it said, for example `40`. Default: the beginning.
    #[serde(default)]
    cursor: Option<String>,
}

/// The game's versions that can be installed.
pub(super) struct ListRemoteVersions(pub(super) Arc<Launcher>);

impl Read for ListRemoteVersions {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "list_remote_versions",
            Title { zh: "查看可安装的版本", en: "List versions to install" },
            "Lists game versions that can be downloaded, newest first.\n\
             Use for which versions there are; list_versions for installed ones.",
        )
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let web = self.0.web()?;
        let (manifest, kept_since) = wait(catalog::games_with_age(&web, &call.cancel))?;
        let wanted = |entry: &&GameEntry| {
            params.channel.holds(&entry.kind)
                && params.query.as_ref().is_none_or(|query| entry.id.contains(query.trim()))
        };
        let found: Vec<&GameEntry> = manifest.versions.iter().filter(wanted).collect();
        let lines: Vec<String> = found.iter().map(|entry| format!("{} ({})", entry.id, entry.kind)).collect();
        let rows: Vec<_> = found.iter().map(|entry| row(entry)).collect();
        let head = if found.is_empty() { "core.remote.none" } else { "core.remote.head" };
        let mut said = said_list(Message::new(head).with("n", found.len()), &found, |entry| {
            Message::new("core.remote.line").with("id", entry.id.as_str()).with("kind", entry.kind.as_str())
        });
        let latest = json!({ "release": manifest.latest_release, "snapshot": manifest.latest_snapshot });
        let data = json!({ "versions": rows, "latest": latest, "kept_since": kept_since });
        said.extend(kept_since.map(|at| Message::new("core.install.kept").with("at", Field::Time(at))));
        Ok(answer(&lines, params.cursor.as_deref(), data, said))
    }
}

impl Channel {
    fn holds(self, kind: &str) -> bool {
        match self {
            Self::All => true,
            Self::Release => kind == "release",
            Self::Snapshot => kind == "snapshot",
            Self::Old => kind.starts_with("old_"),
        }
    }
}

fn row(entry: &GameEntry) -> serde_json::Value {
    json!({ "id": entry.id, "kind": entry.kind, "released": entry.release_time })
}
