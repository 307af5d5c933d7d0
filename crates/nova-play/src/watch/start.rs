//! Starting a watcher, from the launcher's side.

use std::{
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use super::{Answer, WORD};
use crate::{Begun, Order, PlayError, Run};

/// How long a watcher may take to answer once the command before the game has ended; that one may take its time.
const PATIENCE: Duration = Duration::from_secs(30);
/// The player's command before the game may ask him something.
const PATIENCE_WITH_COMMAND: Duration = Duration::from_mins(10);
/// More is no answer.
const LARGEST: u64 = 1 << 20;

/// Starts a game through a watcher: `program` is the host's own one, `before` the words it wants before [`WORD`] (its data folder and
/// the like). Comes back once the game runs.
///
/// # Errors
/// Where the watcher or the game does not start.
pub fn start(program: &Path, before: &[&std::ffi::OsStr], order: &Order) -> Result<Run, PlayError> {
    let mut command = Command::new(program);
    command.args(before).arg(WORD).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    apart(&mut command);
    let mut watcher =
        command.spawn().map_err(|source| PlayError::NoStart { program: program.to_owned(), source })?;
    let told = tell(&mut watcher, order).map_err(|error| no_watcher(&error));
    let begun = match told.and_then(|()| hear(&mut watcher, order)) {
        Ok(begun) => begun,
        Err(error) => {
            // It must not start the game once nobody waits for it any more.
            let _ = watcher.kill();
            let _ = watcher.wait();
            return Err(error);
        }
    };
    reap(watcher);
    Ok(Run { id: order.run.clone(), begun, ended: None, open: true })
}

/// Gives it the order, from a thread of its own: a pipe takes only so much before somebody reads. A watcher that does not get it does not
/// answer, and with its end the pipe breaks.
fn tell(watcher: &mut Child, order: &Order) -> std::io::Result<()> {
    let bytes = serde_json::to_vec(order).map_err(std::io::Error::other)?;
    let Some(mut input) = watcher.stdin.take() else { return Err(std::io::ErrorKind::BrokenPipe.into()) };
    let writer = move || {
        let _ = input.write_all(&bytes);
    };
    thread::Builder::new().name("order".to_owned()).spawn(writer).map(drop)
}

fn hear(watcher: &mut Child, order: &Order) -> Result<Begun, PlayError> {
    let Some(output) = watcher.stdout.take() else { return Err(no_watcher(&"no pipe")) };
    let (send, receive) = mpsc::sync_channel(1);
    let reader = move || {
        let mut line = String::new();
        let read = BufReader::new(output.take(LARGEST)).read_line(&mut line).map(|_| line);
        // Whoever gave up does not listen any more.
        let _ = send.send(read);
    };
    thread::Builder::new().name("watcher".to_owned()).spawn(reader).map_err(|error| no_watcher(&error))?;
    let patience = if order.commands.before.is_empty() { PATIENCE } else { PATIENCE_WITH_COMMAND };
    let line = receive.recv_timeout(patience).map_err(|error| no_watcher(&error))?;
    match serde_json::from_str(&line.map_err(|error| no_watcher(&error))?) {
        Ok(Answer::Started(begun)) => Ok(begun),
        Ok(Answer::Failed(report)) => Err(PlayError::Refused { report: Box::new(report) }),
        Err(error) => Err(no_watcher(&error)),
    }
}

/// A watcher that ends while the launcher still runs is waited for, so that nothing of it is left in the process list.
fn reap(mut watcher: Child) {
    let wait = move || {
        let _ = watcher.wait();
    };
    // Where there is no thread for it, the system does so once the launcher ends.
    let _ = thread::Builder::new().name("watcher end".to_owned()).spawn(wait);
}

fn no_watcher(why: &dyn std::fmt::Display) -> PlayError {
    PlayError::NoWatcher { why: why.to_string() }
}

/// Out of the launcher's group: Ctrl-C in its terminal does not reach the game.
#[cfg(unix)]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Without a console window of its own, and out of the launcher's group.
#[cfg(windows)]
fn apart(command: &mut Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    std::os::windows::process::CommandExt::creation_flags(
        command,
        CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW,
    );
}
