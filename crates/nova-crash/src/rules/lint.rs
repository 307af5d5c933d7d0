//! What keeps the rules honest: known causes, fields and groups, patterns that can be built, examples for those that take words apart.

use std::collections::BTreeSet;

use super::{Rule, Rules};

/// Everything that is wrong with the rules of this crate. Empty when all is well.
pub fn faults() -> Vec<String> {
    match Rules::read() {
        Ok(rules) => {
            rules.all.iter().flat_map(|rule| of_rule(rule, &rules)).chain(of_causes(&rules)).collect()
        }
        Err(broken) => vec![broken.to_string()],
    }
}

fn of_rule(rule: &Rule, rules: &Rules) -> Vec<String> {
    let draft = &rule.draft;
    let name = format!("{} {:?}", draft.cause.as_deref().unwrap_or("fact"), draft.any.first());
    let mut faults = Vec::new();
    if draft.any.is_empty() || draft.any.iter().any(|word| word.len() < 4) {
        faults.push(format!("{name}: needs words, each of four letters or more"));
    }
    if draft.cause.is_some() && rule.cause.is_none() {
        faults.push(format!("{name}: unknown cause"));
    }
    let patterns = rule.patterns.iter().chain(rule.then.iter().map(|(_, pattern)| pattern));
    let mut given: BTreeSet<String> = draft.set.keys().cloned().collect();
    for pattern in patterns {
        match pattern.regex() {
            Some(regex) => given.extend(regex.capture_names().flatten().map(str::to_owned)),
            None => faults.push(format!("{name}: pattern cannot be built: {}", pattern.source())),
        }
    }
    if let Some(cause) = rule.cause.and_then(|at| rules.causes.get(at)) {
        let known = |field: &String| cause.fields.contains(field) || is_derived(field);
        faults.extend(
            given
                .iter()
                .filter(|field| !known(field))
                .map(|field| format!("{name}: {} has no field {field}", cause.id)),
        );
    }
    faults
}

/// Groups that are turned into fields of another name.
fn is_derived(field: &str) -> bool {
    [
        "class_needed",
        "class_current",
        "mod_name",
        "missing_name",
        "name_a",
        "found2",
        "config_a",
        "config_b",
        "ids",
        "need_too",
    ]
    .contains(&field)
}

fn of_causes(rules: &Rules) -> Vec<String> {
    let ids: BTreeSet<&str> = rules.causes.iter().map(|cause| cause.id.as_str()).collect();
    let families: BTreeSet<&str> = rules.causes.iter().map(|cause| cause.family.as_str()).collect();
    let mut faults = Vec::new();
    if ids.len() != rules.causes.len() {
        faults.push("a cause stands twice".to_owned());
    }
    for cause in &rules.causes {
        let strays = cause
            .follows
            .iter()
            .filter(|name| !ids.contains(name.as_str()) && !families.contains(name.as_str()));
        faults.extend(strays.map(|name| format!("{}: follows the unknown {name}", cause.id)));
    }
    faults
}
