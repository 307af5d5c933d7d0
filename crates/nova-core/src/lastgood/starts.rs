//! Which settings of its own bring a version back to how it was started.

use std::path::{Path, PathBuf};

use nova_game::{JavaList, OwnLaunch, Settings};
use nova_model::Message;

use super::snapshot::Start;

/// What has to be known for it.
pub(super) struct Around<'a> {
    /// The general settings as they are.
    pub(super) general: &'a Settings,
    /// The Javas that are there.
    pub(super) javas: &'a JavaList,
    /// The Java that a choice of the version's own leads to.
    pub(super) choose: &'a dyn Fn(Option<&str>) -> Option<PathBuf>,
}

/// The version's own settings of then, and where these do not lead to the same any more, what does. What cannot be had is told.
pub(super) fn wanted(then: &Start, around: &Around) -> (OwnLaunch, Vec<Message>) {
    let mut told = Vec::new();
    let own = OwnLaunch {
        max_mb: memory(then, around, &mut told),
        java: java(then, around, &mut told),
        jvm_args: args(then, around),
        env: then.env.iter().filter(|one| is_own(then, around, one)).map(owned).collect(),
    };
    let news = around.general.launch.env.keys().filter(|name| !then.env.contains_key(*name));
    told.extend(news.map(|name| Message::new("lastgood.cannot.env").with("name", name.as_str())));
    (own, told)
}

fn memory(then: &Start, around: &Around, told: &mut Vec<Message>) -> Option<u32> {
    let general = around.general.max_mb;
    if then.own.max_mb.or(general) == then.max_mb {
        return then.own.max_mb;
    }
    if then.max_mb.is_none() {
        told.push(Message::new("lastgood.cannot.memory"));
    }
    then.max_mb
}

fn args(then: &Start, around: &Around) -> Option<String> {
    let general = &around.general.launch.jvm_args;
    let led = then.own.jvm_args.clone().or_else(|| general.clone()).filter(|args| !args.is_empty());
    if led == then.jvm_args {
        then.own.jvm_args.clone()
    } else {
        Some(then.jvm_args.clone().unwrap_or_default())
    }
}

fn java(then: &Start, around: &Around, told: &mut Vec<Message>) -> Option<String> {
    let Some((path, version)) = &then.java else { return then.own.java.clone() };
    if (around.choose)(then.own.java.as_deref()).as_deref() == Some(path) {
        return then.own.java.clone();
    }
    let there = around.javas.items.iter().find(|java| java.path == *path);
    if there.is_none() {
        told.push(gone(version, path));
    }
    there.map_or_else(|| then.own.java.clone(), |java| Some(java.id.clone()))
}

/// A variable that the general settings do not have as it was.
fn is_own(then: &Start, around: &Around, (name, value): &(&String, &String)) -> bool {
    then.own.env.contains_key(*name) || around.general.launch.env.get(*name) != Some(*value)
}

fn owned((name, value): (&String, &String)) -> (String, String) {
    (name.clone(), value.clone())
}

/// A Java that is not there any more.
pub(super) fn gone(version: &str, path: &Path) -> Message {
    Message::new("lastgood.cannot.java").with("version", version).with("path", path)
}
