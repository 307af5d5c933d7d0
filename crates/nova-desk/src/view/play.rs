//! Playing: the games that run, how the last one ended, who plays.

use nova_core::{PlayerNow, Playing, Progress, Run, ending, texts::Texts};
use nova_model::{Millis, clean};
use serde::Serialize;
use ts_rs::TS;

/// What runs, what was played last, and who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct PlayView {
    /// The games that run, the one that was started last first.
    pub games: Vec<GameRow>,
    /// How the version that is meant was played.
    pub played: Played,
    /// Whoever plays next.
    pub player: Option<PlayerView>,
    /// Whether this window can start games at all.
    pub can_start: bool,
}

/// A game that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct GameRow {
    /// The id of the run.
    pub id: String,
    /// The version.
    pub version: String,
    /// Milliseconds that it runs.
    pub played: Millis,
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// How far it has come.
    #[ts(type = "'started' | 'loading' | 'window' | 'ready'")]
    pub progress: Progress,
    /// What it said last.
    pub last_line: String,
    /// Whether it was asked to end.
    pub stopping: bool,
}

/// How a version was played, as far as Nova started it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Played {
    /// How many times.
    pub times: usize,
    /// Milliseconds in all.
    pub total: Millis,
    /// The run that ended last.
    pub last: Option<EndedRun>,
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct EndedRun {
    /// Its id.
    pub id: String,
    /// The version.
    pub version: String,
    /// When it ended; when it began where nobody saw the end.
    pub at: Millis,
    /// How, in a word or two.
    pub how: String,
    /// Whether it ended badly.
    pub bad: bool,
    /// What it said last.
    pub last_line: Option<String>,
    /// The crash report or the like that it left: only its name.
    pub report: Option<String>,
}

/// Whoever plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct PlayerView {
    /// The account.
    pub id: String,
    /// The name.
    pub name: String,
    /// What kind of account it is.
    pub kind: String,
}

impl GameRow {
    pub(crate) fn of(playing: Playing) -> Self {
        Self {
            id: playing.run.id,
            version: clean(&playing.run.begun.version, 200),
            played: playing.played,
            memory: playing.memory,
            progress: playing.progress,
            last_line: playing.last_line,
            stopping: playing.was_asked,
        }
    }
}

impl Played {
    /// Of these runs, newest first.
    pub(crate) fn of(runs: &[Run], now: Millis, shown: impl Fn(&str) -> String, texts: &Texts) -> Self {
        let over = runs.iter().find(|run| !run.is_running());
        Self {
            times: runs.len(),
            total: runs.iter().filter_map(|run| run.played(now)).sum(),
            last: over.map(|run| EndedRun::of(run, shown, texts)),
        }
    }
}

impl EndedRun {
    fn of(run: &Run, shown: impl Fn(&str) -> String, texts: &Texts) -> Self {
        let ended = run.ended.as_ref();
        Self {
            id: run.id.clone(),
            version: clean(&run.begun.version, 200),
            at: ended.map_or(run.begun.at, |ended| ended.at),
            how: texts.say(&ending(run)),
            bad: run.ended_badly(),
            last_line: ended.and_then(|ended| ended.last_line.as_deref()).map(shown),
            report: run.ending().and_then(|ending| file(&ending)),
        }
    }
}

/// The name of the file that tells of a crash.
fn file(ending: &nova_core::Ending) -> Option<String> {
    let (nova_core::Ending::CrashReport { file } | nova_core::Ending::JavaCrash { file }) = ending else {
        return None;
    };
    Some(clean(&file.file_name()?.to_string_lossy(), 200))
}

impl PlayerView {
    pub(crate) fn of(player: PlayerNow, texts: &Texts) -> Self {
        Self { id: player.id, name: player.name, kind: texts.say(&player.kind) }
    }
}
