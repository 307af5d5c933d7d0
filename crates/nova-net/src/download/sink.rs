//! The end of a download where bytes become a file: unpacked, counted, hashed and written, on threads that may block.

use std::sync::Arc;

use tokio::{sync::mpsc::Sender, task::JoinHandle};
use tokio_util::bytes::Bytes;

use super::{
    Digest, FetchError, Hasher, Landed, Landing, LandingError, LandingFile, Validators, Wanted,
    encoding::{Decoder, Unpacked},
    head,
};

/// How much of a file's beginning is kept, to tell a page from a damaged file.
const BEGINNING: usize = 64;

/// A file on its way into its landing.
pub(super) struct Sink {
    landing: Arc<dyn Landing>,
    wanted: Arc<Wanted>,
    part: Option<Box<dyn LandingFile>>,
    resumable: bool,
    hasher: Hasher,
    decoder: Decoder,
    /// Who answers, for people.
    shown: String,
    beginning: Vec<u8>,
    len: u64,
    /// Which version of the file the bytes are of; without one they cannot be gone on with.
    version: Option<Validators>,
    /// Tells, by being gone, that nothing touches the landing any more.
    _hold: Sender<()>,
}

/// How the bytes that come go on.
pub(super) enum Start {
    /// From the beginning of the file.
    Anew { shown: String, decoder: Decoder, version: Option<Validators> },
    /// Where the part ends.
    Further { shown: String },
}

impl Sink {
    pub(super) fn new(
        landing: Arc<dyn Landing>,
        wanted: Arc<Wanted>,
        resume_from: u64,
        hold: Sender<()>,
    ) -> Self {
        // Without a hash nothing would prove that two halves belong together.
        let resumable = wanted.digest.is_some() && wanted.size.unwrap_or(wanted.cap) >= resume_from;
        Self {
            hasher: Hasher::new(wanted.digest.map(|digest| digest.kind())),
            decoder: Decoder::Plain,
            shown: String::new(),
            beginning: Vec::new(),
            len: 0,
            part: None,
            version: None,
            resumable,
            landing,
            wanted,
            _hold: hold,
        }
    }

    /// Whether what is there should be looked at before anything is asked.
    pub(super) fn wants_look(&self) -> bool {
        self.resumable && self.part.is_none()
    }

    /// How many bytes there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Whether an earlier run left all of it, unverified.
    pub(super) fn is_full(&self) -> bool {
        self.version.is_some() && self.wanted.size == Some(self.len)
    }

    /// How many bytes a later try can go on with.
    pub(super) fn kept(&self) -> u64 {
        if self.version.is_some() { self.len } else { 0 }
    }

    /// How many bytes are there of the version that this source had, and what proves that it still has it.
    pub(super) fn resume(&self, source: &str) -> Option<(u64, &str)> {
        let version = self.version.as_ref().filter(|version| version.from == source && self.len > 0)?;
        Some((self.len, version.proof()?))
    }

    /// What there is cannot be gone on with.
    pub(super) fn forget(&mut self) {
        self.version = None;
    }

    /// Opens the part, and hashes what an earlier run left in it.
    pub(super) fn look(&mut self) -> Result<(), FetchError> {
        let mut part = self.opened()?;
        let version = part.noted().as_deref().and_then(Validators::parse);
        if version.is_some() && (1..=self.wanted.limit()).contains(&part.len()) {
            let (hasher, mut len) = (&mut self.hasher, 0);
            let read = part.read_back(&mut |bytes| {
                hasher.update(bytes);
                len += bytes.len() as u64;
            });
            (self.len, self.version) = (len, version);
            self.landed(read)?;
        }
        self.part = Some(part);
        Ok(())
    }

    fn opened(&mut self) -> Result<Box<dyn LandingFile>, FetchError> {
        let opened = self.landing.open(&self.wanted);
        self.landed(opened)
    }

    /// Makes ready for what comes.
    pub(super) fn begin(&mut self, start: Start) -> Result<(), FetchError> {
        match start {
            Start::Further { shown } => (self.shown, self.decoder) = (shown, Decoder::Plain),
            Start::Anew { shown, decoder, version } => {
                (self.shown, self.decoder) = (shown, decoder);
                self.version = version
                    .filter(|version| self.resumable && self.decoder.is_plain() && version.proof().is_some());
                self.empty()?;
            }
        }
        Ok(())
    }

    /// An empty part, with a note of which version it will be.
    fn empty(&mut self) -> Result<(), FetchError> {
        let mut part = match self.part.take() {
            Some(part) => part,
            None => self.opened()?,
        };
        self.hasher = Hasher::new(self.wanted.digest.map(|digest| digest.kind()));
        self.len = 0;
        self.beginning.clear();
        let note = self.version.as_ref().and_then(Validators::note);
        let emptied = if part.is_empty() { Ok(()) } else { part.truncate(0) };
        let noted =
            if note.is_some() || part.noted().is_some() { part.note(note.as_deref()) } else { Ok(()) };
        self.part = Some(part);
        self.landed(emptied.and(noted))
    }

