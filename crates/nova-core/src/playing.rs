//! The games that run, as pages and tools tell of them: how far each is, what it said last, how it is asked to end, how it ended.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{Read as _, Seek, SeekFrom},
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use nova_model::{Message, Millis, Report, clean};
use nova_play::{Ending, Progress, Run};

use crate::launcher::Launcher;

/// What is read of an output in one look; the rest has its turn with the next.
const MOST: u64 = 4 << 20;
/// The end that is read where only the last line is wanted.
const END: u64 = 64 << 10;
/// Characters of a line that are shown.
const LINE: usize = 300;

/// A game that runs.
#[derive(Clone, Debug)]
pub struct Playing {
    /// The run.
    pub run: Run,
    /// For how long, in milliseconds.
    pub played: Millis,
    /// Bytes of memory that it holds.
    pub memory: Option<u64>,
    /// How far it has come.
    pub progress: Progress,
    /// What it said last.
    pub last_line: String,
    /// Whether it was asked to end.
    pub was_asked: bool,
}

/// Whoever plays next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerNow {
    /// The account's id.
    pub id: String,
    /// The player's name.
    pub name: String,
    /// What kind of account it is, for people.
    pub kind: Message,
}

/// How far each output was read, so that it is read once.
#[derive(Default)]
pub(crate) struct Looked(Mutex<BTreeMap<String, Seen>>);

#[derive(Clone, Default)]
struct Seen {
    at: u64,
    progress: Progress,
    last: String,
}

impl Seen {
    /// What was said since.
    fn hear(&mut self, run: &Run, launcher: &Launcher) -> Option<()> {
        let mut file = File::open(run.output(launcher.files.data())?).ok()?;
        let size = file.metadata().ok()?.len();
        if size < self.at {
            self.at = 0;
        }
        if self.progress == Progress::Ready {
            self.at = self.at.max(size.saturating_sub(END));
        }
        file.seek(SeekFrom::Start(self.at)).ok()?;
        let mut bytes = Vec::new();
        file.take(MOST).read_to_end(&mut bytes).ok()?;
        // A line that is not whole yet is read again.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at.saturating_add(1));
        self.at = self.at.saturating_add(whole as u64);
        let text = String::from_utf8_lossy(bytes.get(..whole)?);
        self.progress = text.lines().fold(self.progress, Progress::after);
        if let Some(last) = text.lines().rev().find(|line| !line.trim().is_empty()) {
            self.last = clean(last, LINE);
        }
        Some(())
    }
}

impl Launcher {
    /// The games that run, the one that was started last first.
    pub fn playing(&self) -> Vec<Playing> {
        self.playing_of(&self.runs())
    }

    /// Those of these runs that run.
    pub fn playing_of(&self, runs: &[Run]) -> Vec<Playing> {
        let running: Vec<Run> = runs.iter().filter(|run| run.is_running()).cloned().collect();
        let mut looked = self.looked.0.lock().unwrap_or_else(PoisonError::into_inner);
        looked.retain(|id, _| running.iter().any(|run| run.id == *id));
        running
            .into_iter()
            .map(|run| {
                let seen = looked.entry(run.id.clone()).or_default();
                // An output that cannot be read has nothing to tell.
                let _ = seen.hear(&run, self);
                self.look(run, seen)
            })
            .collect()
    }

    fn look(&self, run: Run, seen: &Seen) -> Playing {
        Playing {
            played: run.played(self.clock.now()).unwrap_or_default(),
            memory: run.begun.process.and_then(nova_play::Identity::memory),
            progress: seen.progress,
            last_line: self.redactor().redact(&seen.last).into_owned(),
            was_asked: run.was_asked(self.files.data()),
            run,
        }
    }

    /// The runs of games, newest first.
    pub fn runs(&self) -> Vec<Run> {
        nova_play::runs(self.files.data())
    }

    /// The file with what a run said; none where nothing is kept of it.
    pub fn run_output(&self, id: &str) -> Option<PathBuf> {
        nova_play::read(self.files.data(), id)?.output(self.files.data())
    }

    /// Asks a running game to end, as closing its window would, and leaves it at that.
    ///
    /// # Errors
    /// Where it does not run, or could not be asked.
    pub fn ask_to_stop(&self, run: &str) -> Result<(), Report> {
        self.end(run, nova_play::ask)
    }

    /// Ends a running game at once. What it had not saved is lost: the player has to have said so.
    ///
    /// # Errors
    /// Where it does not run, or could not be ended.
    pub fn kill_game(&self, run: &str) -> Result<(), Report> {
        self.end(run, nova_play::kill)
    }

    fn end(&self, id: &str, how: impl FnOnce(&nova_files::Files, &Run) -> bool) -> Result<(), Report> {
        let run = nova_play::read(self.files.data(), id);
        let ended = run.is_some_and(|run| how(&self.files, &run));
        if ended { Ok(()) } else { Err(Report::new(Message::new("core.play.none-running"))) }
    }

    /// Whoever plays next; none where no account is chosen.
    pub fn player(&self) -> Option<PlayerNow> {
        let accounts = self.accounts();
        let account = accounts.active()?;
        Some(PlayerNow {
            id: account.id.clone(),
            name: clean(&account.profile.name, 60),
            kind: account.kind.label(),
        })
    }

    /// Whether this program can start games at all.
    pub fn can_start(&self) -> bool {
        self.watcher.is_some()
    }
}

/// How a run ended, in a word or two.
pub fn ending(run: &Run) -> Message {
    let code = match run.ending() {
        None => "core.play.ending.runs",
        Some(Ending::Clean) => "core.play.ending.clean",
        Some(Ending::Stopped) => "core.play.ending.stopped",
        Some(Ending::CrashReport { .. }) => "core.play.ending.crash",
        Some(Ending::JavaCrash { .. }) => "core.play.ending.java",
        Some(Ending::OutOfMemory) => "core.play.ending.memory",
        Some(Ending::Killed { .. }) => "core.play.ending.killed",
        Some(Ending::NeverStarted { .. }) => "core.play.ending.never",
        Some(Ending::Failed { .. }) => "core.play.ending.failed",
        Some(Ending::Unseen) => "core.play.ending.unseen",
    };
    Message::new(code)
}
