//! A data folder and a recorder on it.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use jiff::tz::TimeZone;
use nova_model::{Clock, Millis};
use nova_record::{FfmpegRecorder, Limits, RecordSetup};
use nova_tools::recorder::{Audio, Heard, Recorder, Target, Wanted};

use crate::server::Server;

/// A real clock: recordings take time.
pub(crate) struct Real;

impl Clock for Real {
    #[expect(clippy::disallowed_methods, reason = "the tests are the host here")]
    fn now(&self) -> Millis {
        Millis::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
    }
}

/// What a recorder is found with.
pub(crate) fn setup(data: &Path, environment: Vec<(String, OsString)>, limits: Limits) -> RecordSetup {
    RecordSetup {
        data: data.to_owned(),
        environment: environment.into_iter().collect(),
        clock: Arc::new(Real),
        zone: TimeZone::UTC,
        limits,
    }
}

/// Limits that no test meets unless it wants to.
pub(crate) fn roomy() -> Limits {
    Limits { begin: 0, keep: 0, first: Duration::from_mins(1), ..Limits::default() }
}

/// A recorder, and what was heard of it.
pub(crate) struct Place {
    temp: tempfile::TempDir,
    pub(crate) recorder: FfmpegRecorder,
    pub(crate) heard: Arc<Mutex<Vec<Heard>>>,
}

impl Place {
    pub(crate) fn new(server: &Server) -> Self {
        Self::within(server, roomy())
    }

    pub(crate) fn within(server: &Server, limits: Limits) -> Self {
        let temp = tempfile::tempdir().unwrap();
        let recorder =
            FfmpegRecorder::find(setup(&temp.path().join("data"), server.environment(), limits)).unwrap();
        let heard: Arc<Mutex<Vec<Heard>>> = Arc::default();
        let sink = Arc::clone(&heard);
        recorder.listen(Arc::new(move |told| sink.lock().unwrap().push(told.clone())));
        Self { temp, recorder, heard }
    }

    /// The folder of the recordings.
    pub(crate) fn folder(&self) -> PathBuf {
        self.temp.path().join("data/recordings")
    }

    /// The names in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Waits until there are pictures that nothing can take away: a second fragment begins.
    pub(crate) fn until_pictures(&self) {
        until("pictures", || self.recorder.running().is_none_or(|running| has_pictures(&running.part)));
    }

    /// Waits until it is over by itself, and gives what was heard last.
    pub(crate) fn until_over(&self) -> Heard {
        let over = |heard: &Heard| !matches!(heard, Heard::Started(_));
        until("the end", || self.heard.lock().unwrap().last().is_some_and(over));
        self.heard.lock().unwrap().last().cloned().unwrap()
    }
}

/// Whether a second fragment begins in a file.
pub(crate) fn has_pictures(part: &Path) -> bool {
    let bytes = std::fs::read(part).unwrap_or_default();
    bytes.windows(4).filter(|word| *word == b"moof").count() >= 2
}

/// The screen with ten pictures a second.
pub(crate) fn screen() -> Wanted {
    Wanted { target: Target::Screen, fps: 10, audio: Audio::Off, ..Wanted::default() }
}

/// Looks again until it is so.
pub(crate) fn until(what: &str, so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < Duration::from_mins(1), "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What ffprobe says about a file.
#[derive(Debug)]
pub(crate) struct Probed {
    pub(crate) codec: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) frames: u32,
    pub(crate) seconds: f64,
}

/// Asks ffprobe, which reads every picture.
pub(crate) fn probed(path: &Path) -> Probed {
    let asked = Command::new("ffprobe")
        .args(["-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries"])
        .args([
            "stream=codec_name,width,height,nb_read_frames:format=duration",
            "-of",
            "default=noprint_wrappers=1",
        ])
        .arg(path)
        .output()
        .unwrap();
    let text = String::from_utf8(asked.stdout).unwrap();
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        line.unwrap_or_else(|| panic!("no {name} in {text:?} {:?}", String::from_utf8_lossy(&asked.stderr)))
            .to_owned()
    };
    Probed {
        codec: value("codec_name"),
        width: value("width").parse().unwrap(),
        height: value("height").parse().unwrap(),
        frames: value("nb_read_frames").parse().unwrap(),
        seconds: value("duration").parse().unwrap(),
    }
}

/// The colour in the middle of the first picture, as red, green, blue.
pub(crate) fn colour(path: &Path) -> [u8; 3] {
    let shown = Command::new("ffmpeg")
        .args(["-v", "error", "-i"])
        .arg(path)
        .args([
            "-frames:v",
            "1",
            "-vf",
            "crop=2:2,scale=1:1",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgb24",
            "pipe:1",
        ])
        .output()
        .unwrap();
    shown.stdout.try_into().unwrap()
}