    /// Takes more of the body.
    pub(super) fn take(&mut self, pieces: &[Bytes]) -> Result<(), FetchError> {
        let mut decoder = std::mem::replace(&mut self.decoder, Decoder::Plain);
        let taken = pieces.iter().try_for_each(|piece| decoder.push(piece, &mut |bytes| self.write(bytes)));
        self.decoder = decoder;
        self.unpacked(taken)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), FetchError> {
        self.len += bytes.len() as u64;
        if self.beginning.len() < BEGINNING {
            let room = BEGINNING - self.beginning.len();
            self.beginning.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
        if self.len > self.wanted.limit() {
            return Err(self.too_long());
        }
        self.hasher.update(bytes);
        let written = self.part.as_mut().map_or(Ok(()), |part| part.write(bytes));
        self.landed(written)
    }

    /// The body ended: verifies the file and gives it its name.
    pub(super) fn close(&mut self) -> Result<(), FetchError> {
        let mut decoder = std::mem::replace(&mut self.decoder, Decoder::Plain);
        let ended = decoder.end(&mut |bytes| self.write(bytes));
        self.unpacked(ended)?;
        if let Err(wrong) = verify(&self.wanted, &self.shown, self.len, self.hasher.clone()) {
            self.forget();
            return Err(self.or_a_page(wrong));
        }
        let finished = self.part.take().map_or(Ok(()), LandingFile::finish);
        self.landed(finished)
    }

    /// Takes away what no later try can go on with.
    pub(super) fn tidy(&mut self) -> Result<(), FetchError> {
        if self.kept() > 0 {
            return Ok(());
        }
        let gone = self.part.take().map_or(Ok(()), LandingFile::discard);
        self.landed(gone)
    }

    fn unpacked(&mut self, result: Result<(), Unpacked<FetchError>>) -> Result<(), FetchError> {
        result.map_err(|error| match error {
            Unpacked::Stop(error) => error,
            Unpacked::Broken(error) => {
                let why = nova_model::clean(&error.to_string(), 100);
                FetchError::Garbled { url: self.shown.clone(), why }
            }
        })
    }

    fn landed<T>(&mut self, landed: Landed<T>) -> Result<T, FetchError> {
        landed.map_err(|source: LandingError| {
            // Nobody knows what lies there now.
            self.forget();
            FetchError::Landing { key: self.wanted.key.clone(), source }
        })
    }

    fn too_long(&mut self) -> FetchError {
        self.forget();
        let error = too_long(&self.wanted, &self.shown, self.len);
        self.or_a_page(error)
    }

    fn or_a_page(&self, error: FetchError) -> FetchError {
        if head::begins_as_page(&self.beginning) {
            return FetchError::Portal { url: self.shown.clone() };
        }
        error
    }
}

/// Whether a file is what was wanted.
pub(super) fn verify(wanted: &Wanted, shown: &str, len: u64, hasher: Hasher) -> Result<(), FetchError> {
    let url = || shown.to_owned();
    if let Some(expected) = wanted.size.filter(|size| *size != len) {
        return Err(FetchError::WrongSize { url: url(), expected, got: len });
    }
    let differs = |(expected, got): (Digest, Digest)| {
        (!wanted.accepts(got)).then(|| FetchError::WrongDigest {
            url: url(),
            expected: Box::new(expected),
            got: Box::new(got),
        })
    };
    wanted.digest.zip(hasher.finish()).and_then(differs).map_or(Ok(()), Err)
}

/// What to say of a file that does not end where it must.
pub(super) fn too_long(wanted: &Wanted, shown: &str, got: u64) -> FetchError {
    let url = shown.to_owned();
    match wanted.size.filter(|size| *size <= wanted.cap) {
        Some(expected) => FetchError::WrongSize { url, expected, got },
        None => FetchError::TooBig { url, cap: wanted.cap },
    }
}

/// A sink that is either here or with a thread that may block. Reading the line goes on meanwhile.
pub(super) enum Slot {
    Here(Box<Sink>),
    Away(JoinHandle<(Box<Sink>, Result<(), FetchError>)>),
    /// Its thread is gone with it: the program ends.
    Lost,
}

impl Slot {
    /// How many bytes there are; none while they are being written.
    pub(super) fn len(&self) -> u64 {
        if let Self::Here(sink) = self { sink.len() } else { 0 }
    }

    /// Gives the sink something to do. Whatever went wrong with what it did before is said now.
    pub(super) async fn give(
        &mut self,
        act: impl FnOnce(&mut Sink) -> Result<(), FetchError> + Send + 'static,
    ) -> Result<(), FetchError> {
        self.settle().await?;
        match std::mem::replace(self, Self::Lost) {
            Self::Here(mut sink) => {
                *self = Self::Away(tokio::task::spawn_blocking(move || {
                    let done = act(&mut sink);
                    (sink, done)
                }));
                Ok(())
            }
            other => {
                *self = other;
                Err(FetchError::Stopped)
            }
        }
    }

    /// Waits until the sink is here again.
    pub(super) async fn settle(&mut self) -> Result<&mut Sink, FetchError> {
        if let Self::Away(work) = self {
            let Ok((sink, done)) = work.await else {
                *self = Self::Lost;
                return Err(FetchError::Stopped);
            };
            *self = Self::Here(sink);
            done?;
        }
        match self {
            Self::Here(sink) => Ok(sink),
            _ => Err(FetchError::Stopped),
        }
    }

    /// Does something and waits for it.
    pub(super) async fn done(
        &mut self,
        act: impl FnOnce(&mut Sink) -> Result<(), FetchError> + Send + 'static,
    ) -> Result<(), FetchError> {
        self.give(act).await?;
        self.settle().await.map(drop)
    }
}
