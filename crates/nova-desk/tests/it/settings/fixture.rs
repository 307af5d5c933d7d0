//! A desk without a screen whose shell remembers what it opened, and everything that ever left it.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, AtomicU8, Ordering},
    },
};

use anyhow::Result;
use futures_util::{FutureExt, future::BoxFuture};
use nova_core::{LocalPorts, Overrides, Setup, texts::Lang};
use nova_desk::{Desk, DeskSetup, Fault, Shell, Sink};
use nova_game::{GameProcess, Machine, Os, Probe};
use nova_model::{Clock, Known, Millis, Random, Report};
use nova_testkit::{GameRoot, Version};
use nova_tools::{Capabilities, NoHost};
use serde_json::{Value, json};
use tempfile::TempDir;
use url::Url;

/// A clock that goes on by a second at each look.
#[derive(Default)]
struct Steps(AtomicI64);

impl Clock for Steps {
    fn now(&self) -> Millis {
        1_767_225_600_000 + 1000 * self.0.fetch_add(1, Ordering::Relaxed)
    }
}

/// Bytes that differ at each draw.
#[derive(Default)]
struct Counted(AtomicU8);

impl Random for Counted {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill_with(|| self.0.fetch_add(37, Ordering::Relaxed));
    }
}

struct Quiet;

impl Probe for Quiet {
    fn games(&self) -> Vec<GameProcess> {
        Vec::new()
    }

    fn world_is_open(&self, _world: &Path) -> bool {
        false
    }
}

/// What was opened, and the folder that is chosen next.
#[derive(Default)]
pub(crate) struct Desktop {
    pub(crate) opened: Mutex<Vec<String>>,
    pub(crate) next: Mutex<Option<PathBuf>>,
}

impl Shell for Desktop {
    fn open_link(&self, address: &Url) -> Result<(), Report> {
        self.opened.lock().unwrap().push(address.to_string());
        Ok(())
    }

    fn open_folder(&self, folder: &Path) -> Result<(), Report> {
        self.opened.lock().unwrap().push(folder.display().to_string());
        Ok(())
    }

    fn pick_folder(&self, _: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>> {
        std::future::ready(Ok(self.next.lock().unwrap().take())).boxed()
    }
}

/// Everything that left the desk, as text.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Sink for Told {
    fn send(&self, event: Value) {
        self.0.lock().unwrap().push(event.to_string());
    }
}

/// Events for a test that answers them.
struct Heard(tokio::sync::mpsc::UnboundedSender<Value>);

impl Sink for Heard {
    fn send(&self, event: Value) {
        drop(self.0.send(event));
    }
}

/// The desk on folders of its own, in a home with a game folder at the usual place.
pub(crate) struct Window {
    temp: TempDir,
    told: Arc<Told>,
    pub(crate) desk: Arc<Desk>,
    pub(crate) desktop: Arc<Desktop>,
}

impl Window {
    pub(crate) fn new() -> Result<Self> {
        Self::with(Overrides::default())
    }

    /// With this in the environment.
    pub(crate) fn with(overrides: Overrides) -> Result<Self> {
        let temp = tempfile::tempdir()?;
        let root = GameRoot::new().version(Version::vanilla("1.20.1"));
        root.write(&temp.path().join("home/.minecraft"))?;
        let desktop = Arc::new(Desktop::default());
        let setup = Setup { overrides, ..setup(&temp.path().canonicalize()?) };
        let shell = Arc::clone(&desktop) as _;
        let desk = Desk::open(DeskSetup { setup, system_lang: Lang::En, shell })?;
        Ok(Self { temp, told: Arc::default(), desk, desktop })
    }

    /// One call; what it brings is remembered.
    pub(crate) async fn call(&self, name: &str, args: Value) -> Result<Value, Fault> {
        let result = self.desk.call(name, args, Arc::clone(&self.told) as _).await;
        let text = match &result {
            Ok(value) => value.to_string(),
            Err(fault) => json!(fault).to_string() + &format!("{fault:?}"),
        };
        self.told.0.lock().unwrap().push(text);
        result
    }

    /// A call that has to work.
    pub(crate) async fn done(&self, name: &str, args: Value) -> Value {
        self.call(name, args).await.unwrap_or_else(|fault| panic!("{name}: {fault:?}"))
    }

    /// A change from the page, whose checklist is confirmed as soon as it is shown.
    pub(crate) async fn confirmed(&self, tool: &str, args: Value) -> Result<Value> {
        let (to, mut events) = tokio::sync::mpsc::unbounded_channel();
        let (desk, args) = (Arc::clone(&self.desk), json!({ "tool": tool, "args": args }));
        let done = tokio::spawn(async move { desk.call("tool_write", args, Arc::new(Heard(to))).await });
        while let Some(event) = events.recv().await {
            if event["event"] == "confirm" {
                self.done("checklist_confirm", json!({ "id": event["checklist"]["id"], "yes": [1] })).await;
            }
        }
        Ok(done.await?.unwrap())
    }

    /// The code of the fault of a call that has to fail.
    pub(crate) async fn code(&self, name: &str, args: Value) -> String {
        self.call(name, args).await.unwrap_err().code
    }

    /// Starts listening to what concerns the whole window.
    pub(crate) fn listen(&self) {
        let (desk, told) = (Arc::clone(&self.desk), Arc::clone(&self.told));
        let listening = async move { desk.call("window_listen", json!({}), told).await };
        drop(tokio::spawn(listening));
    }

    /// Everything that left the desk so far.
    pub(crate) fn told(&self) -> Vec<String> {
        self.told.0.lock().unwrap().clone()
    }

    /// A folder of this name in the home folder, made with what is named in it.
    pub(crate) fn folder(&self, name: &str, inside: &[&str]) -> Result<PathBuf> {
        let folder = self.path("home").join(name);
        std::fs::create_dir_all(&folder)?;
        for inner in inside {
            std::fs::create_dir_all(folder.join(inner))?;
        }
        Ok(folder)
    }

    /// A path beside the home folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.temp.path().canonicalize().unwrap().join(name)
    }

    /// The files of the data folder that hold a text.
    pub(crate) fn files_with(&self, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        holding(&self.path("data"), text.as_bytes(), &mut found);
        found
    }
}

fn holding(folder: &Path, text: &[u8], found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            holding(&path, text, found);
        } else if std::fs::read(&path).unwrap().windows(text.len()).any(|window| window == text) {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
}

fn setup(folder: &Path) -> Setup {
    let mut machine = Machine::new(Os::Linux, "x86_64");
    // Nothing of the real machine: no Java, no home.
    machine.system_root = folder.join("system");
    machine.home = Some(folder.join("home"));
    Setup {
        ports: LocalPorts { ollama: 0, lm_studio: 0, llama_cpp: 0 },
        data_dir: folder.join("data"),
        game_dir: None,
        machine,
        probe: Arc::new(Quiet),
        clock: Arc::new(Steps::default()),
        random: Arc::new(Counted::default()),
        zone: jiff::tz::TimeZone::UTC,
        known: Known::default(),
        ring: None,
        overrides: Overrides::default(),
        host: Arc::new(NoHost),
        pretended: Capabilities::new(),
        lang: Lang::En,
    }
}
