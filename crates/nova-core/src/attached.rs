//! Files that the player attached to what is said: tools call them by ids, so that no path is ever named by a model.

use std::{
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use nova_content::logs::{self, LogFile, Source};
use nova_game::Instance;
use nova_model::{IdKind, Message, Report, clean};
use nova_tools::ToolError;

use crate::{launcher::Launcher, stable};

/// Files that are remembered; the oldest go first.
const MOST: usize = 64;
/// Letters of a file's name that are told.
const NAME: usize = 120;

/// A file that the player attached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachedFile {
    /// What tools call it; the same file has the same.
    pub id: String,
    /// Its name, without its folder.
    pub name: String,
    /// Its bytes.
    pub bytes: u64,
    /// Where it is.
    path: PathBuf,
    /// The version whose log it is, and what the log is called there.
    log_of: Option<(String, String)>,
}

/// Those of this session.
#[derive(Debug, Default)]
pub(crate) struct AttachedFiles(Mutex<VecDeque<AttachedFile>>);

impl AttachedFiles {
    pub(crate) fn get(&self, id: &str) -> Option<AttachedFile> {
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.iter().find(|file| file.id == id).cloned()
    }

    fn keep(&self, file: AttachedFile) {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.retain(|kept| kept.id != file.id);
        files.truncate(MOST - 1);
        files.push_front(file);
    }
}

impl AttachedFile {
    /// What it is given to tools as: the parameters it may fill, with their values. A log of a version is known to the tools already.
    pub(crate) fn given(&self) -> Vec<(&'static str, String)> {
        match &self.log_of {
            Some((version, log)) => vec![("version_id", version.clone()), ("file_id", log.clone())],
            None => vec![("file_id", self.id.clone())],
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Launcher {
    /// Takes a file that the player attached.
    ///
    /// # Errors
    /// Where it is no plain file, or cannot be reached.
    pub(crate) fn attach(&self, path: &Path) -> Result<AttachedFile, Report> {
        let refused = |why: String| {
            Report::new(
                Message::new("core.attach.unreadable").with("path", path).with("why", clean(&why, 200)),
            )
        };
        let real = fs::canonicalize(path).map_err(|error| refused(error.to_string()))?;
        let metadata = fs::metadata(&real).map_err(|error| refused(error.to_string()))?;
        if !metadata.is_file() {
            return Err(Report::new(Message::new("core.attach.no-file").with("path", path)));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let file = AttachedFile {
            id: IdKind::Attached.id(stable::bits(&[&real.to_string_lossy()])),
            name: clean(&name, NAME),
            bytes: metadata.len(),
            log_of: self.log_of(&real),
            path: real,
        };
        self.attached.keep(file.clone());
        Ok(file)
    }

    /// The version whose log this is: the current one where several share their folders.
    fn log_of(&self, path: &Path) -> Option<(String, String)> {
        let versions = self.game.versions().ok()?.items;
        let current = self.version(None).ok();
        let has = |instance: &Instance| {
            let real = fs::canonicalize(&instance.dir).ok().filter(|dir| path.starts_with(dir))?;
            let below = |log: &LogFile| log.path.strip_prefix(&instance.dir).map(|below| real.join(below));
            logs::sources(instance).into_iter().find(|log| below(log).is_ok_and(|at| at == path))
        };
        current.into_iter().chain(versions).find_map(|version| {
            let log = has(&version.instance())?;
            Some((version.id, log.id))
        })
    }

    /// The log that a tool is asked for: one of a version, or one that the player attached.
    pub(crate) fn log(&self, version: Option<&str>, source: &Source) -> Result<LogFile, ToolError> {
        if let Source::Named(id) = source
            && let Some(file) = self.attached.get(id)
        {
            let gone = || {
                let why = Message::new("core.attach.no-file").with("path", file.name.as_str());
                ToolError::Tell(Report::new(why))
            };
            return logs::elsewhere(file.path()).ok_or_else(gone);
        }
        Ok(logs::choose(&self.instance(version)?, source)?)
    }
}
