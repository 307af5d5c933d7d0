//! The whole way from files to findings.

use crate::{
    Analysis, BrokenRules, Known, Source, judge,
    rules::Rules,
    scan::{Run, scan},
};

/// Files of one run that are read.
const SOURCES: usize = 64;

/// Knows the rules; one is enough for any number of runs.
pub struct Analyst {
    rules: Rules,
}

impl Analyst {
    /// Reads the rules.
    ///
    /// # Errors
    /// Where the rules of this crate are broken, which its tests rule out.
    pub fn new() -> Result<Self, BrokenRules> {
        Ok(Self { rules: Rules::read()? })
    }

    /// What ended a run, the best answer first.
    pub fn analyse(&self, sources: Vec<Source<'_>>, known: &Known<'_>) -> Analysis {
        let mut run = Run::new(&self.rules);
        for source in sources.into_iter().take(SOURCES) {
            scan(source, &self.rules, &mut run);
        }
        judge::judge(&mut run, &self.rules, known)
    }
}
