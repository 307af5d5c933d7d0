//! A recording while it runs: a thread that takes ffmpeg's bytes to the file, and one that looks after ffmpeg and the limits.

use std::{
    io::{ErrorKind, Read, Write},
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use nova_files::{Files, FilesError, Growing};
use nova_model::{Clock, Explain, Field, Message, Millis, Report};
use nova_tools::recorder::{Recorded, Running, Take};

use crate::{arguments::Source, child, error::RecordError, fragments};

/// When a recording may begin, and when it ends by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes that have to be free before one begins.
    pub begin: u64,
    /// It ends where less is free.
    pub keep: u64,
    /// It ends at this size.
    pub bytes: u64,
    /// It ends after this time.
    pub time: Duration,
    /// The first picture has to come by then.
    pub first: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            begin: 1 << 30,
            keep: 500 << 20,
            bytes: 50 << 30,
            time: Duration::from_hours(6),
            first: Duration::from_secs(15),
        }
    }
}

/// How often the limits are looked at.
const STEP: Duration = Duration::from_millis(500);
/// After these times a recorder that was told to stop is interrupted, then killed.
const INTERRUPT: Duration = Duration::from_secs(4);
const KILL: Duration = Duration::from_secs(8);
/// Whoever stops it waits longer than that.
const STOPPING: Duration = Duration::from_secs(20);
/// What a pipe gives at once.
const PIECE: usize = 64 << 10;

/// What a recording is begun with.
pub(crate) struct Begin {
    pub(crate) command: Command,
    pub(crate) growing: Growing,
    pub(crate) take: Take,
    pub(crate) source: Source,
    pub(crate) limits: Limits,
    pub(crate) files: Files,
    pub(crate) clock: Arc<dyn Clock>,
}

enum Event {
    /// The file grew for the first time.
    First,
    /// The player wants it to end.
    Stop,
    /// Nothing more comes.
    Over(Box<Written>),
}

/// The file as ffmpeg left it.
struct Written {
    growing: Growing,
    fault: Option<FilesError>,
}

/// A recording that runs.
pub(crate) struct Session {
    take: Take,
    part: PathBuf,
    since: Millis,
    bytes: Arc<AtomicU64>,
    events: Sender<Event>,
    over: Arc<Over>,
}

/// Where those wait who stopped it.
#[derive(Default)]
struct Over {
    result: Mutex<Option<Result<Recorded, Report>>>,
    told: Condvar,
}

impl Over {
    fn tell(&self, result: Result<Recorded, Report>) {
        *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        self.told.notify_all();
    }

    fn wait(&self) -> Result<Recorded, Report> {
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.told.wait_timeout_while(result, STOPPING, |result| result.is_none());
        let (result, _) = waited.unwrap_or_else(PoisonError::into_inner);
        result.clone().unwrap_or_else(|| Err(RecordError::Stuck.report()))
    }
}

/// Waits for the end of a recording.
pub(crate) struct Stopping(Arc<Over>);

impl Stopping {
    /// Until its file is whole.
    pub(crate) fn wait(self) -> Result<Recorded, Report> {
        self.0.wait()
    }
}

impl Session {
    /// As it is now.
    pub(crate) fn running(&self) -> Running {
        Running {
            take: self.take.clone(),
            part: self.part.clone(),
            since: self.since,
            bytes: self.bytes.load(Ordering::Relaxed),
        }
    }

