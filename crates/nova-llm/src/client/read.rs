//! Reading an answer: a stream of events, or one JSON object although a stream was asked for.

use std::time::Duration;

use reqwest::Response;
use tokio::time::{Instant, timeout, timeout_at};

use super::{ClientLimits, Sink, server::deepest};
use crate::{
    Reply, Request,
    failure::Said,
    wire::{Assembly, Closed, Ending, Event, Sse, Trouble},
};

/// How long a server may still take for what comes behind the end of an answer.
const AFTER_END: Duration = Duration::from_secs(5);
/// How long the end of the transfer is waited for, so that the connection can be used again.
const DRAIN: Duration = Duration::from_millis(50);

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Stop {
    Said(Box<Said>),
    Silent,
    /// With what the system says.
    Cut(String),
    Empty,
    Blocked,
    /// With what came instead.
    Garbled(String),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Said(said) => Self::Said(said),
            Trouble::TooLarge => Self::Garbled("the answer is too large".to_owned()),
        }
    }
}

/// What the bytes are.
enum Form {
    /// Nothing but blanks so far.
    Unknown,
    Stream(Sse),
    Whole(Vec<u8>),
}

/// Until when an answer is waited for.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// Its first byte.
    pub(crate) first: Instant,
    /// All of it.
    whole: Instant,
}

impl Patience {
    pub(crate) fn from(start: Instant, limits: &ClientLimits) -> Self {
        let whole = start + limits.whole;
        Self { first: whole.min(start + limits.first), whole }
    }
}

/// Reads an answer to its end. With the reason why there is none comes whether words were shown.
pub(crate) async fn read(
    mut response: Response,
    request: &Request,
    limits: &ClientLimits,
    patience: Patience,
    sink: &mut dyn Sink,
) -> Result<Reply, (Stop, bool)> {
    let mut reading =
        Reading { assembly: Assembly::new(request), form: Form::Unknown, head: Vec::new(), bytes: 0 };
    let end = reading.until_it_ends(&mut response, limits, patience, sink).await;
    let shown = reading.assembly.shown();
    match end {
        Ok(end) => reading.close(end, sink),
        Err(stop) => Err((stop, shown)),
    }
}

/// How the bytes ended.
enum End {
    Whole,
    Silent,
    Broken(String),
}

struct Reading<'r> {
    assembly: Assembly<'r>,
    form: Form,
    /// The first bytes, to show what came where it is no answer.
    head: Vec<u8>,
    bytes: usize,
}

