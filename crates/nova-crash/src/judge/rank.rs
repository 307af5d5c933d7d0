//! The order of answers, what is a symptom of what, and how sure the best one is.

use std::collections::{BTreeMap, BTreeSet};

use super::{Candidate, Ending};
use crate::{
    Confidence, Ended, Evidence, Finding, Severity,
    privacy::Veil,
    rules::{Rules, Sure, Weight},
    scan::Run,
};

/// Lines of evidence of one finding.
const EVIDENCE: usize = 6;
/// Findings that are told.
const FINDINGS: usize = 8;

/// The best first: answers before asides, earlier causes before later ones, earlier lines before later ones.
pub(super) fn order(candidates: &mut [Candidate], rules: &Rules) {
    let severity = |c: &Candidate| {
        rules
            .causes
            .get(c.cause)
            .is_some_and(|cause| cause.severity == Severity::Info && cause.id != "debug-crash")
    };
    candidates.sort_by_key(|c| {
        (
            !c.live,
            c.weight == Weight::Weak,
            severity(c),
            c.tier,
            std::cmp::Reverse(c.sure),
            !c.fatal,
            c.file,
            c.line,
        )
    });
}

/// One finding a cause, symptoms under their causes.
pub(super) fn findings(
    candidates: Vec<Candidate>,
    run: &Run,
    rules: &Rules,
    veil: &Veil<'_>,
    ending: &Ending,
) -> Vec<Finding> {
    let merged = merge(candidates);
    let live: BTreeSet<&str> = merged
        .iter()
        .filter(|c| c.live)
        .filter_map(|c| rules.causes.get(c.cause))
        .flat_map(|cause| [cause.id.as_str(), cause.family.as_str()])
        .collect();
    let (mut kept, mut symptoms): (Vec<&Candidate>, Vec<&Candidate>) = (Vec::new(), Vec::new());
    for candidate in &merged {
        let Some(cause) = rules.causes.get(candidate.cause) else { continue };
        let follows = cause.follows.iter().any(|name| live.contains(name.as_str()));
        if follows && !kept.is_empty() { symptoms.push(candidate) } else { kept.push(candidate) }
    }
    let rivals = kept.iter().filter(|c| c.live && c.weight != Weight::Weak).count();
    let mut findings: Vec<Finding> = kept
        .iter()
        .chain(&symptoms)
        .enumerate()
        .filter_map(|(at, candidate)| finding(candidate, at, rivals, run, rules, veil, ending))
        .collect();
    let names: Vec<String> =
        symptoms.iter().filter_map(|c| rules.causes.get(c.cause)).map(|cause| cause.id.clone()).collect();
    if let Some(first) = findings.first_mut() {
        first.symptoms = names;
    }
    findings.truncate(FINDINGS);
    findings
}

/// Candidates of one cause become one; the best one leads.
fn merge(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut merged: Vec<Candidate> = Vec::new();
    let mut at: BTreeMap<usize, usize> = BTreeMap::new();
    for candidate in candidates {
        let Some(known) = at.get(&candidate.cause).and_then(|at| merged.get_mut(*at)) else {
            at.insert(candidate.cause, merged.len());
            merged.push(candidate);
            continue;
        };
        let together = known.merge && candidate.merge && (candidate.live || !known.live);
        if candidate.first("mod").is_some() && candidate.first("mod") != known.first("mod") && known.merge {
            known.alias = None;
        }
        for (name, values) in &candidate.fields {
            let list = ["mod", "missing", "files", "mods", "found", "dependency"].contains(&name.as_str());
            if (together && list) || !known.fields.contains_key(name) && candidate.live == known.live {
                for value in values {
                    known.put(name, value.as_str());
                }
            }
        }
        known.sure = known.sure.max(if candidate.live { candidate.sure } else { Sure::No });
        for words in candidate.words {
            if known.words.len() < EVIDENCE && !known.words.iter().any(|known| known.2 == words.2) {
                known.words.push(words);
            }
        }
    }
    merged
}

fn finding(
    candidate: &Candidate,
    at: usize,
    rivals: usize,
    run: &Run,
    rules: &Rules,
    veil: &Veil<'_>,
    ending: &Ending,
) -> Option<Finding> {
    let cause = rules.causes.get(candidate.cause)?;
    let mut fields = candidate.fields.clone();
    if let (Some(alias), Some(mods)) = (&candidate.alias, fields.get_mut("mod"))
        && mods.len() == 1
    {
        mods.push(alias.clone());
    }
    let severity = match (candidate.live, ending.ended) {
        (false, _) => Severity::Info,
        (true, Ended::Normally) if candidate.weight != Weight::Decisive => Severity::Info,
        (true, _) => cause.severity,
    };
    Some(Finding {
        cause_id: cause.id.clone(),
        family: cause.family.clone(),
        severity,
        confidence: confidence(candidate, at, rivals),
        fields: fields
            .iter()
            .map(|(name, values)| (name.clone(), values.iter().map(|value| veil.value(value)).collect()))
            .collect(),
        evidence: candidate
            .words
            .iter()
            .take(EVIDENCE)
            .filter_map(|(file, line, text)| evidence(run, *file, *line, text, veil))
            .collect(),
        symptoms: Vec::new(),
        suspects: candidate.suspects.clone(),
        fixes: crate::rules::fixes(cause),
    })
}

fn evidence(run: &Run, file: usize, line: u32, text: &str, veil: &Veil<'_>) -> Option<Evidence> {
    let seen = run.files.get(file)?;
    Some(Evidence { file: veil.value(&seen.name), line, text: veil.line(text) })
}

/// Sure is said of the first answer only, and not where many others stand beside it.
fn confidence(candidate: &Candidate, at: usize, rivals: usize) -> Confidence {
    match candidate.sure {
        _ if !candidate.live => Confidence::Guess,
        Sure::No => Confidence::Guess,
        Sure::Yes if at == 0 && rivals <= 3 => Confidence::Sure,
        Sure::Yes | Sure::Rather => Confidence::Likely,
    }
}
