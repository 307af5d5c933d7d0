//! Rules on the list as a whole: names, order, and where ids come from.

use std::{collections::HashSet, sync::Arc};

use nova_model::Effect;

use super::{Findings, LintError, Rule, schema};
use crate::{Spec, Tool};

pub(super) fn check(all: &[Arc<dyn Tool>], errors: &mut Vec<LintError>) {
    let names: HashSet<&str> = all.iter().map(|tool| tool.spec().name()).collect();
    let mut seen = HashSet::new();
    let mut writes = false;
    for tool in all {
        let spec = tool.spec();
        let mut findings = Findings { tool: spec.name(), errors };
        if !seen.insert(spec.name()) {
            findings.add(Rule::Duplicate, "in the list twice");
        }
        writes |= spec.effect() == Effect::Write;
        if writes && spec.effect() != Effect::Write {
            findings.add(Rule::Order, "after a write");
        }
        ids(spec, &names, &mut findings);
    }
}

fn ids(spec: &Spec, names: &HashSet<&str>, findings: &mut Findings<'_>) {
    let params: Vec<&String> =
        spec.parameters.as_object().into_iter().flat_map(schema::properties).map(|(name, _)| name).collect();
    for id in spec.draft.ids {
        if !params.iter().any(|name| *name == id.param) {
            findings.add(Rule::Ids, format!("{}: not a parameter", id.param));
        }
        if id.from.is_empty() {
            findings.add(Rule::Ids, format!("{}: comes from nowhere", id.param));
        }
        for source in id.from.iter().filter(|source| !names.contains(*source)) {
            findings.add(Rule::Ids, format!("{}: {source} is not in the list", id.param));
        }
    }
    for name in params.iter().filter(|name| name.ends_with("_id") || name.ends_with("_ids")) {
        if !spec.draft.ids.iter().any(|id| id.param == name.as_str()) {
            findings.add(Rule::Ids, format!("{name}: does not say which tool it comes from"));
        }
    }
}
