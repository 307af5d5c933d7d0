//! Changes of what a version alone has: its own settings as a whole, its note and group, its game's options.

use std::collections::BTreeMap;

use nova_files::Step;
use nova_model::{ChangeKind, Message, clean, suggest};
use serde_json::Value;

use super::{Scene, settings::already};
use crate::{
    GameError, OwnLaunch, Proposal, Result, Setting, Version,
    options::{self, GameOption},
    settings::own_edit,
};

/// The keys of a version's own settings that stand over the general ones. Its folders are left as they are: another choice
/// would put worlds out of sight. Note and group are no settings.
const RESET: [&str; 7] = ["max_mb", "java", "jvm_args", "env", "window", "graphics", "commands"];
/// Characters of a note and of a group's name.
const NOTE: usize = 1_000;
const GROUP: usize = 60;
/// Options that other tools change, since more than one line hangs on them, or that only the game may.
const OTHERS: [&str; 3] = ["resourcePacks", "incompatibleResourcePacks", "version"];
/// Characters of an unknown option's value.
const LONGEST: usize = 1_000;

/// Takes a version's own settings away, so that it follows the general ones.
pub(crate) fn reset(scene: &Scene, version: &Version) -> Result<Proposal> {
    let mut edit = own_edit(&version.folder);
    let set: Vec<&str> = RESET.into_iter().filter(|key| edit.has(&[key])).collect();
    if set.is_empty() {
        return already(Message::new("game.now.follows").with("id", version.id.as_str()));
    }
    let title = Message::new("game.change.reset").with("id", version.id.as_str());
    let mut proposal = Proposal::new(&version.root, title, "game.undo.setting");
    proposal.version = Some(version.id.clone());
    for key in set {
        edit.set(&[key], None);
        proposal.line(ChangeKind::Set, format!("{}: {key}", version.id), None);
    }
    proposal.add(edit.steps(scene.now), edit.file());
    Ok(proposal)
}

/// Lets a version start as these settings say.
pub(crate) fn start_as(scene: &Scene, version: &Version, wanted: &OwnLaunch) -> Result<Proposal> {
    let now = version.own.own_launch();
    let title = Message::new("game.change.reset").with("id", version.id.as_str());
    let mut proposal = Proposal::new(&version.root, title, "game.undo.setting");
    proposal.version = Some(version.id.clone());
    let env = |env: &BTreeMap<String, String>| (!env.is_empty()).then(|| serde_json::json!(env));
    let rows = [
        ("max_mb", now.max_mb.map(Value::from), wanted.max_mb.map(Value::from)),
        ("java", now.java.map(Value::from), wanted.java.clone().map(Value::from)),
        ("jvm_args", now.jvm_args.map(Value::from), wanted.jvm_args.clone().map(Value::from)),
        ("env", env(&now.env), env(&wanted.env)),
    ];
    let mut edit = own_edit(&version.folder);
    for (key, _, wanted) in rows.into_iter().filter(|(_, now, wanted)| now != wanted) {
        let shown = wanted.as_ref().map(|value| match value {
            Value::String(text) => clean(text, LONGEST),
            // Values of variables are nobody's business here.
            Value::Object(variables) => variables.keys().cloned().collect::<Vec<_>>().join(", "),
            other => other.to_string(),
        });
        proposal.line(ChangeKind::Set, format!("{}: {key}", version.id), shown);
        edit.set(&[key], wanted);
    }
    if proposal.changes.is_empty() {
        return already(Message::new("game.now.follows").with("id", version.id.as_str()));
    }
    proposal.add(edit.steps(scene.now), edit.file());
    Ok(proposal)
}

/// The player's words about a version.
pub(crate) fn note(
    scene: &Scene,
    version: &Version,
    note: &Setting<String>,
    group: &Setting<String>,
) -> Result<Proposal> {
    let rows = [
        ("note", note, version.own.note.as_deref(), NOTE),
        ("group", group, version.own.group.as_deref(), GROUP),
    ];
    let mut edit = own_edit(&version.folder);
    let title = Message::new("game.change.note").with("id", version.id.as_str());
    let mut proposal = Proposal::new(&version.root, title, "game.undo.setting");
    proposal.version = Some(version.id.clone());
    for (key, setting, now, most) in rows {
        let wanted = match setting {
            Setting::Keep => continue,
            Setting::Clear => None,
            Setting::To(text) => Some(text.trim()).filter(|text| !text.is_empty()),
        };
        if wanted.is_some_and(|text| text.chars().count() > most) {
            return Err(GameError::SettingBounds { key, min: 0, max: most as u64 });
        }
        let wanted = wanted.map(|text| clean(text, most));
        if wanted.as_deref() != now {
            edit.set(&[key], wanted.clone().map(Value::from));
            proposal.line(ChangeKind::Set, format!("{}: {key}", version.id), wanted);
        }
    }
    if proposal.changes.is_empty() {
        return already(Message::new("game.now.note").with("id", version.id.as_str()));
    }
    proposal.add(edit.steps(scene.now), edit.file());
    Ok(proposal)
}

