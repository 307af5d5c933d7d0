//! `nova launch --dry-run`: the command line of a version, without an account and without starting anything.

use nova_core::present;

use crate::{
    args::Launch,
    open::Session,
    output::{Exit, Output},
};

/// Shows it. The token is a mark.
pub(super) fn dry_run(launch: &Launch, session: &Session, output: &Output) -> Exit {
    let goal = (launch.server.clone(), launch.world.clone());
    match session.app.dry_launch(launch.version.as_deref(), goal) {
        Ok(dry) => {
            output.answer(&present::localized(dry.data, &session.texts), &dry.line);
            Exit::Done
        }
        Err(report) => {
            output.error(&report, &session.texts);
            Exit::Failed
        }
    }
}
