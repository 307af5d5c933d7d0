//! Changes of settings, general ones and a version's own.

use std::{fs, path::Path};

use nova_model::{ChangeKind, Field, Message};
use serde_json::Value;

use super::Scene;
use crate::{
    AppearanceChange, DownloadSource, Fit, Folders, GameError, Instance, Java, JavaList, Proposal, Result,
    Version, java as runtimes,
    memory::{bounded, warnings},
    settings::{Edit, own_edit, shown_look},
};

/// Entries of a folder further than this are not counted.
const MOST_ENTRIES: usize = 2_000;

/// Makes a version the current one of its root.
pub(crate) fn select(scene: &Scene, version: &Version) -> Result<Proposal> {
    if scene.settings.current_in(&version.root) == Some(version.id.as_str()) {
        return already(Message::new("game.now.current").with("id", version.id.as_str()));
    }
    let edit = scene.current_edit(version, Some(&version.id));
    let title = Message::new("game.change.select").with("id", version.id.as_str());
    let mut proposal = proposal(scene, scene.data, title, &edit);
    proposal.version = Some(version.id.clone());
    proposal.line(ChangeKind::Set, "current_version", Some(version.id.clone()));
    Ok(proposal)
}

/// The heap limit of all versions.
pub(crate) fn memory(scene: &Scene, max_mb: u64, total_mb: u64, java: Option<&Java>) -> Result<Proposal> {
    let to = bounded(max_mb, total_mb)?;
    if scene.settings.max_mb == Some(to) {
        return already(Message::new("game.now.memory").with("mb", i64::from(to)));
    }
    let mut edit = scene.settings.edit(scene.data);
    edit.set(&["memory", "max_mb"], Some(Value::from(to)));
    let title = Message::new("game.change.memory")
        .with("from", memory_value(scene.settings.max_mb))
        .with("to", memory_value(Some(to)));
    let mut proposal = proposal(scene, scene.data, title, &edit);
    proposal.line(ChangeKind::Set, "memory.max_mb", Some(to.to_string()));
    proposal.warnings.extend(warnings(max_mb, total_mb, java));
    Ok(proposal)
}

/// The heap limit of one version.
pub(crate) fn memory_of(
    scene: &Scene,
    version: &Version,
    max_mb: u64,
    total_mb: u64,
    java: Option<&Java>,
) -> Result<Proposal> {
    let to = bounded(max_mb, total_mb)?;
    if version.own.max_mb == Some(to) {
        return already(
            Message::new("game.now.memory-of").with("mb", i64::from(to)).with("id", version.id.as_str()),
        );
    }
    let mut edit = own_edit(&version.folder);
    edit.set(&["max_mb"], Some(Value::from(to)));
    let title = Message::new("game.change.memory-of")
        .with("id", version.id.as_str())
        .with("from", memory_value(version.own.max_mb.or(scene.settings.max_mb)))
        .with("to", memory_value(Some(to)));
    let mut proposal = own_proposal(scene, version, title, &edit);
    proposal.line(ChangeKind::Set, format!("{}: max_mb", version.id), Some(to.to_string()));
    proposal.warnings.extend(warnings(max_mb, total_mb, java));
    Ok(proposal)
}

fn memory_value(mb: Option<u32>) -> Message {
    match mb {
        Some(mb) => Message::new("game.value.mb").with("mb", i64::from(mb)),
        None => Message::new("game.value.auto"),
    }
}

/// Which Java was asked for.
enum Pick {
    Auto,
    Runtime(Java),
}

/// The Java of all versions.
pub(crate) fn java(scene: &Scene, asked: &str, list: &JavaList) -> Result<Proposal> {
    let pick = pick(scene, asked, list)?;
    let id = pick.id();
    if scene.settings.java.as_deref() == id {
        return already(Message::new("game.now.java").with("java", pick.shown()));
    }
    let mut edit = scene.settings.edit(scene.data);
    edit.set(&["java", "use"], Some(Value::from(id.unwrap_or("auto"))));
    register(scene, &pick, &mut edit);
    let from = java_value(scene.settings.java.as_deref(), list);
    let title = Message::new("game.change.java").with("from", from).with("to", pick.shown());
    let mut proposal = proposal(scene, scene.data, title, &edit);
    proposal.line(ChangeKind::Set, "java.use", Some(id.unwrap_or("auto").to_owned()));
    for version in scene.versions.items.iter().filter(|version| version.current) {
        proposal.warnings.extend(wrong_java(version, &pick));
    }
    Ok(proposal)
}

