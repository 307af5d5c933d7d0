//! Whole logs, written here.

use nova_crash::{Analysis, Analyst, Known, Source};

/// The analysis of files given as name and text.
pub fn analyse(files: &[(&str, &str)]) -> Analysis {
    let analyst = Analyst::new().unwrap();
    let sources = files.iter().map(|(name, text)| Source::new(*name, text.as_bytes())).collect();
    analyst.analyse(sources, &Known::default())
}
