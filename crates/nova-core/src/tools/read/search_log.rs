//! `search_log`: the lines of a log that hold some words or fit a pattern.

use std::sync::Arc;

use nova_content::logs::{self, Hit, Search, Source};
use nova_model::Message;
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;

use super::read_log::{LevelName, level};
use crate::tools::params::{LOGS, VERSIONS};
use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list, value, with_problems},
};

/// The most lines shown around a hit.
const MOST_CONTEXT: usize = 20;
/// The most hits in one answer.
const MOST_HITS: usize = 200;

/// The parameters of `search_log`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// Words to look for in any case, or a regular expression between slashes, for example `OutOfMemory`.
    pattern: String,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    version_id: Option<String>,
    /// How many lines to show before and after a hit, for example `2`. Default: 0.
    #[serde(default)]
    context: usize,
    /// Only hits of this level and above, for example `warn`. Default: all.
    #[serde(default)]
    level: Option<LevelName>,
    /// The most hits to show, for example `20`. Default: 200.
    #[serde(default = "most")]
    limit: usize,
    /// One log or report from `list_crash_reports`, for example `logs/latest.log`. Default: the newest.
    #[serde(default)]
    file_id: Option<String>,
}

fn most() -> usize {
    MOST_HITS
}

/// Searches a log.
pub(super) struct SearchLog(pub(super) Arc<Launcher>);

impl Read for SearchLog {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }, IdParam { param: "file_id", from: LOGS }],
            ..draft_read(
                "search_log",
                Title { zh: "搜索日志", en: "Search log" },
                "Finds the lines of a version's newest log that hold words or a pattern.\n\
                 Use to look for an error or a mod; read_log for the end of the log.",
            )
        }
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let source = params.file_id.map_or(Source::Newest, Source::Named);
        let log = self.0.log(params.version_id.as_deref(), &source)?;
        let search = Search {
            pattern: params.pattern,
            context: params.context.min(MOST_CONTEXT),
            limit: params.limit.clamp(1, MOST_HITS),
            level: params.level.map(level),
        };
        let found = logs::search(log, &search, &self.0.redactor())?;
        let mut lines = vec![format!("{} hits in {}", found.total, found.file.id)];
        lines.extend(found.hits.iter().map(text));
        let head = if found.total == 0 { "core.search.none" } else { "core.search.head" };
        let head = Message::new(head).with("n", found.total).with("file", found.file.id.as_str());
        let said = said_list(head, &found.hits, |hit| Message::new("core.log.line").with("text", text(hit)));
        let answer = with_problems(answer(&lines, None, value(&found), said), found.problems);
        Ok(Answer { foreign: true, ..answer })
    }
}

fn text(hit: &Hit) -> String {
    let lines: Vec<_> = hit.lines.iter().map(|line| line.text.as_str()).collect();
    format!("{}: {}", hit.number, lines.join(" / "))
}
