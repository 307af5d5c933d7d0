//! Everything that can be served, made when it is first asked for and kept: the hashes in a document are those of what its
//! addresses answer with.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use anyhow::{Context, Result};
use serde_json::Value;

use super::digest::{Made, sha1};
use super::index::{Index, Recipe};
use super::make::{self, assets, client, jar};
use super::shelf::Shelf;
use super::{installer, lists, loaders, rewrite, runtime, vendors};
use crate::Jar;
use crate::game::Programs;

/// The served world.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) shelf: Shelf,
    pub(crate) index: Index,
    pub(crate) programs: Option<Programs>,
    /// The Java behind the runtimes' `bin/java`.
    pub(crate) java: Option<PathBuf>,
    /// At most so many objects in an asset index.
    pub(crate) assets: Option<usize>,
    made: Mutex<HashMap<String, Arc<OnceLock<Outcome>>>>,
    objects: Mutex<Objects>,
}

/// What making an address came to. Whoever asks meanwhile waits, so that nothing is made twice.
type Outcome = Result<Option<Arc<Made>>, String>;

/// Hashes of asset objects and what each is made from.
#[derive(Debug, Default)]
struct Objects {
    seeds: HashMap<String, String>,
    /// Whether those of all indexes are known, and not only of those that were asked for.
    is_complete: bool,
}

impl Store {
    pub(crate) fn new(
        shelf: Shelf,
        programs: Option<Programs>,
        java: Option<PathBuf>,
        assets: Option<usize>,
    ) -> Self {
        let index = Index::of(&shelf);
        Self { shelf, index, programs, java, assets, made: Mutex::default(), objects: Mutex::default() }
    }

    /// What is at an address; `None` where nothing is.
    pub(crate) fn get(&self, key: &str) -> Result<Option<Arc<Made>>> {
        let place = Arc::clone(lock(&self.made).entry(key.to_owned()).or_default());
        let outcome = place.get_or_init(|| match self.bytes(key) {
            Ok(bytes) => Ok(bytes.map(|bytes| Arc::new(Made::of(bytes)))),
            Err(error) => Err(format!("cannot make {key}: {error:#}")),
        });
        outcome.clone().map_err(anyhow::Error::msg)
    }

    /// The same for what must be there.
    pub(crate) fn need(&self, key: &str) -> Result<Arc<Made>> {
        self.get(key)?.with_context(|| format!("nothing is at {key}"))
    }

    /// A served document as JSON.
    pub(crate) fn json(&self, key: &str) -> Result<Option<Value>> {
        let made = self.get(key)?;
        Ok(made.and_then(|made| serde_json::from_slice(&made.bytes).ok()))
    }

    /// A file of a Maven repository by its path, wherever it is served.
    pub(crate) fn artifact(&self, path: &str) -> Result<Arc<Made>> {
        match self.index.at_path(path) {
            Some(key) => self.need(key),
            None => Ok(Arc::new(Made::of(self.library(path)?))),
        }
    }

    fn bytes(&self, key: &str) -> Result<Option<Vec<u8>>> {
        if let Some(recipe) = self.index.recipe(key) {
            return self.follow(key, recipe).map(Some);
        }
        if let Some(hash) = key.strip_prefix("resources.download.minecraft.net/") {
            return self.object(hash);
        }
        if let Some(text) = self.beside(key)? {
            return Ok(Some(text.into_bytes()));
        }
        if let Some(document) = loaders::document(self, key) {
            return rewrite::renew(self, document).map(Some);
        }
        if let Some(bytes) = lists::document(self, key)? {
            return Ok(Some(bytes));
        }
        if let Some(list) = vendors::document_of(key).and_then(|place| self.shelf.json(&place)) {
            return rewrite::renew(self, list).map(Some);
        }
        if is_of_an_installer(key) {
            return Ok(None);
        }
        match (self.shelf.json(key), self.shelf.get(key)) {
            (Some(document), _) => rewrite::renew(self, document).map(Some),
            (None, bytes) => Ok(bytes),
        }
    }

