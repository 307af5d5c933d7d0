//! `read_log`: the end of a game log, a crash report or a crash of Java, redacted and grouped.

use std::sync::Arc;

use nova_content::logs::{self, Level, Line, Query, Source};
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::{LOGS, VERSIONS};
use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, value, with_problems},
};

/// The most lines one call reads.
const MOST: usize = 2_000;

/// The parameters of `read_log`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    version_id: Option<String>,
    /// How many lines from the end, for example `100`. Default: 60.
    #[serde(default = "sixty")]
    lines: usize,
    /// Only lines of this level and above, for example `warn`. Default: all.
    #[serde(default)]
    level: Option<LevelName>,
    /// Which log: the newest of all, the game's latest.log, a crash report, a crash of Java, for example `crash_report`. Default: newest.
    #[serde(default)]
    source: Option<SourceName>,
    /// One log or report from `list_crash_reports`, for example `logs/latest.log`. Default: the one that source means.
    #[serde(default)]
    file_id: Option<String>,
}

/// A level as the model names it.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum LevelName {
    Debug,
    Info,
    Warn,
    Error,
    Fatal,
}

/// A source as the model names it.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SourceName {
    Newest,
    Latest,
    CrashReport,
    JavaCrash,
}

/// Reads the end of a log.
pub(super) struct ReadLog(pub(super) Arc<Launcher>);

impl Read for ReadLog {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }, IdParam { param: "file_id", from: LOGS }],
            ..draft_read(
                "read_log",
                Title { zh: "查看日志", en: "Read log" },
                "Reads the end of a version's newest log or crash report, or of one, redacted.\n\
                 Use to see what the game wrote; search_log to look for words in it.",
            )
        }
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let named = params.file_id.map(Source::Named);
        let source = named.unwrap_or_else(|| params.source.map_or(Source::Newest, source));
        let log = self.0.log(params.version_id.as_deref(), &source)?;
        let query = Query { lines: params.lines.clamp(1, MOST), level: params.level.map(level) };
        let tail = logs::read(log, &query, &self.0.redactor())?;
        let mut lines = vec![format!("{} ({} lines shown)", tail.file.id, tail.lines.len())];
        lines.extend(last_first(&tail.lines));
        let head = Message::new("core.log.head")
            .with("file", tail.file.id.as_str())
            .with("at", Field::Time(tail.file.at));
        let mut said = vec![head];
        let shown = tail.lines.iter().skip(tail.lines.len().saturating_sub(20));
        said.extend(shown.map(|line| Message::new("core.log.line").with("text", line.text.as_str())));
        let answer = with_problems(answer(&lines, None, value(&tail), said), tail.problems);
        Ok(Answer { foreign: true, ..answer })
    }
}

/// The last lines matter most, so they are what the model sees first.
fn last_first(lines: &[Line]) -> impl Iterator<Item = String> {
    lines.iter().rev().map(|line| match line.times {
        0 | 1 => line.text.clone(),
        times => format!("{} (x{times})", line.text),
    })
}

fn sixty() -> usize {
    60
}

pub(super) fn level(name: LevelName) -> Level {
    match name {
        LevelName::Debug => Level::Debug,
        LevelName::Info => Level::Info,
        LevelName::Warn => Level::Warn,
        LevelName::Error => Level::Error,
        LevelName::Fatal => Level::Fatal,
    }
}

fn source(name: SourceName) -> Source {
    match name {
        SourceName::Newest => Source::Newest,
        SourceName::Latest => Source::Latest,
        SourceName::CrashReport => Source::CrashReport,
        SourceName::JavaCrash => Source::JavaCrash,
    }
}
