//! Changes of what games are started with, for all versions or for one: arguments of Java, variables, the window.

use nova_model::{ChangeKind, Message};
use serde_json::Value;

use super::{
    Scene,
    settings::{already, proposal},
};
use crate::{
    ArgsMode, GameError, LaunchSettings, Proposal, Result, Version, Window, check_variable, jvm_args,
    settings::{Edit, own_edit},
    variables::why_not_name,
};

/// Whose settings change.
pub(crate) struct Target<'a> {
    pub(crate) scene: &'a Scene<'a>,
    /// Nothing stands for all versions.
    pub(crate) version: Option<&'a Version>,
}

/// The most variables that can be set.
const MOST_VARIABLES: usize = 100;
/// The bounds of a window's sides, in pixels.
const WIDTH: (u32, u32) = (320, 16_384);
const HEIGHT: (u32, u32) = (240, 16_384);

impl Target<'_> {
    pub(super) fn edit(&self) -> Edit {
        match self.version {
            Some(version) => own_edit(&version.folder),
            None => self.scene.settings.edit(self.scene.data),
        }
    }

    /// What is set there now.
    pub(super) fn now(&self) -> &LaunchSettings {
        self.version.map_or(&self.scene.settings.launch, |version| &version.own.launch)
    }

    /// A sentence that has a form for one version, whose code ends with `-of`.
    pub(super) fn about(&self, all: &'static str, one: &'static str) -> Message {
        match self.version {
            Some(version) => Message::new(one).with("id", version.id.as_str()),
            None => Message::new(all),
        }
    }

    pub(super) fn proposal(&self, title: Message, edit: &Edit) -> Proposal {
        let root = self.version.map_or(self.scene.data, |version| &version.root);
        let mut proposal = proposal(self.scene, root, title, edit);
        proposal.version = self.version.map(|version| version.id.clone());
        proposal
    }

    /// The key of a preview's line.
    pub(super) fn key(&self, key: &str) -> String {
        self.version.map_or_else(|| key.to_owned(), |version| format!("{}: {key}", version.id))
    }
}

/// The further arguments of Java. `major` is the Java they are for.
pub(crate) fn args(target: &Target, given: &str, mode: ArgsMode, major: Option<u32>) -> Result<Proposal> {
    let general = target.version.and(target.scene.settings.launch.jvm_args.as_deref());
    let now = target.now().jvm_args.as_deref();
    let line = match mode {
        ArgsMode::Replace => one_line(given),
        ArgsMode::Add => added(now.or(general).unwrap_or_default(), &one_line(given))?,
    };
    let judged = jvm_args(&line, major)?;
    // In a version's own settings "none" only has to be said where there are general ones.
    let to = Some(line.as_str()).filter(|line| !line.is_empty() || general.is_some());
    if now == to || (now.is_none() && mode == ArgsMode::Add && general == to) {
        return already(target.about("game.now.jvm", "game.now.jvm-of"));
    }
    let mut edit = target.edit();
    edit.set(&["jvm_args"], to.map(Value::from));
    let title = target.about("game.change.jvm", "game.change.jvm-of");
    let title = title.with("from", shown(now.or(general))).with("to", shown(Some(&line)));
    let mut proposal = target.proposal(title, &edit);
    proposal.line(ChangeKind::Set, target.key("jvm_args"), to.map(str::to_owned));
    proposal.warnings.extend(judged.warnings);
    Ok(proposal)
}

