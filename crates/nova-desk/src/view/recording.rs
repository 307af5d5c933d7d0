//! A recording as the window shows it.

use nova_core::texts::Texts;
use nova_model::{Field, Message, Millis};
use nova_tools::recorder::{Heard, Recorded, Running};
use serde::Serialize;
use ts_rs::TS;

use crate::Fault;

/// A recording that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RecordingView {
    /// What is recorded and since when, in one sentence.
    pub said: String,
    /// When it began.
    pub since: Millis,
}

/// Whether something is being recorded, and whether it could be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RecordingState {
    /// The one that runs.
    pub running: Option<RecordingView>,
    /// Why nothing can be recorded on this computer; none where it can.
    pub missing: Option<Fault>,
}

/// News of a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RecordingNews {
    /// The one that runs from now on; none once it is over.
    pub running: Option<RecordingView>,
    /// What came of the one that is over, in one sentence.
    pub said: Option<String>,
}

impl RecordingView {
    pub(crate) fn of(running: &Running, texts: &Texts) -> Self {
        let take = &running.take;
        let name = take.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let message =
            Message::new("desk.recording").with("name", name).with("at", Field::Time(running.since));
        Self { said: texts.say(&message), since: running.since }
    }
}

impl RecordingNews {
    pub(crate) fn of(heard: &Heard, texts: &Texts) -> Self {
        let over = |said: String| Self { running: None, said: Some(said) };
        match heard {
            Heard::Started(running) => Self { running: Some(RecordingView::of(running, texts)), said: None },
            Heard::Stopped(recorded) => over(texts.say(&kept(recorded))),
            Heard::Lost(report) => over(texts.report(report)),
        }
    }
}

fn kept(recorded: &Recorded) -> Message {
    let name = recorded.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let size = Field::Bytes(recorded.bytes);
    match &recorded.why {
        Some(why) => Message::new("core.recording.stopped.itself").with("why", why.clone()),
        None => Message::new("core.recording.stopped"),
    }
    .with("name", name)
    .with("size", size)
}
