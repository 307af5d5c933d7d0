//! How a tool describes itself: to the model, to the checklist, to dispatch.

use std::time::Duration;

use nova_model::Effect;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{Capability, schema};

/// The tool's name for people. zh-TW is derived from zh-CN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Title {
    /// Simplified Chinese.
    pub zh: &'static str,
    /// English.
    pub en: &'static str,
}

/// What a tool is, apart from its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Exempt from the confirm gate; only Read and Navigate may carry it.
    AlwaysAllow,
    /// Sent in full even when a small model gets a reduced list.
    AlwaysLoad,
    /// Has no side effect and may run beside others.
    Concurrent,
    /// The loop gets a job id at once and does not wait.
    Background,
    /// Internal: not offered to the model, and hidden from listings unless asked for.
    SystemUse,
}

/// How long a call may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// 15 minutes.
    #[default]
    Standard,
    /// Its own limit.
    Own(Duration),
    /// None: only for tools that wait for a person.
    Person,
}

/// An id parameter and the tools whose results its values come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IdParam {
    /// The parameter.
    pub param: &'static str,
    /// The tools that name such ids.
    pub from: &'static [&'static str],
}

/// What the author of a tool writes; the parameter schema comes from the parameter struct.
#[derive(Clone, Debug)]
pub struct SpecDraft {
    /// `verb_noun` in `snake_case`.
    pub name: &'static str,
    /// The name on the checklist and in listings.
    pub title: Title,
    /// For the model: English, exactly three lines What / When / Precondition (or two), 60-200 characters.
    pub description: &'static str,
    /// What calling it can do.
    pub effect: Effect,
    /// Its flags.
    pub flags: &'static [Flag],
    /// How long it may take.
    pub limit: Limit,
    /// What the host must lend (writes need [`Capability::Confirm`] anyway).
    pub requires: Option<Capability>,
    /// Its id parameters.
    pub ids: &'static [IdParam],
}

/// A finished description.
#[derive(Clone, Debug)]
pub struct Spec {
    /// What the author wrote.
    pub draft: SpecDraft,
    /// JSON Schema of the parameters: a flat, closed object without `$ref` and `$schema`.
    pub parameters: Value,
}

impl Spec {
    /// A description with the schema of its parameter struct.
    pub fn of<P: JsonSchema>(draft: SpecDraft) -> Self {
        Self { draft, parameters: schema::parameters::<P>() }
    }

    /// The tool's name.
    pub fn name(&self) -> &'static str {
        self.draft.name
    }

    /// What calling it can do.
    pub fn effect(&self) -> Effect {
        self.draft.effect
    }

    /// Whether it carries a flag.
    pub fn has(&self, flag: Flag) -> bool {
        self.draft.flags.contains(&flag)
    }
}

impl Limit {
    /// What a tool gets unless it says otherwise: 15 minutes.
    pub const STANDARD: Duration = Duration::from_mins(15);

    /// The limit as a duration; none for tools that wait for a person.
    pub fn duration(self) -> Option<Duration> {
        match self {
            Self::Standard => Some(Self::STANDARD),
            Self::Own(limit) => Some(limit),
            Self::Person => None,
        }
    }
}