/// One option of the game.
pub(crate) fn option(scene: &Scene, version: &Version, key: &str, wish: &str) -> Result<Proposal> {
    scene.refuse_running(version)?;
    let instance = version.instance();
    let path = options::file(&instance.dir);
    let before = options::bytes(&path)
        .map_err(|fault| GameError::FileUnreadable { path: path.clone(), why: fault.message() })?;
    let bytes = before.as_deref().unwrap_or_default();
    let (key, now, to) = written(bytes, key, wish, before.is_some())?;
    let named = name(&key);
    if now.as_deref() == Some(to.as_str()) {
        return already(Message::new("game.now.option").with("name", named).with("value", shown(&key, &to)));
    }
    let title = Message::new("game.change.option")
        .with("id", version.id.as_str())
        .with("name", named)
        .with(
            "from",
            now.as_deref().map_or_else(|| Message::new("game.value.default"), |now| text(&shown(&key, now))),
        )
        .with("to", shown(&key, &to));
    let mut proposal = Proposal::new(&version.root, title, "game.undo.option");
    proposal.version = Some(version.id.clone());
    proposal.line(ChangeKind::Set, format!("options.txt: {key}"), Some(to.clone()));
    let content = options::with(bytes, &key, &to);
    proposal.add([Step::Write { path: path.clone(), content }], &path);
    if !instance.isolated {
        proposal.warnings.push(Message::new("game.warn.options-shared").with("path", path.as_path()));
    }
    Ok(proposal)
}

/// The key as it is spelt, its value now, and what is written.
fn written(bytes: &[u8], key: &str, wish: &str, exists: bool) -> Result<(String, Option<String>, String)> {
    if OTHERS.iter().any(|other| other.eq_ignore_ascii_case(key)) {
        return Err(GameError::OptionOfOthers { key: clean(key, 80) });
    }
    if let Some(known) = options::find(key) {
        let now = options::value(bytes, known.key);
        let to = known.written(wish, now.as_deref()).ok_or_else(|| GameError::OptionValue {
            name: Message::new(known.label),
            allowed: known.allowed(),
        })?;
        return Ok((known.key.to_owned(), now, to));
    }
    let Some(now) = options::value(bytes, key) else { return Err(unknown(bytes, key, exists)) };
    let plain = wish.chars().count() <= LONGEST && !wish.chars().any(nova_model::acts);
    if !plain {
        let allowed = Message::new("game.allowed.line");
        return Err(GameError::OptionValue { name: text(&clean(key, 80)), allowed });
    }
    Ok((key.to_owned(), Some(now), wish.to_owned()))
}

fn unknown(bytes: &[u8], key: &str, exists: bool) -> GameError {
    let in_file = options::keys_of(bytes);
    let mut all: Vec<&str> = in_file.iter().map(String::as_str).collect();
    all.extend(options::keys().map(|key| -> &str { key }));
    let near = suggest(key, all.iter().copied()).into_iter().map(str::to_owned).collect();
    GameError::NoOption { key: clean(key, 80), near, exists }
}

fn name(key: &str) -> Message {
    options::find(key).map_or_else(|| text(&clean(key, 80)), |known| Message::new(known.label))
}

fn text(plain: &str) -> Message {
    Message::new("game.value.text").with("text", plain)
}

fn shown(key: &str, value: &str) -> String {
    clean(&options::find(key).map_or_else(|| value.to_owned(), |known| known.shown(value)), 200)
}

/// The options of a version as they are now.
pub(crate) fn options_of(version: &Version) -> Result<options::GameOptions> {
    let path = options::file(&version.instance().dir);
    let bytes = options::bytes(&path)
        .map_err(|fault| GameError::FileUnreadable { path: path.clone(), why: fault.message() })?;
    let items: Vec<GameOption> = bytes.as_deref().map(options::of).unwrap_or_default();
    Ok(options::GameOptions { path, exists: bytes.is_some(), items })
}
