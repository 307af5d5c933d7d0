//! A window without a screen: the real desk on a game folder of its own, with the player's word given by a closure.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
};

use anyhow::{Context, Result, anyhow};
use nova_core::{LocalPorts, Overrides, Setup, texts::Lang};
use nova_desk::{Desk, DeskSetup, Fault, Sink};
use nova_game::{GameProcess, Machine, Os, Probe};
use nova_model::{Clock, Known, Message, Millis, Random, Report};
use nova_testkit::{GameFolder, GameRoot, Jar, LogFile, Rng, Tree, Version, World};
use nova_tools::NoHost;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    task::JoinHandle,
};

use crate::desktop::Desktop;

/// 2026-01-01T00:00:00Z.
const START: Millis = 1_767_225_600_000;

/// What an answer to an event is: a command and its arguments.
pub(crate) type Answer = (&'static str, Value);

/// A clock that goes on by a second at each look.
#[derive(Default)]
struct Steps(AtomicI64);

impl Clock for Steps {
    fn now(&self) -> Millis {
        START + 1000 * self.0.fetch_add(1, Ordering::Relaxed)
    }
}

/// The same bytes in each run.
struct Seeded(Mutex<Rng>);

impl Random for Seeded {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.0.lock().unwrap().bytes(bytes.len()));
    }
}

/// Whether a game runs is said by the test; no world is open.
#[derive(Default)]
struct Games(AtomicBool);

impl Probe for Games {
    fn games(&self) -> Vec<GameProcess> {
        Vec::new()
    }

    fn world_is_open(&self, _world: &Path) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

struct Heard(UnboundedSender<Value>);

impl Sink for Heard {
    fn send(&self, event: Value) {
        // A test that stopped listening hears nothing.
        drop(self.0.send(event));
    }

    fn is_open(&self) -> bool {
        !self.0.is_closed()
    }
}

/// Everything that left the desk by [`Window::call`], as text.
#[derive(Default)]
pub(crate) struct Told(pub(crate) Mutex<Vec<String>>);

impl Sink for Told {
    fn send(&self, event: Value) {
        self.0.lock().unwrap().push(event.to_string());
    }
}

/// The desk on a game folder and a data folder.
pub(crate) struct Window {
    pub(crate) temp: Arc<TempDir>,
    pub(crate) desk: Arc<Desk>,
    pub(crate) desktop: Arc<Desktop>,
    pub(crate) told: Arc<Told>,
    games: Arc<Games>,
}

/// What one call brought.
#[derive(Debug)]
pub(crate) struct Heeded {
    /// What happened meanwhile.
    pub(crate) events: Vec<Value>,
    /// What it came to.
    pub(crate) result: Result<Value, Fault>,
}

impl Heeded {
    /// The events of one kind, in order.
    pub(crate) fn of(&self, kind: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["event"] == kind).collect()
    }

    /// The result of a call that had to work.
    #[track_caller]
    pub(crate) fn done(&self) -> &Value {
        self.result.as_ref().unwrap()
    }

    /// The code of the fault of a call that had to fail.
    #[track_caller]
    pub(crate) fn code(&self) -> &str {
        &self.result.as_ref().unwrap_err().code
    }
}

/// A call that goes on while the test does other things.
pub(crate) struct Running {
    call: JoinHandle<Result<Value, Fault>>,
    events: UnboundedReceiver<Value>,
    heard: Vec<Value>,
}

impl Running {
    /// Waits for the first event of a kind from here on.
    pub(crate) async fn until(&mut self, kind: &str) -> Result<Value> {
        loop {
            let event = self.events.recv().await.with_context(|| format!("no {kind} in {:?}", self.heard))?;
            self.heard.push(event.clone());
            if event["event"] == kind || event["notice"] == kind {
                return Ok(event);
            }
        }
    }

    /// Its events up to now, of those that were waited for.
    pub(crate) fn heard(&self) -> &[Value] {
        &self.heard
    }

