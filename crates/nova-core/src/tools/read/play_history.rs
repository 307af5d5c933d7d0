//! `play_history`: what was played, for how long, and how it ended.

use std::sync::Arc;

use nova_model::{Field, Message};
use nova_play::Run;
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::{Value, json};

use crate::{
    crashes::After,
    launcher::Launcher,
    playing::ending,
    tools::{
        common::{answer, draft_read, moment, said_list, value},
        params::AnyVersion,
    },
};

/// What was played.
pub(super) struct PlayHistory(pub(super) Arc<Launcher>);

impl Read for PlayHistory {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: AnyVersion::IDS,
            ..draft_read(
                "play_history",
                Title { zh: "查看游玩记录", en: "Look at the play history" },
                "Lists what was played with Nova, for how long, and how each game ended.\n\
                 Use for play time and past endings; game_status for what runs now.",
            )
        }
    }

    fn run(&self, params: AnyVersion, _call: &Call) -> Result<Answer, ToolError> {
        let wanted = |run: &Run| params.version_id.as_ref().is_none_or(|id| run.begun.version == *id);
        let runs: Vec<Run> = self.0.runs().into_iter().filter(wanted).collect();
        let now = self.0.clock.now();
        let after = self.0.after_fixes(params.version_id.as_deref());
        let of = |run: &Run| after.iter().find(|after| after.run_id.as_deref() == Some(&run.id));
        let rows: Vec<Value> = runs.iter().map(|run| row(run, now, of(run))).collect();
        let lines = runs.iter().map(|run| line(run, now));
        let lines: Vec<String> = after.iter().map(After::line).chain(lines).collect();
        let total: i64 = runs.iter().filter_map(|run| run.played(now)).sum();
        let head = if runs.is_empty() { "core.play.history.none" } else { "core.play.history.head" };
        let head = Message::new(head).with("n", runs.len()).with("minutes", total / 60_000);
        let mut said = said_list(head, &runs, |run| {
            Message::new("core.play.history.line")
                .with("at", Field::Time(run.begun.at))
                .with("version", run.begun.version.as_str())
                .with("minutes", run.played(now).unwrap_or_default() / 60_000)
                .with("ending", ending(run))
        });
        said.extend(after.iter().map(After::message));
        Ok(answer(&lines, None, json!({ "runs": rows, "seconds": total / 1000 }), said))
    }
}

fn row(run: &Run, now: i64, after: Option<&After>) -> Value {
    json!({
        "id": run.id,
        "version_id": run.begun.version,
        "at": run.begun.at,
        "seconds": run.played(now).map(|played| played / 1000),
        "ending": run.ending().map(value),
        "after_fix": after.map(value),
    })
}

fn line(run: &Run, now: i64) -> String {
    let minutes = run.played(now).map_or_else(|| "?".to_owned(), |played| (played / 60_000).to_string());
    let how = run.ending().map_or_else(|| "\"runs\"".to_owned(), |ending| value(ending)["how"].to_string());
    format!("{}: {}, {minutes} min, {how}", moment(run.begun.at), run.begun.version)
}
