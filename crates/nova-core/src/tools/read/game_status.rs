//! `game_status`: the games that run.

use std::{
    fs::File,
    io::{Read as _, Seek, SeekFrom},
    sync::Arc,
};

use nova_model::Message;
use nova_play::{Progress, Run};
use nova_tools::{Answer, Call, NoParams, Read, SpecDraft, Title, ToolError};
use serde_json::{Value, json};

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list},
};

/// The end of an output that is looked at for its last line and how far the game is.
const LOOKED_AT: u64 = 256 << 10;

/// The games that run.
pub(super) struct GameStatus(pub(super) Arc<Launcher>);

impl Read for GameStatus {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "game_status",
            Title { zh: "查看游戏状态", en: "Look at running games" },
            "Tells which games run, for how long, how much memory they take.\n\
             Use for what runs now; play_history for what was played before.",
        )
    }

    fn run(&self, _params: NoParams, _call: &Call) -> Result<Answer, ToolError> {
        let running: Vec<Run> = self.0.runs().into_iter().filter(Run::is_running).collect();
        let rows: Vec<Value> = running.iter().map(|run| self.row(run)).collect();
        let lines: Vec<String> =
            rows.iter().map(|row| format!("{} runs: {row}", row["version_id"])).collect();
        let head = if running.is_empty() { "core.play.none-running" } else { "core.play.status.head" };
        let said = said_list(Message::new(head).with("n", running.len()), &running, |run| {
            let minutes = run.played(self.0.clock.now()).unwrap_or_default() / 60_000;
            Message::new("core.play.status.line")
                .with("version", run.begun.version.as_str())
                .with("minutes", minutes)
        });
        Ok(Answer { foreign: true, ..answer(&lines, None, json!({ "games": rows }), said) })
    }
}

impl GameStatus {
    fn row(&self, run: &Run) -> Value {
        let tail = tail(run, &self.0);
        let progress = tail.lines().fold(Progress::default(), Progress::after);
        let last = tail.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        json!({
            "id": run.id,
            "version_id": run.begun.version,
            "pid": run.begun.process.map(|process| process.pid),
            "seconds": run.played(self.0.clock.now()).unwrap_or_default() / 1000,
            "memory": run.begun.process.and_then(nova_play::Identity::memory),
            "progress": progress,
            "last_line": self.0.redactor().redact(&nova_model::clean(last, 300)),
        })
    }
}

/// The end of what a run said.
fn tail(run: &Run, launcher: &Launcher) -> String {
    let read = || {
        let mut file = File::open(run.output(launcher.files.data())?).ok()?;
        let size = file.metadata().ok()?.len();
        file.seek(SeekFrom::Start(size.saturating_sub(LOOKED_AT))).ok()?;
        let mut bytes = Vec::new();
        file.take(LOOKED_AT).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    read().unwrap_or_default()
}
