//! Logs and crash reports as the game writes them.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use flate2::{Compression, write::GzEncoder};

use crate::write_file;

/// A log to be written, by its path in the game folder.
#[derive(Clone, Debug)]
#[must_use]
pub struct LogFile {
    path: String,
    text: Vec<u8>,
    lines: usize,
    packed: bool,
}

impl LogFile {
    /// `logs/latest.log`, empty.
    pub fn latest() -> Self {
        Self::at("logs/latest.log")
    }

    /// A log somewhere else, empty. A path that ends in `.gz` is packed when it is written.
    pub fn at(path: &str) -> Self {
        let packed = Path::new(path).extension().is_some_and(|end| end == "gz");
        Self { path: path.to_owned(), text: Vec::new(), lines: 0, packed }
    }

    /// A crash report of that name, with its whole text (see [`crash_report`]).
    pub fn crash(name: &str, text: &str) -> Self {
        Self::at(&format!("crash-reports/{name}")).raw(text.as_bytes())
    }

    /// What a start without trouble leaves in the log: some twenty lines.
    pub fn quiet_start(game: &str, loader: &str) -> Self {
        let head = format!("Loading Minecraft {game} with {loader}");
        let rest = [
            "Setting user: Player",
            "Backend library: LWJGL version 3.3.1",
            "Reloading ResourceManager: vanilla",
            "Sound engine started",
            "Created: 1024x512x4 minecraft:textures/atlas/blocks.png-atlas",
            "Stopping!",
        ];
        std::iter::once(head.as_str())
            .chain(rest)
            .fold(Self::latest(), |log, line| log.line("main", "INFO", line))
    }

    /// One more line: `[12:00:07] [thread/LEVEL]: text`, a second after the last.
    pub fn line(mut self, thread: &str, level: &str, text: &str) -> Self {
        let second = self.lines;
        let line = format!("[12:{:02}:{:02}] [{thread}/{level}]: {text}\n", second / 60 % 60, second % 60);
        self.text.extend_from_slice(line.as_bytes());
        self.lines = self.lines.saturating_add(1);
        self
    }

    /// Bytes as they are: stack traces, other encodings.
    pub fn raw(mut self, bytes: &[u8]) -> Self {
        self.text.extend_from_slice(bytes);
        self
    }

    /// Writes it into a game folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let bytes = if self.packed { gzip(&self.text)? } else { self.text.clone() };
        write_file(&folder.join(&self.path), &bytes)
    }
}

/// The text of a crash report: its description, the exception with its stack, and the system details' first lines.
pub fn crash_report(game: &str, description: &str, stack: &[&str]) -> String {
    format!(
        "---- Minecraft Crash Report ----\n// Made for tests.\n\nTime: 2024-03-01 12:00:00\nDescription: {description}\n\n\
         {}\n\n\nA detailed walkthrough of the error, its code path and all known details is as follows:\n\
         ---------------------------------------------------------------------------------------\n\n\
         -- System Details --\nDetails:\n\tMinecraft Version: {game}\n\tMinecraft Version ID: {game}\n\
         \tOperating System: Linux (amd64) version 6.1.0\n\tJava Version: 17.0.9, Eclipse Adoptium\n",
        stack.join("\n\tat "),
    )
}

/// The bytes, packed with gzip.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}
