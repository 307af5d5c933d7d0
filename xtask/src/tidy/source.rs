//! Rules about source files: a head that says what the module owns, their length, and what must not stand in them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use walkdir::{DirEntry, WalkDir};

use super::Finding;
use super::functions::functions;
use super::strip::strip;

/// The most lines of a file; above it no file is one thing.
const FILE_LINES: usize = 700;
/// The most lines of a function without a stated reason.
const FUNCTION_LINES: usize = 100;

/// Every rule over every file of the repository.
pub(crate) fn findings(root: &Path) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for path in files(root) {
        let place = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {place}"))?;
        findings.extend(of_any(&place, &text));
        if path.extension().is_some_and(|end| end == "rs") {
            findings.extend(of_rust(&place, &text));
        }
    }
    let log = std::fs::read_to_string(root.join("CHANGELOG.md")).unwrap_or_default();
    if !log.contains("## [Unreleased]") {
        findings.push(Finding::new("CHANGELOG.md", "has no heading [Unreleased]"));
    }
    Ok(findings)
}

fn files(root: &Path) -> impl Iterator<Item = PathBuf> {
    let walk = WalkDir::new(root).into_iter().filter_entry(|entry| !left_out(entry));
    walk.filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(DirEntry::into_path)
        .filter(|path| is_text(path))
}

fn left_out(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() > 0 && matches!(name.as_ref(), "target" | "node_modules" | ".git" | "dist")
}

fn is_text(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let named = path.ends_with(".ci/run");
    named || matches!(end, "rs" | "toml" | "md" | "sh" | "ts" | "svelte" | "json" | "yml")
}

/// Rules for any text: no path of a build machine, no note to do something later without an issue.
fn of_any(place: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in (1_usize..).zip(text.lines()) {
        if let Some(path) = machine_path(line) {
            findings.push(Finding::new(
                format!("{place}:{number}"),
                format!("names a path of one machine ({path})"),
            ));
        }
        if put_off(line) {
            findings.push(Finding::new(
                format!("{place}:{number}"),
                "puts something off without an issue number",
            ));
        }
    }
    findings
}

fn machine_path(line: &str) -> Option<&'static str> {
    // In two parts, so that this file does not break its own rule.
    const PATHS: [&str; 2] = [concat!("/", "work/"), concat!("/", "tmp/")];
    PATHS.into_iter().find(|path| {
        line.match_indices(path).any(|(at, _)| {
            let before = line.get(..at).and_then(|before| before.chars().last());
            !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '}' | ')' | '*'))
        })
    })
}

fn put_off(line: &str) -> bool {
    const MARKS: [&str; 2] = [concat!("TO", "DO"), concat!("FIX", "ME")];
    MARKS.iter().any(|mark| {
        line.split(mark).skip(1).any(|after| {
            !after.starts_with("(#") && !after.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    })
}

fn of_rust(place: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !text.trim_start().starts_with("//!") {
        findings.push(Finding::new(place, "does not open with a //! that says what the module owns"));
    }
    let count = text.lines().count();
    if count > FILE_LINES {
        findings.push(Finding::new(place, format!("has {count} lines, more than {FILE_LINES}")));
    }
    let stripped = strip(text);
    for (number, line) in (1_usize..).zip(stripped.lines()) {
        if line.contains("allow(") && line.trim_start().starts_with('#') {
            findings
                .push(Finding::new(format!("{place}:{number}"), "allows a lint; use expect with a reason"));
        }
    }
    findings.extend(long_functions(place, &stripped));
    findings
}

fn long_functions(place: &str, stripped: &str) -> Vec<Finding> {
    let lines: Vec<&str> = stripped.lines().collect();
    let long = functions(stripped).into_iter().filter(|function| function.lines > FUNCTION_LINES);
    long.filter(|function| !has_reason(&lines, function.line))
        .map(|f| Finding::new(format!("{place}:{}", f.line), format!("{} has {} lines", f.name, f.lines)))
        .collect()
}

/// The reason stands in an attribute just above the function.
fn has_reason(lines: &[&str], line: usize) -> bool {
    let above = line.saturating_sub(8)..line;
    lines.get(above).is_some_and(|lines| lines.iter().any(|line| line.contains("too_many_lines")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_path_is_found_and_a_longer_word_is_not() {
        let root = concat!("/", "work/");
        assert!(machine_path(&format!("see {root}main")).is_some());
        assert!(machine_path(&format!("home{root}main")).is_none());
    }

    #[test]
    fn a_note_for_later_needs_an_issue() {
        let mark = concat!("TO", "DO");
        assert!(put_off(&format!("// {mark}: later")));
        assert!(!put_off(&format!("// {mark}(#12): later")));
        assert!(!put_off(&format!("{mark}S_LIST")));
    }

    #[test]
    fn a_module_without_a_head_and_an_allowed_lint_are_found() {
        let text = format!("use x;\n#[{}(dead_code)]\nfn f() {{}}\n", "allow");
        let found: Vec<String> = of_rust("a.rs", &text).into_iter().map(|finding| finding.what).collect();
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn a_long_function_needs_a_stated_reason() {
        let body = "    x();\n".repeat(120);
        let bare = format!("//! M.\n\nfn f() {{\n{body}}}\n");
        assert_eq!(of_rust("a.rs", &bare).len(), 1);
        let excused = bare.replace("fn f", "#[expect(clippy::too_many_lines, reason = \"a table\")]\nfn f");
        assert_eq!(of_rust("a.rs", &excused).len(), 0);
    }
}