/// The Java of one version.
pub(crate) fn java_of(scene: &Scene, version: &Version, asked: &str, list: &JavaList) -> Result<Proposal> {
    let pick = pick(scene, asked, list)?;
    let id = pick.id();
    let wanted = id.unwrap_or("auto");
    if version.own.java.as_deref() == Some(wanted) {
        return already(
            Message::new("game.now.java-of").with("java", pick.shown()).with("id", version.id.as_str()),
        );
    }
    let mut edit = own_edit(&version.folder);
    edit.set(&["java"], Some(Value::from(wanted)));
    let from = java_value(version.own.java.as_deref().or(scene.settings.java.as_deref()), list);
    let title = Message::new("game.change.java-of")
        .with("id", version.id.as_str())
        .with("from", from)
        .with("to", pick.shown());
    let mut proposal = own_proposal(scene, version, title, &edit);
    proposal.line(ChangeKind::Set, format!("{}: java", version.id), Some(wanted.to_owned()));
    proposal.warnings.extend(wrong_java(version, &pick));
    if list.find(wanted).is_none() && id.is_some() {
        let mut general = scene.settings.edit(scene.data);
        register(scene, &pick, &mut general);
        proposal.add(general.steps(scene.now), general.file());
    }
    Ok(proposal)
}

/// `auto`, a major number that is installed, an id, or the path of a runtime with a `release` file. A path is never run
/// here: a plan must not start what somebody else named.
fn pick(scene: &Scene, asked: &str, list: &JavaList) -> Result<Pick> {
    let asked = asked.trim();
    if asked.eq_ignore_ascii_case("auto") {
        return Ok(Pick::Auto);
    }
    if let Ok(major) = asked.parse::<u32>() {
        let found = list.of_major(major, &scene.machine.arch);
        let missing = GameError::NoJavaMajor { major, have: list.majors() };
        return found.cloned().map(Pick::Runtime).ok_or(missing);
    }
    let known = list.find(asked).cloned();
    let found = known.or_else(|| runtimes::released(Path::new(asked), scene.machine.os));
    let have = || list.items.iter().map(|java| java.id.clone()).collect();
    found.map(Pick::Runtime).ok_or_else(|| GameError::NoJava { asked: asked.to_owned(), have: have() })
}

impl Pick {
    fn id(&self) -> Option<&str> {
        match self {
            Self::Auto => None,
            Self::Runtime(java) => Some(&java.id),
        }
    }

    fn shown(&self) -> Message {
        match self {
            Self::Auto => Message::new("game.value.auto"),
            Self::Runtime(java) => shown_java(java),
        }
    }
}

fn shown_java(java: &Java) -> Message {
    Message::new("game.value.java")
        .with("major", i64::from(java.major))
        .with("version", java.version.as_str())
        .with("path", java.path.as_path())
}

fn java_value(id: Option<&str>, list: &JavaList) -> Message {
    match id.filter(|id| *id != "auto") {
        None => Message::new("game.value.auto"),
        Some(id) => match list.find(id) {
            Some(java) => shown_java(java),
            None => Message::new("game.value.gone").with("path", id),
        },
    }
}

/// A runtime that the search would not find again is registered with the choice.
fn register(scene: &Scene, pick: &Pick, edit: &mut Edit) {
    let Pick::Runtime(java) = pick else { return };
    if java.sources.is_empty() && !scene.settings.known_java.contains(&java.path) {
        let known = scene.settings.known_java.iter().chain([&java.path]);
        let paths: Vec<Value> = known.map(|path| Value::from(path.display().to_string())).collect();
        edit.set(&["java", "known"], Some(Value::from(paths)));
    }
}

fn wrong_java(version: &Version, pick: &Pick) -> Option<Message> {
    let Pick::Runtime(java) = pick else { return None };
    let needed = version.java.major?;
    if version.java.fit(java.major) == Fit::Wrong {
        let message = Message::new("game.warn.java").with("id", version.id.as_str());
        return Some(message.with("needed", i64::from(needed)).with("major", i64::from(java.major)));
    }
    let why = version.java.suits(java).why?;
    let message = Message::new("game.warn.java-build").with("id", version.id.as_str());
    Some(message.with("version", java.version.as_str()).with("why", why))
}

