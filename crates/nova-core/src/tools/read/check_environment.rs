//! `check_environment`: whether a version can start: Java, memory, path, disk, files.

use std::sync::Arc;

use nova_game::{Check, Verdict};
use nova_model::{Message, Problem};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, value, with_problems},
        params::AnyVersion,
    },
};

/// Whether a version can start: Java, memory, path, disk, files.
pub(super) struct CheckEnvironment(pub(super) Arc<Launcher>);

impl Read for CheckEnvironment {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: AnyVersion::IDS,
            ..draft_read(
                "check_environment",
                Title { zh: "检查运行环境", en: "Check environment" },
                "Checks whether a version can start: Java, memory, path, disk, files.\n\
                 Use when the game does not start; check_mod_conflicts for its mods.",
            )
        }
    }

    fn run(&self, params: AnyVersion, _call: &Call) -> Result<Answer, ToolError> {
        let version = self.0.version(params.version_id.as_deref())?;
        let checks = self.0.game.environment(&version);
        let major = version.java.major;
        let lines: Vec<_> = checks.iter().map(|check| line(check, major)).collect();
        let bad: Vec<_> = checks.iter().filter(|check| check.verdict != Verdict::Ok).collect();
        let head = if bad.is_empty() { "core.environment.good" } else { "core.environment.bad" };
        let mut said = vec![Message::new(head).with("id", version.id.as_str()).with("n", bad.len())];
        said.extend(
            bad.iter().flat_map(|check| std::iter::once(check.message.clone()).chain(check.hint.clone())),
        );
        let problems = bad.iter().map(|check| problem(check)).collect();
        let data = json!({ "id": version.id, "checks": value(&checks) });
        Ok(with_problems(answer(&lines, None, data, said), problems))
    }
}

/// The line of a check, with the tool that mends it where there is one.
fn line(check: &Check, major: Option<u32>) -> String {
    let verdict = match check.verdict {
        Verdict::Ok => "ok",
        Verdict::Warning => "warning",
        Verdict::Error => "ERROR",
    };
    let lacks_java = check.hint.as_ref().is_some_and(|hint| hint.code == "game.hint.install-java");
    let fix = major.filter(|_| lacks_java).map(|major| format!("; fix: install_java {{\"major\": {major}}}"));
    format!("{verdict}: {} ({}){}", check.id, check.message.code, fix.unwrap_or_default())
}

fn problem(check: &Check) -> Problem {
    match check.verdict {
        Verdict::Error => Problem::error(check.id, check.message.clone()),
        _ => Problem::warning(check.id, check.message.clone()),
    }
}
