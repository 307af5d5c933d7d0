//! Jobs: what is being installed, and what is left of those that were cut off.

use std::time::Duration;

use nova_core::{Goal, Job, JobState, Phase, texts::Texts};
use nova_model::{Message, Millis};
use serde::Serialize;
use serde_json::{Value, json};
use ts_rs::TS;

use crate::{Fault, turn::Names};

/// A job that is not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct JobRow {
    /// Its id.
    pub id: String,
    /// What it is to do.
    pub title: String,
    /// When it began.
    pub begun: Millis,
    /// How it stands: somebody works on it, it was cut off, or it failed.
    pub state: JobWord,
    /// What it is at, in one sentence; none where nobody works on it.
    pub phase: Option<String>,
    /// How far it is, where this program works on it.
    pub far: Option<FarView>,
    /// Why it failed.
    pub fault: Option<Fault>,
    /// What goes on with it: the same change, proposed again.
    pub again: Option<Again>,
}

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum JobWord {
    /// This program works on it.
    Running,
    /// Another program works on it.
    Elsewhere,
    /// It was cut off.
    Left,
    /// It failed.
    Failed,
}

/// How far a job is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FarView {
    /// What it is at.
    #[ts(type = "'resolving' | 'checking' | 'fetching' | 'processing' | 'placing'")]
    pub phase: Phase,
    /// Bytes done, or steps.
    pub done: u64,
    /// In all; 0 where that is not known.
    pub total: u64,
    /// Files done.
    pub files: usize,
    /// Files in all.
    pub files_total: usize,
    /// Bytes a second.
    pub speed: u64,
    /// Milliseconds left at this speed.
    pub left: Option<u64>,
}

/// A change that a page can propose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Again {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    #[ts(type = "Record<string, unknown>")]
    pub args: Value,
}

impl JobRow {
    pub(crate) fn of(job: &Job, names: &Names) -> Self {
        let state = match (&job.state, job.is_held, &job.far) {
            (_, _, Some(_)) => JobWord::Running,
            (_, true, None) => JobWord::Elsewhere,
            (JobState::Failed { .. }, false, None) => JobWord::Failed,
            (JobState::Running { .. }, false, None) => JobWord::Left,
        };
        let works = matches!(state, JobWord::Running | JobWord::Elsewhere);
        let phase = match (&job.far, &job.state) {
            (Some(far), _) => Some(far.phase),
            (None, JobState::Running { phase }) if works => Some(*phase),
            _ => None,
        };
        let fault = match &job.state {
            JobState::Failed { report } if !works => Some(Fault::of(report, names)),
            _ => None,
        };
        Self {
            id: job.id.clone(),
            title: title(job, &names.texts),
            begun: job.begun,
            state,
            phase: phase.map(|phase| names.say(&said(phase))),
            far: job.far.as_ref().map(FarView::of),
            fault,
            again: (!works).then(|| again(&job.goal)),
        }
    }
}

impl FarView {
    fn of(far: &nova_core::Far) -> Self {
        let millis = |left: Duration| u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        Self {
            phase: far.phase,
            done: far.done,
            total: far.total,
            files: far.files,
            files_total: far.files_total,
            speed: far.speed,
            left: far.left.map(millis),
        }
    }
}

/// What is wanted, from the moment on that it is known.
fn title(job: &Job, texts: &Texts) -> String {
    match (&job.title, &job.goal) {
        (Some(title), _) => texts.say(title),
        (None, Goal::Version(wish)) => {
            let what = wish.name.as_ref().unwrap_or(&wish.game);
            texts.say(&Message::new("desk.job.version").with("version", what.as_str()))
        }
        (None, Goal::Loader(change)) => {
            texts.say(&Message::new("desk.job.loader").with("version", change.id.as_str()))
        }
        (None, Goal::Java(wish)) => {
            texts.say(&Message::new("desk.job.java").with("major", i64::from(wish.major)))
        }
    }
}

fn said(phase: Phase) -> Message {
    Message::new(match phase {
        Phase::Resolving => "core.install.resolving",
        Phase::Checking => "core.install.checking",
        Phase::Fetching => "desk.job.fetching",
        Phase::Processing => "desk.job.processing",
        Phase::Unpacking => "core.install.unpacking",
        Phase::Placing => "core.install.placing",
    })
}

/// The tool that asks for the same again. What was fetched is found by it.
fn again(goal: &Goal) -> Again {
    match goal {
        Goal::Version(wish) => {
            let mut args = json!({ "game_version": wish.game });
            if let Some(wanted) = &wish.loader {
                args["loader"] = json!(wanted.loader.as_str());
                args["loader_version"] = json!(wanted.version);
            }
            if let Some(name) = &wish.name {
                args["name"] = json!(name);
            }
            Again { tool: "install_version".to_owned(), args }
        }
        Goal::Loader(change) => {
            let loader = change.loader.as_ref().map_or("none", |wanted| wanted.loader.as_str());
            let mut args = json!({ "version_id": change.id, "loader": loader });
            if let Some(wanted) = &change.loader {
                args["loader_version"] = json!(wanted.version);
            }
            Again { tool: "change_loader".to_owned(), args }
        }
        Goal::Java(wish) => Again { tool: "install_java".to_owned(), args: json!({ "major": wish.major }) },
    }
}
