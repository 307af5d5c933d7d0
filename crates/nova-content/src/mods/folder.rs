//! The entries of a mods folder, sorted into mods and oddities without opening anything.

use std::{
    fs::{self, DirEntry, Metadata},
    io,
    path::{Path, PathBuf},
};

use nova_game::Instance;
use nova_model::{Message, Millis, Problem, Severity};

use super::{
    ModError,
    names::{Accepts, Meaning, meaning},
};
use crate::{
    facts::{self, Loader},
    hints, regular,
    shown::shown,
};

/// Entries of a mods folder that are looked at; the largest packs have under 1,000.
const ENTRIES: usize = 20_000;

/// A mod file before it is read.
#[derive(Clone, Debug)]
pub(super) struct ModFile {
    pub(super) path: PathBuf,
    /// Below `mods/`, printable.
    pub(super) file: String,
    pub(super) enabled: bool,
    pub(super) size: u64,
    pub(super) modified: Millis,
}

/// How many mods a version has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Those that are loaded.
    pub on: usize,
    /// Those that are switched off.
    pub off: usize,
}

/// How many mods a version has, by the names of the files alone. A folder that cannot be read has none.
pub fn count(instance: &Instance) -> Count {
    let files = of(instance).unwrap_or_default().files;
    let on = files.iter().filter(|file| file.enabled).count();
    Count { on, off: files.len() - on }
}

/// What lies in a mods folder.
#[derive(Default)]
pub(super) struct Folder {
    pub(super) files: Vec<ModFile>,
    pub(super) problems: Vec<Problem>,
}

/// The folder of a version: `mods/`, and `mods/<game version>/`, which Forge up to 1.12.2 also reads.
pub(super) fn of(instance: &Instance) -> Result<Folder, ModError> {
    let old = matches!(facts::loader(instance), Some(Loader::LegacyForge | Loader::LiteLoader));
    let scan = Scan { accepts: if old { Accepts::OldKinds } else { Accepts::Jars } };
    let mut folder = Folder::default();
    scan.read(&instance.mods(), "", &mut folder)?;
    if let Some(game) = instance.game_version.as_deref().filter(|game| old && is_number(game)) {
        scan.read(&instance.mods().join(game), &format!("{game}/"), &mut folder)?;
    }
    folder.files.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(folder)
}

/// A game version that can only be one folder below `mods/`.
fn is_number(game: &str) -> bool {
    game.starts_with(|c: char| c.is_ascii_digit()) && game.chars().all(|c| c.is_ascii_digit() || c == '.')
}

struct Scan {
    accepts: Accepts,
}

impl Scan {
    fn read(&self, path: &Path, prefix: &str, folder: &mut Folder) -> Result<(), ModError> {
        if regular::is_link(path) {
            folder.problems.push(odd(Severity::Note, "content.mods.folder-link", "mods"));
        }
        match entries(path) {
            Ok(entries) => entries.iter().for_each(|entry| self.look_at(entry, prefix, folder)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(ModError::Unreadable { path: path.to_owned(), source }),
        }
        Ok(())
    }

    fn look_at(&self, entry: &DirEntry, prefix: &str, folder: &mut Folder) {
        let name = shown(&entry.file_name());
        let file = format!("{prefix}{name}");
        let meaning = meaning(&entry.file_name().to_string_lossy(), self.accepts);
        match entry.metadata() {
            Ok(metadata) if metadata.is_file() => match fault(meaning) {
                None => folder.files.push(mod_file(entry, file, meaning, &metadata)),
                Some((severity, code)) => folder.problems.extend(code.map(|code| odd(severity, code, &file))),
            },
            Ok(metadata) => folder.problems.extend(odd_entry(&metadata, meaning, &file)),
            Err(error) => folder
                .problems
                .push(Problem::warning(file.as_str(), hints::unreadable_message(&entry.path(), &error))),
        }
    }
}

fn entries(path: &Path) -> io::Result<Vec<DirEntry>> {
    Ok(fs::read_dir(path)?.take(ENTRIES).flatten().collect())
}

fn mod_file(entry: &DirEntry, file: String, meaning: Meaning, metadata: &Metadata) -> ModFile {
    ModFile {
        path: entry.path(),
        file,
        enabled: meaning == Meaning::Enabled,
        size: metadata.len(),
        modified: regular::modified(metadata),
    }
}

/// None for a mod; what is wrong with any other plain file, if it is worth a word.
fn fault(meaning: Meaning) -> Option<(Severity, Option<&'static str>)> {
    match meaning {
        Meaning::Enabled | Meaning::Disabled => None,
        Meaning::DisabledTwice => Some((Severity::Warning, Some("content.mods.disabled-twice"))),
        Meaning::WrongKind => Some((Severity::Note, Some("content.mods.wrong-kind"))),
        Meaning::Other => Some((Severity::Note, None)),
    }
}

/// What is wrong with something that is no plain file.
fn odd_entry(metadata: &Metadata, meaning: Meaning, file: &str) -> Option<Problem> {
    if metadata.is_symlink() {
        return Some(odd(Severity::Warning, "content.mods.link", file));
    }
    if !metadata.is_dir() {
        return Some(odd(Severity::Warning, "content.mods.special", file));
    }
    (meaning != Meaning::Other).then(|| odd(Severity::Warning, "content.mods.folder", file))
}

fn odd(severity: Severity, code: &'static str, file: &str) -> Problem {
    Problem { severity, message: Message::new(code).with("file", file), about: Some(file.to_owned()) }
}
