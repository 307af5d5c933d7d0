//! How far the player trusts Nova, and what follows for one call: an ordered list of pure judges, the strictest wins.

use std::collections::BTreeSet;

use nova_model::{Effect, Message, Report, ToolCall, Undo};
use nova_tools::{Capabilities, Capability, IdParam};
use serde::{Deserialize, Serialize};

/// The step the player has set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Trust {
    /// Talks, calls nothing.
    ChatOnly,
    /// Looks, plans no change.
    Read,
    /// Every change waits for the player.
    #[default]
    Confirm,
    /// Reversible changes of these tools are done at once; all others wait.
    AutoReversible {
        /// Tool names.
        tools: BTreeSet<String>,
    },
}

/// Whose text came before a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Only the player's and the launcher's.
    Own,
    /// Text written by others was read.
    Foreign,
}

/// Whether the same call was already made too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// It was not.
    Fresh,
    /// It was.
    TooOften,
}

/// Hears what the player's words ask for, without a model.
pub trait Ear: Send + Sync {
    /// Whether the words ask for this call. The ids in it, which stand under these parameters, are proven elsewhere.
    fn hears(&self, words: &str, call: &ToolCall, ids: &[IdParam]) -> bool;
}

/// Hears nothing: every change that names more than ids is asked about.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEar;

impl Ear for NoEar {
    fn hears(&self, _: &str, _: &ToolCall, _: &[IdParam]) -> bool {
        false
    }
}

/// One call before the judges.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The tool.
    pub tool: &'a str,
    /// What it can do.
    pub effect: Effect,
    /// What it needs of the host.
    pub requires: Option<Capability>,
    /// What the host can do.
    pub host: &'a Capabilities,
    /// The player's step.
    pub trust: &'a Trust,
    /// Whose text came before.
    pub source: Source,
    /// How its plan is taken back; none while it is not planned.
    pub undo: Option<&'a Undo>,
    /// Whether it repeats itself.
    pub repetition: Repetition,
}

/// What happens with a call. In order of strictness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It runs at once.
    Run,
    /// It becomes a checklist line.
    Confirm,
    /// It does not happen; the report says why.
    Forbid(Report),
}

/// Asked in this order; the first that forbids gives the reason.
const JUDGES: [fn(&Case<'_>) -> Verdict; 6] = [capability, effect, trust, taint, permanence, repetition];

/// The strictest word of all judges.
pub fn judge(case: &Case<'_>) -> Verdict {
    let verdicts = JUDGES.iter().map(|judge| judge(case));
    verdicts.fold(Verdict::Run, |so_far, next| match (so_far, next) {
        (Verdict::Forbid(report), _) | (_, Verdict::Forbid(report)) => Verdict::Forbid(report),
        (Verdict::Confirm, _) | (_, Verdict::Confirm) => Verdict::Confirm,
        (Verdict::Run, Verdict::Run) => Verdict::Run,
    })
}

/// A host that cannot ask does no writes at all; one that lacks what the tool needs does not run it.
fn capability(case: &Case<'_>) -> Verdict {
    if case.effect == Effect::Write && !case.host.contains(&Capability::Confirm) {
        return forbid("agent.no-confirm", case);
    }
    match case.requires {
        Some(needed) if !case.host.contains(&needed) => forbid("agent.not-in-this-host", case),
        _ => Verdict::Run,
    }
}

/// A write that is not planned yet cannot run: nobody knows what it would do.
fn effect(case: &Case<'_>) -> Verdict {
    match case.effect {
        Effect::Write if case.undo.is_none() => Verdict::Confirm,
        Effect::Read | Effect::Navigate | Effect::Write => Verdict::Run,
    }
}

fn trust(case: &Case<'_>) -> Verdict {
    match (case.trust, case.effect) {
        (Trust::ChatOnly, _) => forbid("agent.chat-only", case),
        (_, Effect::Read | Effect::Navigate) => Verdict::Run,
        (Trust::Read, Effect::Write) => forbid("agent.read-only", case),
        (Trust::AutoReversible { tools }, Effect::Write) if tools.contains(case.tool) => Verdict::Run,
        (Trust::AutoReversible { .. } | Trust::Confirm, Effect::Write) => Verdict::Confirm,
    }
}

/// An approval given beforehand was not given to what a stranger's text asks for.
fn taint(case: &Case<'_>) -> Verdict {
    match (case.effect, case.source) {
        (Effect::Write, Source::Foreign) => Verdict::Confirm,
        _ => Verdict::Run,
    }
}

fn permanence(case: &Case<'_>) -> Verdict {
    match case.undo {
        Some(Undo::Permanent(_)) => Verdict::Confirm,
        _ => Verdict::Run,
    }
}

fn repetition(case: &Case<'_>) -> Verdict {
    match case.repetition {
        Repetition::TooOften => forbid("agent.repeated", case),
        Repetition::Fresh => Verdict::Run,
    }
}

fn forbid(code: &'static str, case: &Case<'_>) -> Verdict {
    Verdict::Forbid(Report::new(Message::new(code).with("tool", case.tool)))
}

#[cfg(test)]
mod tests;
