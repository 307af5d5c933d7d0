//! Recording through the tools: planned like every change, done once it is confirmed, and no change of the journal.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use anyhow::{Context, Result};
use futures_util::{FutureExt, future::BoxFuture};
use nova_agent::{Mode, TurnResult};
use nova_core::App;
use nova_model::{LineState, Message, Problem, Report};
use nova_tools::{
    Capabilities, Capability, Confirm, Decision, Host, NoEvents, Offer, Recorder,
    recorder::{Audio, Listener, Recorded, Recordings, Running, Take, Target, Wanted},
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word};

/// A recorder that records nothing and remembers what was wanted.
struct Feigned {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: Option<Running>,
    wanted: Vec<Wanted>,
}

impl Feigned {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, wanted: &Wanted) -> Take {
        let window = (wanted.target == Target::Game).then(|| "Minecraft 1.20.1".to_owned());
        let path = self.folder.join("2026-01-01 screen.mp4");
        let (width, height) = (Some(854), Some(480));
        Take { path, target: wanted.target, window, width, height, fps: wanted.fps, audio: wanted.audio }
    }

    fn refused<T>(code: &'static str) -> Result<T, Report> {
        Err(Report::new(Message::new(code)))
    }
}

impl Recorder for Feigned {
    fn running(&self) -> Option<Running> {
        self.state().running.clone()
    }

    fn recordings(&self) -> Result<Recordings, Report> {
        let one =
            |name: &str| Recorded { path: self.folder.join(name), at: 7, bytes: 9, took: None, why: None };
        Ok(Recordings { items: vec![one("b.mp4"), one("a.mp4")], problems: Vec::new() })
    }

    fn prepare(&self, wanted: &Wanted) -> Result<Take, Report> {
        if self.running().is_some() {
            return Self::refused("record.running");
        }
        Ok(self.take(wanted))
    }

    fn start(&self, wanted: &Wanted) -> Result<Running, Report> {
        let (take, part) = (self.take(wanted), self.folder.join(".2026-01-01 screen.part.mp4"));
        let running = Running { take, part, since: 5, bytes: 77 };
        let mut state = self.state();
        state.running = Some(running.clone());
        state.wanted.push(wanted.clone());
        Ok(running)
    }

    fn stop(&self) -> Result<Recorded, Report> {
        let Some(running) = self.state().running.take() else {
            return Self::refused("record.not-running");
        };
        Ok(Recorded { path: running.take.path, at: 9, bytes: 99, took: Some(4), why: None })
    }

    fn recover(&self) -> Vec<Problem> {
        Vec::new()
    }

    fn listen(&self, _: Listener) {}
}

/// A host that lends it, and says yes.
struct Lends(Arc<Feigned>);

impl Host for Lends {
    fn capabilities(&self) -> Capabilities {
        Capabilities::from([Capability::Confirm, Capability::Recorder])
    }

    fn confirm(&self) -> Option<&dyn Confirm> {
        Some(self)
    }

    fn recorder(&self) -> Option<Arc<dyn Recorder>> {
        Some(Arc::clone(&self.0) as _)
    }
}

impl Confirm for Lends {
    fn confirm<'a>(&'a self, lines: &'a [Offer]) -> BoxFuture<'a, Vec<Decision>> {
        std::future::ready(vec![Decision::Yes; lines.len()]).boxed()
    }
}

struct Stage {
    desk: Desk,
    app: App,
    recorder: Arc<Feigned>,
}

impl Stage {
    fn new() -> Result<Self> {
        let desk = Desk::new(Word::Absent)?;
        let recorder = Arc::new(Feigned { folder: desk.data("recordings"), state: Mutex::default() });
        let app = desk.around(Arc::new(Lends(Arc::clone(&recorder))))?;
        Ok(Self { desk, app, recorder })
    }

    async fn write(&self, tool: &str, args: Value) -> TurnResult {
        write(&self.app, tool, args).await
    }
}

