//! Labels that no source of the page uses. That those in use exist is the type checker's to say.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Map, Value};
use walkdir::WalkDir;

use super::Source;
use crate::tidy::Finding;

/// A label in every file of the labels that is in no source, as a whole or by the beginning of a key that is put together.
pub(super) fn findings(root: &Path, sources: &[Source]) -> Result<Vec<Finding>> {
    let used = Used::in_sources(sources);
    let mut findings = Vec::new();
    let folder = root.join("ui/src/i18n/labels");
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok) {
        if entry.path().extension().is_some_and(|end| end == "json") {
            let place = entry.path().strip_prefix(root).unwrap_or(entry.path()).display().to_string();
            let text = std::fs::read_to_string(entry.path())?;
            findings.extend(of_file(&place, &text, &used).with_context(|| format!("cannot read {place}"))?);
        }
    }
    Ok(findings)
}

fn of_file(place: &str, text: &str, used: &Used) -> Result<Vec<Finding>> {
    let labels: Map<String, Value> = serde_json::from_str(text)?;
    let idle = labels.keys().filter(|key| !used.has(key));
    Ok(idle.map(|key| Finding::new(place, format!("{key} is used nowhere"))).collect())
}

/// The quoted words of all sources.
#[derive(Default)]
struct Used {
    whole: BTreeSet<String>,
    /// What stands before `${` in a template: `nav.` of `nav.${page}`.
    beginnings: BTreeSet<String>,
}

impl Used {
    fn in_sources(sources: &[Source]) -> Self {
        let mut used = Self::default();
        for source in sources {
            used.add(&source.text);
        }
        used
    }

    fn add(&mut self, text: &str) {
        for quote in ['"', '\'', '`'] {
            // Each piece between two quotes may be a key: which of them open and which close is not asked.
            self.whole.extend(text.split(quote).filter(|piece| is_key(piece)).map(str::to_owned));
        }
        let templates = text.split('`').filter_map(|piece| piece.split_once("${"));
        let beginnings = templates.map(|(beginning, _)| beginning);
        self.beginnings.extend(beginnings.filter(|one| one.contains('.') && is_key(one)).map(str::to_owned));
    }

    fn has(&self, key: &str) -> bool {
        self.whole.contains(key) || self.beginnings.iter().any(|beginning| key.starts_with(beginning))
    }
}

fn is_key(piece: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    !piece.is_empty() && piece.len() < 80 && piece.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: &str = r#"{ "nav.home": {}, "nav.mods": {}, "common.close": {}, "common.old": {} }"#;

    fn idle(source: &str) -> Vec<String> {
        let sources =
            [Source { place: "a".to_owned(), kind: super::super::Kind::Script, text: source.to_owned() }];
        let findings = of_file("l", LABELS, &Used::in_sources(&sources)).unwrap();
        findings.into_iter().map(|finding| finding.what).collect()
    }

    #[test]
    fn a_label_that_no_source_names_is_found() {
        let source = "t(\"nav.home\") {t('nav.mods')} const key: Key = \"common.close\";";
        assert_eq!(idle(source), ["common.old is used nowhere"]);
    }

    #[test]
    fn a_key_that_is_put_together_uses_all_that_begin_so() {
        assert_eq!(idle("{t(`nav.${page}`)} `common.close` `${a}.b`"), ["common.old is used nowhere"]);
    }
}
