//! `list_crash_reports`: runs that ended badly, crash reports, crashes of Java, and the logs there are.

use std::sync::Arc;

use nova_content::logs::{self, LogFile, LogKind};
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::{Value, json};

use crate::{
    crashes::Bad,
    launcher::Launcher,
    playing::ending,
    tools::{
        common::{answer, draft_read, moment, said_list, value},
        params::AnyVersion,
    },
};

/// Runs and reports that are listed.
const MOST: usize = 60;
/// Logs that are named beside them.
const LOGS: usize = 30;
/// Of those, how many are told.
const TOLD: usize = 8;

/// What is left of bad ends.
pub(super) struct ListCrashReports(pub(super) Arc<Launcher>);

impl Read for ListCrashReports {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: AnyVersion::IDS,
            ..draft_read(
                "list_crash_reports",
                Title { zh: "列出崩溃报告", en: "List crash reports" },
                "Lists bad endings of a version: crash reports, Java crashes, runs, with their logs.\n\
                 Use to choose one of several; analyze_crash says why, read_log shows a file.",
            )
        }
    }

    fn run(&self, params: AnyVersion, _call: &Call) -> Result<Answer, ToolError> {
        let version = self.0.version(params.version_id.as_deref())?;
        let mut bad = self.0.bad_ends(&version);
        bad.truncate(MOST);
        let mut logs = logs::sources(&version.instance());
        logs.retain(|log| log.kind == LogKind::Log);
        logs.truncate(LOGS);
        let mut lines: Vec<String> = bad.iter().map(line).collect();
        lines.extend(logs_line(&logs));
        let data = json!({
            "version_id": version.id,
            "crashes": bad.iter().map(row).collect::<Vec<_>>(),
            "logs": logs.iter().map(value).collect::<Vec<_>>(),
        });
        let answer = answer(&lines, None, data, said(&version.id, &bad, &logs));
        Ok(Answer { foreign: true, ..answer })
    }
}

fn row(bad: &Bad) -> Value {
    json!({
        "id": bad.id(),
        "run_id": bad.run.as_ref().map(|run| &run.id),
        "at": bad.at,
        "ending": bad.ending().map(value),
        "exit_code": bad.exit_code,
        "what": bad.what,
        "files": bad.files,
    })
}

fn line(bad: &Bad) -> String {
    let what = bad.what.as_deref().unwrap_or("no report");
    let code = bad.exit_code.map(|code| format!(", exit code {code}")).unwrap_or_default();
    let others: Vec<&str> = bad.files.iter().map(String::as_str).filter(|file| *file != bad.id()).collect();
    format!("{}: {}{code}: {what} ({})", bad.id(), moment(bad.at), others.join(", "))
}

fn logs_line(logs: &[LogFile]) -> Option<String> {
    let names: Vec<&str> = logs.iter().take(TOLD).map(|log| log.id.as_str()).collect();
    (!names.is_empty()).then(|| format!("logs: {}", names.join(", ")))
}

fn said(version: &str, bad: &[Bad], logs: &[LogFile]) -> Vec<Message> {
    let head = if bad.is_empty() { "core.crashes.none" } else { "core.crashes.head" };
    let head = Message::new(head).with("version", version).with("n", bad.len());
    let mut said = said_list(head, bad, |bad| {
        let how = bad.run.as_ref().map_or_else(|| Message::new("core.crashes.report"), ending);
        let message = Message::new("core.crashes.line").with("at", Field::Time(bad.at)).with("how", how);
        let what = bad.what.clone().unwrap_or_default();
        message.with("what", what).with("id", bad.id().to_owned())
    });
    let names: Vec<String> = logs.iter().take(TOLD).map(|log| log.id.clone()).collect();
    said.extend((!names.is_empty()).then(|| Message::new("core.crashes.logs").with("files", names)));
    said
}
