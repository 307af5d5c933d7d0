//! A cause that may be the answer, with where it was met.

use std::collections::BTreeMap;

use super::{Ending, Scene};
use crate::{
    Suspect,
    rules::{At, Sure, Weight},
    scan::Hit,
    structure::Zone,
};

/// A line of evidence: file, line, words.
pub(crate) type Words = (usize, u32, String);

/// One possible answer.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) cause: usize,
    pub(crate) tier: u8,
    pub(crate) weight: Weight,
    pub(crate) sure: Sure,
    pub(crate) file: usize,
    pub(crate) line: u32,
    /// The trace it belongs to.
    pub(crate) trace: Option<usize>,
    /// It belongs to what ended the run.
    pub(crate) fatal: bool,
    /// It counts as an answer, not only as something worth knowing.
    pub(crate) live: bool,
    pub(crate) merge: bool,
    pub(crate) fields: BTreeMap<String, Vec<String>>,
    pub(crate) words: Vec<Words>,
    pub(crate) suspects: Vec<Suspect>,
    /// The other name of the mod, where there is only one.
    pub(crate) alias: Option<String>,
}

impl Candidate {
    /// A candidate made by code, not by a rule.
    pub(crate) fn own(scene: &Scene<'_>, id: &str, trace: Option<usize>, at: Words) -> Option<Self> {
        let cause = scene.rules.cause(id)?;
        let tier = scene.rules.causes.get(cause)?.tier;
        Some(Self {
            cause,
            tier,
            weight: Weight::Local,
            sure: Sure::Rather,
            file: at.0,
            line: at.1,
            trace,
            fatal: true,
            live: true,
            merge: false,
            fields: BTreeMap::new(),
            words: vec![at],
            suspects: Vec::new(),
            alias: None,
        })
    }

    /// Adds a value to a field.
    pub(crate) fn put(&mut self, name: &str, value: impl Into<String>) {
        let values = self.fields.entry(name.to_owned()).or_default();
        let value = value.into();
        if !value.is_empty() && values.len() < 40 && !values.contains(&value) {
            values.push(value);
        }
    }

    /// The first value of a field.
    pub(crate) fn first(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(|values| values.first()).map(String::as_str)
    }
}

/// What a hit of a rule amounts to; none where it does not hold after all.
pub(crate) fn of_hit(hit: &Hit, scene: &Scene<'_>) -> Option<Candidate> {
    let rule = scene.rules.all.get(hit.rule)?;
    let (cause, draft) = (rule.cause?, &rule.draft);
    let known = |name: &String| scene.run.facts.contains_key(name);
    let often = scene.run.counts.get(hit.rule).is_some_and(|count| *count >= draft.times);
    if !hit.whole || !often || !draft.with.iter().all(known) || draft.without.iter().any(known) {
        return None;
    }
    let trace = Ending::trace_at(scene.run, hit.file, hit.line);
    if draft.cause.as_deref() == Some("mod-optifine-forge")
        && draft.at == At::Head
        && trace.is_some_and(|at| has_other_mod(at, scene))
    {
        return None;
    }
    let fatal = scene.ending.is_fatal(scene.run, hit.file, hit.line, trace);
    let quiet_zone = hit.zone == Zone::Details && draft.at != At::Report;
    let mut candidate = Candidate {
        cause,
        tier: draft.tier.unwrap_or(scene.rules.causes.get(cause)?.tier),
        weight: draft.weight,
        sure: draft.sure,
        file: hit.file,
        line: hit.line,
        trace,
        fatal,
        live: live(draft.weight, fatal, scene)
            && !(quiet_zone && draft.weight != Weight::Decisive && trace.is_none()),
        merge: draft.merge,
        fields: BTreeMap::new(),
        words: hit.words.iter().map(|(line, text)| (hit.file, *line, text.clone())).collect(),
        suspects: Vec::new(),
        alias: None,
    };
    for (name, value) in &hit.fields {
        candidate.put(name, value.trim());
    }
    Some(candidate)
}

/// Whether a mod other than OptiFine stands at the root of a chain: then it is that one that was made for other code.
fn has_other_mod(trace: usize, scene: &Scene<'_>) -> bool {
    let Some(root) = scene.run.traces.get(trace).and_then(|trace| trace.root()) else { return false };
    let mut found = Vec::new();
    scene.blame.of_link(root, &mut found);
    found.iter().any(|suspect| !suspect.id.to_lowercase().contains("optifine"))
}

fn live(weight: Weight, fatal: bool, scene: &Scene<'_>) -> bool {
    match weight {
        Weight::Decisive => true,
        Weight::Strong => fatal || scene.ending.did_not_end_well(),
        Weight::Local | Weight::Weak => fatal,
        Weight::Note => false,
    }
}
