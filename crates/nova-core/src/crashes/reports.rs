//! What is left of runs that ended badly: the runs, the game's crash reports and those of Java, and the logs there are.

use nova_content::logs::{self, LogFile, LogKind};
use nova_game::Version;
use nova_model::Millis;
use nova_play::{Ending, Run};

use super::run::exit_code;
use crate::launcher::Launcher;

/// A run that ended badly, or a report that is of none of the runs.
#[derive(Clone, Debug)]
pub struct Bad {
    /// The run; none for a report of a game that Nova did not start.
    pub run: Option<Run>,
    /// When it ended, or was written.
    pub at: Millis,
    /// What the report says happened, in its own words and without anything private.
    pub what: Option<String>,
    /// What the game's process ended with.
    pub exit_code: Option<i64>,
    /// The logs and reports of it, as other tools name them; those that tell most are first.
    pub files: Vec<String>,
}

impl Bad {
    /// What it is called by: the run's id, or the report's.
    pub fn id(&self) -> &str {
        let file = self.files.first().map(String::as_str).unwrap_or_default();
        self.run.as_ref().map_or(file, |run| &run.id)
    }

    /// How it ended.
    pub fn ending(&self) -> Option<Ending> {
        self.run.as_ref().and_then(Run::ending)
    }
}

impl Launcher {
    /// The runs of a version that ended badly and the reports that lie in its folders, newest first.
    pub fn bad_ends(&self, version: &Version) -> Vec<Bad> {
        let written = logs::sources(&version.instance());
        let runs = self.runs_of(version);
        let mut bad: Vec<Bad> = Vec::new();
        let mut of_runs: Vec<String> = Vec::new();
        for (at, run) in runs.iter().enumerate() {
            let next = at.checked_sub(1).and_then(|newer| runs.get(newer)).map(|next| next.begun.at);
            let names = self.files_of_run(version, run, next).into_iter().map(|(name, _)| name);
            let files: Vec<&LogFile> =
                names.filter_map(|name| written.iter().find(|log| log.id == name)).collect();
            of_runs.extend(files.iter().map(|log| log.id.clone()));
            if run.ending().is_some_and(|ending| ending.is_bad()) {
                bad.push(self.of_run(run.clone(), files));
            }
        }
        let reports = written.iter().filter(|log| log.kind != LogKind::Log && !of_runs.contains(&log.id));
        bad.extend(reports.map(|log| self.report(log)));
        bad.sort_by_key(|one| std::cmp::Reverse(one.at));
        bad
    }

    fn of_run(&self, run: Run, mut files: Vec<&LogFile>) -> Bad {
        // Logs come first in the evidence; here the reports do, which say what it was.
        files.sort_by_key(|log| log.kind == LogKind::Log);
        Bad {
            at: run.ended.as_ref().map_or(run.begun.at, |ended| ended.at),
            what: files.first().and_then(|log| logs::headline(log, &self.redactor())),
            exit_code: exit_code(&run),
            files: files.into_iter().map(|log| log.id.clone()).collect(),
            run: Some(run),
        }
    }

    fn report(&self, log: &LogFile) -> Bad {
        let what = logs::headline(log, &self.redactor());
        Bad { run: None, at: log.at, what, exit_code: None, files: vec![log.id.clone()] }
    }
}
