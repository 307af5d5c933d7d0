//! The ffmpeg of this computer: where it is, and what it can do.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use crate::{child, environment::Environment, error::RecordError};

/// How long a question about what it can do may take: a cold disk and an old machine.
const PATIENCE: Duration = Duration::from_secs(10);
/// More than any list of it has.
const LONGEST: u64 = 1 << 20;

/// An encoder of pictures, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoder {
    /// H.264 by x264: in nearly every ffmpeg.
    X264,
    /// H.264 by Cisco's library.
    OpenH264,
    /// H.264 by Windows.
    MediaFoundation,
    /// H.264 by macOS.
    VideoToolbox,
    /// MPEG-4 Part 2: in every ffmpeg, with larger files.
    Mpeg4,
}

impl Encoder {
    /// The order in which they are taken.
    pub(crate) const ALL: [Self; 5] =
        [Self::X264, Self::OpenH264, Self::MediaFoundation, Self::VideoToolbox, Self::Mpeg4];

    /// Its name in ffmpeg.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::X264 => "libx264",
            Self::OpenH264 => "libopenh264",
            Self::MediaFoundation => "h264_mf",
            Self::VideoToolbox => "h264_videotoolbox",
            Self::Mpeg4 => "mpeg4",
        }
    }

    /// How it is told to be quick: the game needs the processor more.
    pub(crate) fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::X264 => &["-c:v", "libx264", "-preset", "ultrafast", "-crf", "23"],
            Self::OpenH264 => &["-c:v", "libopenh264", "-b:v", "8M"],
            Self::MediaFoundation => &["-c:v", "h264_mf", "-b:v", "8M"],
            Self::VideoToolbox => &["-c:v", "h264_videotoolbox", "-b:v", "8M"],
            Self::Mpeg4 => &["-c:v", "mpeg4", "-q:v", "5"],
        }
    }
}

/// The ffmpeg that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ffmpeg {
    /// The program.
    pub(crate) path: PathBuf,
    /// The encoder that is taken.
    pub(crate) encoder: Encoder,
    /// Whether it takes sound from the sound server.
    pub(crate) pulse: bool,
}

impl Ffmpeg {
    /// Looks for it on the path, and asks it whether it has this grabber and an encoder.
    pub(crate) fn find(environment: &Environment, grabber: &'static str) -> Result<Self, RecordError> {
        let path = environment.program("ffmpeg").ok_or(RecordError::NoFfmpeg)?;
        // Both at once: the window waits for the answer.
        let (devices, encoders) = std::thread::scope(|scope| {
            let encoders = scope.spawn(|| ask(&path, environment, "-encoders"));
            let devices = ask(&path, environment, "-devices");
            (devices, encoders.join().unwrap_or_else(|_| Err(unusable(&path, "it could not be asked"))))
        });
        let (devices, encoders) = (devices?, encoders?);
        if !has(&devices, 'D', grabber) {
            return Err(RecordError::NoGrabber { path, grabber });
        }
        let Some(encoder) = encoder(&encoders) else { return Err(RecordError::NoEncoder { path }) };
        Ok(Self { path, encoder, pulse: has(&devices, 'D', "pulse") })
    }

    /// A command with what it needs of the environment and nothing else.
    pub(crate) fn command(&self, environment: &Environment) -> Command {
        command(&self.path, environment)
    }
}

fn command(path: &Path, environment: &Environment) -> Command {
    let mut command = Command::new(path);
    command.env_clear().envs(environment.passed());
    command
}

/// The lists of ffmpeg go to its standard output.
fn ask(path: &Path, environment: &Environment, list: &str) -> Result<String, RecordError> {
    let mut command = command(path, environment);
    command.args([OsStr::new("-hide_banner"), OsStr::new(list)]).stdin(Stdio::null()).stderr(Stdio::null());
    child::output(command, LONGEST, PATIENCE).map_err(|error| unusable(path, &error.to_string()))
}

fn unusable(path: &Path, reason: &str) -> RecordError {
    RecordError::Unusable { path: path.to_owned(), reason: nova_model::clean(reason, 200) }
}

/// A line of a list: flags, then names that may be joined by commas, then words.
fn has(list: &str, flag: char, name: &str) -> bool {
    list.lines().any(|line| {
        let mut words = line.split_whitespace();
        let flags = words.next().unwrap_or_default();
        flags.contains(flag) && words.next().is_some_and(|names| names.split(',').any(|known| known == name))
    })
}

fn encoder(list: &str) -> Option<Encoder> {
    Encoder::ALL.into_iter().find(|encoder| has(list, 'V', encoder.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEVICES: &str = "Devices:\n D. = Demuxing supported\n .E = Muxing supported\n --\n DE alsa            ALSA audio output\n  E caca            caca\n DE video4linux2,v4l2 Video4Linux2 output device\n D  x11grab         X11 screen capture, using XCB\n  E pulse x\n";
    const ENCODERS: &str = "Encoders:\n V..... = Video\n ------\n V.S... mpeg4                MPEG-4 part 2\n V....D libx264rgb           x\n A..... aac                  AAC\n";

    #[test]
    fn a_grabber_counts_only_where_it_reads() {
        assert!(has(DEVICES, 'D', "x11grab"));
        assert!(has(DEVICES, 'D', "v4l2"));
        assert!(!has(DEVICES, 'D', "pulse"), "that one only plays");
        assert!(!has(DEVICES, 'D', "gdigrab"));
        assert!(!has("", 'D', "x11grab"));
    }

    #[test]
    fn the_best_encoder_there_is_is_taken() {
        assert_eq!(encoder(ENCODERS), Some(Encoder::Mpeg4), "another one that begins alike is none");
        assert_eq!(encoder(&format!("{ENCODERS} V....D libx264  x\n")), Some(Encoder::X264));
        assert_eq!(encoder(" A..... aac AAC\n"), None);
    }
}
