//! HTTP/1.1 over a plain socket: reading a request, playing an answer piece by piece, and noticing that the client has gone.
//!
//! Written by hand, since half of what is played here is what a good HTTP library refuses to write.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::ReadHalf;
use tokio::time::sleep;

const HEAD: usize = 64 * 1024;
const BODY: usize = 64 * 1024 * 1024;

/// A request as it came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Got {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Names in lower case.
    pub(crate) head: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// An answer as it is played.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) status: u16,
    pub(crate) head: Vec<(String, String)>,
    pub(crate) parts: Vec<Part>,
    pub(crate) end: End,
}

/// One write.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    pub(crate) wait: Duration,
    pub(crate) bytes: Vec<u8>,
}

/// How an answer ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// As it should.
    Whole,
    /// The connection is closed, and nothing says that this was the end.
    Cut,
    /// The connection is reset.
    Reset,
    /// It does not: these bytes again and again.
    Never(Vec<u8>),
}

/// How the playing went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Played {
    /// To its end; the connection can be used again.
    Whole,
    /// To where the server broke off.
    BrokenOff,
    /// The client went away before that.
    ClientGone,
}

impl Plan {
    /// An answer in one piece.
    pub(crate) fn whole(status: u16, kind: &str, body: Vec<u8>) -> Self {
        let head = vec![("content-type".to_owned(), kind.to_owned())];
        Self { status, head, parts: vec![Part { bytes: body, ..Part::default() }], end: End::Whole }
    }

    fn head(&self) -> Vec<u8> {
        let fields: String = self.head.iter().flat_map(|(name, value)| [name, ": ", value, "\r\n"]).collect();
        let (status, reason) = (self.status, reason(self.status));
        let coding = if self.has_body() { "transfer-encoding: chunked\r\n" } else { "" };
        format!("HTTP/1.1 {status} {reason}\r\n{fields}{coding}\r\n").into_bytes()
    }

    /// Some statuses have none, not even an empty one.
    fn has_body(&self) -> bool {
        !matches!(self.status, 204 | 304)
    }
}

/// A connection, with what was read too far.
pub(crate) struct Line {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Line {
    pub(crate) fn new(stream: TcpStream) -> Self {
        // Each event is its own packet, as it is with a server that streams.
        let _ = stream.set_nodelay(true);
        Self { stream, read: Vec::new() }
    }

    /// The next request; `None` where the client closes instead.
    pub(crate) async fn request(&mut self) -> Result<Option<Got>> {
        let head = loop {
            if let Some(end) = find(&self.read, b"\r\n\r\n") {
                break self.read.drain(..end + 4).collect::<Vec<u8>>();
            }
            if self.read.len() > HEAD {
                bail!("a request's head is longer than {HEAD} bytes");
            }
            if self.stream.read_buf(&mut self.read).await? == 0 {
                return Ok(None);
            }
        };
        let mut got = parse(&head)?;
        let length = content_length(&got)?;
        while self.read.len() < length {
            if self.stream.read_buf(&mut self.read).await? == 0 {
                return Ok(None);
            }
        }
        got.body = self.read.drain(..length).collect();
        Ok(Some(got))
    }

    /// Plays an answer.
    pub(crate) async fn play(&mut self, plan: &Plan) -> Played {
        let read = &mut self.read;
        let (mut from, mut into) = self.stream.split();
        let writing = write(&mut into, plan);
        let played = tokio::select! {
            biased;
            wrote = writing => if wrote.is_ok() { Played::Whole } else { Played::ClientGone },
            () = gone(&mut from, read) => Played::ClientGone,
        };
        match (&plan.end, played) {
            (End::Reset, Played::Whole) => {
                let _ = self.stream.set_zero_linger();
                Played::BrokenOff
            }
            (End::Cut, Played::Whole) => Played::BrokenOff,
            _ => played,
        }
    }
}

async fn write(into: &mut tokio::net::tcp::WriteHalf<'_>, plan: &Plan) -> std::io::Result<()> {
    let mut bytes = plan.head();
    let last = plan.parts.len();
    for (number, part) in (1..).zip(&plan.parts) {
        if !part.wait.is_zero() {
            into.write_all(&std::mem::take(&mut bytes)).await?;
            sleep(part.wait).await;
        }
        bytes.extend(chunk(if plan.has_body() { &part.bytes } else { &[] }));
        // The end goes with the last piece, so that a client which leaves at `[DONE]` has not left too early.
        if number < last || plan.end != End::Whole {
            into.write_all(&std::mem::take(&mut bytes)).await?;
        }
    }
    if plan.end == End::Whole && plan.has_body() {
        bytes.extend_from_slice(b"0\r\n\r\n");
    }
    into.write_all(&bytes).await?;
    if let End::Never(again) = &plan.end {
        let again = chunk(again);
        loop {
            into.write_all(&again).await?;
        }
    }
    into.flush().await
}

/// Returns when the client has closed its side. What it sends meanwhile is kept.
async fn gone(from: &mut ReadHalf<'_>, read: &mut Vec<u8>) {
    while read.len() < BODY {
        if !matches!(from.read_buf(read).await, Ok(1..)) {
            return;
        }
    }
}

fn chunk(bytes: &[u8]) -> Vec<u8> {
    if bytes.is_empty() {
        return Vec::new();
    }
    let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
    chunk.extend_from_slice(bytes);
    chunk.extend_from_slice(b"\r\n");
    chunk
}

fn parse(head: &[u8]) -> Result<Got> {
    let text = std::str::from_utf8(head).context("a request's head is not UTF-8")?;
    let mut lines = text.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let pair = |line: &str| {
        let (name, value) = line.split_once(':')?;
        Some((name.trim().to_ascii_lowercase(), value.trim().to_owned()))
    };
    let head = lines.filter_map(pair).collect();
    Ok(Got { method: method.to_owned(), path: path.to_owned(), head, body: Vec::new() })
}

fn content_length(got: &Got) -> Result<usize> {
    let named = |name: &str| got.head.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    if named("transfer-encoding").is_some() {
        bail!("a request in chunks: this server wants content-length");
    }
    let length = named("content-length").unwrap_or("0").parse::<usize>().context("content-length")?;
    if length > BODY {
        bail!("a request of {length} bytes");
    }
    Ok(length)
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        302 => "Found",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        422 => "Unprocessable Entity",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        _ => "Other",
    }
}
