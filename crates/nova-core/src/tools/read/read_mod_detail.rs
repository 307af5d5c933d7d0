//! `read_mod_detail`: one mod: metadata, dependencies, dependents, config files.

use std::sync::Arc;

use nova_content::mods;
use nova_model::Message;
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::Value;

use crate::{
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, value, with_problems},
        params::OneMod,
    },
};

/// One mod: metadata, dependencies, dependents, config files.
pub(super) struct ReadModDetail(pub(super) Arc<Launcher>);

impl Read for ReadModDetail {
    type Params = OneMod;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneMod::IDS,
            ..draft_read(
                "read_mod_detail",
                Title { zh: "查看模组详情", en: "Read mod" },
                "Reads one mod: description, dependencies, dependents, config files.\n\
                 Use for questions about one mod; find_mod_dependents for what needs it.\n\
                 The mod is listed by list_mods.",
            )
        }
    }

    fn run(&self, params: OneMod, _call: &Call) -> Result<Answer, ToolError> {
        let (instance, list) = self.0.mods(params.version_id.as_deref())?;
        let detail = mods::detail(&instance, &list, mods::find(&list, &params.r#mod)?);
        let found = &detail.installed;
        let needs: Vec<_> =
            detail.dependencies.iter().map(|d| format!("{} {}", d.id, d.range).trim().to_owned()).collect();
        let lines = [
            format!(
                "{} {} ({}), {}: {}",
                found.name,
                found.version,
                found.id,
                if found.enabled { "on" } else { "off" },
                found.file
            ),
            format!("Needs: {}", needs.join(", ")),
            format!("Needed by: {}", detail.dependents.direct.join(", ")),
            format!("Config: {}", detail.config.join(", ")),
            format!("The author's description: {}", detail.description),
        ];
        let said = Message::new("core.mod.detail")
            .with("name", found.name.as_str())
            .with("version", found.version.as_str())
            .with("file", found.file.as_str())
            .with("description", detail.description.as_str())
            .with("needs", needs)
            .with("dependents", detail.dependents.direct.clone());
        let problems = found.problems.clone();
        let mut data = value(&detail);
        if let ([only], Value::Object(fields)) = (detail.config.as_slice(), &mut data) {
            fields.insert("file_id".to_owned(), only.as_str().into());
        }
        let answer = with_problems(answer(&lines, None, data, vec![said]), problems);
        Ok(Answer { foreign: true, ..answer })
    }
}
