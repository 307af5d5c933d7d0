//! What ended a run: the files of one run are gathered and handed to nova-crash, and its findings become sentences. Needs no game
//! folder, no data folder and no opened launcher.

mod after;
mod bundle;
pub(crate) mod codes;
mod files;
mod fixes;
mod help;
mod owners;
mod reports;
mod run;
mod shown;
mod words;

use std::{fs::File, path::PathBuf};

use nova_crash::{Analyst, BrokenRules, Source};

pub use after::{After, Outcome};
pub(crate) use after::{Applied, about};
pub use files::{Unreadable, of_run};
pub use fixes::{Fix, Scene, fixes};
pub(crate) use help::{text as help_text, zip as help_zip};
pub use nova_crash::{
    Analysis, Confidence, Ended, Evidence, Finding, FixKind, Known, Near, Owners, Severity, Suspect,
};
pub use owners::Jars;
pub use reports::Bad;
pub use run::{Diagnosed, Which, wrote};
pub use shown::{Excerpt, is_own};
pub use words::{advice, confidence, details, sentence};

/// What was found in the files of a run.
pub struct Diagnosis {
    /// The findings, the best first, and what the files say of the run.
    pub analysis: Analysis,
    /// The files that were read, by what they are called in the evidence.
    pub files: Vec<(String, PathBuf)>,
    /// Files that could not be read.
    pub unreadable: Vec<Unreadable>,
}

/// Why there is no diagnosis.
#[derive(Debug)]
pub enum NoDiagnosis {
    /// None of the paths holds a file that can be read.
    NoFiles(Vec<Unreadable>),
    /// The rules of this program are broken.
    Rules(BrokenRules),
}

/// Reads the files of one run, given as files or folders, and says what ended it.
///
/// # Errors
/// Where nothing can be read.
pub fn diagnose(paths: &[PathBuf], known: &Known<'_>) -> Result<Diagnosis, NoDiagnosis> {
    let (files, mut unreadable) = of_run(paths);
    let files: Vec<_> = files.into_iter().map(|file| (file.name, file.path)).collect();
    let sources = opened(&files, &mut unreadable);
    if sources.is_empty() {
        return Err(NoDiagnosis::NoFiles(unreadable));
    }
    let analyst = Analyst::new().map_err(NoDiagnosis::Rules)?;
    Ok(Diagnosis { analysis: analyst.analyse(sources, known), files, unreadable })
}

/// The files that can be read; those that cannot are noted.
fn opened(files: &[(String, PathBuf)], unreadable: &mut Vec<Unreadable>) -> Vec<Source<'static>> {
    let mut sources = Vec::new();
    for (name, path) in files {
        match File::open(path) {
            Ok(file) => sources.push(Source::new(name.clone(), file)),
            Err(error) => unreadable.push(Unreadable { path: path.clone(), why: error.to_string() }),
        }
    }
    sources
}
