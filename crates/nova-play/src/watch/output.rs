//! Reads what the game says on both outputs until they close, and keeps it: redacted, without escape characters, up to a size.

use std::{
    io::{self, BufRead, BufReader, Read},
    process::Child,
    sync::mpsc::{self, SyncSender},
    thread,
};

use nova_files::Growing;
use nova_model::{Millis, Redactor};

use crate::log::{Lines, Progress, Tail};

/// More of what a game says is not kept: its own `latest.log` has it.
const MOST: u64 = 16 << 20;
/// A line is cut into pieces of this size.
const PIECE: u64 = 64 << 10;
/// Lines on their way from the readers.
const ON_THE_WAY: usize = 1024;

/// What was heard.
#[derive(Debug, Default)]
pub(super) struct Heard {
    pub(super) progress: Progress,
    pub(super) tail: Tail,
}

/// Listens to the end.
pub(super) fn listen(
    child: &mut Child,
    log: Growing,
    redactor: &Redactor,
    time: &dyn Fn(Millis) -> String,
) -> Heard {
    let (send, lines) = mpsc::sync_channel(ON_THE_WAY);
    let outputs: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|out| Box::new(out) as _),
        child.stderr.take().map(|err| Box::new(err) as _),
    ];
    for (at, output) in outputs.into_iter().enumerate() {
        if let Some(output) = output {
            let send = send.clone();
            // Without it the game would wait at a full pipe; there is no better end than closing it.
            let _ =
                thread::Builder::new().name(format!("output {at}")).spawn(move || read(at, output, &send));
        }
    }
    drop(send);
    let mut keeper =
        Keeper { heard: Heard::default(), log: Some(log), redactor, time, begun: Default::default() };
    for (at, line) in lines {
        keeper.line(at, &line);
    }
    keeper.end()
}

/// Reads lines, and pieces of those that are too long.
fn read(at: usize, output: impl Read, send: &SyncSender<(usize, String)>) {
    let mut output = BufReader::new(output);
    loop {
        let Ok(Some(line)) = piece(&mut output) else { return };
        if send.send((at, line)).is_err() {
            return;
        }
    }
}

fn piece(output: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = output.by_ref().take(PIECE).read_until(b'\n', &mut bytes)?;
    let text = || String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
    Ok((read > 0).then(text))
}

struct Keeper<'a> {
    heard: Heard,
    /// None once it could not be written, or was too long.
    log: Option<Growing>,
    redactor: &'a Redactor,
    time: &'a dyn Fn(Millis) -> String,
    /// What was begun on either output.
    begun: [Lines; 2],
}

impl Keeper<'_> {
    fn line(&mut self, at: usize, line: &str) {
        let time = self.time;
        let lines = self.begun.get_mut(at).map(|begun| begun.line(line, time)).unwrap_or_default();
        self.keep(&lines);
    }

    fn keep(&mut self, lines: &[String]) {
        for line in lines {
            let line = shown(&self.redactor.redact(line));
            self.heard.progress = self.heard.progress.after(&line);
            self.heard.tail.push(&line);
            self.write(&line);
        }
    }

    fn write(&mut self, line: &str) {
        let Some(log) = &mut self.log else { return };
        let full = log.bytes() >= MOST;
        let kept = log.write(if full { "…" } else { line }.as_bytes()).and_then(|()| log.write(b"\n"));
        if full || kept.is_err() {
            self.close();
        }
    }

    fn end(mut self) -> Heard {
        let left: Vec<String> = self.begun.iter_mut().flat_map(Lines::end).collect();
        self.keep(&left);
        self.close();
        self.heard
    }

    /// A log that cannot get its name stays under its hidden one.
    fn close(&mut self) {
        if let Some(log) = self.log.take() {
            let _ = log.finish();
        }
    }
}

/// Without what a terminal would act on.
fn shown(line: &str) -> String {
    line.chars().filter(|letter| *letter == '\t' || !nova_model::acts(*letter)).collect()
}
