//! The records of jobs: what is wanted, by whom, and how it stands.

use std::path::{Path, PathBuf};

use nova_files::{Files, Held, Records};
use nova_model::{IdKind, Message, Millis, Random, Report, draw_id};
use serde::{Deserialize, Serialize};

use super::{Far, Phase, Running};
use crate::{Goal, InstallError};

const FOLDER: &str = "jobs";
const RECORD: &str = "job.json";
const LARGEST: u64 = 256 << 10;
const FORMAT: u32 = 2;

/// How a job stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum JobState {
    /// Somebody works on it; nobody does where its folder is not held (it was cut off).
    Running {
        /// What it is at.
        phase: Phase,
    },
    /// It failed; asking for the same again goes on with what was fetched.
    Failed {
        /// Why.
        report: Report,
    },
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    format: u32,
    /// Its id.
    pub id: String,
    /// What is wanted.
    pub goal: Goal,
    /// The same in a sentence, once it is worked out.
    pub title: Option<Message>,
    /// For which game root.
    pub root: PathBuf,
    /// When it began.
    pub begun: Millis,
    /// How it stands.
    #[serde(flatten)]
    pub state: JobState,
    /// Whether somebody works on it now.
    #[serde(skip)]
    pub is_held: bool,
    /// How far it is, where this program works on it.
    #[serde(skip)]
    pub far: Option<Far>,
}

/// The jobs that are not done, oldest first. What cannot be read is left out.
pub fn jobs(files: &Files, running: &Running) -> Vec<Job> {
    let mut jobs: Vec<Job> = ids(files).iter().filter_map(|id| read(files, id)).collect();
    for job in &mut jobs {
        job.far = running.far(&job.id);
    }
    jobs.sort_by(|one, other| (one.begun, &one.id).cmp(&(other.begun, &other.id)));
    jobs
}

/// What lies in the folder of jobs.
pub(super) fn ids(files: &Files) -> Vec<String> {
    files.records(FOLDER).and_then(|records| records.names()).unwrap_or_default()
}

/// Frees the folder of a job that nobody holds and that has no record: its end was cut off.
pub(super) fn free_if_empty(files: &Files, id: &str) {
    let Ok(records) = folder(files, id) else { return };
    if matches!(records.get(RECORD, LARGEST), Ok(None))
        && let Ok(Some(held)) = records.hold()
        && matches!(records.get(RECORD, LARGEST), Ok(None))
    {
        let _ = held.free();
    }
}

fn read(files: &Files, id: &str) -> Option<Job> {
    let records = folder(files, id).ok()?;
    let bytes = records.get(RECORD, LARGEST).ok()??;
    let job: Job =
        serde_json::from_slice(&bytes).ok().filter(|job: &Job| job.format == FORMAT && job.id == id)?;
    let is_held = matches!(records.hold(), Ok(None));
    Some(Job { is_held, ..job })
}

fn folder(files: &Files, id: &str) -> Result<Records, InstallError> {
    if IdKind::of(id) != Some(IdKind::Job) {
        return Err(InstallError::NoJob { id: nova_model::clean(id, 40) });
    }
    Ok(files.records(Path::new(FOLDER).join(id))?)
}

/// Throws away what a job that nobody works on has fetched, and its record.
///
/// # Errors
/// [`InstallError::NoJob`] where there is none, or somebody works on it.
pub fn throw_away(files: &Files, id: &str) -> Result<(), InstallError> {
    let job = read(files, id).ok_or_else(|| InstallError::NoJob { id: nova_model::clean(id, 40) })?;
    let Some(held) = folder(files, id)?.hold()? else { return Err(InstallError::NoJob { id: job.id }) };
    files.stage(&job.root, id)?.discard()?;
    Ok(held.free()?)
}

/// A job that this run works on.
pub(super) struct OwnJob {
    pub(super) job: Job,
    held: Held,
}

impl OwnJob {
    /// The job that was cut off or failed for the same goal and root, or a new one.
    pub(super) fn take(
        files: &Files,
        goal: &Goal,
        root: &Path,
        now: Millis,
        random: &dyn Random,
    ) -> Result<Self, InstallError> {
        let same = |job: &Job| !job.is_held && job.goal == *goal && job.root == root;
        for job in jobs(files, &Running::default()).into_iter().filter(same) {
            // Somebody may have been faster.
            if let Some(held) = folder(files, &job.id)?.hold()? {
                return Ok(Self { job, held });
            }
        }
        let id = draw_id(IdKind::Job, now, random);
        let state = JobState::Running { phase: Phase::Resolving };
        let job = Job {
            format: FORMAT,
            id,
            goal: goal.clone(),
            title: None,
            root: root.to_owned(),
            begun: now,
            state,
            is_held: true,
            far: None,
        };
        let Some(held) = folder(files, &job.id)?.hold()? else {
            return Err(InstallError::NoJob { id: job.id });
        };
        Ok(Self { job, held })
    }

    /// It is known what the goal comes to.
    pub(super) fn entitle(&mut self, title: Message) {
        self.job.title = Some(title);
    }

    /// Notes how it stands. A note that cannot be written costs a resume, not the job.
    pub(super) fn note(&mut self, state: JobState) {
        self.job.state = state;
        if let Ok(bytes) = serde_json::to_vec_pretty(&self.job) {
            let _ = self.held.records().put(RECORD, &bytes);
        }
    }

    /// It is done: its record goes. While something of its stage is left (a program of an earlier run may still write there) the record
    /// stays, by which a later start finds it.
    pub(super) fn done(self, stage: &Path) {
        if !stage.exists() {
            let _ = self.held.free();
        }
    }
}
