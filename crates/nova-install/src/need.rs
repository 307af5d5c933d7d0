//! What has to lie where below a game root before a version starts: the launcher layout that all launchers share.

use std::{collections::BTreeSet, path::Path};

use nova_version::{Asset, AssetIndex, AssetLayout, Check, FileSet, LibraryFile, Remote, Sha1, Source};

use crate::{Expected, Ledger};

/// The largest recorded index has 600 KiB.
const LARGEST_INDEX: u64 = 16 << 20;

/// A file that has to be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// Where, below the root, with `/`.
    pub place: String,
    /// Where it comes from, first address first; none where an installer makes it.
    pub urls: Vec<String>,
    /// Its bytes, where they are known.
    pub size: Option<u64>,
    /// How it is checked.
    pub check: Check,
}

impl Need {
    /// The digests of which it must have one; none where nobody says.
    pub fn sha1s(&self) -> &[Sha1] {
        match &self.check {
            Check::Sha1(sha1) => std::slice::from_ref(sha1),
            Check::AnyOf(any) => any,
            Check::Beside | Check::Unknown => &[],
        }
    }

    /// What the file has to be, for a check. Where nobody says, it is what it was when it was put there.
    pub(crate) fn expected(&self, ledger: &Ledger) -> Expected {
        let own = self.sha1s().iter().filter_map(|sha1| crate::Sha1::parse(sha1.as_str()));
        let mut sha1s: Vec<crate::Sha1> = own.collect();
        if sha1s.is_empty() {
            sha1s.extend(ledger.digest(&self.place));
        }
        Expected { path: self.place.split('/').collect(), size: self.size, sha1s }
    }
}

/// Where a version's json lies.
pub fn json_place(id: &str) -> String {
    format!("versions/{id}/{id}.json")
}

/// Where a version's jar lies.
pub fn jar_place(id: &str) -> String {
    format!("versions/{id}/{id}.jar")
}

/// Where an asset index lies.
pub(crate) fn index_place(id: &str) -> String {
    format!("assets/indexes/{id}.json")
}

/// Everything but the asset objects.
pub(crate) fn of_files(set: &FileSet) -> Vec<Need> {
    let mut needs: Vec<Need> = set.libraries.iter().map(of_library).collect();
    needs.extend(set.natives.iter().map(|native| of_library(&native.file)));
    if let Some(remote) = &set.client.remote {
        needs.push(of_remote(jar_place(&set.client.owner), remote));
    }
    if let Some((id, remote)) =
        set.asset_index.as_ref().and_then(|index| Some((&index.id, index.remote.as_ref()?)))
    {
        needs.push(of_remote(index_place(id), remote));
    }
    if let Some((id, remote)) = set.log_config.as_ref().and_then(|log| Some((&log.id, log.remote.as_ref()?)))
    {
        needs.push(of_remote(format!("assets/log_configs/{id}"), remote));
    }
    distinct(needs)
}

/// Everything that an installed version needs, the objects of its asset index and copies under names included.
pub fn needs(root: &Path, set: &FileSet) -> Vec<Need> {
    let mut needs = of_files(set);
    let Some(index) = &set.asset_index else { return needs };
    if let Some(read) = read_index(root, &index.id) {
        needs.extend(of_assets(&read));
        needs.extend(of_named(&index.id, &read));
    }
    needs
}

/// An asset index that is there and can be read.
pub(crate) fn read_index(root: &Path, id: &str) -> Option<AssetIndex> {
    let bytes = nova_files::read_state(&root.join(index_place(id)), LARGEST_INDEX).ok().flatten();
    bytes.and_then(|bytes| AssetIndex::parse(id, &bytes).ok())
}

/// The asset objects, each once.
pub(crate) fn of_assets(index: &AssetIndex) -> Vec<Need> {
    distinct(index.objects.values().map(|asset| of_asset(asset, object_place(asset))).collect())
}

/// What lies under its name too, for versions that look there: below `assets/virtual/<index>`, with the object it is a copy of. Versions
/// before 1.6 look in `resources` of the game folder, which is the player's own: the launch lays them there.
pub(crate) fn named_assets(id: &str, index: &AssetIndex) -> Vec<(String, String)> {
    if index.layout != AssetLayout::Virtual {
        return Vec::new();
    }
    let place = |(name, asset): (&nova_version::SafePath, &Asset)| {
        (format!("assets/virtual/{id}/{}", name.as_str()), object_place(asset))
    };
    index.named().map(place).collect()
}

/// The same as files that have to be there. They come from nowhere but their objects.
pub(crate) fn of_named(id: &str, index: &AssetIndex) -> Vec<Need> {
    if index.layout != AssetLayout::Virtual {
        return Vec::new();
    }
    let copy = |(name, asset): (&nova_version::SafePath, &Asset)| Need {
        urls: Vec::new(),
        ..of_asset(asset, format!("assets/virtual/{id}/{}", name.as_str()))
    };
    distinct(index.named().map(copy).collect())
}

/// Where an object lies.
pub(crate) fn object_place(asset: &Asset) -> String {
    format!("assets/objects/{}", asset.path())
}

/// A library below the root.
pub(crate) fn of_library(file: &LibraryFile) -> Need {
    Need {
        place: format!("libraries/{}", file.path.as_str()),
        urls: match &file.source {
            Source::Urls(urls) => urls.clone(),
            Source::Installer => Vec::new(),
        },
        size: file.size,
        check: file.check.clone(),
    }
}

fn of_remote(place: String, remote: &Remote) -> Need {
    Need { place, urls: vec![remote.url.clone()], size: remote.size, check: check(remote.sha1.as_ref()) }
}

fn of_asset(asset: &Asset, place: String) -> Need {
    let url = format!("https://resources.download.minecraft.net/{}", asset.path());
    Need { place, urls: vec![url], size: Some(asset.size), check: Check::Sha1(asset.hash.clone()) }
}

fn check(sha1: Option<&Sha1>) -> Check {
    sha1.map_or(Check::Unknown, |sha1| Check::Sha1(sha1.clone()))
}

/// Each place once; the first that names it decides.
fn distinct(needs: Vec<Need>) -> Vec<Need> {
    let mut places = BTreeSet::new();
    let mut kept: Vec<Need> = Vec::with_capacity(needs.len());
    for need in needs {
        if places.insert(need.place.to_lowercase()) {
            kept.push(need);
        }
    }
    kept
}
