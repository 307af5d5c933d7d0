//! `cancel_job`: stops work in the background, or throws away what is left of it.

use std::sync::Arc;

use nova_install::{CalledOff, Job};
use nova_model::{Change, ChangeKind, Field, Message, Origin, Plan, Undo};
use nova_tools::{Call, IdParam, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{installs, launcher::Launcher, tools::common::draft_write};

/// The parameters of `cancel_job`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The job's id from `list_jobs`, for example `j-2b7k09xq`.
    job_id: String,
}

/// Stops work in the background, or throws away what is left of it.
pub(super) struct CancelJob(pub(super) Arc<Launcher>);

impl Write for CancelJob {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "job_id", from: &["list_jobs"] }],
            ..draft_write(
                "cancel_job",
                Title { zh: "取消任务", en: "Cancel job" },
                "Stops a running download or installation, or throws away what an interrupted one left.\n\
                 Use for ids from list_jobs; the game itself is not changed.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let job = self.0.job(&params.job_id)?;
        if job.is_held && job.far.is_none() {
            return Err(nova_install::InstallError::Elsewhere { id: job.id }.into());
        }
        let plan = plan(&job, self.0.left_of(&job));
        Ok(Planned { plan, work: Box::new(Cancel(Arc::clone(&self.0), job.id)) })
    }
}

fn plan(job: &Job, bytes: u64) -> Plan {
    let what = installs::job_title(job);
    let (title, warning) = if job.far.is_some() {
        ("care.jobs.cancel", Message::new("care.jobs.cancel-warning"))
    } else {
        (
            "care.jobs.throw-away",
            Message::new("care.jobs.throw-away-warning").with("size", Field::Bytes(bytes)),
        )
    };
    Plan {
        title: Message::new(title).with("what", what),
        changes: vec![Change { kind: ChangeKind::Set, what: job.id.clone(), to: None, bytes: Some(bytes) }],
        bytes_written: 0,
        bytes_downloaded: 0,
        undo: Undo::Reversible(Message::new("care.jobs.cancel-undo")),
        warnings: vec![warning],
        stamps: Vec::new(),
        needs: Vec::new(),
        makes: Vec::new(),
    }
}

struct Cancel(Arc<Launcher>, String);

impl Work for Cancel {
    fn apply(self: Box<Self>, _origin: &Origin) -> Result<Receipt, ToolError> {
        let said = match self.0.cancel_job(&self.1)? {
            CalledOff::Running => Message::new("care.jobs.cancelled"),
            CalledOff::Left { bytes } => {
                Message::new("care.jobs.thrown-away").with("size", Field::Bytes(bytes))
            }
        };
        Ok(Receipt {
            change: None,
            said: said.with("id", self.1.as_str()),
            data: json!({ "job_id": self.1 }),
        })
    }
}
