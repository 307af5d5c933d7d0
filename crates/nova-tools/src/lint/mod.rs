//! The rules every tool keeps, checked over the whole list when a registry is built. A broken rule is a mistake of the
//! tool's author, so its text is for developers.

mod list;
mod schema;
mod words;

use std::{fmt, sync::Arc};

use serde::Serialize;

use crate::{Flag, Limit, Spec, Tool};

/// A rule that a tool can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// `verb_noun` in `snake_case` (a few verbs stand alone), at most 64 characters.
    Name,
    /// A title in Chinese and one in English.
    Title,
    /// English only.
    English,
    /// Two or three lines: What, When, Precondition.
    Lines,
    /// 60 to 200 characters in all.
    Length,
    /// The When line names the trigger and the alternative ("use for X; Y for Z").
    When,
    /// No bold, no headings, no code fences.
    Markdown,
    /// No words that say nothing.
    Filler,
    /// No listing of what the answer holds.
    OutputDump,
    /// A closed object made of the permitted keywords.
    Schema,
    /// Every parameter is described; objects, arrays and enums in at least 20 characters.
    ParamDescription,
    /// Strings and numbers are described with an example.
    ParamExample,
    /// An optional parameter says what leaving it out means.
    ParamDefault,
    /// Flags fit the effect.
    Flags,
    /// A time limit of its own is above zero; none at all is only for tools that wait for a person.
    Limit,
    /// Id parameters name the tools their values come from, and those are in the list.
    Ids,
    /// No two tools share a name.
    Duplicate,
    /// Reads and navigation come before writes.
    Order,
}

/// One broken rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LintError {
    /// The tool.
    pub tool: String,
    /// The rule.
    pub rule: Rule,
    /// What breaks it, for the tool's author.
    pub detail: String,
}

/// Why a registry does not build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub struct BrokenRules {
    /// Every broken rule, in the order of the list.
    pub errors: Vec<LintError>,
}

impl fmt::Display for BrokenRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            let gap = if index == 0 { "" } else { "\n" };
            write!(f, "{gap}{}: {:?}: {}", error.tool, error.rule, error.detail)?;
        }
        Ok(())
    }
}

/// Checks the whole list.
pub fn lint(all: &[Arc<dyn Tool>]) -> Result<(), BrokenRules> {
    let mut errors = Vec::new();
    for tool in all {
        let mut findings = Findings { tool: tool.spec().name(), errors: &mut errors };
        check_one(tool.spec(), &mut findings);
    }
    list::check(all, &mut errors);
    if errors.is_empty() { Ok(()) } else { Err(BrokenRules { errors }) }
}

fn check_one(spec: &Spec, findings: &mut Findings<'_>) {
    words::name(spec, findings);
    words::title(spec, findings);
    words::description(spec, findings);
    schema::check(&spec.parameters, findings);
    flags(spec, findings);
    limit(spec, findings);
}

fn flags(spec: &Spec, findings: &mut Findings<'_>) {
    use nova_model::Effect;

    if spec.has(Flag::AlwaysAllow) && spec.effect() == Effect::Write {
        findings.add(Rule::Flags, "always_allow on a write");
    }
    if spec.has(Flag::Concurrent) && spec.effect() != Effect::Read {
        findings.add(Rule::Flags, "concurrent on a tool that does not only read");
    }
    let mut flags = spec.draft.flags.to_vec();
    flags.sort();
    flags.dedup();
    if flags.len() < spec.draft.flags.len() {
        findings.add(Rule::Flags, "a flag twice");
    }
}

fn limit(spec: &Spec, findings: &mut Findings<'_>) {
    use crate::Capability::{Questions, SecretPrompt};

    let waits = matches!(spec.draft.requires, Some(Questions | SecretPrompt));
    if spec.draft.limit == Limit::Person && !waits {
        findings.add(Rule::Limit, "no limit, but does not wait for a person");
    }
    if spec.draft.limit.duration().is_some_and(|limit| limit.is_zero()) {
        findings.add(Rule::Limit, "a limit of zero");
    }
}

/// Where the checks of one tool put what they find.
struct Findings<'a> {
    tool: &'a str,
    errors: &'a mut Vec<LintError>,
}

impl Findings<'_> {
    fn add(&mut self, rule: Rule, detail: impl Into<String>) {
        self.errors.push(LintError { tool: self.tool.to_owned(), rule, detail: detail.into() });
    }
}
