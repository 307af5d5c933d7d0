//! Asset indexes: which objects a version needs, and under which names old versions look for them.

use std::collections::BTreeMap;

use nova_model::Problem;
use serde_json::{Map, Value};

use crate::{
    error::VersionError,
    path::SafePath,
    read::{Notes, object, whole},
    sha1::Sha1,
};

/// The largest recorded index has 600 KiB.
const CAP: usize = 16 << 20;
/// The newest index names 5,000 objects.
const MOST: usize = 100_000;

/// One asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its digest, which is also its place.
    pub hash: Sha1,
    /// Its bytes.
    pub size: u64,
}

impl Asset {
    /// Where it lies, below `assets/objects` and below the server's root alike: `ab/ab12…`.
    pub fn path(&self) -> String {
        format!("{}/{}", self.hash.prefix(), self.hash)
    }
}

/// Where the game looks for its assets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AssetLayout {
    /// By digest, in `assets/objects` (1.7.10 and later).
    #[default]
    Objects,
    /// By name, in `assets/virtual/<index>` (1.6 to 1.7.2).
    Virtual,
    /// By name, in `resources` of the game folder (before 1.6).
    Resources,
}

/// An asset index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetIndex {
    /// Assets by the name the game knows.
    pub objects: BTreeMap<SafePath, Asset>,
    /// Where the game looks for them.
    pub layout: AssetLayout,
    /// What was left out, and why.
    pub problems: Vec<Problem>,
}

impl AssetIndex {
    /// Reads an index.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, VersionError> {
        let map = object(name, bytes, CAP)?;
        let mut notes = Notes::new(name);
        let is = |key: &str| map.get(key).and_then(Value::as_bool) == Some(true);
        let layout = match (is("map_to_resources"), is("virtual")) {
            (true, _) => AssetLayout::Resources,
            (false, true) => AssetLayout::Virtual,
            (false, false) => AssetLayout::Objects,
        };
        let objects = notes.map(&map, "objects").map(|map| objects(map, &mut notes)).unwrap_or_default();
        Ok(Self { objects, layout, problems: notes.into_problems() })
    }

    /// The bytes of all objects, each counted once.
    pub fn total_size(&self) -> u64 {
        let distinct: BTreeMap<&Sha1, u64> =
            self.objects.values().map(|asset| (&asset.hash, asset.size)).collect();
        distinct.values().fold(0, |sum, size| sum.saturating_add(*size))
    }

    /// What has to lie under its name too, below the folder that [`layout`](Self::layout) means; nothing for new versions.
    pub fn named(&self) -> impl Iterator<Item = (&SafePath, &Asset)> {
        let named = self.layout != AssetLayout::Objects;
        self.objects.iter().filter(move |_| named)
    }
}

fn objects(map: &Map<String, Value>, notes: &mut Notes) -> BTreeMap<SafePath, Asset> {
    if map.len() > MOST {
        notes.odd("objects");
    }
    let mut read = BTreeMap::new();
    for (name, value) in map.iter().take(MOST) {
        match (SafePath::parse(name), asset(value)) {
            (Some(path), Some(asset)) => drop(read.insert(path, asset)),
            _ => notes.odd(name),
        }
    }
    read
}

fn asset(value: &Value) -> Option<Asset> {
    let hash = Sha1::parse(value.get("hash")?.as_str()?)?;
    Some(Asset { hash, size: whole(value.get("size")?)? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HASH: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";

    fn index(more: &str) -> AssetIndex {
        let text = format!(
            r#"{{"objects": {{"a/b.ogg": {{"hash": "{HASH}", "size": 3}}, "c.ogg": {{"hash": "{HASH}", "size": 3}}}}{more}}}"#
        );
        AssetIndex::parse("5.json", text.as_bytes()).unwrap()
    }

    #[test]
    fn objects_lie_by_their_digest_and_count_once() {
        let index = index("");
        let asset = index.objects.values().next().unwrap();
        assert_eq!(asset.path(), format!("a9/{HASH}"));
        assert_eq!((index.objects.len(), index.total_size(), index.layout), (2, 3, AssetLayout::Objects));
        assert_eq!(index.named().count(), 0);
    }

    #[test]
    fn old_indexes_are_laid_out_by_name() {
        assert_eq!(index(r#", "virtual": true"#).layout, AssetLayout::Virtual);
        let resources = index(r#", "map_to_resources": true"#);
        assert_eq!((resources.layout, resources.named().count()), (AssetLayout::Resources, 2));
    }

    #[test]
    fn a_bad_digest_and_a_name_that_leaves_the_folder_are_left_out() {
        let text = format!(
            r#"{{"objects": {{"../x": {{"hash": "{HASH}", "size": 1}}, "ok": {{"hash": "{HASH}", "size": 1}},
            "y": {{"hash": "../../etc", "size": 1}}, "z": 7}}}}"#
        );
        let index = AssetIndex::parse("5.json", text.as_bytes()).unwrap();
        assert_eq!((index.objects.len(), index.problems.len()), (1, 3));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(text in "[{}\\[\\]\":,a-f0-9objectshz ]{0,60}") {
            let _ = AssetIndex::parse("x", text.as_bytes());
        }
    }
}
