//! `nova crash`: what ended a run, from its files alone. It opens nothing of the launcher, so that it answers at once and anywhere.

use std::path::PathBuf;

use jiff::tz::TimeZone;
use nova_core::{
    crashes::{self, Diagnosis, Finding, Known, NoDiagnosis, Severity, Unreadable},
    texts::Texts,
};
use nova_model::{Message, Report};
use serde_json::{Value, json};

use crate::{
    args::Global,
    output::{Exit, Output},
};

/// Reads the files and prints what was found.
pub(crate) fn crash(paths: &[PathBuf], global: &Global, output: &Output) -> Exit {
    let texts = Texts::new(global.lang.unwrap_or_else(nova_host::system_lang), TimeZone::UTC);
    let known = Known { names: nova_host::known_names(), ..Known::default() };
    match crashes::diagnose(paths, &known) {
        Ok(diagnosis) => tell(&diagnosis, &texts, output),
        Err(NoDiagnosis::NoFiles(files)) => {
            output.error(&Report::new(no_files(paths, &files)), &texts);
            Exit::Failed
        }
        Err(NoDiagnosis::Rules(broken)) => {
            output.note(&broken.to_string());
            Exit::Failed
        }
    }
}

fn no_files(paths: &[PathBuf], files: &[Unreadable]) -> Message {
    let path =
        files.first().map_or_else(|| paths.first().cloned().unwrap_or_default(), |file| file.path.clone());
    Message::new("cli.crash.no-files").with("path", path.as_path())
}

fn tell(diagnosis: &Diagnosis, texts: &Texts, output: &Output) -> Exit {
    let findings = &diagnosis.analysis.findings;
    if output.is_json() {
        let findings: Vec<Value> = findings.iter().map(|finding| as_json(finding, texts)).collect();
        let skipped =
            diagnosis.unreadable.iter().map(|file| file.path.display().to_string()).collect::<Vec<_>>();
        let data = json!({ "findings": findings, "ended": diagnosis.analysis.ended, "facts": diagnosis.analysis.facts, "skipped": skipped });
        output.answer(&data, "");
    } else {
        output.answer(&Value::Null, &text(findings, texts));
    }
    let found = findings.iter().filter(|finding| finding.severity > Severity::Info).count();
    if found == 0 {
        return Exit::Done;
    }
    if !output.is_json() {
        output.note(&texts.say(&Message::new("cli.crash.found").with("n", found)));
    }
    Exit::Found
}

fn as_json(finding: &Finding, texts: &Texts) -> Value {
    let mut value = serde_json::to_value(finding).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        fields.insert("code".into(), format!("crash.{}", finding.cause_id).into());
        fields.insert("message".into(), texts.say(&crashes::sentence(finding)).into());
        fields.insert("advice".into(), texts.say(&crashes::advice(finding)).into());
    }
    value
}

fn text(findings: &[Finding], texts: &Texts) -> String {
    // What only follows from the first cause would read like another one.
    let symptoms = findings.first().map(|first| first.symptoms.as_slice()).unwrap_or_default();
    let told = |finding: &&Finding| !symptoms.contains(&finding.cause_id);
    let loud = findings.iter().filter(|finding| finding.severity > Severity::Info).filter(told);
    let mut lines: Vec<String> = Vec::new();
    for (index, finding) in loud.enumerate() {
        lines.extend(one(index + 1, finding, texts));
    }
    if lines.is_empty() {
        lines.push(texts.say(&Message::new("cli.crash.none")));
    }
    let quiet: Vec<&Finding> = findings.iter().filter(|finding| finding.severity == Severity::Info).collect();
    for finding in quiet {
        let what = crashes::sentence(finding);
        lines.push(texts.say(&Message::new("cli.crash.aside").with("what", what)));
    }
    lines.join("\n")
}

/// A finding for people: the sentence, what it names, the lines that led to it, what to do.
fn one(number: usize, finding: &Finding, texts: &Texts) -> Vec<String> {
    let head = Message::new("cli.crash.finding").with("n", number).with("what", crashes::sentence(finding));
    let mut lines = vec![texts.say(&head.with("confidence", crashes::confidence(finding)))];
    for (name, value) in crashes::details(finding) {
        let line = Message::new("cli.crash.field").with("name", name).with("value", value);
        lines.push(format!("   {}", texts.say(&line)));
    }
    for evidence in finding.evidence.iter().take(3) {
        lines.push(format!("   {}:{}  {}", evidence.file, evidence.line, evidence.text.trim()));
    }
    lines.push(format!(
        "   {}",
        texts.say(&Message::new("cli.crash.do").with("what", crashes::advice(finding)))
    ));
    lines
}
