//! `start_recording`: begins to record the screen or the game's window.

use std::sync::Arc;

use nova_model::{Change, ChangeKind, Message, Origin, Plan, Undo};
use nova_tools::{
    Call, Capability, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write,
    recorder::{Audio, Take, Target, Wanted},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::{choices::Grab, common::draft_write, recording},
};

/// The parameters of `start_recording`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// `game` for the game's window alone, `screen` for everything. Default: `screen`.
    #[serde(default)]
    what: Grab,
    /// Pictures a second from 5 to 60, for example `60`. Default: 30.
    #[serde(default = "usual_fps")]
    fps: u32,
    /// Whether what the speakers play is recorded too, for example `true`. Default: `false`.
    #[serde(default)]
    audio: bool,
}

fn usual_fps() -> u32 {
    30
}

/// Begins to record.
pub(super) struct StartRecording(pub(super) Arc<Launcher>);

impl Write for StartRecording {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            requires: Some(Capability::Recorder),
            ..draft_write(
                "start_recording",
                Title { zh: "开始录制", en: "Start recording" },
                "Starts recording the screen or the game's window to a video file.\n\
                 Use when asked to record; game while the game's window is open.\n\
                 Nothing is being recorded: recording_status tells.",
            )
        }
    }

    fn plan(&self, params: Params, call: &Call) -> Result<Planned, ToolError> {
        let audio = if params.audio { Audio::Speakers } else { Audio::Off };
        let wanted = recording::wanted(&self.0, params.what.into(), params.fps, audio);
        let take = match call.host.recorder() {
            Some(recorder) => recorder.prepare(&wanted).map_err(ToolError::Tell)?,
            None => self.pretended(&wanted),
        };
        let stamps = self.0.files.stamps(std::slice::from_ref(&take.path))?;
        let plan = Plan { stamps, ..plan(&take) };
        Ok(Planned { plan, work: Box::new(Start { call: call.clone(), wanted }) })
    }
}

impl StartRecording {
    /// What a host that only pretends a recorder would do: it never does it.
    fn pretended(&self, wanted: &Wanted) -> Take {
        Take {
            path: self.0.files.data().join("recordings"),
            target: wanted.target,
            window: None,
            width: None,
            height: None,
            fps: wanted.fps,
            audio: wanted.audio,
        }
    }
}

fn plan(take: &Take) -> Plan {
    let sound = match take.audio {
        Audio::Off => "core.recording.silent",
        Audio::Speakers => "core.recording.sounding",
    };
    let title = Message::new("core.recording.start")
        .with("what", recording::what(take))
        .with("fps", recording::number(take.fps))
        .with("sound", Message::new(sound));
    let what = take.path.display().to_string();
    Plan {
        title,
        changes: vec![Change { kind: ChangeKind::Create, what, to: None, bytes: None }],
        bytes_written: 0,
        bytes_downloaded: 0,
        undo: Undo::Reversible(Message::new("core.recording.start.undo")),
        warnings: warning(take).into_iter().collect(),
        stamps: Vec::new(),
        needs: Vec::new(),
        makes: Vec::new(),
    }
}

/// What the player should know first: what else gets into the pictures. The window's title is not in the plan's own, since it
/// changes while the game is played.
fn warning(take: &Take) -> Option<Message> {
    match (take.target, &take.window) {
        (Target::Screen, _) => Some(Message::new("core.recording.start.everything")),
        (Target::Game, Some(title)) => {
            Some(Message::new("core.recording.start.window").with("title", title.as_str()))
        }
        (Target::Game, None) => None,
    }
}

/// Starts. It is no change of the journal: what it makes is new, and stopping is its undo.
struct Start {
    call: Call,
    wanted: Wanted,
}

impl Work for Start {
    fn apply(self: Box<Self>, _origin: &Origin) -> Result<Receipt, ToolError> {
        let running = recording::recorder(&self.call)?.start(&self.wanted).map_err(ToolError::Tell)?;
        let name = recording::name(&running.take.path);
        let said = Message::new("core.recording.started").with("name", name.as_str());
        Ok(Receipt { change: None, said, data: json!({ "name": name, "since": running.since }) })
    }
}
