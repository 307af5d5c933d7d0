//! HTTP/1.1 by hand on a blocking socket: requests, conditions, ranges, answers, and the ways in which they go wrong.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use super::digest::Made;
use super::fault::Fault;

/// The day everything was published.
const MODIFIED: &str = "Thu, 01 Jan 2026 00:00:00 GMT";
const HEAD_LIMIT: u64 = 64 * 1024;
const BODY_LIMIT: u64 = 1024 * 1024;

/// A request as it came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Path and query.
    pub(crate) target: String,
    /// Names in lower case.
    pub(crate) head: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.head.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn closes(&self) -> bool {
        self.field("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"))
    }
}

/// An answer before it is written.
pub(crate) struct Answer<'a> {
    pub(crate) status: u16,
    pub(crate) head: Vec<(&'static str, String)>,
    pub(crate) body: &'a [u8],
}

/// The next request; `None` where the client closes, or sends what is none.
pub(crate) fn read(from: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut limited = from.take(HEAD_LIMIT);
    let first = line(&mut limited)?;
    let mut words = first.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut request = Request { method, target, ..Request::default() };
    loop {
        let field = line(&mut limited)?;
        if field.is_empty() {
            break;
        }
        let (name, value) = field.split_once(':')?;
        request.head.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length: u64 = request.field("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    from.take(length.min(BODY_LIMIT)).read_to_end(&mut request.body).ok()?;
    Some(request)
}

fn line(from: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    from.read_until(b'\n', &mut bytes).ok()?;
    bytes.ends_with(b"\n").then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned())
}

/// The right answer for what is there.
pub(crate) fn answer<'a>(request: &Request, made: &'a Made, kind: &str) -> Answer<'a> {
    let etag = format!("\"{}\"", made.sha1);
    let mut head = vec![
        ("content-type", kind.to_owned()),
        ("etag", etag.clone()),
        ("last-modified", MODIFIED.to_owned()),
        ("accept-ranges", "bytes".to_owned()),
    ];
    if is_unchanged(request, &etag) {
        return Answer { status: 304, head, body: &[] };
    }
    let size = made.bytes.len();
    match range(request, &etag, size) {
        Asked::Whole => Answer { status: 200, head, body: &made.bytes },
        Asked::Nothing => {
            head.push(("content-range", format!("bytes */{size}")));
            Answer { status: 416, head, body: &[] }
        }
        Asked::Part(from, to) => {
            head.push(("content-range", format!("bytes {from}-{}/{size}", to - 1)));
            Answer { status: 206, head, body: made.bytes.get(from..to).unwrap_or_default() }
        }
    }
}

fn is_unchanged(request: &Request, etag: &str) -> bool {
    match request.field("if-none-match") {
        Some(tags) => tags.split(',').any(|tag| tag.trim() == etag || tag.trim() == "*"),
        None => request.field("if-modified-since") == Some(MODIFIED),
    }
}

enum Asked {
    Whole,
    Part(usize, usize),
    Nothing,
}

/// One range, from and up to, where the condition on it holds. Several are answered with the whole.
fn range(request: &Request, etag: &str, size: usize) -> Asked {
    let fits = request.field("if-range").is_none_or(|known| known == etag || known == MODIFIED);
    let spec = request.field("range").and_then(|range| range.strip_prefix("bytes=")).filter(|_| fits);
    let Some((from, to)) = spec.filter(|spec| !spec.contains(',')).and_then(|spec| spec.split_once('-'))
    else {
        return Asked::Whole;
    };
    let (from, to) = match (from.parse::<usize>(), to.parse::<usize>()) {
        (Ok(from), Ok(to)) => (from, to.saturating_add(1).min(size)),
        (Ok(from), Err(_)) if to.is_empty() => (from, size),
        (Err(_), Ok(last)) if from.is_empty() => (size.saturating_sub(last), size),
        _ => return Asked::Whole,
    };
    if from < to { Asked::Part(from, to) } else { Asked::Nothing }
}

/// Writes an answer; `false` where the connection is over.
pub(crate) fn write(
    stream: &mut TcpStream,
    request: &Request,
    answer: &Answer<'_>,
    fault: Option<&Fault>,
    stopped: &dyn Fn() -> bool,
) -> bool {
    let body = if request.method == "HEAD" { &[] } else { answer.body };
    let head = head(answer);
    match fault {
        Some(Fault::Slow(bytes)) if !body.is_empty() => drip(stream, &head, body, *bytes, stopped),
        Some(Fault::Cut(after)) => {
            let _ = stream.write_all(&[&head, body.get(..*after).unwrap_or(body)].concat());
            let _ = stream.shutdown(Shutdown::Both);
            false
        }
        Some(Fault::Stall(after)) => {
            let _ = stream.write_all(&[&head, body.get(..*after).unwrap_or(body)].concat());
            wait_for_the_end(stream, stopped);
            false
        }
        _ => stream.write_all(&[&head, body].concat()).is_ok(),
    }
}

fn head(answer: &Answer<'_>) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {} {}\r\n", answer.status, reason(answer.status));
    for (name, value) in &answer.head {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    if answer.status != 304 {
        let _ = write!(head, "content-length: {}\r\n", answer.body.len());
    }
    (head + "\r\n").into_bytes()
}

/// In twentieths of a second.
fn drip(stream: &mut TcpStream, head: &[u8], body: &[u8], bytes: u32, stopped: &dyn Fn() -> bool) -> bool {
    let piece = usize::try_from(bytes / 20).unwrap_or(1).max(1);
    let mut alive = stream.write_all(head).is_ok();
    for part in body.chunks(piece) {
        alive = alive && !stopped() && stream.write_all(part).is_ok();
        std::thread::sleep(if alive { Duration::from_millis(50) } else { Duration::ZERO });
    }
    alive
}

/// Until the client goes away or the server ends.
fn wait_for_the_end(stream: &mut TcpStream, stopped: &dyn Fn() -> bool) {
    let _ = stream.set_read_timeout(Some(Duration::from_millis(50)));
    let mut byte = [0];
    while !stopped() {
        match stream.read(&mut byte) {
            Ok(0) => return,
            Err(error)
                if !matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) =>
            {
                return;
            }
            _ => {}
        }
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        206 => "Partial Content",
        302 => "Found",
        304 => "Not Modified",
        404 => "Not Found",
        405 => "Method Not Allowed",
        416 => "Range Not Satisfiable",
        429 => "Too Many Requests",
        503 => "Service Unavailable",
        _ => "Other",
    }
}
