//! What is kept of each run of a game: `<data>/runs/r-xxxxxxxx/` with `run.json` (what was started, without any secret), `output.log`
//! (what it said), and `end.json` (how it ended), which is there only once somebody saw the end.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use nova_files::Files;
use nova_model::{IdKind, Millis};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Ending, PlayError, Progress, process::Identity};

/// The folder of the runs in the data folder.
pub const FOLDER: &str = "runs";
/// What a run said.
pub(crate) const OUTPUT: &str = "output.log";
const BEGUN: &str = "run.json";
const ENDED: &str = "end.json";

/// Larger records are not read.
const LARGEST: u64 = 64 << 10;
/// More runs are not listed.
const MOST: usize = 2000;

/// The beginning of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// The version's id.
    pub version: String,
    /// Its game root.
    pub root: PathBuf,
    /// Where it plays.
    pub folder: PathBuf,
    /// The Java.
    pub java: PathBuf,
    /// When it was started.
    pub at: Millis,
    /// The game's process; none where it was gone before it could be looked at.
    pub process: Option<Identity>,
    /// The process that watches it and writes how it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watcher: Option<Identity>,
}

impl Begun {
    /// Whether the end is still to come: the game runs, or its watcher has yet to write how it ended.
    fn is_open(&self) -> bool {
        [self.process, self.watcher].into_iter().flatten().any(Identity::is_alive)
    }
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// When.
    pub at: Millis,
    /// How.
    pub ending: Ending,
    /// How far it had come.
    pub progress: Progress,
    /// The last thing it said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_line: Option<String>,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its id.
    pub id: String,
    /// How it began.
    pub begun: Begun,
    /// How it ended; none while it runs.
    pub ended: Option<Ended>,
    /// Whether game or watcher were there when this was read.
    pub(crate) open: bool,
}

impl Run {
    /// Whether the game ran when this was read.
    pub fn is_running(&self) -> bool {
        self.open
    }

    /// How it ended; a run that nobody saw the end of ended unseen. None while it runs.
    pub fn ending(&self) -> Option<Ending> {
        match &self.ended {
            Some(ended) => Some(ended.ending.clone()),
            None if self.is_running() => None,
            None => Some(Ending::Unseen),
        }
    }

    /// Whether it ended as it should not.
    pub fn ended_badly(&self) -> bool {
        self.ending().is_some_and(|ending| ending.is_bad())
    }

    /// How long it was played, in milliseconds; until `now` where it still runs. Unknown where nobody saw the end.
    pub fn played(&self, now: Millis) -> Option<Millis> {
        let until = self.ended.as_ref().map(|ended| ended.at).or_else(|| self.is_running().then_some(now))?;
        Some(until.saturating_sub(self.begun.at).max(0))
    }

    /// Whether it was asked to end.
    pub fn was_asked(&self, data: &Path) -> bool {
        data.join(FOLDER).join(&self.id).join(crate::stop::ASKED).exists()
    }

    /// What it said, as long as that is kept.
    pub fn output(&self, data: &Path) -> Option<PathBuf> {
        let folder = data.join(FOLDER).join(&self.id);
        let names = [OUTPUT.to_owned(), format!(".{}", OUTPUT.replace(".log", ".part.log"))];
        names.iter().map(|name| folder.join(name)).find(|path| path.is_file())
    }
}

/// The runs of a data folder, newest first. What cannot be read is left out.
pub fn runs(data: &Path) -> Vec<Run> {
    let entries = fs::read_dir(data.join(FOLDER)).into_iter().flatten().take(MOST).filter_map(Result::ok);
    let named = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut runs: Vec<Run> = named.filter_map(|id| read(data, &id)).collect();
    runs.sort_by(|one, other| (other.begun.at, &other.id).cmp(&(one.begun.at, &one.id)));
    runs
}

/// One run.
pub fn read(data: &Path, id: &str) -> Option<Run> {
    if IdKind::of(id) != Some(IdKind::Run) {
        return None;
    }
    let folder = data.join(FOLDER).join(id);
    let begun: Begun = json(&folder.join(BEGUN))?;
    // In this order: whoever is gone by the time it is asked has written the end before.
    let open = begun.is_open();
    let ended: Option<Ended> = json(&folder.join(ENDED));
    Some(Run { id: id.to_owned(), begun, open: open && ended.is_none(), ended })
}

pub(crate) fn write_begun(files: &Files, id: &str, begun: &Begun) -> Result<(), PlayError> {
    write(files, id, BEGUN, begun)
}

pub(crate) fn write_ended(files: &Files, id: &str, ended: &Ended) -> Result<(), PlayError> {
    write(files, id, ENDED, ended)
}

fn write(files: &Files, id: &str, name: &str, record: &impl Serialize) -> Result<(), PlayError> {
    let bytes =
        serde_json::to_vec_pretty(record).map_err(|error| PlayError::Record { why: error.to_string() })?;
    Ok(files.establish(&files.data().join(FOLDER).join(id).join(name), &bytes)?)
}

fn json<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LARGEST).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}
