//! What ended a run: the files of one run are gathered and handed to nova-crash, and its findings become sentences. Needs no game
//! folder, no data folder and no opened launcher.

mod after;
mod board;
mod bundle;
pub(crate) mod codes;
mod files;
mod fixes;
mod help;
mod owners;
mod run;
mod words;

use std::{io, path::PathBuf};

use nova_crash::{Analysis, Analyst, BrokenRules, Source};

pub use after::{After, Outcome};
pub(crate) use after::{Applied, about};
pub use board::{Crash, Found};
pub use files::{Unreadable, of_run};
pub use fixes::{Fix, Scene, fixes};
pub(crate) use help::{text as help_text, zip as help_zip};
pub use nova_crash::{Confidence, Ended, Evidence, Finding, FixKind, Known, Owners, Severity, Suspect};
pub use owners::Jars;
pub(crate) use run::Diagnosed;
pub use run::Which;
pub use words::{advice, confidence, details, named, sentence};

/// What was found in the files of a run.
pub struct Diagnosis {
    /// The findings, the best first, and what the files say of the run.
    pub analysis: Analysis,
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
    let mut sources = Vec::new();
    for file in files {
        match open(&file) {
            Ok(reader) => sources.push(Source::new(file.name, reader)),
            Err(error) => unreadable.push(Unreadable { path: file.path, why: error.to_string() }),
        }
    }
    if sources.is_empty() {
        return Err(NoDiagnosis::NoFiles(unreadable));
    }
    let analyst = Analyst::new().map_err(NoDiagnosis::Rules)?;
    Ok(Diagnosis { analysis: analyst.analyse(sources, known), unreadable })
}

fn open(file: &files::RunFile) -> io::Result<std::fs::File> {
    std::fs::File::open(&file.path)
}
