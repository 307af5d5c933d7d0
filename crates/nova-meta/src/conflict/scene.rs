//! All mods that count, and who brings which id.

use std::collections::HashMap;

use nova_model::Loader;

use super::{Installed, Target, platform::Platform, ranges::Version};
use crate::{JarFacts, ModFacts};

/// One mod that counts.
#[derive(Clone, Copy)]
pub(crate) struct Loaded<'a> {
    pub(crate) facts: &'a ModFacts,
    /// The number of its file, the outer one if it lies in a jar in a jar.
    pub(crate) file: usize,
    /// Whether it lies in a jar in a jar.
    pub(crate) nested: bool,
}

/// Who brings an id.
#[derive(Clone, Copy)]
pub(crate) struct Provider<'a> {
    pub(crate) by: Loaded<'a>,
}

type Index<'a> = HashMap<String, Vec<Provider<'a>>>;

/// The set that is checked.
pub(crate) struct Scene<'a> {
    pub(crate) files: &'a [Installed],
    pub(crate) platform: Platform<'a>,
    pub(crate) loaded: Vec<Loaded<'a>>,
    enabled: Index<'a>,
    disabled: Index<'a>,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(files: &'a [Installed], target: &'a Target) -> Self {
        let platform = platform(files, target);
        let mut loaded = Vec::new();
        let mut spare = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let list = if file.enabled { &mut loaded } else { &mut spare };
            flatten(&file.facts, number, false, &platform, list);
        }
        let order = platform.loader().unwrap_or(Loader::Forge);
        let (enabled, disabled) = (index(&loaded, order), index(&spare, order));
        Self { files, platform, loaded, enabled, disabled }
    }

    /// The enabled mods that bring an id, the newest first.
    pub(crate) fn providers(&self, id: &str, asker: Loader) -> &[Provider<'a>] {
        let found = self.enabled.get(&key(id)).or_else(|| {
            // A bridge turns the dashes of foreign ids into underscores.
            self.platform.is_bridged(asker).then(|| self.enabled.get(&key(id).replace('-', "_"))).flatten()
        });
        found.map_or(&[], Vec::as_slice)
    }

    /// The disabled mods that bring an id, the newest first.
    pub(crate) fn spares(&self, id: &str) -> &[Provider<'a>] {
        self.disabled.get(&key(id)).map_or(&[], Vec::as_slice)
    }

    /// The ids that files bring themselves, each with all who do, in the order of the ids.
    pub(crate) fn by_id(&self) -> Vec<(&str, &[Provider<'a>])> {
        let mut all: Vec<_> =
            self.enabled.iter().map(|(id, providers)| (id.as_str(), providers.as_slice())).collect();
        all.sort_unstable_by_key(|(id, _)| *id);
        all
    }

    pub(crate) fn file(&self, loaded: Loaded<'_>) -> &'a str {
        self.files.get(loaded.file).map_or("", |file| file.file.as_str())
    }
}

/// Legacy Forge compares ids without regard to case, and the others have none.
pub(crate) fn key(id: &str) -> String {
    id.to_ascii_lowercase()
}

fn platform<'a>(files: &[Installed], target: &'a Target) -> Platform<'a> {
    let mut platform = Platform::new(target);
    for file in files.iter().filter(|file| file.enabled) {
        for facts in &file.facts.mods {
            platform.note(&facts.id);
        }
        if file.file.to_ascii_lowercase().starts_with("liteloader") {
            platform.note_liteloader();
        }
    }
    platform
}

fn flatten<'a>(
    jar: &'a JarFacts,
    file: usize,
    nested: bool,
    platform: &Platform<'_>,
    out: &mut Vec<Loaded<'a>>,
) {
    out.extend(platform.mods_of(jar).into_iter().map(|facts| Loaded { facts, file, nested }));
    for (_, inner) in &jar.nested {
        flatten(inner, file, true, platform, out);
    }
}

fn index<'a>(loaded: &[Loaded<'a>], order: Loader) -> Index<'a> {
    let mut index = Index::new();
    for by in loaded {
        let ids = std::iter::once(&by.facts.id).chain(&by.facts.provides);
        for id in ids {
            index.entry(key(id)).or_default().push(Provider { by: *by });
        }
    }
    for providers in index.values_mut() {
        // The newest first; of equal ones the one that lies in the folder itself.
        providers.sort_by_cached_key(|one| {
            (std::cmp::Reverse(Version::parse(order, &one.by.facts.version)), one.by.nested, one.by.file)
        });
    }
    index
}
