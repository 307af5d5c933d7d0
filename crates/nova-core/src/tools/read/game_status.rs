//! `game_status`: the games that run.

use std::sync::Arc;

use nova_model::Message;
use nova_tools::{Answer, Call, NoParams, Read, SpecDraft, Title, ToolError};
use serde_json::{Value, json};

use crate::{
    launcher::Launcher,
    playing::Playing,
    tools::common::{answer, draft_read, said_list},
};

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
        let running = self.0.playing();
        let rows: Vec<Value> = running.iter().map(row).collect();
        let lines: Vec<String> =
            rows.iter().map(|row| format!("{} runs: {row}", row["version_id"])).collect();
        let head = if running.is_empty() { "core.play.none-running" } else { "core.play.status.head" };
        let said = said_list(Message::new(head).with("n", running.len()), &running, |playing| {
            Message::new("core.play.status.line")
                .with("version", playing.run.begun.version.as_str())
                .with("minutes", playing.played / 60_000)
        });
        Ok(Answer { foreign: true, ..answer(&lines, None, json!({ "games": rows }), said) })
    }
}

fn row(playing: &Playing) -> Value {
    let begun = &playing.run.begun;
    json!({
        "id": playing.run.id,
        "version_id": begun.version,
        "pid": begun.process.map(|process| process.pid),
        "seconds": playing.played / 1000,
        "memory": playing.memory,
        "progress": playing.progress,
        "last_line": playing.last_line,
    })
}