fn one_line(given: &str) -> String {
    given.split(['\n', '\r', '\t']).collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// What is there, without what the new words set otherwise, and the new words. The spelling of both stays.
fn added(there: &str, new: &str) -> Result<String> {
    let words = |line: &str| nova_model::words(line).map_err(|_| GameError::BadArgs);
    let (old, more) = (words(there)?, words(new)?);
    let set_anew =
        |word: &String| more.iter().any(|other| flag(other).is_some() && flag(other) == flag(word));
    if !old.iter().any(set_anew) {
        return Ok(format!("{there} {new}").trim().to_owned());
    }
    let kept: Vec<String> = old.iter().filter(|word| !set_anew(word)).map(|word| quoted(word)).collect();
    Ok(format!("{} {new}", kept.join(" ")).trim().to_owned())
}

/// What a word sets, where it sets one thing: `-XX:+UseZGC` and `-XX:-UseZGC` set the same.
fn flag(word: &str) -> Option<&str> {
    let name = word.split('=').next().unwrap_or(word);
    match name.strip_prefix("-XX:") {
        Some(flag) => Some(flag.trim_start_matches(['+', '-'])),
        None => Some(name).filter(|name| name.starts_with("-D") || name.starts_with("-X")),
    }
}

/// A word as it has to be typed to be that word.
fn quoted(word: &str) -> String {
    let plain = |letter: char| !letter.is_whitespace() && !matches!(letter, '\'' | '"' | '\\');
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// One variable; an empty value takes it out.
pub(crate) fn variable(target: &Target, name: &str, value: &str) -> Result<Proposal> {
    let now = target.now().env.get(name).map(String::as_str);
    let to = Some(value).filter(|value| !value.is_empty());
    if now == to {
        return already(
            target.about("game.now.env", "game.now.env-of").with("name", nova_model::clean(name, 100)),
        );
    }
    match to {
        Some(value) => check_variable(name, value)?,
        // One that should not be there can be taken out.
        None if now.is_some() => {}
        None => {
            let why = why_not_name(name).unwrap_or("game.env.why.name");
            return Err(GameError::VariableRefused {
                name: nova_model::clean(name, 80),
                why: Message::new(why),
            });
        }
    }
    if target.now().env.len() >= MOST_VARIABLES && now.is_none() {
        return Err(GameError::SettingBounds { key: "env", min: 0, max: MOST_VARIABLES as u64 });
    }
    let mut edit = target.edit();
    edit.set(&["env", name], to.map(Value::from));
    let title = target.about("game.change.env", "game.change.env-of");
    let title = title.with("name", name).with("from", shown(now)).with("to", shown(to));
    let mut proposal = target.proposal(title, &edit);
    proposal.line(ChangeKind::Set, target.key(&format!("env.{name}")), to.map(str::to_owned));
    Ok(proposal)
}

/// The window: what is `None` stays, a side of 0 is left to the game again.
pub(crate) fn window(target: &Target, wanted: &Window) -> Result<Proposal> {
    bounded("window.width", wanted.width, WIDTH)?;
    bounded("window.height", wanted.height, HEIGHT)?;
    let now = target.now().window;
    let side = |wanted: Option<u32>, now: Option<u32>| match wanted {
        None => now,
        Some(0) => None,
        Some(side) => Some(side),
    };
    let to = Window {
        width: side(wanted.width, now.width),
        height: side(wanted.height, now.height),
        fullscreen: wanted.fullscreen.or(now.fullscreen),
    };
    if to == now {
        return already(target.about("game.now.window", "game.now.window-of"));
    }
    let mut edit = target.edit();
    let title = target.about("game.change.window", "game.change.window-of");
    let title = title.with("from", window_value(&now)).with("to", window_value(&to));
    let rows = [
        ("width", now.width.map(Value::from), to.width.map(Value::from)),
        ("height", now.height.map(Value::from), to.height.map(Value::from)),
        ("fullscreen", now.fullscreen.map(Value::from), to.fullscreen.map(Value::from)),
    ];
    let changed: Vec<_> = rows.into_iter().filter(|(_, now, to)| now != to).collect();
    for (key, _, to) in &changed {
        edit.set(&["window", key], to.clone());
    }
    let mut proposal = target.proposal(title, &edit);
    for (key, _, to) in changed {
        proposal.line(ChangeKind::Set, target.key(&format!("window.{key}")), to.map(|to| to.to_string()));
    }
    Ok(proposal)
}

/// Allows the commands that a version brings, as they are now: another text is another question.
pub(crate) fn allow_commands(scene: &Scene, version: &Version) -> Result<Proposal> {
    let id = version.id.as_str();
    let commands = &version.own.launch.commands;
    if commands.is_empty() || scene.settings.consents.get(&version.folder) == Some(commands) {
        return already(Message::new("game.now.commands").with("id", id));
    }
    let mut edit = scene.settings.edit(scene.data);
    let folder = version.folder.display().to_string();
    edit.set(&["consents", &folder], serde_json::to_value(commands).ok());
    let title = Message::new("game.change.commands").with("id", id);
    let mut proposal = proposal(scene, scene.data, title, &edit);
    let rows = [("before", &commands.before), ("wrapper", &commands.wrapper), ("after", &commands.after)];
    for (key, command) in rows {
        if let Some(command) = command {
            proposal.line(ChangeKind::Set, format!("{id}: commands.{key}"), Some(command.clone()));
        }
    }
    proposal.watch.push(crate::OwnSettings::file(&version.folder));
    proposal.version = Some(version.id.clone());
    Ok(proposal)
}

fn bounded(key: &'static str, side: Option<u32>, (min, max): (u32, u32)) -> Result<()> {
    match side.filter(|side| *side != 0 && !(min..=max).contains(side)) {
        Some(_) => Err(GameError::SettingBounds { key, min: min.into(), max: max.into() }),
        None => Ok(()),
    }
}

fn shown(text: Option<&str>) -> Message {
    match text.filter(|text| !text.is_empty()) {
        Some(text) => Message::new("game.value.text").with("text", nova_model::clean(text, 300)),
        None => Message::new("game.value.none"),
    }
}

fn window_value(window: &Window) -> Message {
    let side = |side: Option<u32>| side.map_or_else(|| "?".to_owned(), |side| side.to_string());
    match window {
        Window { fullscreen: Some(true), .. } => Message::new("game.value.fullscreen"),
        Window { width: None, height: None, .. } => Message::new("game.value.window-auto"),
        window => Message::new("game.value.window")
            .with("width", side(window.width))
            .with("height", side(window.height)),
    }
}
