//! Another Java: one that is there and fits, else one to install.

use nova_crash::Finding;
use nova_game::{Fit, Java, JavaNeed};
use nova_model::Message;

use super::{Draft, Scene, Weight, values};

/// Major versions that can be asked for.
const MAJORS: std::ops::RangeInclusive<u32> = 8..=40;

pub(super) fn set(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let need = need(finding, scene);
    match fitting(finding, scene, &need) {
        // Another build is worth a try; one that is not made for the version is the player's choice.
        Some(java) if finding.cause_id == "native-jvm" && need.suits(java).fit != Fit::Recommended => {
            vec![choose(java, scene).weight(Weight::Choice)]
        }
        Some(java) => vec![choose(java, scene)],
        None => install(scene, &need),
    }
}

fn choose(java: &Java, scene: &Scene) -> Draft {
    let why = Message::new("fix.why.java").with("version", java.version.as_str());
    Draft::new("set_java", why).arg("java", java.id.as_str()).of(scene)
}

/// The version's own need, with what the finding asks for.
fn need(finding: &Finding, scene: &Scene) -> JavaNeed {
    let own = scene.version.java.clone();
    let asked = ["needed_java", "wanted_java"].iter().flat_map(|name| values(finding, name)).find_map(major);
    match asked {
        // A mod may want a newer one than the game.
        Some(major) if finding.cause_id == "java-too-old" => {
            let max = own.max.filter(|max| *max >= major);
            JavaNeed { major: Some(own.major.unwrap_or(major).max(major)), min: Some(major), max, ..own }
        }
        Some(major) if own.major.is_none() => JavaNeed { major: Some(major), ..own },
        _ => own,
    }
}

/// The first number that is a major version: `17`, `17 or later`, `1.8.0_51`.
fn major(text: &str) -> Option<u32> {
    let mut numbers =
        text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|part| part.parse().ok());
    let first: u32 = numbers.next()?;
    let major = if first == 1 { numbers.next()? } else { first };
    MAJORS.contains(&major).then_some(major)
}

fn fitting<'a>(finding: &Finding, scene: &Scene<'a>, need: &JavaNeed) -> Option<&'a Java> {
    let now = scene.java.map(|java| java.id.as_str());
    let fits = |java: &&Java| {
        Some(java.id.as_str()) != now && need.suits(java).fit != Fit::Wrong && is_better(finding, scene, java)
    };
    let wanted = need.major.unwrap_or_default();
    let fitting = scene.javas.items.iter().filter(fits);
    fitting.min_by_key(|java| {
        (std::cmp::Reverse(need.suits(java).fit), java.major < wanted, java.major.abs_diff(wanted))
    })
}

/// What the cause asks of another Java beside its version.
fn is_better(finding: &Finding, scene: &Scene, java: &Java) -> bool {
    let vendor = java.vendor.as_deref().unwrap_or_default().to_lowercase();
    let own = java.arch.as_deref().is_none_or(|arch| arch == scene.computer.1);
    let other = |than: &Java| than.major != java.major;
    match finding.cause_id.as_str() {
        "java-openj9" => !["openj9", "ibm", "semeru"].iter().any(|name| vendor.contains(name)),
        "java-32bit" => !java.is_32_bit(),
        "native-arch" => own,
        "java-too-old" | "java-too-new" => own && scene.java.is_none_or(other),
        _ => own && !java.is_32_bit(),
    }
}

/// One that Nova brings. Where another was chosen, the choice has to go as well.
fn install(scene: &Scene, need: &JavaNeed) -> Vec<Draft> {
    let Some(major) = need.major.filter(|major| MAJORS.contains(major)) else { return Vec::new() };
    if scene.javas.managed().any(|java| java.major == major) {
        return Vec::new();
    }
    let why = Message::new("fix.why.java-install").with("major", i64::from(major));
    let bring = Draft::new("install_java", why).arg("major", major);
    let is_chosen = scene.version.own.java.as_deref().is_some_and(|java| java != "auto");
    let auto = || {
        let why = Message::new("fix.why.java-auto");
        Draft::new("set_java", why).arg("java", "auto").of(scene).weight(Weight::With)
    };
    std::iter::once(bring).chain(is_chosen.then(auto)).collect()
}
