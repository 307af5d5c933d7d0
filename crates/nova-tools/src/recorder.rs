//! Recording as a host lends it: what is wanted, what is running, what came of it.
//!
//! A recording is no change of the journal: it begins now and ends some time, and what it makes is a new file that takes nothing
//! away. So starting and stopping give receipts without a change, and undo does not know them.

use std::{path::PathBuf, sync::Arc};

use nova_model::{Message, Millis, Problem, Report};
use serde::{Deserialize, Serialize};

/// What is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// The whole screen.
    #[default]
    Screen,
    /// The game's window alone.
    Game,
}

/// Whether the sound is recorded too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Audio {
    /// Pictures only.
    #[default]
    Off,
    /// What the speakers play; never the microphone.
    Speakers,
}

/// A recording as it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// What is recorded.
    pub target: Target,
    /// Pictures in a second.
    pub fps: u32,
    /// Whether the sound is recorded too.
    pub audio: Audio,
    /// The processes of the games that run; a window of one of these is the game's for sure.
    pub games: Vec<u32>,
    /// The version that is played, for the file's name.
    pub version: Option<String>,
}

/// What starting a recording would do, as it is shown before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Take {
    /// The file that will be there once it is over.
    pub path: PathBuf,
    /// What is recorded.
    pub target: Target,
    /// The title of the game's window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
    /// Width in pixels; none where only the recorder itself knows.
    pub width: Option<u32>,
    /// Height in pixels.
    pub height: Option<u32>,
    /// Pictures in a second.
    pub fps: u32,
    /// Whether the sound is recorded too.
    pub audio: Audio,
}

/// A recording that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Running {
    /// What it is.
    #[serde(flatten)]
    pub take: Take,
    /// The file it grows in until it is over.
    pub part: PathBuf,
    /// When it began.
    pub since: Millis,
    /// Bytes so far.
    pub bytes: u64,
}

/// A recording that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recorded {
    /// The file.
    pub path: PathBuf,
    /// When it ended.
    pub at: Millis,
    /// Its size.
    pub bytes: u64,
    /// How long it ran, in milliseconds; none where nobody was there to see.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took: Option<Millis>,
    /// Why it ended by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Message>,
}

/// The recordings that are there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recordings {
    /// Newest first.
    pub items: Vec<Recorded>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// What those who listen to a recorder are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A recording runs.
    Started(Running),
    /// It is over, and its file is there.
    Stopped(Recorded),
    /// It is over, and nothing could be kept.
    Lost(Report),
}

/// Hears what becomes of recordings. Does not wait, and asks the recorder nothing meanwhile.
pub type Listener = Arc<dyn Fn(&Heard) + Send + Sync>;

/// Records the screen. Its functions block: they are called on threads where that is allowed.
pub trait Recorder: Send + Sync {
    /// The recording that runs.
    fn running(&self) -> Option<Running>;
    /// The recordings that are there.
    fn recordings(&self) -> Result<Recordings, Report>;
    /// What starting would do now. Changes nothing, and says the same again until something else happens.
    fn prepare(&self, wanted: &Wanted) -> Result<Take, Report>;
    /// Starts. Returns once pictures really come in.
    fn start(&self, wanted: &Wanted) -> Result<Running, Report>;
    /// Stops the one that runs. Returns once its file is whole.
    fn stop(&self) -> Result<Recorded, Report>;
    /// Keeps what an earlier run was cut off in, and says what it did.
    fn recover(&self) -> Vec<Problem>;
    /// Tells somebody from now on.
    fn listen(&self, listener: Listener);
}
