//! Looks that take a moment and change nothing: a version's files held against their hashes, and how the download servers answer.

use std::sync::{Arc, Mutex, PoisonError};

use nova_model::Event;
use nova_tools::{Answer, Events};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use ts_rs::TS;

use super::Nothing;
use crate::{
    Command, Desk, Fault, Silent, To,
    turn::Names,
    view::{CheckedFiles, Checking, SourceRow},
};

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("version_check", check),
        Command::new("version_check_stop", stop),
        Command::new("sources_test", sources),
    ]
}

/// The check that runs: one at a time, since each reads the whole disk.
#[derive(Default)]
pub(crate) struct Checks(Mutex<CancellationToken>);

impl Checks {
    /// Calls off the one that runs, and gives what calls off the next.
    fn next(&self) -> CancellationToken {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.cancel();
        *running = CancellationToken::new();
        running.clone()
    }
}

/// The version whose files are looked at.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct FilesOf {
    /// Its id.
    version: String,
}

/// Tells the page how far a check is.
struct Far {
    names: Names,
    to: To<Checking>,
    stop: CancellationToken,
}

impl Events for Far {
    fn send(&self, event: Event) {
        if let Event::ToolProgress { note: Some(note), .. } = event {
            self.to.send(&Checking { said: self.names.say(&note) });
        }
        if !self.to.is_open() {
            self.stop.cancel();
        }
    }
}

async fn check(desk: Arc<Desk>, args: FilesOf, to: To<Checking>) -> Result<CheckedFiles, Fault> {
    let (names, stop) = (desk.names(), desk.checks.next());
    let events = Far { names: names.clone(), to, stop: stop.clone() };
    let args = json!({ "version_id": args.version });
    let answer = look(&desk, "check_version_files", args, (Arc::new(events), stop)).await?;
    Ok(CheckedFiles::of(&answer, &names))
}

async fn stop(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Nothing, Fault> {
    drop(desk.checks.next());
    Ok(Nothing {})
}

async fn sources(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Vec<SourceRow>, Fault> {
    let beside = (Arc::new(nova_tools::NoEvents) as Arc<dyn Events>, CancellationToken::new());
    let answer = look(&desk, "test_download_sources", json!({}), beside).await?;
    Ok(SourceRow::all(&answer, &desk.names()))
}

/// What a tool that only reads answers.
async fn look(
    desk: &Desk,
    tool: &str,
    args: Value,
    (events, stop): (Arc<dyn Events>, CancellationToken),
) -> Result<Answer, Fault> {
    let called = desk.app().read_until(tool, args, events, stop).await;
    called.result.map_err(|error| desk.fault(error.report()))
}
