//! The watcher: a small process of its own that starts the game, keeps what it says, and sees how it ends. It outlives the launcher,
//! so that closing the window neither ends a game nor loses its end.
//!
//! The host's own program is the watcher, started with [`WORD`] as its only argument. The order comes over its standard input; one
//! line of JSON goes back over its standard output, and nothing after that.

mod child;
mod output;
mod start;

use std::{
    io::{self, Read, Write},
    path::Path,
    sync::mpsc,
    thread,
    time::Duration,
};

use nova_files::Files;
use nova_model::{Clock, Explain, Millis, Redactor, Report};
use serde::{Deserialize, Serialize};

pub use start::start;

use crate::{
    Begun, Ended, Order, PlayError, Run,
    ended::{Evidence, judge},
    process::Identity,
    runs, stop,
};

/// The argument that makes a host's program a watcher.
pub const WORD: &str = "watch-game";

/// More is no order.
const LARGEST: u64 = 8 << 20;

/// What the watcher says to whoever started it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Started(Begun),
    Failed(Report),
}

/// What the watcher works with.
pub struct Watcher<'a> {
    /// Every write of its records.
    pub files: &'a Files,
    /// The present.
    pub clock: &'a dyn Clock,
    /// How a moment is written before a line (`12:00:01`).
    pub time: &'a dyn Fn(Millis) -> String,
}

/// How long an order may take to come: whoever gives it has it ready.
pub const ORDERED_WITHIN: Duration = Duration::from_secs(30);

/// Reads the order, on a thread of its own: whoever holds the other end may never write it. To be called first: nothing else may read
/// the standard input.
///
/// # Errors
/// What the system says, that it is no order, or [`io::ErrorKind::TimedOut`] where none came in time.
pub fn order(input: impl Read + Send + 'static, patience: Duration) -> io::Result<Order> {
    let (send, receive) = mpsc::sync_channel(1);
    let reader = move || {
        let read = serde_json::from_reader(input.take(LARGEST)).map_err(io::Error::other);
        // Whoever gave up does not listen any more.
        let _ = send.send(read);
    };
    thread::Builder::new().name("order".to_owned()).spawn(reader)?;
    receive.recv_timeout(patience).map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
}

impl Watcher<'_> {
    /// Starts the game, says so to `answer`, and comes back once the game has ended. `redactor` is asked for what is kept of its words.
    ///
    /// # Errors
    /// Where the game was not started; that was said to `answer` as well.
    pub fn watch(
        &self,
        order: &Order,
        answer: &mut dyn Write,
        redactor: &Redactor,
    ) -> Result<Run, PlayError> {
        match self.begin(order) {
            Ok((begun, child, log)) => {
                say(answer, &Answer::Started(begun.clone()));
                let ended = self.follow(order, &begun, child, log, redactor);
                runs::write_ended(self.files, &order.run, &ended)?;
                child::after(order);
                Ok(Run { id: order.run.clone(), begun, ended: Some(ended), open: false })
            }
            Err(error) => {
                say(answer, &Answer::Failed(error.report()));
                Err(error)
            }
        }
    }

    fn begin(&self, order: &Order) -> Result<(Begun, std::process::Child, nova_files::Growing), PlayError> {
        if !order.folder.is_dir() {
            return Err(PlayError::NoFolder { path: order.folder.clone() });
        }
        child::before(order)?;
        let growth = self.files.growth(Path::new(runs::FOLDER).join(&order.run))?;
        let log = growth.begin(runs::OUTPUT)?;
        let child = child::game(order)?;
        let begun = Begun {
            version: order.version.clone(),
            root: order.root.clone(),
            folder: order.folder.clone(),
            java: order.java.clone(),
            at: self.clock.now(),
            process: Identity::of(child.id()),
            watcher: Identity::of(std::process::id()),
        };
        // A game that runs is worth more than the record of it.
        let _ = runs::write_begun(self.files, &order.run, &begun);
        Ok((begun, child, log))
    }

    fn follow(
        &self,
        order: &Order,
        begun: &Begun,
        mut child: std::process::Child,
        log: nova_files::Growing,
        redactor: &Redactor,
    ) -> Ended {
        let heard = output::listen(&mut child, log, redactor, self.time);
        let exit = child::exit(&mut child);
        let asked = self.files.data().join(runs::FOLDER).join(&order.run).join(stop::ASKED);
        let ending = judge(&Evidence {
            exit,
            folder: &order.folder,
            started: begun.at,
            stopped: asked.exists(),
            progress: heard.progress,
            tail: &heard.tail,
        });
        let last_line = heard.tail.last().map(|line| nova_model::clean(line, 300));
        Ended { at: self.clock.now(), ending, progress: heard.progress, last_line }
    }
}

/// Whoever asked may be gone by now.
fn say(answer: &mut dyn Write, what: &Answer) {
    if let Ok(mut line) = serde_json::to_vec(what) {
        line.push(b'\n');
        let _ = answer.write_all(&line).and_then(|()| answer.flush());
    }
}
