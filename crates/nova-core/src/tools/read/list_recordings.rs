//! `list_recordings`: the recordings that are there.

use nova_model::{Field, Message};
use nova_tools::{
    Answer, Call, Capability, Read, SpecDraft, Title, ToolError,
    recorder::{Recorded, Recordings},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::tools::{
    common::{answer, draft_read, moment, said_list, size, with_problems},
    recording,
};

/// The parameters of `list_recordings`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// Where to go on, from the end of an earlier answer, for example `40`. Default: from the start.
    #[serde(default)]
    cursor: Option<String>,
}

/// The recordings that are there.
pub(super) struct ListRecordings;

impl Read for ListRecordings {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            requires: Some(Capability::Recorder),
            ..draft_read(
                "list_recordings",
                Title { zh: "查看录像", en: "List recordings" },
                "Lists finished recordings with file name, time and size, newest first.\n\
                 Use for which videos there are; recording_status for a running one.",
            )
        }
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let listed = call.host.recorder().map(|recorder| recorder.recordings());
        let Recordings { items, problems } = listed.transpose().map_err(ToolError::Tell)?.unwrap_or_default();
        let lines: Vec<_> = items.iter().map(line).collect();
        let head = if items.is_empty() { "core.recording.empty" } else { "core.recording.head" };
        let said = said_list(Message::new(head).with("n", items.len()), &items, sentence);
        let entries: Vec<_> = items.iter().map(entry).collect();
        let answer = answer(&lines, params.cursor.as_deref(), json!({ "recordings": entries }), said);
        Ok(with_problems(answer, problems))
    }
}

fn entry(recorded: &Recorded) -> Value {
    let name = recording::name(&recorded.path);
    json!({ "id": name, "name": name, "at": recorded.at, "bytes": recorded.bytes })
}

fn line(recorded: &Recorded) -> String {
    format!("{}: {}, {}", recording::name(&recorded.path), moment(recorded.at), size(recorded.bytes))
}

fn sentence(recorded: &Recorded) -> Message {
    Message::new("core.recording.line")
        .with("name", recording::name(&recorded.path))
        .with("at", Field::Time(recorded.at))
        .with("size", Field::Bytes(recorded.bytes))
}
