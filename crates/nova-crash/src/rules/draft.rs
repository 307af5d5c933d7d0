//! How a rule and a cause stand in their files.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::finding::{FixKind, Severity};

/// All files together.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct All {
    pub(crate) cause: Vec<Cause>,
    pub(crate) rule: Vec<Draft>,
}

/// A cause.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cause {
    pub(crate) id: String,
    pub(crate) family: String,
    /// How early in the chain of causes it stands; smaller ones explain larger ones.
    pub(crate) tier: u8,
    #[serde(default = "error")]
    pub(crate) severity: Severity,
    /// The fields its rules may give.
    #[serde(default)]
    pub(crate) fields: Vec<String>,
    #[serde(default)]
    pub(crate) fix: Vec<FixKind>,
    /// Causes and families that this one follows from: where one of them is found, this is a symptom.
    #[serde(default)]
    pub(crate) follows: Vec<String>,
}

fn error() -> Severity {
    Severity::Error
}

/// Where a rule's line has to stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum At {
    /// Anywhere but in the tables of computer and mods.
    #[default]
    Words,
    /// The head of an exception.
    Head,
    /// A frame of a trace.
    Frame,
    /// A crash of Java itself.
    HsErr,
    /// A crash report: its head or a section of the moment.
    Report,
    /// The section that tells of the computer.
    System,
    /// Really anywhere.
    Anywhere,
}

/// What a hit is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Weight {
    /// The words themselves say that the game cannot go on.
    Decisive,
    /// Counts where the run did not end well.
    Strong,
    /// Counts where it belongs to what ended the run.
    #[default]
    Local,
    /// Counts where there is nothing better.
    Weak,
    /// Only worth knowing.
    Note,
}

/// How sure a rule is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sure {
    #[serde(rename = "guess")]
    No,
    #[default]
    #[serde(rename = "likely")]
    Rather,
    #[serde(rename = "sure")]
    Yes,
}

/// What is looked for in the lines behind a hit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Then {
    pub(crate) re: String,
    /// Lines that are looked at.
    #[serde(default = "within")]
    pub(crate) within: u8,
    /// Without it the rule does not hold.
    #[serde(default)]
    pub(crate) need: bool,
    /// Every line that fits, not only the first.
    #[serde(default)]
    pub(crate) all: bool,
}

fn within() -> u8 {
    4
}

/// A rule as it stands in its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draft {
    /// The cause; none for a fact.
    pub(crate) cause: Option<String>,
    /// The line has one of these words ...
    pub(crate) any: Vec<String>,
    /// ... and all of these ...
    #[serde(default)]
    pub(crate) all: Vec<String>,
    /// ... and none of these.
    #[serde(default)]
    pub(crate) not: Vec<String>,
    /// One of these fits; its named groups are fields.
    #[serde(default)]
    pub(crate) re: Vec<String>,
    /// The patterns only give fields; the words are enough.
    #[serde(default)]
    pub(crate) maybe: bool,
    #[serde(default)]
    pub(crate) then: Vec<Then>,
    #[serde(default)]
    pub(crate) at: At,
    /// Lines that say they are only information do not count.
    #[serde(default)]
    pub(crate) loud: bool,
    /// Facts that must be known, in the end.
    #[serde(default)]
    pub(crate) with: Vec<String>,
    /// Facts that must not be known.
    #[serde(default)]
    pub(crate) without: Vec<String>,
    #[serde(default)]
    pub(crate) weight: Weight,
    #[serde(default)]
    pub(crate) sure: Sure,
    /// Another tier than the cause's.
    pub(crate) tier: Option<u8>,
    /// Fields that go without saying.
    #[serde(default)]
    pub(crate) set: BTreeMap<String, String>,
    /// Fields of several hits belong together.
    #[serde(default)]
    pub(crate) merge: bool,
    /// It only counts where it was met so often.
    #[serde(default)]
    pub(crate) times: u32,
    #[serde(default)]
    pub(crate) example: Vec<Example>,
}

/// A small text that a test holds the rule against.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Example {
    pub(crate) text: String,
    /// Fields that must be found.
    #[serde(default)]
    pub(crate) fields: BTreeMap<String, String>,
    /// The rule must not answer.
    #[serde(default)]
    pub(crate) not: bool,
}