impl Reading<'_> {
    async fn until_it_ends(
        &mut self,
        response: &mut Response,
        limits: &ClientLimits,
        patience: Patience,
        sink: &mut dyn Sink,
    ) -> Result<End, Stop> {
        let mut until = patience.first;
        loop {
            let piece = match timeout_at(until, response.chunk()).await {
                Err(_) => return Ok(End::Silent),
                Ok(Err(error)) if error.is_timeout() => return Ok(End::Silent),
                Ok(Err(error)) => return Ok(End::Broken(deepest(&error))),
                Ok(Ok(None)) => return Ok(End::Whole),
                Ok(Ok(Some(piece))) => piece,
            };
            self.bytes = self.bytes.saturating_add(piece.len());
            if self.bytes > limits.bytes {
                return Err(Trouble::TooLarge.into());
            }
            self.take(&piece, sink)?;
            if self.assembly.done() {
                drain(response).await;
                return Ok(End::Whole);
            }
            let idle = if self.assembly.ended() { limits.idle.min(AFTER_END) } else { limits.idle };
            until = patience.whole.min(Instant::now() + idle);
        }
    }

    fn take(&mut self, piece: &[u8], sink: &mut dyn Sink) -> Result<(), Stop> {
        if self.head.len() < 1024 {
            self.head.extend(piece.iter().take(1024));
        }
        let start = matches!(self.form, Form::Unknown);
        let piece = if start { piece.strip_prefix(b"\xef\xbb\xbf").unwrap_or(piece) } else { piece };
        if start {
            self.form = self.form_of(piece)?;
        }
        let assembly = &mut self.assembly;
        match &mut self.form {
            Form::Unknown => {}
            Form::Whole(bytes) => bytes.extend_from_slice(piece),
            Form::Stream(sse) => sse.push(piece, &mut |event: Event<'_>| assembly.event(&event, sink))?,
        }
        Ok(())
    }

    /// The first byte that is no blank tells more than the content type, which some servers get wrong.
    fn form_of(&self, piece: &[u8]) -> Result<Form, Stop> {
        match piece.iter().find(|byte| !byte.is_ascii_whitespace()) {
            None => Ok(Form::Unknown),
            Some(b'{' | b'[') => Ok(Form::Whole(Vec::new())),
            Some(b'<') => Err(self.garbled()),
            Some(_) => Ok(Form::Stream(Sse::default())),
        }
    }

    fn garbled(&self) -> Stop {
        let head = String::from_utf8_lossy(&self.head);
        let said = Said::of_text(&head).message;
        Stop::Garbled(if said.is_empty() { head.into_owned() } else { said })
    }

    fn close(mut self, end: End, sink: &mut dyn Sink) -> Result<Reply, (Stop, bool)> {
        let ending = if matches!(end, End::Whole) { Ending::Whole } else { Ending::Broken };
        if let Err(stop) = self.last(ending, sink) {
            return Err((stop, self.assembly.shown()));
        }
        let shown = self.assembly.shown();
        let stop = match (self.assembly.close(ending, sink), end) {
            (Closed::Reply(reply), _) => return Ok(reply),
            (Closed::Empty, _) => Stop::Empty,
            (Closed::Blocked, _) => Stop::Blocked,
            (Closed::Cut, End::Silent) => Stop::Silent,
            (Closed::Cut, End::Broken(said)) => Stop::Cut(said),
            (Closed::Cut, End::Whole) => Stop::Cut(String::new()),
        };
        Err((stop, shown))
    }

    /// What is complete only at the end: a whole answer, the last event of a stream.
    fn last(&mut self, ending: Ending, sink: &mut dyn Sink) -> Result<(), Stop> {
        let assembly = &mut self.assembly;
        match &mut self.form {
            Form::Whole(bytes) => {
                let text = String::from_utf8_lossy(bytes);
                match assembly.whole(text.trim(), sink) {
                    Some(result) => Ok(result?),
                    // What broke off is a cut, unless it was all there.
                    None if ending == Ending::Broken => Ok(()),
                    None => Err(self.no_answer()),
                }
            }
            Form::Stream(sse) if ending == Ending::Whole => {
                sse.finish(&mut |event: Event<'_>| assembly.event(&event, sink))?;
                if sse.spoken() { Ok(()) } else { Err(self.garbled()) }
            }
            Form::Stream(_) | Form::Unknown => Ok(()),
        }
    }

    /// A list with an error in it, or JSON that is no answer.
    fn no_answer(&self) -> Stop {
        let text = String::from_utf8_lossy(&self.head).into_owned();
        let listed =
            serde_json::from_str::<serde_json::Value>(&text).ok().filter(serde_json::Value::is_array);
        let said = listed.and_then(|list| Said::of_error(&list)).filter(|said| !said.message.is_empty());
        said.map_or_else(|| self.garbled(), |said| Stop::Said(Box::new(said)))
    }
}

/// Reads on to the end of the transfer where it is near.
async fn drain(response: &mut Response) {
    let rest = async {
        let mut bytes = 0;
        while let Ok(Some(piece)) = response.chunk().await {
            bytes += piece.len();
            if bytes > 64 * 1024 {
                return;
            }
        }
    };
    // A connection that is not at its end by then is closed instead of used again.
    let _ = timeout(DRAIN, rest).await;
}
