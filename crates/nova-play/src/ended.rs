//! How a game ended: by its exit code, the signal that ended it, and the files it left.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use nova_model::Millis;
use serde::{Deserialize, Serialize};

use crate::{Progress, log::Tail};

/// More entries of a folder are not looked at.
const MOST_FILES: usize = 5000;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Ending {
    /// The player left it.
    Clean,
    /// Nova ended it because the player said so.
    Stopped,
    /// The game wrote a crash report.
    CrashReport {
        /// The report.
        file: PathBuf,
    },
    /// The Java itself broke down.
    JavaCrash {
        /// Its `hs_err_pid…log`.
        file: PathBuf,
    },
    /// The memory was not enough.
    OutOfMemory,
    /// Something outside ended it: the system short of memory, another program, the computer going down.
    Killed {
        /// The signal, where there are such.
        signal: i32,
    },
    /// It ended before its window was there.
    NeverStarted {
        /// Its exit code.
        code: i32,
    },
    /// It ended with a code that says that something went wrong.
    Failed {
        /// The code.
        code: i32,
    },
    /// Whoever watched it is gone; nobody saw its end.
    Unseen,
}

impl Ending {
    /// Whether the game was left as it should be.
    pub fn is_clean(&self) -> bool {
        matches!(self, Self::Clean)
    }

    /// Whether it ended badly, as far as anybody saw.
    pub fn is_bad(&self) -> bool {
        !matches!(self, Self::Clean | Self::Stopped | Self::Unseen)
    }
}

/// How the process itself ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exit {
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
}

/// What an ending is judged by.
pub(crate) struct Evidence<'a> {
    pub(crate) exit: Exit,
    /// Where it played.
    pub(crate) folder: &'a Path,
    pub(crate) started: Millis,
    pub(crate) stopped: bool,
    pub(crate) progress: Progress,
    pub(crate) tail: &'a Tail,
}

/// Judges. What the game wrote about its end says more than a code: a crashed game often exits with 0 or -1.
pub(crate) fn judge(evidence: &Evidence) -> Ending {
    let since = at(evidence.started);
    if let Some(file) =
        newest(evidence.folder, since, |name| name.starts_with("hs_err_pid") && ends(name, "log"))
    {
        return Ending::JavaCrash { file };
    }
    let reports = evidence.folder.join("crash-reports");
    if let Some(file) = newest(&reports, since, |name| name.starts_with("crash-") && ends(name, "txt")) {
        return Ending::CrashReport { file };
    }
    if evidence.stopped {
        return Ending::Stopped;
    }
    by_exit(evidence)
}

fn by_exit(evidence: &Evidence) -> Ending {
    let Exit { code, signal } = evidence.exit;
    let memory =
        ["java.lang.OutOfMemoryError", "insufficient memory for the Java Runtime", "Out of Memory Error"];
    let short = memory.iter().any(|words| evidence.tail.says(words));
    match (code, signal) {
        (Some(0), _) => Ending::Clean,
        _ if short => Ending::OutOfMemory,
        (_, Some(signal)) => Ending::Killed { signal },
        // A shell's way to say that a signal ended a program.
        (Some(code), None) if matches!(code, 137 | 143) => {
            Ending::Killed { signal: code.saturating_sub(128) }
        }
        (Some(code), None) if evidence.progress < Progress::Window => Ending::NeverStarted { code },
        (Some(code), None) => Ending::Failed { code },
        (None, None) => Ending::Unseen,
    }
}

fn ends(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// The newest plain file of a folder that was written since then.
fn newest(folder: &Path, since: SystemTime, wanted: impl Fn(&str) -> bool) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.take(MOST_FILES).filter_map(Result::ok);
    let named = entries.filter(|entry| entry.file_name().to_str().is_some_and(&wanted));
    let dated = named.filter_map(|entry| {
        let seen = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        Some((seen.modified().ok()?, entry.path()))
    });
    dated.filter(|(written, _)| *written >= since).max().map(|(_, path)| path)
}

/// A moment as the file system has it; some keep whole seconds only.
fn at(started: Millis) -> SystemTime {
    let millis = u64::try_from(started).unwrap_or_default();
    UNIX_EPOCH + Duration::from_secs(millis / 1000)
}

#[cfg(test)]
mod tests {
    use nova_testkit::write_file;

    use super::*;

    fn ending(folder: &Path, exit: (Option<i32>, Option<i32>), progress: Progress, line: &str) -> Ending {
        let mut tail = Tail::default();
        tail.push(line);
        let exit = Exit { code: exit.0, signal: exit.1 };
        judge(&Evidence { exit, folder, started: 0, stopped: false, progress, tail: &tail })
    }

    #[test]
    fn the_exit_decides_where_no_file_tells_more() {
        let folder = tempfile::tempdir().unwrap();
        let ended = |exit, progress, line| ending(folder.path(), exit, progress, line);
        assert_eq!(ended((Some(0), None), Progress::Ready, ""), Ending::Clean);
        assert_eq!(ended((Some(1), None), Progress::Started, "Error"), Ending::NeverStarted { code: 1 });
        assert_eq!(ended((Some(1), None), Progress::Ready, "x"), Ending::Failed { code: 1 });
        assert_eq!(ended((None, Some(9)), Progress::Ready, "x"), Ending::Killed { signal: 9 });
        assert_eq!(ended((Some(143), None), Progress::Ready, "x"), Ending::Killed { signal: 15 });
        let line = "java.lang.OutOfMemoryError: Java heap space";
        assert_eq!(ended((Some(1), None), Progress::Ready, line), Ending::OutOfMemory);
    }

    #[test]
    fn a_crash_report_says_more_than_a_code() {
        let folder = tempfile::tempdir().unwrap();
        let reports = folder.path().join("crash-reports");
        let file = reports.join("crash-2026-11-30_12.00.00-client.txt");
        write_file(&file, b"---- Minecraft Crash Report ----").unwrap();
        assert_eq!(ending(folder.path(), (Some(0), None), Progress::Ready, ""), Ending::CrashReport { file });
        let file = folder.path().join("hs_err_pid12.log");
        write_file(&file, b"#").unwrap();
        assert_eq!(ending(folder.path(), (None, Some(6)), Progress::Ready, ""), Ending::JavaCrash { file });
    }

    #[test]
    fn reports_of_earlier_runs_do_not_count() {
        let folder = tempfile::tempdir().unwrap();
        write_file(&folder.path().join("hs_err_pid12.log"), b"#").unwrap();
        let tail = Tail::default();
        let exit = Exit { code: Some(0), signal: None };
        let started = Millis::MAX / 2;
        let evidence = Evidence {
            exit,
            folder: folder.path(),
            started,
            stopped: false,
            progress: Progress::Ready,
            tail: &tail,
        };
        assert_eq!(judge(&evidence), Ending::Clean);
    }
}
