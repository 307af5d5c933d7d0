//! More memory, or less: by what the computer has.

use nova_crash::Finding;
use nova_model::Message;

use super::{Draft, Scene};

/// Steps of the setting, in MiB.
const STEP: u64 = 256;
/// The game does not start with less.
const LEAST: u64 = 1_024;
/// What is worth a change.
const WORTH: u64 = 256;
/// What a 32-bit Java can surely have.
const NARROW: u64 = 1_024;

/// Half as much again, at least what suits the version, at most what the computer leaves.
pub(super) fn raise(scene: &Scene) -> Vec<Draft> {
    let now = now(scene);
    let more = now.saturating_mul(3) / 2;
    let mb = steps(more.max(scene.advice.mb).min(scene.advice.most_mb));
    let worth = mb >= now.saturating_add(WORTH);
    worth.then(|| draft(scene, mb, "fix.why.memory-more")).into_iter().collect()
}

/// Three quarters, at most what suits the version and what the computer leaves.
pub(super) fn lower(finding: &Finding, scene: &Scene) -> Vec<Draft> {
    let now = now(scene);
    let most = if finding.cause_id == "java-32bit" { NARROW } else { scene.advice.most_mb };
    let less = (now.saturating_mul(3) / 4).min(most);
    let mb = steps(less.min(scene.advice.mb.max(LEAST))).max(LEAST);
    let worth = mb.saturating_add(WORTH) <= now;
    worth.then(|| draft(scene, mb, "fix.why.memory-less")).into_iter().collect()
}

/// What is set; Java takes a quarter by itself.
fn now(scene: &Scene) -> u64 {
    scene.set_mb.unwrap_or(scene.advice.facts.total_mb / 4)
}

fn steps(mb: u64) -> u64 {
    (mb / STEP).saturating_mul(STEP)
}

fn draft(scene: &Scene, mb: u64, why: &'static str) -> Draft {
    let number = |mb: u64| i64::try_from(mb).unwrap_or(i64::MAX);
    let why = Message::new(why)
        .with("from", number(now(scene)))
        .with("to", number(mb))
        .with("total", number(scene.advice.facts.total_mb));
    Draft::new("set_memory", why).arg("max_mb", mb).of(scene)
}
