//! The server: a thread for each connection, so that it serves whoever asks, in any runtime or none.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;

use super::address;
use super::content::{self, Content, Reply};
use super::digest::Made;
use super::fault::{Fault, Rule};
use super::lists::MIRROR;
use super::shelf::unescaped;
use super::spec::UpstreamSpec;
use super::store::Store;
use super::wire::{self, Answer, Request};

/// Hosts that are served whether a document lies on the shelf for them or not.
const HOSTS: [&str; 16] = [
    "piston-meta.mojang.com",
    "launchermeta.mojang.com",
    "piston-data.mojang.com",
    "launcher.mojang.com",
    "resources.download.minecraft.net",
    "libraries.minecraft.net",
    "meta.fabricmc.net",
    "maven.fabricmc.net",
    "meta.quiltmc.org",
    "maven.quiltmc.org",
    "maven.minecraftforge.net",
    "files.minecraftforge.net",
    "api.adoptium.net",
    "github.com",
    "api.azul.com",
    "cdn.azul.com",
];
const NOTHING: Answer<'static> = Answer { status: 404, head: Vec::new(), body: b"not here\n" };
const PAGE: &[u8] = b"<!DOCTYPE html><html><body>Please sign in to use this network.</body></html>\n";

/// A request as it was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// `GET` or `HEAD`.
    pub method: String,
    /// `host/path?query`, as it was asked for.
    pub address: String,
    /// The range, if one was asked for.
    pub range: Option<String>,
    /// Who asked.
    pub user_agent: Option<String>,
    /// The tag that the asker has of it.
    pub if_none_match: Option<String>,
    /// The key that came along.
    pub api_key: Option<String>,
    /// What was sent.
    pub body: Vec<u8>,
    /// What was answered.
    pub status: u16,
    /// Bytes of the body, as far as they were meant to go.
    pub bytes: usize,
}

/// A running server. It ends when it is dropped.
#[derive(Debug)]
pub struct Upstream {
    shared: Arc<Shared>,
    address: SocketAddr,
    accepting: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    store: Store,
    content: Content,
    violations: Mutex<Vec<String>>,
    hosts: Vec<String>,
    rules: Mutex<Vec<Rule>>,
    asked: Mutex<Vec<Asked>>,
    open: Mutex<Vec<TcpStream>>,
    stopped: AtomicBool,
}

