//! A server that answers as each test says, well or badly, over real sockets.

use std::{
    collections::HashMap,
    fmt::Display,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use url::Url;

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) path: String,
    head: HashMap<String, String>,
    /// How many came for this path before.
    pub(crate) before: usize,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.get(name).map(String::as_str)
    }

    /// Where the range begins that is asked for.
    pub(crate) fn from(&self) -> Option<usize> {
        self.header("range")?.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok()
    }
}

/// What is sent.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    status: u16,
    head: Vec<(String, String)>,
    body: Vec<u8>,
    wait: Duration,
    then: Then,
}

/// What follows the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    Stay,
    Close,
    Silence,
    /// Byte after byte, one in so much time.
    Drip(Duration),
}

impl Reply {
    pub(crate) fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, head: Vec::new(), body: body.into(), wait: Duration::ZERO, then: Then::Stay }.sized()
    }

    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, body)
    }

    pub(crate) fn with(mut self, name: &str, value: impl Display) -> Self {
        self.head.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.head.push((name.to_owned(), format!("{value}")));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.head.retain(|(known, _)| known != name);
        self
    }

    fn sized(self) -> Self {
        let length = self.body.len();
        self.with("content-length", length)
    }

    /// Only the first bytes of the body; the length still says all of it.
    pub(crate) fn cut(mut self, after: usize) -> Self {
        self.body.truncate(after);
        self.then(Then::Close)
    }

    pub(crate) fn then(mut self, then: Then) -> Self {
        self.then = then;
        self
    }

    pub(crate) fn late(mut self, wait: Duration) -> Self {
        self.wait = wait;
        self
    }

    /// The file from where the request wants it, with a tag.
    pub(crate) fn file(request: &Request, bytes: &[u8], tag: &str) -> Self {
        let whole = || Self::ok(bytes).with("etag", tag);
        let Some(from) = request.from().filter(|_| request.header("if-range") == Some(tag)) else {
            return whole();
        };
        let range = format!("bytes {from}-{}/{}", bytes.len() - 1, bytes.len());
        Self::new(206, &bytes[from..]).with("etag", tag).with("content-range", range)
    }
}

type Handler = dyn Fn(&Request) -> Reply + Send + Sync;

/// A server, for as long as its runtime lives.
pub(crate) struct Server {
    pub(crate) address: String,
    seen: Arc<Seen>,
}

#[derive(Default)]
struct Seen {
    requests: Mutex<Vec<Request>>,
    counts: Mutex<HashMap<String, usize>>,
    now: AtomicUsize,
    most: AtomicUsize,
    connections: AtomicUsize,
}

impl Server {
    pub(crate) async fn start(handler: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (seen, handler): (_, Arc<Handler>) = (Arc::new(Seen::default()), Arc::new(handler));
        let kept = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                kept.connections.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(stream, Arc::clone(&handler), Arc::clone(&kept)));
            }
        });
        Self { address, seen }
    }

    pub(crate) fn url(&self, path: &str) -> Url {
        format!("http://{}{path}", self.address).parse().unwrap()
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.seen.requests.lock().unwrap().clone()
    }

    pub(crate) fn count(&self) -> usize {
        self.requests().len()
    }

    /// The most requests that were being answered at once.
    pub(crate) fn most_at_once(&self) -> usize {
        self.seen.most.load(Ordering::SeqCst)
    }

    /// How many are being answered just now.
    pub(crate) fn open(&self) -> usize {
        self.seen.now.load(Ordering::SeqCst)
    }

    pub(crate) fn connections(&self) -> usize {
        self.seen.connections.load(Ordering::SeqCst)
    }
}

async fn serve(mut stream: TcpStream, handler: Arc<Handler>, seen: Arc<Seen>) {
    while let Some(request) = read(&mut stream, &seen).await {
        let reply = handler(&request);
        seen.requests.lock().unwrap().push(request);
        let now = seen.now.fetch_add(1, Ordering::SeqCst) + 1;
        seen.most.fetch_max(now, Ordering::SeqCst);
        let (mut from, mut into) = stream.split();
        // A client that leaves ends even an answer without end.
        let mut gone = [0; 1];
        let stays = tokio::select! {
            stays = play(&mut into, reply) => stays,
            _ = from.read(&mut gone) => false,
        };
        seen.now.fetch_sub(1, Ordering::SeqCst);
        if !stays {
            return;
        }
    }
}

async fn read(stream: &mut TcpStream, seen: &Seen) -> Option<Request> {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    let mut lines = text.lines();
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let pairs = lines.filter_map(|line| line.split_once(": "));
    let head = pairs.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    let mut counts = seen.counts.lock().unwrap();
    let count = counts.entry(path.clone()).or_default();
    *count += 1;
    Some(Request { path, head, before: *count - 1 })
}

async fn play(into: &mut tokio::net::tcp::WriteHalf<'_>, reply: Reply) -> bool {
    tokio::time::sleep(reply.wait).await;
    let fields: String = reply.head.iter().flat_map(|(name, value)| [name, ": ", value, "\r\n"]).collect();
    let mut bytes = format!("HTTP/1.1 {} X\r\n{fields}\r\n", reply.status).into_bytes();
    bytes.extend_from_slice(&reply.body);
    if into.write_all(&bytes).await.is_err() {
        return false;
    }
    match reply.then {
        Then::Stay => true,
        Then::Close => {
            let _ = into.shutdown().await;
            false
        }
        Then::Silence => std::future::pending().await,
        Then::Drip(every) => {
            while into.write_all(b"x").await.is_ok() {
                tokio::time::sleep(every).await;
            }
            false
        }
    }
}
