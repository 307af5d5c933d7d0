//! `list_mods`: the mods of a version with their state.

use std::sync::Arc;

use nova_content::mods::{InstalledMod, ModList};
use nova_model::Message;
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::json;

use crate::tools::params::VERSIONS;
use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list, value, with_problems},
};

/// The parameters of `list_mods`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    version_id: Option<String>,
    /// Only mods whose id, name or file contains this, for example `map`. Default: all.
    #[serde(default)]
    filter: Option<String>,
    /// Where to go on, from the end of an earlier answer, for example `40`. Default: from the start.
    #[serde(default)]
    cursor: Option<String>,
}

/// The mods of a version with their state.
pub(super) struct ListMods(pub(super) Arc<Launcher>);

impl Read for ListMods {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_read(
                "list_mods",
                Title { zh: "查看模组", en: "List mods" },
                "Lists the mods of a version: id, version, loader, on or off, problems.\n\
                 Use for what is installed; read_mod_detail for one mod.",
            )
        }
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let (instance, mut list) = self.0.mods(params.version_id.as_deref())?;
        if let Some(wanted) = params.filter.as_deref() {
            list.mods.retain(|found| fits(found, wanted));
        }
        let lines: Vec<_> = list.mods.iter().map(line).collect();
        let mods: Vec<_> = list.mods.iter().map(|found| entry(found, &instance.id)).collect();
        let data = json!({ "version_id": instance.id, "mods": mods });
        let said = said_list(head(&list), &list.mods, sentence);
        let problems =
            list.mods.iter().flat_map(|found| found.problems.clone()).chain(list.problems).collect();
        Ok(with_problems(answer(&lines, params.cursor.as_deref(), data, said), problems))
    }
}

fn fits(found: &InstalledMod, wanted: &str) -> bool {
    let wanted = wanted.to_lowercase();
    [&found.id, &found.name, &found.file].iter().any(|text| text.to_lowercase().contains(&wanted))
}

fn line(found: &InstalledMod) -> String {
    let state = if found.enabled { "on" } else { "off" };
    let loaders: Vec<_> = found.loaders.iter().map(|loader| loader.as_str()).collect();
    let problems = if found.problems.is_empty() { "" } else { ", has problems" };
    format!("{} {} ({}), {state}{problems}: {}", found.id, found.version, loaders.join("/"), found.file)
}

pub(super) fn entry(found: &InstalledMod, version: &str) -> Value {
    let mut entry = value(found);
    if let Some(fields) = entry.as_object_mut() {
        fields.insert("version_id".into(), version.into());
    }
    entry
}

fn head(list: &ModList) -> Message {
    let on = list.mods.iter().filter(|found| found.enabled).count();
    match list.mods.len() {
        0 if list.version.is_empty() => Message::new("core.mods.none-in-root"),
        0 => Message::new("core.mods.none").with("version", list.version.as_str()),
        n => {
            Message::new("core.mods.head").with("version", list.version.as_str()).with("n", n).with("on", on)
        }
    }
}

fn sentence(found: &InstalledMod) -> Message {
    let code = match (found.enabled, found.problems.is_empty()) {
        (true, true) => "core.mods.on",
        (false, true) => "core.mods.off",
        (_, false) => "core.mods.broken",
    };
    let name = if found.name.is_empty() { &found.id } else { &found.name };
    Message::new(code)
        .with("id", found.id.as_str())
        .with("name", name.as_str())
        .with("version", found.version.as_str())
        .with("file", found.file.as_str())
}
