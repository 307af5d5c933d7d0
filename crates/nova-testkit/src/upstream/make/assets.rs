//! Asset indexes with generated objects: what an object holds follows from the hash it had, so that indexes share their objects
//! as the real ones do.

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use crate::Rng;
use crate::upstream::digest::sha1;

/// Names as they occur; an index that is not recorded gets these and as many sounds as it takes.
const NAMES: [&str; 10] = [
    "icons/icon_16x16.png",
    "icons/icon_32x32.png",
    "icons/minecraft.icns",
    "minecraft/lang/de_de.json",
    "minecraft/lang/ja_jp.json",
    "minecraft/lang/zh_cn.json",
    "minecraft/lang/zh_tw.json",
    "minecraft/sounds.json",
    "minecraft/texts/splashes.txt",
    "pack.mcmeta",
];
const THOUGHT_UP: usize = 120;

/// An index as it is served, with the hash that each new one stands for.
#[derive(Debug)]
pub(crate) struct Renewed {
    pub(crate) index: Value,
    pub(crate) seeds: Vec<(String, String)>,
}

/// The recorded index (or one for the id), thinned out, with the hashes of what is served.
pub(crate) fn renewed(id: &str, recorded: Option<Value>, limit: Option<usize>) -> Result<Renewed> {
    let mut index = recorded.unwrap_or_else(|| thought_up(id));
    let objects =
        index["objects"].as_object().with_context(|| format!("the asset index {id} has no objects"))?;
    let mut kept = Map::new();
    let mut seeds = Vec::new();
    for (path, object) in thinned(objects, limit) {
        let seed = object["hash"].as_str().unwrap_or_default();
        let bytes = object_bytes(seed);
        let hash = sha1(&bytes);
        kept.insert(path.clone(), json!({"hash": hash, "size": bytes.len()}));
        seeds.push((hash, seed.to_owned()));
    }
    index["objects"] = Value::Object(kept);
    Ok(Renewed { index, seeds })
}

/// What the objects of an index are made from.
pub(crate) fn seeds(id: &str, recorded: Option<Value>, limit: Option<usize>) -> Result<Vec<String>> {
    let index = recorded.unwrap_or_else(|| thought_up(id));
    let objects =
        index["objects"].as_object().with_context(|| format!("the asset index {id} has no objects"))?;
    let seed = |(_, object): (&String, &Value)| object["hash"].as_str().map(ToOwned::to_owned);
    Ok(thinned(objects, limit).into_iter().filter_map(seed).collect())
}

/// What an object holds: nothing where it held nothing.
pub(crate) fn object_bytes(seed: &str) -> Vec<u8> {
    if seed == sha1(b"") {
        return Vec::new();
    }
    let mut rng = Rng::named(seed);
    let size = 100 + rng.below(1900);
    rng.bytes(usize::try_from(size).unwrap_or(100))
}

/// The sum that a version's document names beside the index.
pub(crate) fn total(index: &Value) -> u64 {
    index["objects"].as_object().into_iter().flatten().filter_map(|(_, object)| object["size"].as_u64()).sum()
}

/// So many, spread over the whole list.
fn thinned(objects: &Map<String, Value>, limit: Option<usize>) -> Vec<(&String, &Value)> {
    let step = limit.map_or(1, |limit| objects.len().div_ceil(limit.max(1)).max(1));
    objects.iter().step_by(step).collect()
}

fn thought_up(id: &str) -> Value {
    let sounds = (NAMES.len()..THOUGHT_UP).map(|number| format!("minecraft/sounds/step/grass{number}.ogg"));
    let paths = NAMES.iter().map(|name| (*name).to_owned()).chain(sounds);
    let objects: Map<String, Value> =
        paths.map(|path| (path.clone(), json!({"hash": sha1(path.as_bytes()), "size": 1}))).collect();
    match id {
        "legacy" => json!({"objects": objects, "virtual": true}),
        "pre-1.6" => json!({"objects": objects, "map_to_resources": true}),
        _ => json!({ "objects": objects }),
    }
}
