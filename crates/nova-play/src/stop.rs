//! Stopping a game: it is asked first, so that it can write its worlds, and killed only if it does not end.

use std::{thread, time::Duration};

use nova_files::Files;

use crate::{Identity, PlayError, Run, runs};

/// How long a game may take to write its worlds.
pub const PATIENCE: Duration = Duration::from_secs(30);
const STEP: Duration = Duration::from_millis(50);
/// Says that the end was the player's word.
pub(crate) const ASKED: &str = "stop-asked";

/// How a stop went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It had ended already.
    Before,
    /// It ended by itself once it was asked.
    Asked,
    /// It had to be killed: what it had not written yet is lost.
    Killed,
}

/// Asks a game to end, and leaves it at that. False where it had ended already, or could not be asked.
pub fn ask(files: &Files, run: &Run) -> bool {
    let Some(players) = Players::of(run) else { return false };
    note(files, run);
    players.ask()
}

/// Ends a game at once: what it had not written yet is lost. False where it had ended already.
pub fn kill(files: &Files, run: &Run) -> bool {
    let Some(players) = Players::of(run) else { return false };
    note(files, run);
    players.kill()
}

/// The processes of a run that still live.
struct Players {
    /// The one that was started: the game, or the player's wrapper around it.
    first: Option<Identity>,
    /// The game behind a wrapper.
    behind: Vec<Identity>,
}

impl Players {
    fn of(run: &Run) -> Option<Self> {
        let process = run.begun.process?;
        let first = Some(process).filter(|process| process.is_alive());
        let players = Self { first, behind: process.behind(&run.begun.java) };
        (first.is_some() || !players.behind.is_empty()).then_some(players)
    }

    fn all(&self) -> impl Iterator<Item = Identity> {
        self.behind.iter().copied().chain(self.first)
    }

    /// A wrapper is not asked: it ends with its game, and may have something to do then.
    fn ask(&self) -> bool {
        let asked = self.first.iter().filter(|_| self.behind.is_empty()).chain(&self.behind);
        asked.filter(|process| process.ask()).count() > 0
    }

    fn kill(&self) -> bool {
        self.all().filter(|process| process.kill()).count() > 0
    }

    fn live(&self) -> bool {
        self.all().any(Identity::is_alive)
    }
}

/// Without the note the run counts as one that was killed from outside, which is no more than a word in its history.
fn note(files: &Files, run: &Run) {
    let _ = files.establish(&files.data().join(runs::FOLDER).join(&run.id).join(ASKED), b"");
}

/// Asks a game to end, waits up to `patience`, then kills it.
///
/// # Errors
/// [`PlayError::WillNotStop`] where even that did not end it.
pub fn stop(files: &Files, run: &Run, patience: Duration) -> Result<Stopped, PlayError> {
    let Some(players) = Players::of(run) else { return Ok(Stopped::Before) };
    note(files, run);
    let gone = |patience| waited(patience, || !players.live());
    if players.ask() && gone(patience) {
        return Ok(Stopped::Asked);
    }
    players.kill();
    if gone(Duration::from_secs(5)) {
        return Ok(Stopped::Killed);
    }
    let pid = players.all().find(|process| process.is_alive()).map_or(0, |process| process.pid);
    Err(PlayError::WillNotStop { version: run.begun.version.clone(), pid })
}

fn waited(patience: Duration, done: impl Fn() -> bool) -> bool {
    let mut left = patience;
    loop {
        if done() {
            return true;
        }
        if left.is_zero() {
            return false;
        }
        thread::sleep(STEP.min(left));
        left = left.saturating_sub(STEP);
    }
}
