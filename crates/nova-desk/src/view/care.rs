//! What a look at a version's files and at the download servers found.

use nova_model::{Severity, clean};
use nova_tools::Answer;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::turn::Names;

/// Files that are shown by name.
const SHOWN: usize = 100;

/// How far a check is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Checking {
    /// In a sentence.
    pub said: String,
}

/// What a check of a version's files found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CheckedFiles {
    /// Files that match their hashes.
    pub right: u64,
    /// Files that are there, with no hash to check them by.
    pub unverified: usize,
    /// Files that are missing or broken, in all.
    pub bad: usize,
    /// The first of them.
    pub files: Vec<BadFile>,
    /// What could not be checked, in sentences.
    pub gaps: Vec<String>,
}

/// A file that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct BadFile {
    /// Where it is, below the game folder.
    pub path: String,
    /// `missing`, `size`, `hash`, `no_file` or `unreadable`.
    #[ts(type = "'missing' | 'size' | 'hash' | 'no_file' | 'unreadable'")]
    pub state: String,
}

/// How a download server answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SourceRow {
    /// Its name with what came of it.
    pub said: String,
    /// Whether it can be used.
    pub well: bool,
}

impl CheckedFiles {
    /// Of the answer of `check_version_files`.
    pub(crate) fn of(answer: &Answer, names: &Names) -> Self {
        let list = |name: &str| answer.data[name].as_array().map_or(&[][..], Vec::as_slice);
        let bad = || list("missing").iter().chain(list("wrong"));
        let gaps = answer.problems.iter().filter(|problem| problem.severity != Severity::Error);
        Self {
            right: answer.data["right"].as_u64().unwrap_or_default(),
            unverified: list("unverified").len(),
            bad: bad().count(),
            files: bad().filter_map(BadFile::of).take(SHOWN).collect(),
            gaps: gaps.map(|problem| names.say(&problem.message)).collect(),
        }
    }
}

impl BadFile {
    fn of(row: &Value) -> Option<Self> {
        let state = row["state"].as_str()?.to_owned();
        Some(Self { path: clean(row["path"].as_str()?, 200), state })
    }
}

impl SourceRow {
    /// Of the answer of `test_download_sources`: the fastest first, as its sentences are.
    pub(crate) fn all(answer: &Answer, names: &Names) -> Vec<Self> {
        let rows = answer.data["sources"].as_array().into_iter().flatten();
        // The first sentence is about all of them.
        let said = answer.said.iter().skip(1);
        let of = |(row, said): (&Value, _)| Self {
            said: names.say(said),
            well: row["well"].as_bool().unwrap_or_default(),
        };
        rows.zip(said).map(of).collect()
    }
}
