//! Running other programs, with their output passed on.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::{Context, Result, ensure};

/// The cargo that runs this task, so that toolchain overrides hold.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a program to its end; anything but success is an error that names the command line.
pub(crate) fn done(command: &mut Command) -> Result<()> {
    let line = command_line(command);
    let status = command.status().with_context(|| format!("cannot start: {line}"))?;
    ensure!(status.success(), "{status}: {line}");
    Ok(())
}

/// Runs a program and returns what it printed on stdout.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let line = command_line(command);
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start: {line}"))?;
    ensure!(output.status.success(), "{}: {line}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// Runs a program, passes on what it prints line by line, and returns the lines that `keep` picks.
pub(crate) fn watched(command: &mut Command, keep: fn(&str) -> bool) -> Result<(bool, Vec<String>)> {
    let line = command_line(command);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start: {line}"))?;
    let (sender, lines) = channel();
    let readers = [
        child.stdout.take().map(|out| forward(out, sender.clone())),
        child.stderr.take().map(|out| forward(out, sender)),
    ];
    let mut kept = Vec::new();
    for line in lines {
        say(&line);
        if keep(&line) {
            kept.push(line);
        }
    }
    for reader in readers.into_iter().flatten() {
        let _ = reader.join();
    }
    Ok((child.wait()?.success(), kept))
}

/// Whether a program can be started and says its version.
pub(crate) fn has(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// One line on stdout.
pub(crate) fn say(text: &str) {
    // A closed pipe must not end the task.
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// One line on stderr.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))
}

fn forward(from: impl Read + Send + 'static, to: Sender<String>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
            if to.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    })
}

fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
