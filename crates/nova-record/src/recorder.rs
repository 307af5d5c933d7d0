//! The recorder that hosts lend: one recording at a time, and listeners that hear what becomes of it.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::tz::TimeZone;
use nova_files::Files;
use nova_model::{Clock, Explain, Problem, Report};
use nova_tools::recorder::{Audio, Heard, Listener, Recorded, Recorder, Recordings, Running, Take, Wanted};

use crate::{
    FOLDER, Limits, RecordError,
    arguments::{Format, arguments},
    environment::Environment,
    ffmpeg::Ffmpeg,
    keeper::{self, Begin, Session},
    list, names, recover,
    screen::{Screen, Seen},
};

/// Pictures a second, from and to.
pub(crate) const LEAST_FPS: u32 = 5;
pub(crate) const MOST_FPS: u32 = 60;

/// What a host gives.
pub struct RecordSetup {
    /// The data folder; recordings go below it.
    pub data: PathBuf,
    /// The environment (`PATH`, `DISPLAY`, …).
    pub environment: BTreeMap<String, OsString>,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// The player's time zone, for the names of files.
    pub zone: TimeZone,
    /// When recordings begin and end.
    pub limits: Limits,
}

/// Records with the ffmpeg of this computer.
pub struct FfmpegRecorder {
    files: Files,
    environment: Environment,
    clock: Arc<dyn Clock>,
    zone: TimeZone,
    limits: Limits,
    ffmpeg: Ffmpeg,
    screen: Screen,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Held while one is begun, which takes as long as the first picture.
    beginning: Mutex<()>,
    session: Mutex<Option<Session>>,
    listeners: Mutex<Vec<Listener>>,
}

impl Shared {
    fn session(&self) -> MutexGuard<'_, Option<Session>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, heard: &Heard) {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for listener in &listeners {
            listener(heard);
        }
    }

    fn over(&self, result: &Result<Recorded, Report>) {
        *self.session() = None;
        self.tell(&match result {
            Ok(recorded) => Heard::Stopped(recorded.clone()),
            Err(report) => Heard::Lost(report.clone()),
        });
    }
}

impl FfmpegRecorder {
    /// Looks whether anything can be recorded on this computer. Nothing is written.
    ///
    /// # Errors
    /// Why not: no ffmpeg, one that cannot do it, no screen that may be looked at.
    pub fn find(setup: RecordSetup) -> Result<Self, RecordError> {
        let RecordSetup { data, environment, clock, zone, limits } = setup;
        let environment = Environment::new(environment);
        // First what costs nothing to look for, and what the player can mend.
        if environment.program("ffmpeg").is_none() {
            return Err(RecordError::NoFfmpeg);
        }
        let screen = Screen::of(&environment)?;
        screen.check()?;
        let ffmpeg = Ffmpeg::find(&environment, screen.grabber())?;
        let files = Files::open(&data, Arc::clone(&clock));
        Ok(Self { files, environment, clock, zone, limits, ffmpeg, screen, shared: Arc::default() })
    }

    fn ready(&self, wanted: &Wanted) -> Result<(Take, Seen), RecordError> {
        let Wanted { target, fps, audio, .. } = *wanted;
        if !(LEAST_FPS..=MOST_FPS).contains(&fps) {
            return Err(RecordError::BadFps { fps });
        }
        if audio == Audio::Speakers && !self.has_sound() {
            return Err(RecordError::NoSound);
        }
        let (free, need) = (self.files.free()?, self.limits.begin);
        if free < need {
            return Err(RecordError::NoSpace { free, need });
        }
        let seen = self.screen.see(wanted)?;
        let folder = self.files.data().join(FOLDER);
        let path = folder.join(names::free(&folder, wanted, self.clock.now(), &self.zone));
        let (width, height) = seen.size.map(even).unzip();
        let take = Take { path, target, window: seen.title.clone(), width, height, fps, audio };
        Ok((take, seen))
    }

    /// A sound server has a socket, or is named.
    fn has_sound(&self) -> bool {
        let named = self.environment.get("PULSE_SERVER").is_some();
        let folder = self.environment.get("XDG_RUNTIME_DIR").map(PathBuf::from);
        self.ffmpeg.pulse && (named || folder.is_some_and(|folder| folder.join("pulse/native").exists()))
    }

    fn begin(&self, wanted: &Wanted) -> Result<Running, RecordError> {
        let _one = self.shared.beginning.lock().unwrap_or_else(PoisonError::into_inner);
        self.check_free_to_begin()?;
        let (take, seen) = self.ready(wanted)?;
        let name = take.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let format = Format { fps: take.fps, encoder: self.ffmpeg.encoder, audio: take.audio };
        let mut command = self.ffmpeg.command(&self.environment);
        command.args(arguments(&seen.source, &format));
        let begin = Begin {
            command,
            growing: self.files.growth(FOLDER)?.begin(&name)?,
            take,
            source: seen.source,
            limits: self.limits.clone(),
            files: self.files.clone(),
            clock: Arc::clone(&self.clock),
        };
        let begun = keeper::begin(begin)?;
        let running = begun.session.running();
        // Told before it can end: whoever listens hears of the beginning first.
        self.shared.tell(&Heard::Started(running.clone()));
        let (place, over) = (Arc::clone(&self.shared), Arc::clone(&self.shared));
        let kept =
            begun.keep(move |session| *place.session() = Some(session), move |result| over.over(result));
        kept.map_err(|error| self.unkept(&error))?;
        Ok(running)
    }

    /// The system has no thread to give. What was begun ends with its keeper.
    fn unkept(&self, error: &std::io::Error) -> RecordError {
        let error = RecordError::NotBegun { reason: nova_model::clean(&error.to_string(), 200) };
        self.shared.over(&Err(error.report()));
        error
    }

    fn check_free_to_begin(&self) -> Result<(), RecordError> {
        match &*self.shared.session() {
            Some(session) => Err(RecordError::Running { name: session.name() }),
            None => Ok(()),
        }
    }
}

/// The last row and column of odd sides are left out.
fn even((width, height): (u32, u32)) -> (u32, u32) {
    (width & !1, height & !1)
}

impl Recorder for FfmpegRecorder {
    fn running(&self) -> Option<Running> {
        self.shared.session().as_ref().map(Session::running)
    }

    fn recordings(&self) -> Result<Recordings, Report> {
        Ok(list::list(&self.files.data().join(FOLDER)))
    }

    fn prepare(&self, wanted: &Wanted) -> Result<Take, Report> {
        let ready = self.check_free_to_begin().and_then(|()| self.ready(wanted));
        ready.map(|(take, _)| take).map_err(|error| error.report())
    }

    fn start(&self, wanted: &Wanted) -> Result<Running, Report> {
        self.begin(wanted).map_err(|error| error.report())
    }

    fn stop(&self) -> Result<Recorded, Report> {
        let stopping = self.shared.session().as_ref().map(Session::stop);
        stopping.ok_or_else(|| RecordError::NotRunning.report())?.wait()
    }

    fn recover(&self) -> Vec<Problem> {
        recover::recover(&self.files)
    }

    fn listen(&self, listener: Listener) {
        self.shared.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(listener);
    }
}

impl Drop for FfmpegRecorder {
    /// The window closes: what was recorded so far is made whole.
    fn drop(&mut self) {
        // What came of it was told to the listeners.
        let _ = self.stop();
    }
}
