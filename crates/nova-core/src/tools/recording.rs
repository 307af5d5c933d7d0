//! What the four tools of recordings share: what is meant, and how it is said.

use std::{path::Path, sync::Arc};

use nova_model::{Field, Message, Report};
use nova_tools::{
    Call, Recorder, ToolError,
    recorder::{Audio, Recorded, Take, Target, Wanted},
};

use crate::launcher::Launcher;

/// The recorder of the host. Hosts that only pretend one have none.
pub(super) fn recorder(call: &Call) -> Result<Arc<dyn Recorder>, ToolError> {
    call.host.recorder().ok_or_else(|| ToolError::Tell(Report::new(Message::new("core.recording.none"))))
}

/// With the games that run, and the version that is played.
pub(super) fn wanted(launcher: &Launcher, target: Target, fps: u32, audio: Audio) -> Wanted {
    let games = launcher.game.setup().probe.games();
    let played = games.iter().find_map(|game| game.version.clone());
    let version = played.or_else(|| launcher.version(None).ok().map(|version| version.id));
    Wanted { target, fps, audio, games: games.iter().map(|game| game.pid).collect(), version }
}

/// The file's name.
pub(super) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What is recorded, as a part of a sentence.
pub(super) fn what(take: &Take) -> Message {
    let (alone, sized) = match take.target {
        Target::Screen => ("core.recording.screen", "core.recording.screen.of"),
        Target::Game => ("core.recording.game", "core.recording.game.of"),
    };
    match (take.width, take.height) {
        (Some(width), Some(height)) => {
            Message::new(sized).with("width", number(width)).with("height", number(height))
        }
        _ => Message::new(alone),
    }
}

/// A recording that is over, in one sentence.
pub(super) fn stopped(recorded: &Recorded) -> Message {
    let code =
        if recorded.why.is_some() { "core.recording.stopped.itself" } else { "core.recording.stopped" };
    let message =
        Message::new(code).with("name", name(&recorded.path)).with("size", Field::Bytes(recorded.bytes));
    match &recorded.why {
        Some(why) => message.with("why", why.clone()),
        None => message,
    }
}

/// A small number as a field.
pub(super) fn number(number: u32) -> Field {
    Field::Number(i64::from(number))
}
