//! Switching mods on and off, and putting them away.

use std::{
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
};

use nova_game::{Instance, Proposal};
use nova_model::Message;

use super::{Fault, InstalledMod, ModError, ModList, detail, names, relations};
use crate::{
    draft::{Draft, Sized, reversible},
    shown::shown,
};

/// Switches a mod on: the file loses its `.disabled`. Warns about what it needs and is not there.
pub fn enable(instance: &Instance, list: &ModList, installed: &InstalledMod) -> Result<Proposal, ModError> {
    if installed.enabled {
        return Err(fault(installed, Fault::AlreadyEnabled));
    }
    let missing = detail::missing(instance, list, installed);
    let warnings = warning("content.mods.warn.missing", installed, missing);
    rename(instance, installed, &without_disabled(&installed.path), "content.mods.enable.title", warnings)
}

/// Switches a mod off: the file gets `.disabled` behind its name. Warns about what breaks.
pub fn disable(instance: &Instance, list: &ModList, installed: &InstalledMod) -> Result<Proposal, ModError> {
    if !installed.enabled {
        return Err(fault(installed, Fault::AlreadyDisabled));
    }
    let mut name = installed.path.clone().into_os_string();
    name.push(names::DISABLED);
    rename(instance, installed, Path::new(&name), "content.mods.disable.title", breaks(list, installed))
}

/// Moves a mod to the trash area. Warns about what breaks.
pub fn delete(instance: &Instance, list: &ModList, installed: &InstalledMod) -> Result<Proposal, ModError> {
    let mut draft = Draft::new(&instance.root);
    if installed.enabled {
        draft.warnings = breaks(list, installed);
    }
    draft.trash(Sized { path: &installed.path, bytes: installed.size });
    let title = titled("content.mods.delete.title", installed);
    Ok(draft.finish(title, reversible("content.undo.trash"), Some(&instance.id)))
}

fn rename(
    instance: &Instance,
    installed: &InstalledMod,
    to: &Path,
    title: &'static str,
    warnings: Vec<Message>,
) -> Result<Proposal, ModError> {
    if fs::symlink_metadata(to).is_ok() {
        let name = to.file_name().map(shown).unwrap_or_default();
        return Err(fault(installed, Fault::Taken { name }));
    }
    let mut draft = Draft::new(&instance.root);
    draft.warnings = warnings;
    draft.rename(Sized { path: &installed.path, bytes: installed.size }, to);
    Ok(draft.finish(titled(title, installed), reversible("content.undo.rename"), Some(&instance.id)))
}

/// The path without its `.disabled`, byte for byte: the name need not be text.
fn without_disabled(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    path.with_file_name(shortened(name))
}

fn shortened(name: &OsStr) -> OsString {
    match name.to_str() {
        Some(text) => names::enabled(text).into(),
        None => Path::new(name).file_stem().unwrap_or(name).to_owned(),
    }
}

fn breaks(list: &ModList, installed: &InstalledMod) -> Vec<Message> {
    let relations::Dependents { direct, transitive } = relations::dependents(list, installed);
    warning("content.mods.warn.breaks", installed, direct.into_iter().chain(transitive).collect())
}

fn warning(code: &'static str, installed: &InstalledMod, mods: Vec<String>) -> Vec<Message> {
    if mods.is_empty() { Vec::new() } else { vec![titled(code, installed).with("mods", mods)] }
}

fn titled(code: &'static str, installed: &InstalledMod) -> Message {
    Message::new(code).with("name", installed.name.as_str()).with("file", installed.file.as_str())
}

fn fault(installed: &InstalledMod, fault: Fault) -> ModError {
    ModError::File { file: installed.file.clone(), fault }
}
