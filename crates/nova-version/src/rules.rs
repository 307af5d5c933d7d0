//! Whether an entry counts on a platform: no rules is yes, otherwise the last rule that matches decides, and none that matches is no.

use std::{cmp::Ordering, collections::BTreeSet};

use regex::RegexBuilder;

use crate::{
    json::{Action, OsRule, Rule},
    platform::{Platform, canonical},
};

/// Patterns of rules are a dozen characters; what is longer, or grows large when it is compiled, never matches. Matching itself takes
/// linear time, whatever the pattern.
const LONGEST_PATTERN: usize = 200;
const PATTERN_BYTES: usize = 64 << 10;

/// The features that are on.
pub type Features = BTreeSet<String>;

/// Whether an entry with these rules counts.
pub fn allows(rules: &[Rule], platform: &Platform, features: &Features) -> bool {
    if rules.is_empty() {
        return true;
    }
    let last = rules.iter().rev().find(|rule| matches(rule, platform, features));
    last.is_some_and(|rule| rule.action == Action::Allow)
}

fn matches(rule: &Rule, platform: &Platform, features: &Features) -> bool {
    let os = rule.os.as_ref().is_none_or(|os| matches_os(os, platform));
    os && rule.features.iter().all(|(name, wanted)| features.contains(name) == *wanted)
}

fn matches_os(rule: &OsRule, platform: &Platform) -> bool {
    rule.name.as_deref().is_none_or(|name| is_system(name, platform))
        && rule.arch.as_deref().is_none_or(|arch| canonical(arch) == platform.arch_name())
        && rule.version.as_deref().is_none_or(|pattern| finds(pattern, &platform.os_version))
        && in_range(rule, &platform.os_version)
}

/// Mojang writes `osx`; others write `macos`, or put the processor behind it (`osx-arm64`).
fn is_system(name: &str, platform: &Platform) -> bool {
    let (system, arch) = name.split_once('-').unwrap_or((name, ""));
    let system = if system == "macos" { "osx" } else { system };
    system == platform.os_name() && (arch.is_empty() || canonical(arch) == platform.arch_name())
}

fn finds(pattern: &str, text: &str) -> bool {
    if pattern.len() > LONGEST_PATTERN {
        return false;
    }
    let compiled = RegexBuilder::new(pattern).size_limit(PATTERN_BYTES).nest_limit(20).build();
    compiled.is_ok_and(|pattern| pattern.is_match(text))
}

/// From the first version on, up to but without the second, so that two neighbouring ranges never both hold.
fn in_range(rule: &OsRule, version: &str) -> bool {
    let version = numbers(version);
    let after = rule.min_version.as_deref().is_none_or(|min| is_at_least(&version, min));
    let before = rule.max_version.as_deref().is_none_or(|max| !is_at_least(&version, max));
    after && before
}

/// Whether a version is a bound or comes after it. What it does not say counts as new: Java calls every Windows since 2015 `10.0`, and
/// hardly any of them is old.
fn is_at_least(version: &[u64], bound: &str) -> bool {
    for (at, bound) in numbers(bound).into_iter().enumerate() {
        match version.get(at).map(|number| number.cmp(&bound)) {
            None | Some(Ordering::Greater) => return true,
            Some(Ordering::Less) => return false,
            Some(Ordering::Equal) => {}
        }
    }
    true
}

