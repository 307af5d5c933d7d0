//! `recording_status`: whether something is being recorded.

use nova_model::{Field, Message};
use nova_tools::{
    Answer, Call, Capability, NoParams, Read, SpecDraft, Title, ToolError,
    recorder::{Audio, Running},
};
use serde_json::{Value, json};

use crate::tools::{
    common::{answer, draft_read, moment, size},
    recording,
};

/// Whether something is being recorded.
pub(super) struct RecordingStatus;

impl Read for RecordingStatus {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            requires: Some(Capability::Recorder),
            ..draft_read(
                "recording_status",
                Title { zh: "查看录制状态", en: "Recording status" },
                "Tells whether something is being recorded, since when and how big.\n\
                 Use before stop_recording; list_recordings for finished ones.",
            )
        }
    }

    fn run(&self, _params: NoParams, call: &Call) -> Result<Answer, ToolError> {
        let running = call.host.recorder().and_then(|recorder| recorder.running());
        Ok(if let Some(running) = running {
            let data = json!({ "recording": entry(&running) });
            answer(&[line(&running)], None, data, vec![sentence(&running)])
        } else {
            let lines = ["nothing is being recorded".to_owned()];
            let said = Message::new("core.recording.idle");
            answer(&lines, None, json!({ "recording": Value::Null }), vec![said])
        })
    }
}

fn entry(running: &Running) -> Value {
    let take = &running.take;
    json!({
        "name": recording::name(&take.path),
        "what": take.target,
        "since": running.since,
        "bytes": running.bytes,
        "width": take.width,
        "height": take.height,
        "fps": take.fps,
        "audio": take.audio == Audio::Speakers,
    })
}

fn line(running: &Running) -> String {
    let name = recording::name(&running.take.path);
    format!("recording {name} since {}, {} so far", moment(running.since), size(running.bytes))
}

fn sentence(running: &Running) -> Message {
    Message::new("core.recording.running")
        .with("what", recording::what(&running.take))
        .with("name", recording::name(&running.take.path))
        .with("at", Field::Time(running.since))
        .with("size", Field::Bytes(running.bytes))
}