    /// The rest of its events and its result.
    pub(crate) async fn end(mut self) -> Result<Heeded> {
        let result = (&mut self.call).await?;
        while let Ok(event) = self.events.try_recv() {
            self.heard.push(event);
        }
        Ok(Heeded { events: std::mem::take(&mut self.heard), result })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.call.abort();
    }
}

impl Window {
    /// With mods that clash, a mod that is off, a world, a log and a second version.
    pub(crate) fn new() -> Result<Self> {
        Self::on(&root())
    }

    /// On this game folder.
    pub(crate) fn on(root: &GameRoot) -> Result<Self> {
        Self::opened(root, |_| {})
    }

    /// On this game folder, with something else in the set-up.
    pub(crate) fn opened(root: &GameRoot, change: impl FnOnce(&mut Setup)) -> Result<Self> {
        let temp = Arc::new(tempfile::tempdir()?);
        root.write(&temp.path().join("game"))?;
        Self::at(temp, "first", change)
    }

    /// In a home with this game folder at the usual place.
    pub(crate) fn at_home(root: &GameRoot, change: impl FnOnce(&mut Setup)) -> Result<Self> {
        let temp = Arc::new(tempfile::tempdir()?);
        root.write(&temp.path().join("home/.minecraft"))?;
        let home = temp.path().canonicalize()?.join("home");
        Self::at(temp, "first", |setup| {
            setup.game_dir = None;
            setup.machine.home = Some(home);
            change(setup);
        })
    }

    /// The same folders, opened by another run of the program.
    pub(crate) fn reopened(&self) -> Result<Self> {
        Self::at(Arc::clone(&self.temp), "second", |_| {})
    }

