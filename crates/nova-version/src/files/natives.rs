//! Natives that a platform needs and a version does not have.

use std::collections::BTreeMap;

use nova_model::{Field, Message, Os, Problem};

use super::{LibraryFile, pick::Picked};
use crate::platform::{Platform, canonical};

/// Libraries with natives for other processors only: a warning, and an error where it is the window library itself.
pub(super) fn missing(picked: &Picked, platform: &Platform) -> Option<Problem> {
    let mut missing = picked.without_natives.clone();
    missing.extend(without_variant(&picked.libraries, platform));
    missing.sort();
    missing.dedup();
    if missing.is_empty() {
        return None;
    }
    let system = format!("{} {}", system_name(platform.os), platform.arch_name());
    let is_window = missing.iter().any(|name| name.starts_with("org.lwjgl"));
    let names: Vec<Field> = missing.into_iter().take(12).map(Field::from).collect();
    let message = Message::new("version.natives-missing")
        .with("platform", system.as_str())
        .with("libraries", Field::List(names));
    Some(if is_window { Problem::error(system, message) } else { Problem::warning(system, message) })
}

fn system_name(os: Os) -> &'static str {
    match os {
        Os::Linux => "Linux",
        Os::Windows => "Windows",
        Os::MacOs => "macOS",
    }
}

/// New natives lie on the class path as `…:natives-<system>[-<processor>]`: which libraries have none for this processor.
fn without_variant(libraries: &[LibraryFile], platform: &Platform) -> Vec<String> {
    let mut found: BTreeMap<String, bool> = BTreeMap::new();
    for file in libraries {
        let Some(variant) =
            file.coordinate.classifier.as_deref().and_then(|text| text.strip_prefix("natives-"))
        else {
            continue;
        };
        let name =
            format!("{}:{}:{}", file.coordinate.group, file.coordinate.artifact, file.coordinate.version);
        *found.entry(name).or_default() |= fits(variant, platform);
    }
    found.into_iter().filter(|(_, fits)| !fits).map(|(name, _)| name).collect()
}

fn fits(variant: &str, platform: &Platform) -> bool {
    let (system, arch) = variant.split_once('-').unwrap_or((variant, "x86_64"));
    let system = if matches!(system, "macos" | "osx") { "osx" } else { system };
    // `natives-macos-patch` (1.18) holds both processors.
    system == platform.os_name() && (arch == "patch" || canonical(arch) == platform.arch_name())
}