    /// Its file.
    pub(crate) fn name(&self) -> String {
        self.take.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Tells it to stop.
    pub(crate) fn stop(&self) -> Stopping {
        // One that has ended meanwhile has told its result.
        let _ = self.events.send(Event::Stop);
        Stopping(Arc::clone(&self.over))
    }
}

/// A recording of which pictures come in, with its keeper not yet at work.
pub(crate) struct Begun {
    pub(crate) session: Session,
    keeper: Keeper,
}

impl Begun {
    /// Hands the session out and looks after it until it is over; then `over` is called. It can be over before this returns.
    pub(crate) fn keep(
        self,
        session: impl FnOnce(Session),
        over: impl FnOnce(&Result<Recorded, Report>) + Send + 'static,
    ) -> std::io::Result<()> {
        let Self { session: begun, keeper } = self;
        let told = Arc::clone(&begun.over);
        session(begun);
        let keeping = thread::Builder::new().name("recording".to_owned()).spawn(move || {
            let result = keeper.run();
            over(&result);
            told.tell(result);
        });
        keeping.map(drop)
    }
}

/// Starts ffmpeg and waits for the first picture.
pub(crate) fn begin(begin: Begin) -> Result<Begun, RecordError> {
    let Begin { mut command, growing, take, source, limits, files, clock } = begin;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let spawned = command.spawn().and_then(|mut child| {
        let pipes = child.stdout.take().zip(child.stderr.take());
        let (out, complaints) = pipes.ok_or(ErrorKind::BrokenPipe)?;
        Ok((child, out, child::complaints(complaints)?))
    });
    let (child, out, complaints) = match spawned {
        Ok(spawned) => spawned,
        Err(error) => return Err(not_begun(growing, &error.to_string())),
    };
    let (events, heard) = mpsc::channel();
    let (part, bytes) = (growing.part().to_owned(), Arc::new(AtomicU64::new(0)));
    let since = clock.now();
    let pump = Pump { growing, bytes: Arc::clone(&bytes), events: events.clone() };
    let reader = thread::Builder::new().name("recording file".to_owned()).spawn(move || pump.run(out));
    let mut keeper = Keeper {
        child,
        complaints: Some(complaints),
        heard,
        source,
        limits,
        files,
        clock,
        since,
        begun: Instant::now(),
        bytes: Arc::clone(&bytes),
    };
    if let Err(error) = reader {
        keeper.kill();
        return Err(RecordError::NotBegun { reason: nova_model::clean(&error.to_string(), 200) });
    }
    keeper.first()?;
    let session = Session { take, part, since, bytes, events, over: Arc::default() };
    Ok(Begun { session, keeper })
}

fn not_begun(growing: Growing, reason: &str) -> RecordError {
    // Nothing is in it; what keeps it from being removed is met by the next recording.
    let _ = growing.abandon();
    RecordError::NotBegun { reason: nova_model::clean(reason, 200) }
}

/// Takes ffmpeg's bytes to the file.
struct Pump {
    growing: Growing,
    bytes: Arc<AtomicU64>,
    events: Sender<Event>,
}

impl Pump {
    /// Dropping the pipe is what ends a recorder whose file cannot grow any more.
    fn run(mut self, mut out: ChildStdout) {
        let fault = self.copy(&mut out).err();
        drop(out);
        let over = Written { growing: self.growing, fault };
        let _ = self.events.send(Event::Over(Box::new(over)));
    }

    fn copy(&mut self, out: &mut ChildStdout) -> Result<(), FilesError> {
        let mut piece = vec![0; PIECE];
        loop {
            let read = match out.read(&mut piece) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                // A pipe that breaks is one that ends.
                Ok(0) | Err(_) => return Ok(()),
                Ok(read) => read,
            };
            self.growing.write(piece.get(..read).unwrap_or_default())?;
            if self.bytes.swap(self.growing.bytes(), Ordering::Relaxed) == 0 {
                let _ = self.events.send(Event::First);
            }
        }
    }
}

/// Looks after ffmpeg.
struct Keeper {
    child: Child,
    complaints: Option<JoinHandle<String>>,
    heard: Receiver<Event>,
    source: Source,
    limits: Limits,
    files: Files,
    clock: Arc<dyn Clock>,
    since: Millis,
    begun: Instant,
    bytes: Arc<AtomicU64>,
}

impl Drop for Keeper {
    /// However it ends: no recorder is left behind.
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

/// Why it ends.
enum Ending {
    /// The player wants it.
    Asked,
    /// A limit is reached.
    Limit(Message),
}

impl Keeper {
    /// Waits for the first picture.
    fn first(&mut self) -> Result<(), RecordError> {
        match self.heard.recv_timeout(self.limits.first) {
            Ok(Event::Over(written)) => {
                let Written { growing, fault } = *written;
                let complaint = self.complaint();
                // What keeps it from being removed is met by the next recording.
                let _ = growing.abandon();
                Err(fault.map_or_else(
                    || RecordError::NotBegun { reason: child::reason(&complaint) },
                    RecordError::from,
                ))
            }
            Ok(_) => Ok(()),
            Err(_) => {
                self.kill();
                if let Ok(Event::Over(written)) = self.heard.recv_timeout(KILL) {
                    let _ = written.growing.abandon();
                }
                Err(RecordError::NoPictures { after: self.limits.first })
            }
        }
    }

