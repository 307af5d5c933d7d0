//! `diff_since_last_good`: what has changed since a version last ran well.

use std::sync::Arc;

use nova_model::{Field, Message};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    lastgood::{Difference, Since},
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, moment, said_list, value},
        params::AnyVersion,
    },
};

/// What has changed.
pub(super) struct DiffSinceLastGood(pub(super) Arc<Launcher>);

impl Read for DiffSinceLastGood {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: AnyVersion::IDS,
            ..draft_read(
                "diff_since_last_good",
                Title { zh: "上次能玩以来的改动", en: "Changes since it last ran well" },
                "Lists what changed since the version last ran well: mods, loader, Java, settings, configs.\n\
                 Use when it stopped working; list_changes for what Nova did.",
            )
        }
    }

    fn run(&self, params: AnyVersion, _call: &Call) -> Result<Answer, ToolError> {
        let version = self.0.version(params.version_id.as_deref())?;
        let id = version.id.as_str();
        let Some(since) = self.0.since_last_good(&version) else {
            let none = Message::new("lastgood.none").with("id", id);
            let line = format!("{id} has not been seen to run well yet: nothing to compare with");
            return Ok(answer(&[line], None, json!({ "version_id": id, "good": null }), vec![none]));
        };
        let data = json!({
            "version_id": id,
            "good": { "at": since.at, "run_id": since.run },
            "differences": value(&since.differences),
            "written_by_game": since.written,
        });
        Ok(answer(&lines(id, &since), None, data, said(id, &since)))
    }
}

fn lines(id: &str, since: &Since) -> Vec<String> {
    let head = format!(
        "{id} last ran well: started {}; {} changed since",
        moment(since.at),
        since.differences.len()
    );
    let lines = since.differences.iter().map(|difference| value(difference).to_string());
    let written = (!since.written.is_empty()).then(|| {
        format!("not counted: {} config files that the game wrote in that run", since.written.len())
    });
    std::iter::once(head).chain(lines).chain(written).collect()
}

fn said(id: &str, since: &Since) -> Vec<Message> {
    let about = |code| Message::new(code).with("id", id).with("at", Field::Time(since.at));
    if since.differences.is_empty() {
        return vec![about("lastgood.same")];
    }
    let head = about("lastgood.head").with("n", since.differences.len());
    let mut said = said_list(head, &since.differences, Difference::said);
    let written = since.written.len();
    said.extend((written > 0).then(|| Message::new("lastgood.written").with("n", written)));
    said
}
