//! Finds the mod a player or a model means.

use nova_model::{clean, suggest};

use super::{InstalledMod, ModError, ModList, names};

/// Ways in which a name can mean a mod, the surest first.
const WAYS: [fn(&InstalledMod, &str) -> bool; 6] =
    [by_mod_id, by_file, by_stem, by_id_in_any_case, by_file_in_any_case, by_name];

/// The mod with this id, file name (with or without `.jar` and `.disabled`), or display name: exact first, then the only
/// one that differs in case. Several are an error that names their files, none is one that names the nearest.
pub fn find<'a>(list: &'a ModList, name: &str) -> Result<&'a InstalledMod, ModError> {
    let name = name.trim();
    for means in WAYS {
        let found: Vec<&InstalledMod> = list.mods.iter().filter(|installed| means(installed, name)).collect();
        match found.as_slice() {
            [] => {}
            [installed] => return Ok(installed),
            several => return Err(ambiguous(list, name, several)),
        }
    }
    Err(unknown(list, name))
}

fn by_mod_id(installed: &InstalledMod, name: &str) -> bool {
    installed.mod_ids.iter().any(|id| id == name)
}

fn by_file(installed: &InstalledMod, name: &str) -> bool {
    installed.file == name
}

fn by_stem(installed: &InstalledMod, name: &str) -> bool {
    names::enabled(&installed.file) == name || names::stem(&installed.file) == name
}

fn by_id_in_any_case(installed: &InstalledMod, name: &str) -> bool {
    let lower = name.to_lowercase();
    installed.mod_ids.iter().any(|id| id.to_lowercase() == lower)
}

fn by_file_in_any_case(installed: &InstalledMod, name: &str) -> bool {
    let (file, lower) = (installed.file.to_lowercase(), name.to_lowercase());
    file == lower || names::enabled(&file) == lower || names::stem(&file) == lower
}

fn by_name(installed: &InstalledMod, name: &str) -> bool {
    !name.is_empty() && installed.name.to_lowercase() == name.to_lowercase()
}

fn ambiguous(list: &ModList, name: &str, mods: &[&InstalledMod]) -> ModError {
    let files = mods.iter().map(|installed| installed.file.clone()).collect();
    ModError::Ambiguous { name: clean(name, 100), version: list.version.clone(), files }
}

fn unknown(list: &ModList, name: &str) -> ModError {
    let names = list.mods.iter().flat_map(|installed| [installed.id.as_str(), installed.name.as_str()]);
    let near = suggest(name, names).into_iter().map(str::to_owned).collect();
    ModError::NoSuchMod { name: clean(name, 100), version: list.version.clone(), near }
}
