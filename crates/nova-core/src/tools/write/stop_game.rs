//! `stop_game`: ends a running game; it is asked first.

use std::sync::Arc;

use nova_model::{Change, ChangeKind, Message, Origin, Plan, Report, Undo};
use nova_play::{PATIENCE, Run, Stopped, stop};
use nova_tools::{Call, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write};
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::AnyVersion},
};

/// Ends a running game.
pub(super) struct StopGame(pub(super) Arc<Launcher>);

impl Write for StopGame {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: AnyVersion::IDS,
            ..draft_write(
                "stop_game",
                Title { zh: "结束游戏", en: "Stop the game" },
                "Asks a running game to close, and kills it only if it does not.\n\
                 Use when the game hangs or is to end; game_status for what runs.",
            )
        }
    }

    fn plan(&self, params: AnyVersion, _call: &Call) -> Result<Planned, ToolError> {
        let mut running = self.0.runs().into_iter().filter(Run::is_running);
        let wanted = |run: &Run| params.version_id.as_ref().is_none_or(|id| run.begun.version == *id);
        let Some(run) = running.find(wanted) else {
            return Err(ToolError::Tell(Report::new(Message::new("core.play.none-running"))));
        };
        let version = run.begun.version.clone();
        let plan = Plan {
            title: Message::new("core.play.stop").with("version", version.as_str()),
            changes: vec![Change { kind: ChangeKind::Set, what: version, to: None, bytes: None }],
            bytes_written: 0,
            bytes_downloaded: 0,
            undo: Undo::Reversible(Message::new("core.play.stop.undo")),
            warnings: vec![Message::new("core.play.stop.warning")],
            stamps: Vec::new(),
            needs: Vec::new(),
            makes: Vec::new(),
        };
        Ok(Planned { plan, work: Box::new(Stop { launcher: Arc::clone(&self.0), run }) })
    }
}

struct Stop {
    launcher: Arc<Launcher>,
    run: Run,
}

impl Work for Stop {
    fn apply(self: Box<Self>, _origin: &Origin) -> Result<Receipt, ToolError> {
        let code = match stop(&self.launcher.files, &self.run, PATIENCE)? {
            Stopped::Before => "core.play.stopped-before",
            Stopped::Asked => "core.play.stopped",
            Stopped::Killed => "core.play.killed",
        };
        let said = Message::new(code).with("version", self.run.begun.version.as_str());
        Ok(Receipt { change: None, said, data: json!({ "run_id": self.run.id }) })
    }
}
