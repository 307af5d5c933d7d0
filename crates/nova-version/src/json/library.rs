//! One library of a version json, in the shapes of Mojang, old Forge, the loaders' profiles and other launchers.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    download::{Download, download},
    rule::{Rule, rules},
};
use crate::{
    coordinate::Coordinate,
    path::SafePath,
    read::{Notes, is_url, texts},
    sha1::Sha1,
};

/// More classifiers, natives or excludes than this no library has.
const MOST: usize = 500;

/// A file of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Where it lies below `libraries`; by its coordinate where the file does not say.
    pub path: Option<SafePath>,
    /// Where it comes from.
    pub download: Download,
}

/// One library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// Its name.
    pub coordinate: Coordinate,
    /// Its own jar, where the file describes it.
    pub artifact: Option<Artifact>,
    /// Files by classifier.
    pub classifiers: BTreeMap<String, Artifact>,
    /// Whether it says anything about downloads; if not, everything follows from the coordinate.
    pub has_downloads: bool,
    /// The classifier of the natives to unpack, by the system's name; may hold `${arch}`.
    pub natives: BTreeMap<String, String>,
    /// Entries that are not unpacked, by how they begin.
    pub exclude: Vec<String>,
    /// When it counts.
    pub rules: Vec<Rule>,
    /// The maven repository it lies in.
    pub url: Option<String>,
    /// Its digest, where it stands beside the name (Fabric).
    pub sha1: Option<Sha1>,
    /// Its size, where it stands beside the name (Fabric).
    pub size: Option<u64>,
    /// Digests of which one must fit (old Forge).
    pub checksums: Vec<Sha1>,
    /// Whether the client needs it, by old Forge's word. Mojang's launcher does not know the key and takes every library, and so do we.
    pub client_required: Option<bool>,
}

/// Reads a library; none where it has no usable name.
pub(super) fn library(value: &Value, notes: &mut Notes) -> Option<Library> {
    let map = value.as_object()?;
    let coordinate = Coordinate::parse(map.get("name")?.as_str()?)?;
    let files = Files::of(map, notes);
    let url = notes.text(map, "url").filter(|url| !url.is_empty());
    Some(Library {
        coordinate,
        artifact: files.artifact,
        classifiers: files.classifiers,
        has_downloads: files.has_downloads,
        natives: natives(map, notes),
        exclude: exclude(map, notes),
        rules: rules(map, notes),
        url: url.filter(|url| sound_base(url, notes)),
        sha1: notes.sha1(map, "sha1"),
        size: notes.number(map, "size"),
        checksums: map.get("checksums").map(checksums).unwrap_or_default(),
        client_required: map.get("clientreq").and_then(Value::as_bool),
    })
}

fn sound_base(url: &str, notes: &mut Notes) -> bool {
    let sound = is_url(url);
    if !sound {
        notes.odd("url");
    }
    sound
}

struct Files {
    artifact: Option<Artifact>,
    classifiers: BTreeMap<String, Artifact>,
    has_downloads: bool,
}

impl Files {
    /// `downloads` as Mojang has it; `TLauncher` writes `artifact` and `classifies` beside the name.
    fn of(map: &Map<String, Value>, notes: &mut Notes) -> Self {
        let own = notes.map(map, "downloads");
        let place = own.unwrap_or(map);
        let artifact = notes.map(place, "artifact").map(|file| artifact(file, notes));
        let listed = notes.map(place, "classifiers").or_else(|| map.get("classifies")?.as_object());
        let mut classifiers = BTreeMap::new();
        for (name, file) in listed.into_iter().flatten().take(MOST) {
            if let Some(file) = file.as_object() {
                classifiers.insert(name.clone(), self::artifact(file, notes));
            }
        }
        let has_downloads = artifact.is_some() || !classifiers.is_empty();
        Self { artifact, classifiers, has_downloads }
    }
}

fn artifact(map: &Map<String, Value>, notes: &mut Notes) -> Artifact {
    let path = notes.text(map, "path").filter(|path| !path.is_empty());
    let safe = path.as_deref().and_then(SafePath::parse);
    if path.is_some() && safe.is_none() {
        notes.odd("path");
    }
    Artifact { path: safe, download: download(map, notes) }
}

fn natives(map: &Map<String, Value>, notes: &mut Notes) -> BTreeMap<String, String> {
    let listed = notes.map(map, "natives");
    let pairs = listed.into_iter().flatten().take(MOST);
    pairs.filter_map(|(system, classifier)| Some((system.clone(), classifier.as_str()?.to_owned()))).collect()
}

fn exclude(map: &Map<String, Value>, notes: &mut Notes) -> Vec<String> {
    let listed = notes.map(map, "extract").and_then(|extract| extract.get("exclude"));
    listed.map(|list| texts(list, MOST)).unwrap_or_default()
}

fn checksums(value: &Value) -> Vec<Sha1> {
    texts(value, MOST).iter().filter_map(|text| Sha1::parse(text)).collect()
}