async fn write(app: &App, tool: &str, args: Value) -> TurnResult {
    app.write(tool, args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await
}

#[tokio::test]
async fn a_host_that_only_pretends_a_recorder_plans_and_never_records() -> Result<()> {
    let desk = Desk::pretending(Word::Always(Decision::Yes), Capabilities::from([Capability::Recorder]))?;
    let before = desk.tree()?;
    for (tool, args) in [("start_recording", json!({ "what": "game" })), ("stop_recording", json!({}))] {
        let result = write(&desk.app, tool, args).await;
        assert_eq!(result.checklist.lines().len(), 1, "{tool} is planned");
        assert_eq!(result.checklist.lines()[0].state, LineState::Refused, "{tool}");
    }
    assert_eq!(desk.tree()?, before);
    let idle = desk.app.read("recording_status", json!({}), Arc::new(NoEvents)).await;
    assert_eq!(idle.result?.data, json!({ "recording": null }));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_is_planned_by_its_name_and_runs_once_it_is_confirmed() -> Result<()> {
    let stage = Stage::new()?;
    let args = json!({ "what": "game", "fps": 60, "audio": true });
    let result = stage.write("start_recording", args).await;
    let plan = &result.checklist.lines()[0].plan;
    assert_eq!(plan.title.code, "core.recording.start");
    assert!(plan.changes[0].what.ends_with("recordings/2026-01-01 screen.mp4"), "{plan:#?}");
    assert_eq!(plan.warnings[0].code, "core.recording.start.window");
    let receipt = &result.receipts.first().context("nothing was done")?.receipt;
    assert_eq!((receipt.change.as_deref(), receipt.said.code.as_ref()), (None, "core.recording.started"));
    let wanted = stage.recorder.state().wanted.clone();
    let version = Some("1.20.1-fabric".to_owned());
    let expected =
        Wanted { target: Target::Game, fps: 60, audio: Audio::Speakers, games: Vec::new(), version };
    assert_eq!(wanted, [expected]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_runs_is_told_and_stopped() -> Result<()> {
    let stage = Stage::new()?;
    let idle = stage.write("stop_recording", json!({})).await;
    assert!(idle.checklist.is_empty(), "there is nothing to stop: {idle:#?}");
    stage.write("start_recording", json!({})).await;
    let again = stage.write("start_recording", json!({})).await;
    assert!(again.checklist.is_empty(), "one at a time: {again:#?}");
    let status = stage.app.read("recording_status", json!({}), Arc::new(NoEvents)).await.result?;
    assert_eq!(status.data["recording"]["name"], "2026-01-01 screen.mp4");
    assert_eq!(status.data["recording"]["fps"], 30);
    let stopped = stage.write("stop_recording", json!({})).await;
    let receipt = &stopped.receipts.first().context("nothing was done")?.receipt;
    assert_eq!(receipt.said.code, "core.recording.stopped");
    assert_eq!(receipt.data["bytes"], 99);
    assert_eq!(stage.recorder.running(), None);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_is_no_change_of_the_journal_and_undo_passes_it_over() -> Result<()> {
    let stage = Stage::new()?;
    stage.write("remember", json!({ "text": "Likes it dark" })).await;
    let before = stage.app.launcher().files.changes().items.len();
    stage.write("start_recording", json!({})).await;
    stage.write("stop_recording", json!({})).await;
    assert_eq!(stage.app.launcher().files.changes().items.len(), before);
    let undone = stage.write("undo_change", json!({ "change_id": "latest" })).await;
    assert_eq!(undone.receipts.len(), 1, "the note is taken back: {undone:#?}");
    assert!(stage.desk.tree().is_ok());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn recordings_are_listed_by_their_names() -> Result<()> {
    let stage = Stage::new()?;
    let listed = stage.app.read("list_recordings", json!({}), Arc::new(NoEvents)).await.result?;
    assert_eq!(listed.data["recordings"][0], json!({ "id": "b.mp4", "name": "b.mp4", "at": 7, "bytes": 9 }));
    assert!(!listed.data.to_string().contains("recordings/"), "no path leaves");
    Ok(())
}

#[tokio::test]
async fn recording_is_never_among_what_runs_unasked() -> Result<()> {
    let stage = Stage::new()?;
    let tools = vec!["start_recording".to_owned()];
    let report = stage.app.set_trust(nova_game::Trust::Chosen, &tools).err().context("it may be chosen")?;
    assert_eq!(report.code(), "core.trust.never");
    Ok(())
}
