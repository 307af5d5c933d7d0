//! `read_version_detail`: one version: Java need, own settings, loader, mods, worlds, problems.

use std::sync::Arc;

use nova_content::{mods, worlds};
use nova_game::Version;
use nova_model::{Field, Message, clean};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, or_problem, value, with_problems},
        launch,
        params::AnyVersion,
    },
};

/// One version: Java need, own settings, loader, mods, worlds, problems.
pub(super) struct ReadVersionDetail(pub(super) Arc<Launcher>);

impl Read for ReadVersionDetail {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: AnyVersion::IDS,
            ..draft_read(
                "read_version_detail",
                Title { zh: "查看版本详情", en: "Read version" },
                "Reads one version: Java need, memory, loader, mods, worlds, problems.\n\
                 Use for questions about one version; list_versions for all of them.",
            )
        }
    }

    fn run(&self, params: AnyVersion, _call: &Call) -> Result<Answer, ToolError> {
        let version = self.0.version(params.version_id.as_deref())?;
        let instance = version.instance();
        let mut problems = version.problems.clone();
        let mods = or_problem(mods::list(&instance), "mods", &mut problems).mods;
        let worlds = worlds::list(&[instance], &*self.0.game.setup().probe);
        let worlds = or_problem(worlds, "saves", &mut problems).worlds;
        let on = mods.iter().filter(|found| found.enabled).count();
        let counts = Counts { on, off: mods.len() - on, worlds: worlds.len() };
        let mut data = super::list_versions::entry(&version);
        if let Some(fields) = data.as_object_mut() {
            fields.insert("java".into(), value(&version.java));
            fields.insert("own_settings".into(), value(&version.own));
            fields.insert("parents".into(), value(&version.parents));
            fields.insert("mods".into(), json!({ "enabled": counts.on, "disabled": counts.off }));
            fields.insert("saves".into(), worlds.iter().map(|world| world.id.clone()).collect());
        }
        let mut lines = lines(&version, &counts);
        lines.extend(own_lines(&version));
        let said = std::iter::once(said(&version, &counts)).chain(own_said(&version)).collect();
        Ok(with_problems(answer(&lines, None, data, said), problems))
    }
}

/// How many mods and worlds a version has.
struct Counts {
    on: usize,
    off: usize,
    worlds: usize,
}

/// The version for a model.
fn lines(version: &Version, counts: &Counts) -> Vec<String> {
    let java = version.java.major.map_or_else(|| "unknown".to_owned(), |major| major.to_string());
    let loaders: Vec<_> =
        version.loaders.iter().map(|build| format!("{} {}", build.loader.as_str(), build.version)).collect();
    vec![
        format!("{}: Minecraft {}", version.id, version.game_version.as_deref().unwrap_or("unknown")),
        format!("Java needed: {java}"),
        format!("Loader: {}", loaders.join(", ")),
        format!("Mods: {} on, {} off. Worlds: {}", counts.on, counts.off, counts.worlds),
        format!("Isolated: {}. Problems: {}", version.isolation.isolated, version.problems.len()),
    ]
}

/// What is set for this version alone, for a model.
fn own_lines(version: &Version) -> Vec<String> {
    let own = &version.own;
    let memory = own.max_mb.map(|mb| format!("Own memory: {mb} MB"));
    let java = own.java.as_ref().map(|java| format!("Own Java: {java}"));
    let note = own.note.as_ref().map(|note| format!("Note: {}", clean(note, 200)));
    let group = own.group.as_ref().map(|group| format!("Group: {}", clean(group, 60)));
    let launch = launch::lines(&own.launch).into_iter().map(|line| format!("Own: {line}"));
    [memory, java, note, group].into_iter().flatten().chain(launch).collect()
}

/// The same for a player.
fn own_said(version: &Version) -> Vec<Message> {
    let own = &version.own;
    let memory = own.max_mb.map(|mb| Message::new("core.own.memory").with("mb", i64::from(mb)));
    let java = own.java.as_ref().map(|java| Message::new("core.own.java").with("java", java.as_str()));
    let note = own.note.as_ref().map(|note| Message::new("core.own.note").with("note", clean(note, 200)));
    let group =
        own.group.as_ref().map(|group| Message::new("core.own.group").with("group", clean(group, 60)));
    [memory, java, note, group].into_iter().flatten().chain(launch::said(&own.launch)).collect()
}

/// The version for a player.
fn said(version: &Version, counts: &Counts) -> Message {
    let unknown = || Field::from(Message::new("core.unknown"));
    let java = version.java.major.map(|major| Field::Number(i64::from(major)));
    Message::new("core.version.detail")
        .with("id", version.id.as_str())
        .with("game", version.game_version.clone().map_or_else(unknown, Field::Text))
        .with("java", java.unwrap_or_else(unknown))
        .with("loader", super::list_versions::loader_name(version))
        .with("mods", counts.on)
        .with("worlds", counts.worlds)
}
