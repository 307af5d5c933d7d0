//! What a page shows of a run that ended badly: the findings with their ready fixes, what became of earlier fixes, the text for others.

use nova_crash::{Ended, Finding, Veil};
use nova_model::{Message, Report};
use nova_play::Run;

use super::{
    After, Diagnosed, Fix, Severity, Which, help,
    run::{ended_badly, is_of},
};
use crate::launcher::Launcher;

/// Runs that are listed.
const RUNS: usize = 30;

/// A run that ended badly, or a log, with what was found in it.
pub struct Crash {
    /// The version.
    pub version: String,
    /// The run, where Nova started it.
    pub run: Option<Run>,
    /// Whether the version was played since and ended well.
    pub clean_since: bool,
    /// How it ended, as far as the files tell.
    pub ended: Ended,
    /// The files that were read, by what they are called in the evidence.
    pub files: Vec<String>,
    /// What ended the run, the best first, and what else is wrong; what only follows from the first is left out.
    pub findings: Vec<Found>,
    /// What became of earlier fixes of the version.
    pub after: Vec<After>,
}

/// A finding with what can be done about it.
pub struct Found {
    /// Its id, which other tools take.
    pub id: String,
    /// What was found.
    pub finding: Finding,
    /// The changes that may help, the best first.
    pub fixes: Vec<Fix>,
}

impl Launcher {
    /// What ended a run, with ready fixes by the tools there are.
    ///
    /// # Errors
    /// Where there is no such run and no log.
    pub fn crash(&self, which: Which<'_>, has_tool: &dyn Fn(&str) -> bool) -> Result<Crash, Report> {
        let of = self.diagnose(which).map_err(|error| error.report().clone())?;
        let found = own(&of).map(|finding| Found {
            id: of.finding_id(finding),
            finding: finding.clone(),
            fixes: self.fixes(&of, finding, has_tool),
        });
        let findings = found.collect();
        let after = self.after_fixes(Some(&of.version.id));
        let files = of.files.into_iter().map(|(name, _)| name).collect();
        let ended = of.analysis.ended;
        Ok(Crash {
            version: of.version.id,
            run: of.run,
            clean_since: of.clean_since,
            ended,
            files,
            findings,
            after,
        })
    }

    /// The runs of a version that ended badly, the newest first.
    ///
    /// # Errors
    /// Where there is no such version.
    pub fn bad_runs(&self, version: Option<&str>) -> Result<Vec<Run>, Report> {
        let version = self.version(version).map_err(|error| error.report().clone())?;
        let bad = self.runs().into_iter().filter(|run| is_of(run, &version) && ended_badly(run));
        Ok(bad.take(RUNS).collect())
    }

    /// A finding in a few lines for somebody who helps, without anything private.
    ///
    /// # Errors
    /// Where the run has no such finding any more.
    pub fn help_for(&self, which: Which<'_>, finding: &str) -> Result<Vec<Message>, Report> {
        let of = self.diagnose(which).map_err(|error| error.report().clone())?;
        let found = of.analysis.findings.iter().find(|one| of.finding_id(one) == finding);
        let names = self.hidden.known();
        let text = found.map(|found| help::text(&of, found, &Veil::new(&names)));
        text.ok_or_else(|| {
            let none = Message::new("fix.no-finding").with("id", nova_model::clean(finding, 40));
            Report::new(none).hint(Message::new("fix.gone-hint"))
        })
    }

    /// Lines as they may leave this computer.
    pub fn for_others<'a>(&self, lines: impl Iterator<Item = &'a str>) -> String {
        let names = self.hidden.known();
        let veil = Veil::new(&names);
        lines.map(|line| veil.line(line) + "\n").collect()
    }
}

/// The findings without those that only follow from the first.
fn own(of: &Diagnosed) -> impl Iterator<Item = &Finding> {
    let all = &of.analysis.findings;
    let symptoms = all.first().map(|first| first.symptoms.as_slice()).unwrap_or_default();
    all.iter().filter(|one| one.severity > Severity::Info && !symptoms.contains(&one.cause_id))
}