/// Where files are downloaded from.
pub(crate) fn download_source(scene: &Scene, source: DownloadSource) -> Result<Proposal> {
    if scene.settings.download_source == source {
        return already(Message::new("game.now.source").with("source", source.label()));
    }
    let mut edit = scene.settings.edit(scene.data);
    edit.set(&["download_source"], Some(Value::from(source.as_str())));
    let title = Message::new("game.change.source")
        .with("from", scene.settings.download_source.label())
        .with("to", source.label());
    let mut proposal = proposal(scene, scene.data, title, &edit);
    proposal.line(ChangeKind::Set, "download_source", Some(source.as_str().to_owned()));
    Ok(proposal)
}

/// Own folders or shared ones for a version. No file is moved; the preview says what will be out of sight.
pub(crate) fn isolation(scene: &Scene, version: &Version, folders: Folders) -> Result<Proposal> {
    let own = folders == Folders::Own;
    let id = version.id.as_str();
    if version.isolation.isolated == own {
        let code = if own { "game.now.isolated" } else { "game.now.shared" };
        return already(Message::new(code).with("id", id));
    }
    scene.refuse_running(version)?;
    let mut edit = own_edit(&version.folder);
    edit.set(&["isolation"], Some(Value::from(own)));
    let code = if own { "game.change.isolate" } else { "game.change.share" };
    let mut proposal = own_proposal(scene, version, Message::new(code).with("id", id), &edit);
    proposal.line(ChangeKind::Set, format!("{id}: isolation"), Some(own.to_string()));
    let before = version.instance();
    let mut after = before.clone();
    after.dir = if own { version.folder.clone() } else { version.root.clone() };
    proposal.warnings.push(Message::new("game.warn.nothing-moves").with("dir", after.dir.as_path()));
    proposal.warnings.extend(out_of_sight(&before, &after));
    Ok(proposal)
}

/// How many worlds and mods are in the folders that are left, and in the ones that count from then on.
fn out_of_sight(before: &Instance, after: &Instance) -> Vec<Message> {
    let kinds = [
        ("game.warn.worlds-differ", count(&before.saves()), count(&after.saves())),
        ("game.warn.mods-differ", count(&before.mods()), count(&after.mods())),
    ];
    let differ = kinds.into_iter().filter(|(_, left, seen)| left + seen > 0);
    differ.map(|(code, left, seen)| Message::new(code).with("left", left).with("seen", seen)).collect()
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).into_iter().flatten().take(MOST_ENTRIES).flatten().count()
}

/// The look and the language.
pub(crate) fn appearance(scene: &Scene, change: &AppearanceChange) -> Result<Proposal> {
    let edits = change.checked()?.edits();
    let due: Vec<_> =
        edits.into_iter().filter(|one| scene.settings.raw_value(one.path) != one.to.as_ref()).collect();
    if due.is_empty() {
        return already(Message::new("game.now.appearance"));
    }
    let mut edit = scene.settings.edit(scene.data);
    for one in &due {
        edit.set(one.path, one.to.clone());
    }
    let values = due.iter().map(|one| Message::new(one.label).with("value", shown_look(one)).into());
    let title = Message::new("game.change.appearance").with("values", Field::List(values.collect()));
    let mut proposal = proposal(scene, scene.data, title, &edit);
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    for one in &due {
        proposal.line(ChangeKind::Set, one.path.join("."), one.to.as_ref().map(text));
    }
    Ok(proposal)
}

pub(super) fn already<T>(now: Message) -> Result<T> {
    Err(GameError::AlreadySo { now })
}

pub(super) fn proposal(scene: &Scene, root: &Path, title: Message, edit: &Edit) -> Proposal {
    let mut proposal = Proposal::new(root, title, "game.undo.setting");
    proposal.add(edit.steps(scene.now), edit.file());
    proposal
}

fn own_proposal(scene: &Scene, version: &Version, title: Message, edit: &Edit) -> Proposal {
    let mut proposal = proposal(scene, &version.root, title, edit);
    proposal.version = Some(version.id.clone());
    proposal
}
