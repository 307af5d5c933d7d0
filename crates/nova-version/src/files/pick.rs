//! Which libraries count on a platform, and which of two versions of one stays.
//!
//! A child's library replaces the parent's of the same kind, older or newer, as Mojang's launcher has it: loaders rely on getting the
//! versions they name (two ASMs on a class path stop Fabric, an unknown file name stops Forge's module path). Within one file, where
//! other launchers wrote everything into one, the newer version stays.

use std::collections::HashMap;

use nova_model::MavenVersion;

use super::{Check, LibraryFile, NativeFile, Source, source};
use crate::{
    json::Library,
    merge::Placed,
    platform::{Platform, canonical},
    rules::{Features, allows},
};

/// What counts.
#[derive(Debug, Default)]
pub(super) struct Picked {
    pub(super) libraries: Vec<LibraryFile>,
    pub(super) natives: Vec<NativeFile>,
    /// Names of libraries that have natives, but not for this platform.
    pub(super) without_natives: Vec<String>,
}

/// Picks what counts on a platform, in order.
pub(super) fn pick(placed: &[Placed], platform: &Platform) -> Picked {
    let none = Features::new();
    let mut choice = Choice::default();
    let mut picked = Picked::default();
    for Placed { library, level } in
        placed.iter().filter(|placed| allows(&placed.library.rules, platform, &none))
    {
        let classifier = classifier(library, platform);
        if let Some(file) = source::own_file(library, !library.natives.is_empty()) {
            choice.offer(Entry::ClassPath(file), *level);
        }
        let native = classifier
            .as_deref()
            .map(|classifier| source::native_file(library, classifier, platform.os_name()));
        match native {
            Some(Some(file)) => choice.offer(Entry::Native(file, library.exclude.clone()), *level),
            Some(None) => picked.without_natives.push(library.coordinate.to_string()),
            None if covers_other_processors_only(library, platform) => {
                picked.without_natives.push(library.coordinate.to_string());
            }
            None => {}
        }
    }
    choice.sort_into(&mut picked);
    picked
}

/// The classifier of the natives to unpack on this platform.
fn classifier(library: &Library, platform: &Platform) -> Option<String> {
    let systems =
        library.natives.iter().filter_map(|(system, classifier)| fits(system, classifier, platform));
    let (_, classifier) = systems.max_by_key(|(exact, _)| *exact)?;
    Some(classifier.replace("${arch}", platform.bits()))
}

/// Whether natives are for a platform, and whether they name its processor.
fn fits<'a>(system: &str, classifier: &'a str, platform: &Platform) -> Option<(bool, &'a str)> {
    let (name, arch) = system.split_once('-').unwrap_or((system, ""));
    let name = if name == "macos" { "osx" } else { name };
    let named = !arch.is_empty() && canonical(arch) == platform.arch_name();
    let said = named || classifier.contains(platform.arch_name());
    // Natives without a processor are Intel's; on a Mac and on Windows an Intel Java can run them on ARM, which `arch` then says.
    let intel = arch.is_empty() && matches!(platform.arch_name(), "x86_64" | "x86");
    (name == platform.os_name() && (said || intel)).then_some((named, classifier))
}

/// Natives for this system, but not for this processor.
fn covers_other_processors_only(library: &Library, platform: &Platform) -> bool {
    library.natives.keys().any(|system| system.split('-').next() == Some(platform.os_name()))
}

enum Entry {
    ClassPath(LibraryFile),
    Native(LibraryFile, Vec<String>),
}

impl Entry {
    fn file(&self) -> &LibraryFile {
        match self {
            Self::ClassPath(file) | Self::Native(file, _) => file,
        }
    }
}

#[derive(Default)]
struct Choice {
    entries: Vec<(Entry, usize)>,
    places: HashMap<String, usize>,
}

impl Choice {
    /// Keeps the entry where there is none of its kind yet, or where it is to replace the one there is.
    fn offer(&mut self, entry: Entry, level: usize) {
        let kind = entry.file().coordinate.kind();
        let Some(place) = self.places.get(&kind).copied() else {
            self.places.insert(kind, self.entries.len());
            self.entries.push((entry, level));
            return;
        };
        let Some(kept) = self.entries.get_mut(place) else { return };
        let newer = kept.1 == level && is_newer(entry.file(), kept.0.file());
        if newer || says_more(entry.file(), kept.0.file()) {
            *kept = (entry, kept.1);
        }
    }

    fn sort_into(self, picked: &mut Picked) {
        for (entry, _) in self.entries {
            match entry {
                Entry::ClassPath(file) => picked.libraries.push(file),
                Entry::Native(file, exclude) => picked.natives.push(NativeFile { file, exclude }),
            }
        }
    }
}

/// Whether an offer is the very same file, with a digest that is not known yet (old Forge names the game's libraries without one).
fn says_more(offered: &LibraryFile, kept: &LibraryFile) -> bool {
    let known = |file: &LibraryFile| matches!(file.check, Check::Sha1(_));
    offered.path == kept.path && known(offered) && !known(kept) && kept.source != Source::Installer
}

fn is_newer(offered: &LibraryFile, kept: &LibraryFile) -> bool {
    let version = |file: &LibraryFile| MavenVersion::parse(&file.coordinate.version);
    version(offered) > version(kept)
}
