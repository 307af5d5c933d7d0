//! Which logs a version has.

use std::{fs, path::Path};

use nova_game::Instance;
use nova_model::suggest;

use super::{LogError, LogFile, LogKind, Source};
use crate::{regular, shown::shown};

/// Entries of one folder that are looked at.
const ENTRIES: usize = 20_000;

/// The logs, crash reports and Java crashes of a version, newest first. Links, pipes and folders among them are left out.
pub fn sources(instance: &Instance) -> Vec<LogFile> {
    let mut found = in_folder(&instance.logs(), "logs/");
    found.extend(in_folder(&instance.crash_reports(), "crash-reports/"));
    found.extend(in_folder(&instance.dir, ""));
    found.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| rank(a).cmp(&rank(b))).then_with(|| a.id.cmp(&b.id)));
    found
}

/// Among logs of one time, a crash says more than the log it ended, and the game's log more than its debug log.
fn rank(file: &LogFile) -> u8 {
    match file.kind {
        LogKind::CrashReport => 0,
        LogKind::JavaCrash => 1,
        LogKind::Log if is_debug(file) => 3,
        LogKind::Log => 2,
    }
}

fn in_folder(folder: &Path, prefix: &str) -> Vec<LogFile> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.take(ENTRIES).filter_map(|entry| log_file(&entry.ok()?, prefix)).collect()
}

fn log_file(entry: &fs::DirEntry, prefix: &str) -> Option<LogFile> {
    let name = shown(&entry.file_name());
    let kind = kind_of(prefix, &name)?;
    let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
    Some(LogFile {
        id: format!("{prefix}{name}"),
        kind,
        at: regular::modified(&metadata),
        bytes: metadata.len(),
        path: entry.path(),
    })
}

/// A log that lies anywhere, called by its name; none where it is no plain file.
pub fn elsewhere(path: &Path) -> Option<LogFile> {
    let name = shown(path.file_name()?);
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let folder = if name.starts_with("crash-") { "crash-reports/" } else { "" };
    Some(LogFile {
        kind: kind_of(folder, &name).unwrap_or(LogKind::Log),
        id: name,
        at: regular::modified(&metadata),
        bytes: metadata.len(),
        path: path.to_owned(),
    })
}

fn kind_of(prefix: &str, name: &str) -> Option<LogKind> {
    let lower = name.to_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    match prefix {
        "logs/" if ends(&[".log", ".log.gz"]) => Some(LogKind::Log),
        "crash-reports/" if ends(&[".txt"]) => Some(LogKind::CrashReport),
        "" if ends(&[".log"]) && lower.starts_with("hs_err") => Some(LogKind::JavaCrash),
        _ => None,
    }
}

fn is_debug(file: &LogFile) -> bool {
    file.id.starts_with("logs/debug")
}

/// One log of a version by its id or file name; the newest where none is named.
///
/// # Errors
/// Where there is no such log.
pub fn find(instance: &Instance, id: Option<&str>) -> Result<LogFile, LogError> {
    choose(instance, &id.map_or(Source::Newest, |id| Source::Named(id.to_owned())))
}

/// The log that is meant.
///
/// # Errors
/// Where the version has no such log.
pub fn choose(instance: &Instance, source: &Source) -> Result<LogFile, LogError> {
    let mut files = sources(instance);
    let index = match source {
        Source::Newest => files.iter().position(|file| !is_debug(file)),
        Source::Latest => files.iter().position(|file| file.id == "logs/latest.log"),
        Source::CrashReport => files.iter().position(|file| file.kind == LogKind::CrashReport),
        Source::JavaCrash => files.iter().position(|file| file.kind == LogKind::JavaCrash),
        Source::Named(name) => Some(named(instance, &files, name)?),
    };
    index.map(|index| files.swap_remove(index)).ok_or_else(|| LogError::None { version: instance.id.clone() })
}

fn named(instance: &Instance, files: &[LogFile], name: &str) -> Result<usize, LogError> {
    let is_file_name = |file: &LogFile| file.id.rsplit('/').next() == Some(name);
    let exact = files.iter().position(|file| file.id == name);
    exact.or_else(|| files.iter().position(is_file_name)).ok_or_else(|| LogError::NoSuchLog {
        version: instance.id.clone(),
        id: nova_model::clean(name, 100),
        present: nearest(files, name),
    })
}

fn nearest(files: &[LogFile], name: &str) -> Vec<String> {
    let near = suggest(name, files.iter().map(|file| file.id.as_str()));
    let newest = files.iter().take(3).map(|file| file.id.as_str());
    let shown = if near.is_empty() { newest.collect() } else { near };
    shown.into_iter().map(str::to_owned).collect()
}