    fn follow(&self, key: &str, recipe: &Recipe) -> Result<Vec<u8>> {
        match recipe {
            Recipe::Client(document) => self.client(document),
            Recipe::Mappings { version, side } => Ok(make::mappings(version, side)),
            Recipe::Artifact(path) => self.library(path),
            Recipe::Assets(id) => self.asset_index(key, id),
            Recipe::LogConfig => Ok(self.shelf.get(key).unwrap_or_else(make::log_config)),
            Recipe::Runtime(id) => {
                let manifest = self.shelf.json(key).unwrap_or_else(|| runtime::thought_up(id));
                rewrite::renew(self, manifest)
            }
            Recipe::RuntimeFile(file) => runtime::bytes(file, self.java.as_deref()),
            Recipe::Archive(archive) => vendors::bytes(archive, self.java.as_deref()),
            Recipe::Installer(folder) => installer::bytes(self, folder),
            Recipe::OptiFine => installer::optifine::bytes(self, key),
            Recipe::Mod { slug, number } => Jar::fabric(slug).version(number).bytes(),
            Recipe::Blob => Ok(make::filler(key)),
        }
    }

    fn library(&self, path: &str) -> Result<Vec<u8>> {
        jar::artifact(path, self.programs.as_ref(), self.index.tools.contains(path))
    }

    fn client(&self, document: &str) -> Result<Vec<u8>> {
        let version = self.shelf.json(document).with_context(|| format!("{document} is not there"))?;
        let assets = version["assetIndex"]["url"].as_str().map(super::shelf::key_of);
        let assets = assets.map(|key| self.json(&key)).transpose()?.flatten().unwrap_or_default();
        client::bytes(&version, &assets, self.programs.as_ref())
    }

    fn asset_index(&self, key: &str, id: &str) -> Result<Vec<u8>> {
        let renewed = assets::renewed(id, self.shelf.json(key), self.assets)?;
        lock(&self.objects).seeds.extend(renewed.seeds);
        Ok(serde_json::to_vec(&renewed.index)?)
    }

    /// An object by `<first two>/<hash>`. Whoever has an index from an earlier run may ask for objects first.
    fn object(&self, path: &str) -> Result<Option<Vec<u8>>> {
        let Some((_, hash)) = path.split_once('/').filter(|(start, hash)| hash.starts_with(start)) else {
            return Ok(None);
        };
        let mut objects = lock(&self.objects);
        if !objects.is_complete && !objects.seeds.contains_key(hash) {
            objects.seeds = self.all_seeds()?;
            objects.is_complete = true;
        }
        Ok(objects.seeds.get(hash).map(|seed| assets::object_bytes(seed)))
    }

    fn all_seeds(&self) -> Result<HashMap<String, String>> {
        let mut seeds = BTreeSet::new();
        for (key, recipe) in self.index.addresses() {
            if let Recipe::Assets(id) = recipe {
                seeds.extend(assets::seeds(id, self.shelf.json(key), self.assets)?);
            }
        }
        Ok(seeds.into_iter().map(|seed| (sha1(&assets::object_bytes(&seed)), seed)).collect())
    }

    /// The digest beside a file of a Maven repository.
    fn beside(&self, key: &str) -> Result<Option<String>> {
        let Some((file, kind)) = key.rsplit_once('.') else { return Ok(None) };
        if !matches!(kind, "sha1" | "sha256" | "sha512" | "md5") {
            return Ok(None);
        }
        Ok(self.get(file)?.and_then(|made| made.digest(kind)))
    }
}

/// The parts of installers lie on the shelf beside each other; the repositories serve them packed only.
fn is_of_an_installer(key: &str) -> bool {
    let file = key.rsplit('/').next().unwrap_or_default();
    key.starts_with("maven.")
        && matches!(file, "install_profile.json" | "version.json" | "installer_info.json" | "files.json")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
