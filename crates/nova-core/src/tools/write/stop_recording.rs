//! `stop_recording`: ends the recording that runs.

use nova_model::{Change, ChangeKind, Message, Origin, Plan, Report, Undo};
use nova_tools::{
    Call, Capability, NoParams, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write, recorder::Running,
};
use serde_json::json;

use crate::tools::{common::draft_write, recording};

/// Ends the recording that runs.
pub(super) struct StopRecording;

impl Write for StopRecording {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            requires: Some(Capability::Recorder),
            ..draft_write(
                "stop_recording",
                Title { zh: "停止录制", en: "Stop recording" },
                "Stops the running recording and keeps its file.\n\
                 Use when asked to stop recording; list_recordings shows the file afterwards.\n\
                 Something is being recorded: recording_status tells.",
            )
        }
    }

    fn plan(&self, _params: NoParams, call: &Call) -> Result<Planned, ToolError> {
        let plan = match call.host.recorder().map(|recorder| recorder.running()) {
            Some(Some(running)) => stopping(&running),
            Some(None) => return Err(ToolError::Tell(Report::new(Message::new("core.recording.idle")))),
            // A host that only pretends a recorder never does it.
            None => plan(Message::new("core.recording.stop.any"), Vec::new()),
        };
        Ok(Planned { plan, work: Box::new(Stop { call: call.clone() }) })
    }
}

fn stopping(running: &Running) -> Plan {
    let path = &running.take.path;
    let title = Message::new("core.recording.stop").with("name", recording::name(path));
    let (what, to) = (running.part.display().to_string(), Some(path.display().to_string()));
    plan(title, vec![Change { kind: ChangeKind::Rename, what, to, bytes: None }])
}

fn plan(title: Message, changes: Vec<Change>) -> Plan {
    Plan {
        title,
        changes,
        bytes_written: 0,
        bytes_downloaded: 0,
        undo: Undo::Reversible(Message::new("core.recording.stop.undo")),
        warnings: Vec::new(),
        stamps: Vec::new(),
        needs: Vec::new(),
        makes: Vec::new(),
    }
}

/// Stops. It is no change of the journal: nothing is lost by it, and there is nothing to go back to.
struct Stop {
    call: Call,
}

impl Work for Stop {
    fn apply(self: Box<Self>, _origin: &Origin) -> Result<Receipt, ToolError> {
        let recorded = recording::recorder(&self.call)?.stop().map_err(ToolError::Tell)?;
        let data = json!({ "name": recording::name(&recorded.path), "bytes": recorded.bytes, "took": recorded.took });
        Ok(Receipt { change: None, said: recording::stopped(&recorded), data })
    }
}
