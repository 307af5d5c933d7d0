//! `cargo xtask tidy`: the house rules that the compiler does not hold. Each rule lists what breaks it; all are shown.

mod functions;
mod graph;
mod page;
mod source;
mod strip;
mod texts;

use anyhow::{Result, bail};

use crate::process::{complain, say};
use crate::workspace;

/// One broken rule: where, and what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    place: String,
    what: String,
}

impl Finding {
    fn new(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self { place: place.into(), what: what.into() }
    }
}

/// Checks every rule.
pub(crate) fn run() -> Result<()> {
    let root = workspace::root();
    let mut findings = graph::findings(&root, &workspace::metadata()?)?;
    findings.extend(source::findings(&root)?);
    findings.extend(texts::findings(&root)?);
    findings.extend(page::findings(&root)?);
    findings.sort();
    for finding in &findings {
        complain(&format!("{}: {}", finding.place, finding.what));
    }
    if findings.is_empty() {
        say("tidy: every house rule holds");
        return Ok(());
    }
    bail!("{} places break a house rule", findings.len())
}
