//! What holds for every analysis, whatever the bytes.

use nova_crash::{Analyst, Known, Source};

thread_local! {
    static ANALYST: Analyst = Analyst::new().expect("the rules can be read");
}

/// Analyses files given as name and bytes, and checks what must hold.
pub fn check(files: &[(&str, &[u8])]) {
    let sources = files.iter().map(|(name, bytes)| Source::new(*name, *bytes)).collect();
    let analysis = ANALYST.with(|analyst| analyst.analyse(sources, &Known::default()));
    assert!(analysis.findings.len() <= 8);
    for finding in &analysis.findings {
        assert!(finding.evidence.len() <= 6);
        for evidence in &finding.evidence {
            assert!(evidence.text.chars().count() <= 420);
            assert!(!evidence.text.chars().any(char::is_control));
        }
    }
}
