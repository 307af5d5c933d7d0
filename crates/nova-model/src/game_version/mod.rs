//! Versions of the game: what an id says, their order, and what loaders compare instead.
//!
//! No network: the rules read every id of Mojang's manifest, and two small tables hold what no rule can know ([`weeks`]: which
//! release a snapshot week leads to; [`odd`]: jokes and combat tests). The order follows branches, not dates: everything that
//! leads to 1.20.5 comes after 1.20.4, even where 1.20.4 was put up later than a snapshot of the next release.

mod core;
mod fabric;
mod odd;
mod old;
mod order;
mod shape;
#[cfg(test)]
mod tests;
mod weeks;

use std::{cmp::Ordering, fmt, hash};

use serde::{Deserialize, Serialize};

use self::{
    core::Core,
    old::Age,
    order::Key,
    shape::{Parts, Shape},
};

/// The longest id that is looked at, in bytes; longer ones are unknown.
const LONGEST: usize = 200;

/// What kind of version an id names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// `1.20.4`, `26.1`.
    Release,
    /// Snapshots, pre-releases, release candidates, experiments.
    Snapshot,
    /// `b1.7.3`.
    Beta,
    /// `a1.0.4`, and what came before it (infdev, indev, classic, `rd-…`).
    Alpha,
    /// Jokes of the first of April.
    AprilFools,
    /// Not an id we can read.
    Unknown,
}

/// A version id of the game, of any age. Any text is one; those we cannot read come after all others, by their text.
///
/// Serialised as the id. Equal means: the same id.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct GameVersion {
    id: String,
    key: Key,
    channel: Channel,
    core: Option<Core>,
    fabric: Option<String>,
}

impl GameVersion {
    /// Reads an id. Never fails.
    pub fn parse(id: &str) -> Self {
        let readable = if id.len() > LONGEST { "" } else { id };
        let parts = shape::parse(readable);
        Self {
            id: id.to_owned(),
            key: order::key(&parts),
            channel: channel_of(&parts),
            core: core_of(&parts.shape),
            fabric: fabric::normalise(&parts),
        }
    }

    /// The id as given.
    pub fn as_str(&self) -> &str {
        &self.id
    }

    /// What kind of version it is.
    pub fn channel(&self) -> Channel {
        self.channel
    }

    /// The release it is or leads to (`1.20.5` for `24w05a`), where that is known.
    pub fn release(&self) -> Option<String> {
        self.core.map(|core| core.to_string())
    }

    /// The first two numbers of that release (`1.20` for `1.20.4`; `26.1` for `26.1.2`).
    pub fn family(&self) -> Option<String> {
        self.core.map(Core::family)
    }

    /// Whether it is the other one or comes after it.
    pub fn is_at_least(&self, other: &Self) -> bool {
        self >= other
    }

    /// The version as Fabric Loader sees it, for ranges on `minecraft`: `1.20-alpha.23.13.a` for `23w13a`. The id itself,
    /// where we cannot read it.
    pub fn to_fabric(&self) -> &str {
        self.fabric.as_deref().unwrap_or(&self.id)
    }

    /// The version as Forge and `NeoForge` compare it, for ranges on `minecraft` in `mods.toml`: the id, unchanged.
    pub fn to_maven(&self) -> &str {
        &self.id
    }
}

fn channel_of(parts: &Parts<'_>) -> Channel {
    match &parts.shape {
        Shape::Release(_) => Channel::Release,
        Shape::Week(week) if week.letter.len() > 1 => Channel::AprilFools,
        Shape::Pre(..)
        | Shape::Candidate(..)
        | Shape::Numbered(..)
        | Shape::Experimental(..)
        | Shape::Week(_) => Channel::Snapshot,
        Shape::Odd(odd) => odd.channel,
        Shape::Old(old) if old.age == Age::Beta => Channel::Beta,
        Shape::Old(_) => Channel::Alpha,
        Shape::Unknown => Channel::Unknown,
    }
}

fn core_of(shape: &Shape) -> Option<Core> {
    match shape {
        Shape::Release(core)
        | Shape::Pre(core, _)
        | Shape::Candidate(core, _)
        | Shape::Numbered(core, _)
        | Shape::Experimental(core, _) => Some(*core),
        Shape::Week(week) => weeks::release_of_week(week.year, week.number),
        Shape::Odd(odd) => Some(odd.core()),
        Shape::Old(_) | Shape::Unknown => None,
    }
}

impl PartialEq for GameVersion {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for GameVersion {}

impl hash::Hash for GameVersion {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl Ord for GameVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key).then_with(|| self.id.cmp(&other.id))
    }
}

impl PartialOrd for GameVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for GameVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

impl From<String> for GameVersion {
    fn from(id: String) -> Self {
        Self::parse(&id)
    }
}

impl From<GameVersion> for String {
    fn from(version: GameVersion) -> Self {
        version.id
    }
}
