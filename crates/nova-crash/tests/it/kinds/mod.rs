//! Causes as other loaders, versions, languages and wrappings tell them, each written for this test after how they log, and healthy
//! logs that are full of noise. A case is a file: a head of `cause`, `file` and the fields that must be found, then the words.

use std::{collections::BTreeSet, fs, path::PathBuf};

use nova_crash::Severity;

use crate::logs::analyse;

struct Case {
    name: String,
    causes: Vec<String>,
    file: String,
    fields: Vec<(String, String)>,
    text: String,
}

/// The cases of a file: `### name`, `key: value` lines, an empty line, the words.
fn cases(file: &str) -> Vec<Case> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/kinds").join(file);
    let text = fs::read_to_string(path).unwrap();
    text.split("\n### ").skip(1).map(case).collect()
}

fn case(text: &str) -> Case {
    let (head, words) = text.split_once("\n\n").unwrap();
    let mut lines = head.lines();
    let name = lines.next().unwrap().to_owned();
    let pairs: Vec<(String, String)> = lines
        .map(|line| line.split_once(": ").unwrap())
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let get = |key: &str| pairs.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone());
    Case {
        name,
        causes: get("cause").unwrap_or_default().split(", ").map(str::to_owned).collect(),
        file: get("file").unwrap_or_else(|| "latest.log".to_owned()),
        fields: pairs.into_iter().filter(|(key, _)| key != "cause" && key != "file").collect(),
        text: words.to_owned(),
    }
}

/// Every log here: its name, its file's name, its words.
pub(crate) fn texts() -> Vec<(String, String, String)> {
    let files = ["loaders.txt", "mods.txt", "machine.txt", "playing.txt", "healthy.txt"];
    let all = files.into_iter().flat_map(cases);
    all.map(|case| (case.name, case.file, case.text)).collect()
}

/// What is wrong with the answer; nothing where it is right.
fn fault(case: &Case) -> Option<String> {
    let analysis = analyse(&[(&case.file, case.text.as_bytes())]);
    let first = analysis.findings.iter().find(|finding| finding.severity > Severity::Info);
    let told = first.map_or("nothing", |finding| finding.cause_id.as_str());
    if !case.causes.iter().any(|cause| cause == told) {
        return Some(format!("{}: {told} instead of {:?}", case.name, case.causes));
    }
    let fields = &first?.fields;
    let has = |name: &str, value: &String| fields.get(name).is_some_and(|values| values.contains(value));
    let wrong = case.fields.iter().find(|(name, value)| !has(name, value));
    wrong.map(|(name, value)| format!("{}: {name} is {:?}, not {value}", case.name, fields.get(name)))
}

fn check(files: &[&str], least: usize) {
    let all: Vec<Case> = files.iter().flat_map(|file| cases(file)).collect();
    assert!(all.len() >= least, "only {} cases were read", all.len());
    let names: BTreeSet<&str> = all.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names.len(), all.len(), "two cases have one name");
    let wrong: Vec<String> = all.iter().filter_map(fault).collect();
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

#[test]
fn each_cause_is_known_in_another_wrapping() {
    check(&["loaders.txt", "mods.txt", "machine.txt", "playing.txt"], 80);
}

#[test]
fn noise_of_healthy_runs_is_no_alarm() {
    let all = cases("healthy.txt");
    assert!(all.len() >= 15, "only {} cases were read", all.len());
    let loud: Vec<String> = all
        .iter()
        .flat_map(|case| {
            let analysis = analyse(&[(&case.file, case.text.as_bytes())]);
            let loud = analysis.findings.into_iter().filter(|finding| finding.severity > Severity::Info);
            loud.map(|finding| format!("{}: {}", case.name, finding.cause_id)).collect::<Vec<_>>()
        })
        .collect();
    assert!(loud.is_empty(), "{}", loud.join("\n"));
}
