//! The processes that the watcher starts: the player's commands, and the game.

use std::{
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
};

use crate::{Order, PlayError, ended::Exit};

/// Runs the player's command before the game, where there is one.
pub(super) fn before(order: &Order) -> Result<(), PlayError> {
    let Some(mut command) = own(order, &order.commands.before) else { return Ok(()) };
    let program = order.commands.before.first().cloned().unwrap_or_default();
    let status =
        command.status().map_err(|source| PlayError::NoStart { program: program.clone().into(), source })?;
    if status.success() { Ok(()) } else { Err(PlayError::Before { program, code: status.code() }) }
}

/// Runs the player's command after it. Nobody is there to hear that it failed.
pub(super) fn after(order: &Order) {
    if let Some(mut command) = own(order, &order.commands.after) {
        let _ = command.status();
    }
}

fn own(order: &Order, words: &[String]) -> Option<Command> {
    let (program, rest) = words.split_first()?;
    let mut command = Command::new(program);
    command.args(rest).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    dress(&mut command, order);
    Some(command)
}

/// Starts the game; both its outputs are pipes.
pub(super) fn game(order: &Order) -> Result<Child, PlayError> {
    let (program, words) = order.line();
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    dress(&mut command, order);
    apart(&mut command);
    command.spawn().map_err(|source| PlayError::NoStart { program: Path::new(program).to_owned(), source })
}

/// A group of its own, by which the game is found behind a wrapper.
#[cfg(unix)]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

fn dress(command: &mut Command, order: &Order) {
    command.current_dir(&order.folder);
    for (name, value) in &order.environment {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
}

/// Waits for its end.
pub(super) fn exit(child: &mut Child) -> Exit {
    match child.wait() {
        Ok(status) => Exit { code: status.code(), signal: signal(status) },
        Err(_) => Exit { code: None, signal: None },
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
