//! One mod in two files: the newest stays.

use std::{cmp::Reverse, collections::BTreeMap};

use nova_model::{Loader, Message};

use super::{
    finding::{Finding, FindingKind, finding},
    ranges::Version,
    scene::{Loaded, Scene},
};

/// One finding for each file that is beaten by another one, whatever number of mods they share.
pub(crate) fn find(scene: &Scene<'_>) -> Vec<Finding> {
    let mut pairs: BTreeMap<(usize, usize), Vec<(Loaded<'_>, Loaded<'_>)>> = BTreeMap::new();
    for (id, providers) in scene.by_id() {
        let own = |one: &Loaded<'_>| !one.nested && super::scene::key(&one.facts.id) == id;
        let mut rivals: Vec<Loaded<'_>> = providers.iter().map(|provider| provider.by).filter(own).collect();
        rivals.sort_by_cached_key(|one| rank(scene, *one));
        let Some((best, rest)) = rivals.split_first() else { continue };
        for loser in rest.iter().filter(|loser| loser.file != best.file) {
            pairs.entry((best.file, loser.file)).or_default().push((*best, *loser));
        }
    }
    pairs.values().filter_map(|shared| tell(scene, shared)).collect()
}

/// The newest first; of equal versions the plainer file name (`a.jar` before `a (1).jar`).
fn rank(scene: &Scene<'_>, one: Loaded<'_>) -> (Reverse<Version>, usize, String) {
    let order = scene.platform.loader().unwrap_or(Loader::Forge);
    let file = scene.file(one);
    (Reverse(Version::parse(order, &one.facts.version)), file.len(), file.to_owned())
}

fn tell(scene: &Scene<'_>, shared: &[(Loaded<'_>, Loaded<'_>)]) -> Option<Finding> {
    let (best, loser) = shared.first()?;
    let (kept, file) = (scene.file(*best), scene.file(*loser));
    let message = Message::new("meta.finding.duplicate_id")
        .with("mod", loser.facts.name.as_str())
        .with("file", file)
        .with("version", loser.facts.version.as_str())
        .with("kept", kept)
        .with("kept_version", best.facts.version.as_str());
    let mods: Vec<&str> = shared.iter().map(|(best, _)| best.facts.id.as_str()).collect();
    let finding = finding(FindingKind::DuplicateId, &mods, &[kept, file], message);
    Some(Finding { loser: Some(file.to_owned()), ..finding })
}