impl Upstream {
    /// Starts it. With a recorded folder this reads some MiB of JSON first.
    pub fn start(mut spec: UpstreamSpec) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", spec.port)).context("cannot listen")?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(spec.content(), spec.into_store()?));
        let accepting = std::thread::spawn({
            let shared = Arc::clone(&shared);
            move || accept(&listener, &shared)
        });
        Ok(Self { shared, address, accepting: Some(accepting) })
    }

    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The address below which the hosts lie: `http://127.0.0.1:PORT`.
    pub fn base(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Where an official address is served here.
    pub fn url(&self, official: &str) -> String {
        let bare = official.split_once("://").map_or(official, |(_, rest)| rest);
        format!("{}/{bare}", self.base())
    }

    /// The sources file that leads every served host here.
    pub fn sources_json(&self) -> String {
        let base = self.base();
        let hosts: BTreeMap<&String, String> =
            self.shared.hosts.iter().map(|host| (host, format!("{base}/{host}"))).collect();
        format!("{:#}\n", json!({ "hosts": hosts }))
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Asked> {
        lock(&self.shared.asked).clone()
    }

    /// What was wrong with requests to the platforms.
    pub fn violations(&self) -> Vec<String> {
        lock(&self.shared.violations).clone()
    }

    /// Forgets them.
    pub fn forget_requests(&self) {
        lock(&self.shared.asked).clear();
    }

    /// Adds a rule; the first that strikes counts.
    pub fn fault(&self, rule: Rule) {
        lock(&self.shared.rules).push(rule);
    }

    /// Takes all rules away.
    pub fn heal(&self) {
        lock(&self.shared.rules).clear();
    }

    /// Writes what was asked for and is there into a folder, as host and path; a query stands behind its path (`__key=value`), and
    /// every document ends in `.json`, since others may lie below its name. A file server that tries that ending too does with it
    /// what this one does, for whoever asks the same again.
    pub fn keep(&self, folder: &Path) -> Result<()> {
        let asked = self.requests();
        for address in asked.iter().filter(|asked| asked.status < 400).map(|asked| asked.address.as_str()) {
            if let Some(made) = self.shared.find(&format!("/{address}"))? {
                let name = address.replacen('?', "__", 1);
                let is_document = serde_json::from_slice::<serde::de::IgnoredAny>(&made.bytes).is_ok();
                let ends_so = Path::new(&name).extension().is_some_and(|ending| ending == "json");
                let bare = is_document && !ends_so;
                let place = folder.join(if bare { name + ".json" } else { name });
                crate::write_file(&place, &made.bytes)?;
            }
        }
        Ok(())
    }

    /// The bytes of an official address, as they are served.
    pub fn bytes(&self, official: &str) -> Result<Option<Vec<u8>>> {
        let bare = official.split_once("://").map_or(official, |(_, rest)| rest);
        if let Some(Reply::Bytes(bytes)) = self.shared.content.file(&unescaped(bare))? {
            return Ok(Some(bytes));
        }
        let target = format!("/{bare}");
        Ok(self.shared.find(&target)?.map(|made| made.bytes.clone()))
    }

    /// The game versions that can be installed.
    pub fn versions(&self) -> Vec<String> {
        self.shared.store.index.versions.keys().cloned().collect()
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
        for stream in lock(&self.shared.open).drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        // Accepting ends with the connection that comes next.
        let _ = TcpStream::connect_timeout(&self.address, Duration::from_secs(1));
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
    }
}

impl Shared {
    fn new(content: Content, store: Store) -> Self {
        let on_shelf =
            store.shelf.keys().into_iter().filter_map(|key| key.split('/').next().map(ToOwned::to_owned));
        let mut hosts: Vec<String> = HOSTS.iter().map(|host| (*host).to_owned()).chain(on_shelf).collect();
        hosts.extend([MIRROR, "maven.neoforged.net"].map(ToOwned::to_owned));
        hosts.extend(content::HOSTS.map(ToOwned::to_owned));
        hosts.retain(|host| host.contains('.'));
        hosts.sort();
        hosts.dedup();
        Self {
            store,
            content,
            violations: Mutex::default(),
            hosts,
            rules: Mutex::default(),
            asked: Mutex::default(),
            open: Mutex::default(),
            stopped: AtomicBool::new(false),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    fn find(&self, target: &str) -> Result<Option<Arc<Made>>> {
        for key in address::keys(target, &self.store.index) {
            if let Some(made) = self.store.get(&key)? {
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    /// What is there, or what a platform says instead.
    fn found(&self, request: &Request) -> (Result<Option<Arc<Made>>>, Option<Refusal>) {
        match self.content.answer(request) {
            Ok(Some(Reply::Json(value))) => {
                (Ok(Some(Arc::new(Made::of(value.to_string().into_bytes())))), None)
            }
            Ok(Some(Reply::Bytes(bytes))) => (Ok(Some(Arc::new(Made::of(bytes)))), None),
            Ok(Some(Reply::Refusal(status, said))) => {
                (Ok(None), Some(Refusal { status, body: said.to_string().into_bytes() }))
            }
            Ok(None) => (self.find(&request.target), None),
            Err(error) => (Err(error), None),
        }
    }

    fn fault(&self, address: &str) -> Option<Fault> {
        let mut rules = lock(&self.rules);
        rules.iter_mut().find_map(|rule| rule.strikes(address).then(|| rule.fault.clone()))
    }

    /// Answers one request; `false` where the connection is over.
    fn serve(&self, request: &Request, stream: &mut TcpStream) -> bool {
        let address = request.target.trim_start_matches('/').to_owned();
        let fault = self.fault(&address);
        if fault == Some(Fault::Refuse) {
            self.note(request, address, 0, 0);
            let _ = stream.shutdown(Shutdown::Both);
            return false;
        }
        if let Some(Fault::Late(wait)) = fault {
            std::thread::sleep(wait);
        }
        lock(&self.violations).extend(content::violations(request));
        let (found, refusal) = self.found(request);
        let spoiled = spoiled(found.as_ref().ok().and_then(Option::as_deref), fault.as_ref());
        let error = found.as_ref().err().map(|error| format!("{error:#}\n")).unwrap_or_default();
        let answer = match (&found, &spoiled) {
            (_, Some(made)) => answered(request, made, fault.as_ref()),
            _ if refusal.is_some() => refusal.as_ref().map_or(NOTHING, Refusal::answer),
            (Ok(Some(made)), None) => answered(request, made, fault.as_ref()),
            (Ok(None), None) => Answer { head: vec![plain()], ..NOTHING },
            (Err(_), None) => Answer { status: 500, head: vec![plain()], body: error.as_bytes() },
        };
        let answer = mirrored(&address, answer, found.as_ref().ok().and_then(Option::as_deref));
        let answer = refused(answer, fault.as_ref());
        self.note(request, address, answer.status, answer.body.len());
        wire::write(stream, request, &answer, fault.as_ref(), &|| self.is_stopped()) && !request.closes()
    }

    fn note(&self, request: &Request, address: String, status: u16, bytes: usize) {
        let field = |name: &str| request.field(name).map(ToOwned::to_owned);
        lock(&self.asked).push(Asked {
            method: request.method.clone(),
            address,
            range: field("range"),
            user_agent: field("user-agent"),
            if_none_match: field("if-none-match"),
            api_key: field("x-api-key"),
            body: request.body.clone(),
            status,
            bytes,
        });
    }
}

/// Another status than success, said by a platform.
struct Refusal {
    status: u16,
    body: Vec<u8>,
}

impl Refusal {
    fn answer(&self) -> Answer<'_> {
        Answer {
            status: self.status,
            head: vec![("content-type", "application/json".to_owned())],
            body: &self.body,
        }
    }
}

/// BMCLAPI says what it thinks the file's hash is.
fn mirrored<'a>(address: &str, mut answer: Answer<'a>, made: Option<&Made>) -> Answer<'a> {
    if let (true, Some(made)) = (address.starts_with(MIRROR), made) {
        answer.head.push(("x-bmclapi-hash", made.sha1.clone()));
    }
    answer
}

/// Another body than the right one, where the fault is in the bytes.
fn spoiled(made: Option<&Made>, fault: Option<&Fault>) -> Option<Made> {
    match (made, fault) {
        (Some(made), Some(Fault::WrongByte)) => {
            let mut bytes = made.bytes.clone();
            let middle = bytes.len() / 2;
            if let Some(byte) = bytes.get_mut(middle) {
                *byte ^= 0xff;
            }
            Some(Made { bytes, sha1: made.sha1.clone() })
        }
        (Some(made), Some(Fault::Short(to))) => {
            let bytes = made.bytes.get(..*to).unwrap_or(&made.bytes).to_vec();
            Some(Made { bytes, sha1: made.sha1.clone() })
        }
        (_, Some(Fault::Digest)) => Some(Made::of(vec![b'0'; 40])),
        (_, Some(Fault::Page)) => Some(Made::of(PAGE.to_vec())),
        (_, Some(Fault::Json(text))) => Some(Made::of(text.clone().into_bytes())),
        _ => None,
    }
}

fn answered<'a>(request: &Request, made: &'a Made, fault: Option<&Fault>) -> Answer<'a> {
    let kind = match (fault, request.target.rsplit('.').next()) {
        (Some(Fault::Page), _) => "text/html; charset=utf-8",
        (_, Some("json")) => "application/json",
        (_, Some("jar" | "zip")) => "application/java-archive",
        _ => "application/octet-stream",
    };
    let posts = request.method == "POST"
        && content::HOSTS.iter().any(|host| request.target.trim_start_matches('/').starts_with(host));
    if !posts && !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Answer { status: 405, head: vec![plain()], body: b"GET or HEAD\n" };
    }
    if fault == Some(&Fault::IgnoreRange) {
        return wire::answer(&Request { method: request.method.clone(), ..Request::default() }, made, kind);
    }
    wire::answer(request, made, kind)
}

