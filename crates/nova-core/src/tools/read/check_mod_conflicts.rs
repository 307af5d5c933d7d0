//! `check_mod_conflicts`: what is wrong with the mods of a version, each with a finding id.

use std::sync::Arc;

use nova_content::mods;
use nova_model::{Message, Problem};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, said_list, value, with_problems},
        params::AnyVersion,
    },
};

/// What is wrong with the mods of a version, each with a finding id.
pub(super) struct CheckModConflicts(pub(super) Arc<Launcher>);

impl Read for CheckModConflicts {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: AnyVersion::IDS,
            ..draft_read(
                "check_mod_conflicts",
                Title { zh: "检查模组冲突", en: "Check mod conflicts" },
                "Finds duplicate, clashing, broken or wrong mods and missing dependencies.\n\
                 Use when mods misbehave; resolve_mod_conflict mends one finding.",
            )
        }
    }

    fn run(&self, params: AnyVersion, _call: &Call) -> Result<Answer, ToolError> {
        let (instance, list) = self.0.mods(params.version_id.as_deref())?;
        let findings = mods::conflicts(&instance, &list);
        let lines: Vec<_> = findings.iter().map(line).collect();
        let head = if findings.is_empty() { "core.conflicts.none" } else { "core.conflicts.head" };
        let head = Message::new(head).with("version", instance.id.as_str()).with("n", findings.len());
        let said = said_list(head, &findings, sentence);
        let problems =
            findings.iter().map(|finding| Problem::error(finding.id.as_str(), finding.message.clone()));
        let problems = problems.chain(list.problems).collect();
        let data = json!({ "version_id": instance.id, "findings": value(&findings) });
        Ok(with_problems(answer(&lines, None, data, said), problems))
    }
}

fn sentence(finding: &nova_meta::Finding) -> Message {
    Message::new("core.conflicts.line").with("what", finding.message.clone())
}

fn line(finding: &nova_meta::Finding) -> String {
    let kind = value(finding.kind);
    let loser = finding
        .loser
        .as_deref()
        .map(|file| format!("; switching off {file} resolves it"))
        .unwrap_or_default();
    format!(
        "{} {}: mods {} in {}{loser}",
        finding.id,
        kind.as_str().unwrap_or("finding"),
        finding.mods.join(", "),
        finding.files.join(", ")
    )
}
