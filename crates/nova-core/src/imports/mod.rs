//! Instances of other launchers, as versions of this one: nova-import finds them, nova-install installs what they are, and
//! what is theirs is copied.

mod settings;
mod steps;

use std::path::{Path, PathBuf};

use nova_files::Step;
use nova_import::{Found, Source, is_installable};
use nova_install::{LoaderWish, Wish};
use nova_model::{Change, ChangeKind, Message, Report, clean};
use nova_tools::ToolError;

use crate::launcher::Launcher;

/// More tries for a name than anybody has versions of one name.
const NAMES: usize = 100;
/// The longest name of a version that is made here.
const LONGEST: usize = 60;

/// What an import does beside installing.
pub(crate) struct Import {
    /// The version's name here.
    pub(crate) name: String,
    /// The steps.
    pub(crate) steps: Vec<Step>,
    /// What the player is shown of them.
    pub(crate) changes: Vec<Change>,
    /// What is copied.
    pub(crate) bytes: u64,
    /// What the player should know first.
    pub(crate) warnings: Vec<Message>,
}

/// How a source becomes a version.
pub(crate) enum Way {
    /// By installing its game and loader from their makers.
    Install(Wish),
    /// By copying its version file with what it stands on.
    Copy,
}

impl Launcher {
    /// What other launchers have.
    pub(crate) fn importable(&self) -> Found {
        let mut known: Vec<PathBuf> = self.game.folders().into_iter().map(|folder| folder.path).collect();
        known.extend(self.game.roots().into_iter().flat_map(|roots| roots.items).map(|root| root.path));
        known.push(self.files.data().to_owned());
        nova_import::find(self.game.setup(), &known)
    }

    /// One of it.
    pub(crate) fn import_source(&self, id: &str) -> Result<Source, ToolError> {
        let found = self.importable().sources.into_iter().find(|source| source.id == id);
        found.ok_or_else(|| tell("core.import.gone", |message| message.with("id", clean(id, 40))))
    }

    /// The steps that make it a version of its own folders, on top of an install or without one.
    pub(crate) fn import(&self, source: &Source, root: &Path, way: &Way) -> Result<Import, ToolError> {
        let name = free_name(root, &source.name);
        let (settings, mut warnings) = self.import_settings(source);
        warnings.extend(source.notes.iter().cloned());
        let mut import = Import { name, steps: Vec::new(), changes: Vec::new(), bytes: 0, warnings };
        match way {
            Way::Install(_) => import.beside(source, root, settings),
            Way::Copy => self.import_whole(&mut import, source, root, settings)?,
        }
        Ok(import)
    }
}

/// How it is brought in, under this name.
pub(crate) fn import_way(source: &Source, name: &str) -> Result<Way, ToolError> {
    let loader = source.loader.as_ref();
    let installable = loader.is_none_or(|(loader, _)| is_installable(*loader));
    match &source.game {
        Some(game) if !source.custom && installable => Ok(Way::Install(Wish {
            game: game.clone(),
            loader: loader.map(|(loader, build)| LoaderWish { loader: *loader, version: build.clone() }),
            name: Some(name.to_owned()),
            api: None,
        })),
        _ if source.version.is_some() => Ok(Way::Copy),
        _ => Err(tell("core.import.cannot", |message| message.with("name", source.name.as_str()))),
    }
}

/// A folder name that is free: the instance's own as far as every system can hold it, with a number where it is taken.
pub(crate) fn free_name(root: &Path, wished: &str) -> String {
    let plain: String = wished
        .chars()
        .map(|sign| if sign.is_control() || "<>:\"/\\|?*".contains(sign) { ' ' } else { sign })
        .take(LONGEST)
        .collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = plain.trim_end_matches('.').trim().to_owned();
    let base = if nova_files::safe_name(&plain).is_ok() { plain } else { "Imported".to_owned() };
    let taken = taken(root);
    let is_free = |name: &String| !taken.contains(&name.to_lowercase());
    let numbered = (2..NAMES).map(|n| format!("{base} {n}"));
    std::iter::once(base.clone()).chain(numbered).find(is_free).unwrap_or(base)
}

/// The names of the versions there are, as a system sees them that does not tell case apart.
fn taken(root: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(root.join("versions")).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.file_name().to_string_lossy().to_lowercase()).collect()
}

/// A line of the preview.
fn made(what: &Path, bytes: u64) -> Change {
    Change { kind: ChangeKind::Create, what: what.display().to_string(), to: None, bytes: Some(bytes) }
}

fn tell(code: &'static str, fields: impl FnOnce(Message) -> Message) -> ToolError {
    ToolError::Tell(Report::new(fields(Message::new(code))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_every_system_and_are_free() {
        let folder = tempfile::tempdir().unwrap();
        nova_testkit::make_folder(&folder.path().join("versions/Sky Block")).unwrap();
        let name = |wished: &str| free_name(folder.path(), wished);
        assert_eq!(name("SKY block"), "SKY block 2");
        assert_eq!(name(" a/b: \u{7}c? "), "a b c");
        assert_eq!(name("Pack v1..."), "Pack v1");
        for odd in ["", "...", "CON", "  "] {
            assert_eq!(name(odd), "Imported", "{odd:?}");
        }
        assert_eq!(name("科技魔法"), "科技魔法");
    }
}
