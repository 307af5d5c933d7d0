//! Which files belong to one run. In a folder the newest crash or log says when the run was; what is much older is of another run.

use std::{
    fs::{self, Metadata},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// A file of a run.
pub struct RunFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it is called in evidence: its path below the folder that was named.
    pub name: String,
    at: Option<SystemTime>,
}

/// A path that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The path.
    pub path: PathBuf,
    /// What the system said.
    pub why: String,
}

/// Files that are looked at in one folder.
const ENTRIES: usize = 20_000;
/// Files of one run.
const FILES: usize = 40;
/// Reports that are older than the run's log by more than this are of another run.
const SAME_RUN: Duration = Duration::from_mins(15);
/// Folders below the named one that hold files of a run.
const BELOW: [&str; 6] =
    ["logs", "crash-reports", ".minecraft", "minecraft", ".minecraft/logs", ".minecraft/crash-reports"];

/// The files of one run, and what of the paths could not be read. Files that are named themselves are always taken.
pub fn of_run(paths: &[PathBuf]) -> (Vec<RunFile>, Vec<Unreadable>) {
    let (mut files, mut unreadable) = (Vec::new(), Vec::new());
    for path in paths {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => files.extend(in_folder(path)),
            Ok(metadata) if metadata.is_file() => {
                files.push(RunFile { name: file_name(path), at: None, path: path.clone() });
            }
            Ok(_) => unreadable.push(Unreadable { path: path.clone(), why: String::new() }),
            Err(error) => unreadable.push(Unreadable { path: path.clone(), why: error.to_string() }),
        }
    }
    (files, unreadable)
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn in_folder(folder: &Path) -> Vec<RunFile> {
    let mut found = directly_in(folder, "");
    for below in BELOW {
        found.extend(directly_in(&folder.join(below), &format!("{below}/")));
    }
    let newest = found.iter().filter_map(|file| file.at).max();
    found.retain(|file| is_of_run(file, newest));
    // Logs first: what stands in them came before the report.
    found.sort_by_key(|file| (order(&file.name), file.name.clone()));
    found.truncate(FILES);
    found
}

fn directly_in(folder: &Path, prefix: &str) -> Vec<RunFile> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.take(ENTRIES).filter_map(Result::ok);
    entries.filter_map(|entry| run_file(&entry.path(), &entry.metadata().ok()?, prefix)).collect()
}

fn run_file(path: &Path, metadata: &Metadata, prefix: &str) -> Option<RunFile> {
    let name = format!("{prefix}{}", file_name(path));
    let fits = metadata.is_file() && metadata.len() > 0 && is_log(&name);
    fits.then(|| RunFile { path: path.to_owned(), at: metadata.modified().ok(), name })
}

fn is_log(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let file = lower.rsplit('/').next().unwrap_or(&lower);
    let known = file.starts_with("hs_err")
        || file.starts_with("crash")
        || file.contains("output")
        || file.contains("launcher");
    let text = [".log", ".txt", ".gz", ".out", ".err", ".xml"].iter().any(|end| file.ends_with(end));
    let numbered = file.rsplit('.').next().is_some_and(|end| end.bytes().all(|b| b.is_ascii_digit()));
    let notes = [
        "options.txt",
        "optionsof.txt",
        "optionsshaders.txt",
        "eula.txt",
        "readme.txt",
        "license.txt",
        "usernamecache.json",
    ];
    (text || known || numbered || !file.contains('.')) && !notes.contains(&file)
}

/// Logs that every run begins anew: the game may have been silent for a while before it crashed.
const SILENT: Duration = Duration::from_hours(6);

/// Old logs that were packed, and reports of earlier runs, are of other runs.
fn is_of_run(file: &RunFile, newest: Option<SystemTime>) -> bool {
    match (file.at, newest) {
        (Some(at), Some(newest)) => newest.duration_since(at).is_ok_and(|age| age <= patience(&file.name)),
        _ => true,
    }
}

fn patience(name: &str) -> Duration {
    let anew = ["latest.log", "debug.log"].iter().any(|log| name.ends_with(log));
    if anew { SILENT } else { SAME_RUN }
}

fn order(name: &str) -> u8 {
    let lower = name.to_ascii_lowercase();
    match () {
        () if lower.contains("hs_err") => 2,
        () if lower.contains("crash-") || lower.contains("crash_") => 3,
        () if lower.contains("debug") => 1,
        () => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_told_from_other_files() {
        for name in [
            "latest.log",
            "logs/debug.log",
            "crash-reports/crash-2023-client.txt",
            "hs_err_pid1.log",
            "2023-01-01-1.log.gz",
            "output",
            "forge.log.0",
        ] {
            assert!(is_log(name), "{name}");
        }
        for name in ["options.txt", "servers.dat", "mods/a.jar", "level.dat"] {
            assert!(!is_log(name), "{name}");
        }
    }
}
