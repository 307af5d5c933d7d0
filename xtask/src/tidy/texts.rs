//! The texts for people: every entry says it in Chinese and in English.

use std::path::Path;

use anyhow::{Context, Result};
use walkdir::WalkDir;

use super::Finding;

/// The wording of Taiwan, which holds terms and no sentences.
const TERMS: &str = "zh-tw.toml";

/// Entries without one of the two languages, and files that are no TOML.
pub(crate) fn findings(root: &Path) -> Result<Vec<Finding>> {
    let folder = root.join("crates/nova-core/texts");
    let mut findings = Vec::new();
    for entry in WalkDir::new(&folder).sort_by_file_name() {
        let entry = entry.context("cannot list the texts")?;
        if entry.path().extension().is_some_and(|end| end == "toml") && entry.file_name() != TERMS {
            let text = std::fs::read_to_string(entry.path())?;
            let place = entry.path().strip_prefix(root).unwrap_or(entry.path()).display().to_string();
            findings.extend(of_file(&place, &text));
        }
    }
    Ok(findings)
}

fn of_file(place: &str, text: &str) -> Vec<Finding> {
    let table: toml::Table = match text.parse() {
        Ok(table) => table,
        Err(error) => return vec![Finding::new(place, format!("is no TOML: {}", error.message()))],
    };
    let missing = |code: &String, entry: &toml::Value| {
        let gone = ["zh", "en"].into_iter().filter(|language| !said(entry, language)).collect::<Vec<_>>();
        (!gone.is_empty())
            .then(|| Finding::new(place, format!("{code} says nothing in {}", gone.join(" and "))))
    };
    table.iter().filter_map(|(code, entry)| missing(code, entry)).collect()
}

fn said(entry: &toml::Value, language: &str) -> bool {
    entry.get(language).and_then(toml::Value::as_str).is_some_and(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_without_a_language_is_named() {
        let text = "[\"a.b\"]\nzh = \"好\"\nen = \"good\"\n[\"a.c\"]\nzh = \"好\"\nen = \" \"\n";
        assert_eq!(of_file("t", text), [Finding::new("t", "a.c says nothing in en")]);
    }

    #[test]
    fn what_is_no_toml_is_said() {
        assert_eq!(of_file("t", "[x").len(), 1);
    }
}
