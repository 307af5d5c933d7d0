//! A finding as a page shows it: its evidence where it stands in the files, which findings stand for themselves, and what is read of
//! files from elsewhere.

use std::{
    collections::BTreeMap,
    fs::File,
    path::{Path, PathBuf},
};

use nova_crash::{Evidence, Finding, Known, Near, Severity, Source, Veil, around};
use nova_model::{Message, Report};

use super::{Diagnosed, Diagnosis, NoDiagnosis, help, help_text};
use crate::launcher::Launcher;

/// Lines of evidence that are shown.
const LINES: usize = 8;
/// Lines that are shown before and behind each.
const REACH: u32 = 2;

/// A part of a file with evidence in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The file, as the evidence names it.
    pub file: String,
    /// Its lines, in order and without a gap.
    pub lines: Vec<Near>,
    /// Those of them that are the evidence.
    pub hits: Vec<u32>,
}

/// Whether a finding stands for itself: it ended the run or did something bad, and does not only follow from the first one.
pub fn is_own(finding: &Finding, all: &[Finding]) -> bool {
    let symptoms = all.first().map(|first| first.symptoms.as_slice()).unwrap_or_default();
    finding.severity > Severity::Info && !symptoms.contains(&finding.cause_id)
}

impl Launcher {
    /// The evidence of a finding, where it stands in the files. What cannot be read again is shown by its own line.
    pub fn excerpts(&self, finding: &Finding, files: &[(String, PathBuf)]) -> Vec<Excerpt> {
        let names = self.hidden.known();
        let veil = Veil::new(&names);
        let evidence = finding.evidence.get(..LINES.min(finding.evidence.len())).unwrap_or_default();
        let mut by_file: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for line in evidence {
            by_file.entry(&line.file).or_default().push(line.line);
        }
        let mut all: Vec<Excerpt> = Vec::new();
        for (file, wanted) in by_file {
            let path = files.iter().find(|(name, _)| name == file).map(|(_, path)| path.as_path());
            let near = path.map(|path| read(file, path, &wanted, &veil)).unwrap_or_default();
            all.extend(parts(file, near, &wanted));
        }
        all.extend(
            evidence
                .iter()
                .filter(|line| !all.iter().any(|one| has(one, line)))
                .map(alone)
                .collect::<Vec<_>>(),
        );
        // The best evidence first.
        all.sort_by_key(|one| evidence.iter().position(|line| has(one, line)));
        all
    }

    /// A finding in a few lines to paste elsewhere, with nothing private in them.
    pub fn help_text(&self, of: &Diagnosed, finding: &Finding) -> Vec<Message> {
        help_text(of, finding, &Veil::new(&self.hidden.known()))
    }

    /// The same of files from elsewhere, of whose version nothing is known.
    pub fn help_text_of_files(&self, finding: &Finding) -> Vec<Message> {
        help::cause(finding, &Veil::new(&self.hidden.known()), LINES)
    }

    /// What files or folders from elsewhere say, that the player chose.
    ///
    /// # Errors
    /// Where nothing in them can be read.
    pub fn diagnose_paths(&self, paths: &[PathBuf]) -> Result<Diagnosis, Report> {
        let known = Known { names: self.hidden.known(), ..Known::default() };
        super::diagnose(paths, &known).map_err(|why| {
            let of = match &why {
                NoDiagnosis::NoFiles(files) => files.first().map(|file| file.path.clone()),
                NoDiagnosis::Rules(_) => None,
            };
            let path = of.or_else(|| paths.first().cloned()).unwrap_or_default();
            let report = Report::new(Message::new("fix.no-logs").with("path", path.as_path()));
            report.hint(Message::new("fix.no-logs-hint"))
        })
    }
}

fn read(file: &str, path: &Path, wanted: &[u32], veil: &Veil<'_>) -> Vec<Near> {
    let opened = File::open(path).ok();
    opened.map(|bytes| around(Source::new(file, bytes), wanted, REACH, veil)).unwrap_or_default()
}

/// The lines, parted where some are missing between them.
fn parts(file: &str, near: Vec<Near>, wanted: &[u32]) -> Vec<Excerpt> {
    let mut all: Vec<Excerpt> = Vec::new();
    for line in near {
        let number = line.line;
        let goes_on =
            |one: &&mut Excerpt| one.lines.last().is_some_and(|last| last.line.saturating_add(1) == number);
        match all.last_mut().filter(goes_on) {
            Some(one) => one.lines.push(line),
            None => all.push(Excerpt { file: file.to_owned(), lines: vec![line], hits: Vec::new() }),
        }
        if let Some(one) = all.last_mut().filter(|_| wanted.contains(&number)) {
            one.hits.push(number);
        }
    }
    all
}

fn has(one: &Excerpt, line: &Evidence) -> bool {
    one.file == line.file && one.hits.contains(&line.line)
}

fn alone(line: &Evidence) -> Excerpt {
    let near = Near { line: line.line, text: line.text.clone() };
    Excerpt { file: line.file.clone(), lines: vec![near], hits: vec![line.line] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_go_on_are_one_part_and_know_their_evidence() {
        let near = [3, 4, 5, 9].map(|line| Near { line, text: line.to_string() });
        let parts = parts("a.log", near.to_vec(), &[4, 9]);
        let told: Vec<_> = parts.iter().map(|part| (part.lines.len(), part.hits.clone())).collect();
        assert_eq!(told, [(3, vec![4]), (1, vec![9])]);
    }
}