/// The answers that are only a status.
fn refused<'a>(answer: Answer<'a>, fault: Option<&Fault>) -> Answer<'a> {
    let body: &[u8] = b"a fault was asked for\n";
    match fault {
        Some(Fault::Status(status)) => Answer { status: *status, head: vec![plain()], body },
        Some(Fault::RetryAfter { status, seconds }) => {
            Answer { status: *status, head: vec![plain(), ("retry-after", seconds.to_string())], body }
        }
        Some(Fault::UsedUp(seconds)) => {
            let mut answer = answer;
            answer.head.push(("x-ratelimit-remaining", "0".to_owned()));
            answer.head.push(("x-ratelimit-reset", seconds.to_string()));
            answer
        }
        Some(Fault::Redirect(to)) => Answer { status: 302, head: vec![("location", to.clone())], body: &[] },
        _ => answer,
    }
}

fn plain() -> (&'static str, String) {
    ("content-type", "text/plain".to_owned())
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.is_stopped() {
            return;
        }
        let Ok(stream) = stream else { continue };
        let _ = stream.set_nodelay(true);
        let Ok(reading) = stream.try_clone() else { continue };
        if let Ok(kept) = stream.try_clone() {
            lock(&shared.open).push(kept);
        }
        let shared = Arc::clone(shared);
        std::thread::spawn(move || connection(&shared, reading, stream));
    }
}

fn connection(shared: &Shared, reading: TcpStream, mut stream: TcpStream) {
    let mut reading = BufReader::new(reading);
    while let Some(request) = wire::read(&mut reading) {
        if shared.is_stopped() || !shared.serve(&request, &mut stream) {
            break;
        }
    }
    let _ = stream.shutdown(Shutdown::Both);
    let own = stream.peer_addr().ok();
    lock(&shared.open).retain(|kept| kept.peer_addr().ok() != own && kept.peer_addr().is_ok());
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