    fn at(temp: Arc<TempDir>, seed: &str, change: impl FnOnce(&mut Setup)) -> Result<Self> {
        let games = Arc::new(Games::default());
        let mut setup = setup(temp.path(), seed, Arc::clone(&games) as _);
        change(&mut setup);
        let desktop = Arc::new(Desktop::default());
        let desk = Desk::open(DeskSetup {
            setup,
            system_lang: Lang::En,
            shell: Arc::clone(&desktop) as _,
            recorder: Err(Report::new(Message::new("desk.shell.none"))),
        })?;
        Ok(Self { temp, desk, desktop, told: Arc::default(), games })
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

    /// Starts a call and comes back at once.
    pub(crate) fn start(&self, name: &str, args: Value) -> Running {
        let (to, events) = unbounded_channel();
        let (desk, name) = (Arc::clone(&self.desk), name.to_owned());
        let call = tokio::spawn(async move { desk.call(&name, args, Arc::new(Heard(to))).await });
        Running { call, events, heard: Vec::new() }
    }

    /// One call with its events, which nobody answers.
    pub(crate) async fn stream(&self, name: &str, args: Value) -> Result<Heeded> {
        self.attended(name, args, |_| None).await
    }

    /// One call with its events; what the closure says to an event is called at once, and has to work.
    pub(crate) async fn attended(
        &self,
        name: &str,
        args: Value,
        mut answer: impl FnMut(&Value) -> Option<Answer>,
    ) -> Result<Heeded> {
        let mut running = self.start(name, args);
        let mut events = Vec::new();
        // The sender is gone once the call has ended.
        while let Some(event) = running.events.recv().await {
            if let Some((name, args)) = answer(&event) {
                let answered = self.call(name, args).await;
                answered.map_err(|fault| anyhow!("{event} was not answered: {fault:?}"))?;
            }
            events.push(event);
        }
        let end = running.end().await?;
        events.extend(end.events);
        Ok(Heeded { events, result: end.result })
    }

    /// A new chat.
    pub(crate) async fn chat(&self) -> String {
        let opened = self.call("chat_open", json!({ "id": null })).await.unwrap();
        opened["id"].as_str().unwrap().to_owned()
    }

    /// One sentence in a chat.
    pub(crate) async fn talk(
        &self,
        chat: &str,
        words: &str,
        answer: impl FnMut(&Value) -> Option<Answer>,
    ) -> Result<Heeded> {
        self.attended("chat_send", json!({ "chat": chat, "words": words }), answer).await
    }

    /// What a reading tool finds, as `tool_read` would show it: by a second launcher on the same folders.
    pub(crate) async fn desk_read(&self, tool: &str) -> Result<Value> {
        let temp = self.temp.path();
        let app = nova_core::App::open(setup(temp, "reads", Arc::clone(&self.games) as _))?;
        Ok(app.read(tool, json!({}), Arc::new(nova_tools::NoEvents)).await.result?.data)
    }

    /// The game folder as it is now.
    pub(crate) fn tree(&self) -> Result<Tree> {
        Tree::of(&self.game(""))
    }

    /// A path in the game folder.
    pub(crate) fn game(&self, path: &str) -> PathBuf {
        self.temp.path().join("game").join(path)
    }

    /// A path in the data folder.
    pub(crate) fn data(&self, path: &str) -> PathBuf {
        self.temp.path().join("data").join(path)
    }

    /// From now on every world is open in a game.
    pub(crate) fn play(&self) {
        self.games.0.store(true, Ordering::Relaxed);
    }
}

/// Ticks every line; what is lost for good is confirmed apart.
pub(crate) fn yes(event: &Value) -> Option<Answer> {
    let checklist = event.get("checklist")?;
    let lines = checklist["lines"].as_array()?;
    let numbers = |wanted: fn(&Value) -> bool| -> Vec<&Value> {
        lines.iter().filter(|line| wanted(line)).map(|line| &line["line"]).collect()
    };
    let lost = numbers(|line| line["undo"]["permanent"] == true);
    Some(("checklist_confirm", json!({ "id": checklist["id"], "yes": numbers(|_| true), "lost": lost })))
}

/// Ticks nothing.
pub(crate) fn no(event: &Value) -> Option<Answer> {
    let checklist = event.get("checklist")?;
    Some(("checklist_confirm", json!({ "id": checklist["id"], "yes": [] })))
}

/// The game folder of [`Window::new`].
pub(crate) fn root() -> GameRoot {
    let own = GameFolder::new()
        .jar(Jar::fabric("sodium").for_game("1.20.1").breaks("optifabric", "*").file("sodium.jar"))
        .jar(Jar::fabric("optifabric").for_game("1.20.1").file("optifabric.jar"))
        .jar(Jar::optifine("1.20.1", "HD_U_I6").file("optifine.jar"))
        .jar(Jar::fabric("lithium").for_game("1.20.1").file("lithium.jar"))
        .jar(Jar::fabric("canary").for_game("1.20.1").file("canary.jar"))
        .disabled(Jar::fabric("iris").for_game("1.20.1").file("iris.jar"))
        .world(World::new("Survival"))
        .log(LogFile::quiet_start("1.20.1", "fabric"));
    GameRoot::new()
        .version(Version::fabric("1.20.1-fabric", "1.20.1").own(own))
        .version(Version::vanilla("1.21.4").own(GameFolder::new().folder("saves")))
        .selected("1.20.1-fabric")
}

fn setup(folder: &Path, seed: &str, probe: Arc<dyn Probe>) -> Setup {
    let mut machine = Machine::new(Os::Linux, "x86_64");
    // Nothing of the real machine: no Java, no home.
    machine.system_root = folder.join("system");
    Setup {
        sources: nova_core::Rewrites::default(),
        watcher: None,
        ports: LocalPorts { ollama: 0, lm_studio: 0, llama_cpp: 0 },
        data_dir: folder.join("data"),
        game_dir: Some(folder.join("game")),
        machine,
        probe,
        clock: Arc::new(Steps::default()),
        random: Arc::new(Seeded(Mutex::new(Rng::named(seed)))),
        zone: jiff::tz::TimeZone::UTC,
        known: Known::default(),
        ring: None,
        overrides: Overrides::default(),
        host: Arc::new(NoHost),
        pretended: nova_tools::Capabilities::new(),
        lang: Lang::En,
    }
}
