//! `list_jobs`: work in the background that is not done: what runs, and what is left of what does not.

use std::sync::Arc;

use nova_install::{Goal, Job, JobState};
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    installs::job_title,
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, moment, said_list, size, value},
        installing,
    },
};

/// The parameters of `list_jobs`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {}

/// Work in the background that is not done.
pub(super) struct ListJobs(pub(super) Arc<Launcher>);

/// A job with what is on the disk of it.
struct Seen {
    job: Job,
    left: u64,
}

impl Read for ListJobs {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "list_jobs",
            Title { zh: "查看后台任务", en: "List jobs" },
            "Lists downloads and installations that run or were interrupted, and how far they are.\n\
             Use for progress. An interrupted one goes on when the same is asked for again; cancel_job ends one.",
        )
    }

    fn run(&self, _params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let seen: Vec<Seen> =
            self.0.jobs().into_iter().map(|job| Seen { left: self.0.left_of(&job), job }).collect();
        let lines: Vec<String> = seen.iter().map(line).collect();
        let entries: Vec<Value> = seen.iter().map(entry).collect();
        let head = if seen.is_empty() { "care.jobs.none" } else { "care.jobs.head" };
        let mut said = said_list(Message::new(head).with("n", seen.len()), &seen, said);
        if seen.iter().any(|seen| !seen.job.is_held) {
            said.push(Message::new("care.jobs.go-on"));
        }
        Ok(answer(&lines, None, json!({ "jobs": entries }), said))
    }
}

/// What goes on with it: the call that does the same again.
fn again(goal: &Goal) -> String {
    match goal {
        Goal::Version(wish) => {
            let loader =
                wish.loader.as_ref().map(|wish| format!(" with {}", wish.loader)).unwrap_or_default();
            format!("install_version {}{loader}", wish.game)
        }
        Goal::Loader(change) => {
            let loader =
                change.loader.as_ref().map_or_else(|| "none".to_owned(), |wish| wish.loader.to_string());
            format!("change_loader {} to {loader}", change.id)
        }
        Goal::Java(wish) => format!("install_java {}", wish.major),
        Goal::Repair(mend) => format!("repair_version {}", mend.id),
    }
}

fn line(seen: &Seen) -> String {
    let Seen { job, left } = seen;
    let state = match (&job.state, &job.far) {
        (_, Some(far)) => format!("runs, {:?}, {} of {} bytes", far.phase, far.done, far.total),
        _ if job.is_held => "runs in another program".to_owned(),
        (JobState::Failed { report }, _) => format!("failed ({}), {} left", report.message.code, size(*left)),
        (JobState::Running { .. }, _) => format!("interrupted, {} left", size(*left)),
    };
    format!("{}: {}, since {}, {state}", job.id, again(&job.goal), moment(job.begun))
}

fn entry(seen: &Seen) -> Value {
    let Seen { job, left } = seen;
    json!({
        "id": job.id,
        "goal": value(&job.goal),
        "root": job.root,
        "at": job.begun,
        "state": if job.is_held { "running" } else if matches!(job.state, JobState::Failed { .. }) { "failed" } else { "interrupted" },
        "here": job.far.is_some(),
        "done": job.far.as_ref().map(|far| far.done),
        "total": job.far.as_ref().map(|far| far.total),
        "left_bytes": left,
    })
}

fn said(seen: &Seen) -> Message {
    let Seen { job, left } = seen;
    let message = match (&job.state, &job.far) {
        (_, Some(far)) => Message::new("care.jobs.runs").with("how", installing::note(far)),
        (JobState::Running { phase }, None) if job.is_held => {
            Message::new("care.jobs.elsewhere").with("how", installing::at(*phase))
        }
        (JobState::Failed { report }, _) => Message::new("care.jobs.failed")
            .with("why", report.message.clone())
            .with("size", Field::Bytes(*left)),
        (JobState::Running { .. }, _) => Message::new("care.jobs.left").with("size", Field::Bytes(*left)),
    };
    message.with("id", job.id.as_str()).with("what", job_title(job))
}