    fn run(mut self) -> Result<Recorded, Report> {
        let (written, ending) = self.until_over();
        let complaint = self.complaint();
        let Written { growing, fault } = written;
        let why = self.why(ending, fault, &complaint);
        self.finish(growing, why)
    }

    /// Until nothing more comes. Once it has to end it is asked, then interrupted, then killed.
    fn until_over(&mut self) -> (Written, Option<Ending>) {
        let mut ending: Option<Ending> = None;
        let mut asked: Option<Instant> = None;
        loop {
            let wanted = match self.heard.recv_timeout(STEP) {
                Ok(Event::Over(written)) => return (*written, ending),
                Ok(Event::Stop) => Some(Ending::Asked),
                Ok(Event::First) => None,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    self.limit().map(Ending::Limit)
                }
            };
            if ending.is_none() && wanted.is_some() {
                ending = wanted;
                asked = Some(Instant::now());
                self.ask();
            }
            match asked.map(|asked| asked.elapsed()) {
                Some(since) if since >= KILL => self.kill(),
                Some(since) if since >= INTERRUPT => child::interrupt(&self.child),
                _ => {}
            }
        }
    }

    /// The limit that is reached.
    fn limit(&self) -> Option<Message> {
        let Limits { keep, bytes, time, .. } = self.limits;
        if self.begun.elapsed() >= time {
            let hours = i64::try_from(time.as_secs() / 3600).unwrap_or(i64::MAX);
            return Some(Message::new("record.ended.long").with("hours", Field::Number(hours)));
        }
        if self.bytes.load(Ordering::Relaxed) >= bytes {
            return Some(Message::new("record.ended.big").with("most", Field::Bytes(bytes)));
        }
        // Where the system does not say, a full disk is met when it is written to.
        let short = self.files.free().is_ok_and(|free| free < keep);
        short.then(|| Message::new("record.ended.space").with("least", Field::Bytes(keep)))
    }

    /// `q` is how ffmpeg is told to end; it may have ended by itself just now.
    fn ask(&mut self) {
        if let Some(mut keys) = self.child.stdin.take() {
            let _ = keys.write_all(b"q\n").and_then(|()| keys.flush());
            self.child.stdin = Some(keys);
        }
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
    }

    /// Waits for ffmpeg itself, and takes what it complained about.
    fn complaint(&mut self) -> String {
        if !child::ended_within(&mut self.child, INTERRUPT) {
            self.kill();
        }
        let _ = self.child.wait();
        self.complaints.take().and_then(|reader| reader.join().ok()).unwrap_or_default()
    }

    fn why(&self, ending: Option<Ending>, fault: Option<FilesError>, complaint: &str) -> Option<Message> {
        if let Some(fault) = fault {
            return Some(Message::new("record.ended.written").with("why", fault.report().message));
        }
        match ending {
            Some(Ending::Asked) => None,
            Some(Ending::Limit(why)) => Some(why),
            None if !self.source.is_there() => Some(Message::new("record.ended.window")),
            None => Some(Message::new("record.ended.itself").with("reason", child::reason(complaint))),
        }
    }

    fn finish(&self, growing: Growing, why: Option<Message>) -> Result<Recorded, Report> {
        let bytes = growing.bytes();
        if matches!(fragments::whole(growing.part()), Ok(0)) {
            let why = why.unwrap_or_else(|| Message::new("record.ended.itself").with("reason", ""));
            growing.abandon().map_err(|error| error.report())?;
            return Err(RecordError::Nothing { why }.report());
        }
        let path = growing.finish().map_err(|error| error.report())?;
        let at = self.clock.now();
        Ok(Recorded { path, at, bytes, took: Some(at.saturating_sub(self.since)), why })
    }
}