/// `10.0.17134-x` as numbers.
fn numbers(version: &str) -> Vec<u64> {
    let parts = version
        .split('.')
        .take(8)
        .map(|part| part.chars().take_while(char::is_ascii_digit).collect::<String>());
    parts.map_while(|digits| digits.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use nova_model::Os;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::json::VersionFile;

    fn rules(rules: &Value) -> Vec<Rule> {
        let file = json!({"libraries": [{"name": "a:b:1", "rules": rules}]}).to_string();
        VersionFile::parse("x", file.as_bytes()).unwrap().libraries.remove(0).rules
    }

    fn on(os: Os, version: &str) -> Platform {
        Platform { os_version: version.to_owned(), ..Platform::new(os, "x86_64") }
    }

    fn allowed(value: &Value, platform: &Platform) -> bool {
        allows(&rules(value), platform, &Features::new())
    }

    #[test]
    fn without_rules_it_counts_and_without_a_match_it_does_not() {
        assert!(allowed(&json!([]), &on(Os::Linux, "")));
        assert!(!allowed(&json!([{"action": "allow", "os": {"name": "osx"}}]), &on(Os::Linux, "")));
    }

    #[test]
    fn the_last_match_wins() {
        let all_but_mac = json!([{"action": "allow"}, {"action": "disallow", "os": {"name": "osx"}}]);
        assert!(allowed(&all_but_mac, &on(Os::Windows, "10.0")));
        assert!(!allowed(&all_but_mac, &on(Os::MacOs, "14.1")));
        let again = json!([{"action": "disallow", "os": {"name": "osx"}}, {"action": "allow"}]);
        assert!(allowed(&again, &on(Os::MacOs, "14.1")));
    }

    #[test]
    fn versions_are_searched_and_compared() {
        let ten = json!([{"action": "allow", "os": {"name": "windows", "version": "^10\\."}}]);
        assert!(allowed(&ten, &on(Os::Windows, "10.0")) && !allowed(&ten, &on(Os::Windows, "6.1")));
        let new =
            json!([{"action": "allow", "os": {"name": "windows", "versionRange": {"min": "10.0.17134"}}}]);
        let old =
            json!([{"action": "allow", "os": {"name": "windows", "versionRange": {"max": "10.0.17134"}}}]);
        for (version, is_new) in [
            ("10.0.17134", true),
            ("10.0.22631", true),
            ("10.0.9200", false),
            ("6.3", false),
            ("10.0", true),
            ("", true),
        ] {
            let windows = on(Os::Windows, version);
            assert_eq!((allowed(&new, &windows), allowed(&old, &windows)), (is_new, !is_new), "{version}");
        }
    }

    #[test]
    fn processors_and_features_count() {
        let x86 = json!([{"action": "allow", "os": {"arch": "x86"}}]);
        assert!(allowed(&x86, &Platform::new(Os::Windows, "i386")) && !allowed(&x86, &on(Os::Windows, "")));
        let demo = rules(&json!([{"action": "allow", "features": {"is_demo_user": true}}]));
        let features = Features::from(["is_demo_user".to_owned()]);
        assert!(
            allows(&demo, &on(Os::Linux, ""), &features)
                && !allows(&demo, &on(Os::Linux, ""), &Features::new())
        );
        let arm_mac = json!([{"action": "allow", "os": {"name": "osx-arm64"}}]);
        assert!(
            allowed(&arm_mac, &Platform::new(Os::MacOs, "aarch64")) && !allowed(&arm_mac, &on(Os::MacOs, ""))
        );
    }

    #[test]
    fn a_hostile_pattern_never_matches_and_takes_no_time() {
        for pattern in [
            "(((((((((((((((((((((((((a)))))))))))))))))))))))))",
            "(x{1000}){1000}{1000}",
            "[",
            &"(a+)+".repeat(100),
        ] {
            let rule = json!([{"action": "allow", "os": {"version": pattern}}]);
            assert!(!allowed(&rule, &on(Os::Linux, &"a".repeat(5_000))), "{pattern}");
        }
    }

    proptest! {
        #[test]
        fn no_pattern_and_no_version_make_it_panic(pattern in ".{0,30}", version in ".{0,30}", min in ".{0,10}") {
            let rule = json!([{"action": "allow", "os": {"version": pattern, "versionRange": {"min": min}}}]);
            let _ = allowed(&rule, &on(Os::Linux, &version));
        }
    }
}
