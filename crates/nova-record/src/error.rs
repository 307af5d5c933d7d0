//! Why nothing is recorded.

use std::{path::PathBuf, time::Duration};

use nova_files::FilesError;
use nova_model::{Explain, Field, Message, Report, Retry};

use crate::recorder::{LEAST_FPS, MOST_FPS};

/// Why nothing can be recorded, or nothing could be stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// There is no ffmpeg on the path.
    #[error("no ffmpeg on the path")]
    NoFfmpeg,
    /// It could not be asked what it can do.
    #[error("{} does not answer: {reason}", path.display())]
    Unusable {
        /// The program.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// It was built without the grabber of this system.
    #[error("{} has no {grabber}", path.display())]
    NoGrabber {
        /// The program.
        path: PathBuf,
        /// The grabber's name in ffmpeg.
        grabber: &'static str,
    },
    /// It was built without any encoder that Nova knows.
    #[error("{} has no encoder for pictures", path.display())]
    NoEncoder {
        /// The program.
        path: PathBuf,
    },
    /// No screen is named: a session without windows.
    #[error("no screen")]
    NoScreen,
    /// Wayland without an X server beside it.
    #[error("the screen is Wayland's")]
    Wayland,
    /// The whole screen under Wayland: the X server beside it sees its own windows only.
    #[error("the whole screen is Wayland's")]
    WaylandScreen,
    /// The X server does not answer.
    #[error("the display {display} does not answer: {reason}")]
    Display {
        /// Its name.
        display: String,
        /// What was said.
        reason: String,
    },
    /// No window of the game is open.
    #[error("no window of the game")]
    NoWindow,
    /// Windows cannot be told apart on this system.
    #[error("no windows on this system")]
    NoWindowHere,
    /// There is no sound to record.
    #[error("no sound")]
    NoSound,
    /// A number of pictures a second that is not taken.
    #[error("{fps} pictures a second")]
    BadFps {
        /// As asked for.
        fps: u32,
    },
    /// A recording runs already.
    #[error("{name} is being recorded")]
    Running {
        /// Its file.
        name: String,
    },
    /// Nothing is being recorded.
    #[error("nothing is being recorded")]
    NotRunning,
    /// Another program records into the same folder.
    #[error("another program records")]
    Elsewhere,
    /// The disk is nearly full.
    #[error("{free} bytes free of {need}")]
    NoSpace {
        /// Bytes free.
        free: u64,
        /// Bytes that have to be free.
        need: u64,
    },
    /// ffmpeg ended before there was a picture.
    #[error("ffmpeg ended: {reason}")]
    NotBegun {
        /// What it complained about.
        reason: String,
    },
    /// ffmpeg runs, and there is no picture.
    #[error("no pictures in {} seconds", after.as_secs())]
    NoPictures {
        /// How long it was waited for.
        after: Duration,
    },
    /// The recording ended and holds nothing.
    #[error("nothing was recorded")]
    Nothing {
        /// Why it ended.
        why: Message,
    },
    /// It was told to stop, and does not.
    #[error("the recording does not stop")]
    Stuck,
    /// The file could not be made, or not be named.
    #[error(transparent)]
    Files(FilesError),
}

impl From<FilesError> for RecordError {
    fn from(error: FilesError) -> Self {
        match error {
            FilesError::Busy { .. } => Self::Elsewhere,
            other => Self::Files(other),
        }
    }
}

impl Explain for RecordError {
    fn report(&self) -> Report {
        if let Self::Files(error) = self {
            return error.report();
        }
        let report = Report::new(self.message());
        let report = match self.hint() {
            Some(code) => report.hint(Message::new(code)),
            None => report,
        };
        Report { retry: self.retry(), ..report }
    }
}

impl RecordError {
    fn message(&self) -> Message {
        let message = Message::new(self.code());
        match self {
            Self::Unusable { path, reason } => {
                message.with("path", path.as_path()).with("reason", reason.as_str())
            }
            Self::NoGrabber { path, grabber } => {
                message.with("path", path.as_path()).with("grabber", *grabber)
            }
            Self::NoEncoder { path } => message.with("path", path.as_path()),
            Self::Display { display, reason } => {
                message.with("display", display.as_str()).with("reason", reason.as_str())
            }
            Self::BadFps { fps } => {
                let number = |number: u32| Field::Number(i64::from(number));
                message
                    .with("fps", number(*fps))
                    .with("least", number(LEAST_FPS))
                    .with("most", number(MOST_FPS))
            }
            Self::Running { name } => message.with("name", name.as_str()),
            Self::NoSpace { free, need } => {
                message.with("free", Field::Bytes(*free)).with("need", Field::Bytes(*need))
            }
            Self::NotBegun { reason } => message.with("reason", reason.as_str()),
            Self::NoPictures { after } => {
                message.with("seconds", Field::Number(i64::try_from(after.as_secs()).unwrap_or(i64::MAX)))
            }
            Self::Nothing { why } => message.with("why", why.clone()),
            _ => message,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoFfmpeg => "record.no-ffmpeg",
            Self::Unusable { .. } => "record.unusable",
            Self::NoGrabber { .. } => "record.no-grabber",
            Self::NoEncoder { .. } => "record.no-encoder",
            Self::NoScreen => "record.no-screen",
            Self::Wayland => "record.wayland",
            Self::WaylandScreen => "record.wayland-screen",
            Self::Display { .. } => "record.display",
            Self::NoWindow => "record.no-window",
            Self::NoWindowHere => "record.no-window-here",
            Self::NoSound => "record.no-sound",
            Self::BadFps { .. } => "record.bad-fps",
            Self::Running { .. } => "record.running",
            Self::NotRunning => "record.not-running",
            Self::Elsewhere => "record.elsewhere",
            Self::NoSpace { .. } => "record.no-space",
            Self::NotBegun { .. } => "record.not-begun",
            Self::NoPictures { .. } => "record.no-pictures",
            Self::Nothing { .. } => "record.nothing",
            Self::Stuck | Self::Files(_) => "record.stuck",
        }
    }

    fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::NoFfmpeg | Self::NoGrabber { .. } | Self::NoEncoder { .. } => "record.hint.install",
            Self::Wayland => "record.hint.xorg",
            Self::WaylandScreen => "record.hint.game",
            Self::NoWindow => "record.hint.window",
            Self::NoWindowHere => "record.hint.screen",
            Self::NoSound => "record.hint.no-sound",
            Self::Running { .. } => "record.hint.stop",
            Self::Elsewhere => "record.hint.other-nova",
            Self::NoSpace { .. } => "record.hint.space",
            _ => return None,
        })
    }

    fn retry(&self) -> Retry {
        match self {
            Self::NoWindow | Self::Elsewhere | Self::NoPictures { .. } | Self::Stuck => Retry::Later,
            _ => Retry::No,
        }
    }
}
