//! The tasks page: jobs that run, and what is left of those that do not.

use std::sync::Arc;

use serde::Deserialize;
use ts_rs::TS;

use super::Nothing;
use crate::{Command, Desk, Fault, Silent, To, blocking::blocking, view::JobRow};

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("jobs_list", jobs), Command::new("job_cancel", cancel)]
}

/// One job.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct OneJob {
    /// Its id.
    id: String,
}

/// The newest first.
async fn jobs(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Vec<JobRow>, Fault> {
    blocking(&desk, |desk| {
        let (app, names) = (desk.app(), desk.names());
        Ok(app.launcher().jobs().iter().rev().map(|job| JobRow::of(job, &names)).collect())
    })
    .await
}

/// Calls off one that runs here, or throws away what one has fetched that nobody works on. Nothing of the game changes by either.
async fn cancel(desk: Arc<Desk>, args: OneJob, _: To<Silent>) -> Result<Nothing, Fault> {
    blocking(&desk, move |desk| {
        desk.app().launcher().cancel_job(&args.id).map_err(|error| error.report().clone())
    })
    .await?;
    Ok(Nothing {})
}
