//! Weighing what was found: what belongs to the end of the run, which causes follow from which, what comes first.

mod candidate;
mod ending;
mod fields;
mod own;
mod rank;

use std::collections::BTreeMap;

pub(crate) use candidate::Candidate;
pub(crate) use ending::Ending;

use crate::{
    Analysis, Ended, Known, blame::Blame, privacy::Veil, rules::Rules, scan::Run, structure::ModTable,
};

/// Everything a judgement looks at.
pub(crate) struct Scene<'a> {
    pub(crate) run: &'a Run,
    pub(crate) rules: &'a Rules,
    pub(crate) ending: &'a Ending,
    pub(crate) blame: &'a Blame<'a>,
}

/// From what was gathered to findings.
pub(crate) fn judge(run: &mut Run, rules: &Rules, known: &Known<'_>) -> Analysis {
    tell(run, known);
    let ending = Ending::of(run);
    let mods = std::mem::take(&mut run.mods);
    let mut candidates = candidates(run, rules, known, &ending, &mods);
    rank::order(&mut candidates, rules);
    let veil = Veil::new(&known.names);
    let findings = rank::findings(candidates, run, rules, &veil, &ending);
    let facts: BTreeMap<String, String> = run
        .facts
        .iter()
        .filter(|(name, _)| !name.starts_with('_'))
        .map(|(name, value)| (name.clone(), veil.value(value)))
        .collect();
    let ended =
        if findings.iter().any(|f| f.severity == crate::Severity::Error) && ending.ended == Ended::Unknown {
            Ended::Crashed
        } else {
            ending.ended
        };
    Analysis { findings, facts, ended }
}

fn candidates(
    run: &Run,
    rules: &Rules,
    known: &Known<'_>,
    ending: &Ending,
    mods: &ModTable,
) -> Vec<Candidate> {
    let blame = Blame::new(known, mods);
    let scene = Scene { run, rules, ending, blame: &blame };
    let mut candidates: Vec<Candidate> =
        run.hits.iter().filter_map(|hit| candidate::of_hit(hit, &scene)).collect();
    own::add(&scene, &mut candidates);
    for candidate in &mut candidates {
        fields::complete(candidate, &scene);
    }
    own::settle(&scene, &mut candidates);
    candidates
}

/// What the launcher knows counts like what the log says, and before it.
fn tell(run: &mut Run, known: &Known<'_>) {
    let mut set = |name: &str, value: Option<&String>| {
        if let Some(value) = value {
            run.facts.insert(name.to_owned(), value.clone());
        }
    };
    set("game", known.game.as_ref());
    set("java", known.java.as_ref());
    set("loader", known.loader.as_ref().map(|(loader, _)| loader));
    set("loader_version", known.loader.as_ref().map(|(_, version)| version));
    set("exit_code", known.exit_code.map(|code| code.to_string()).as_ref());
}
