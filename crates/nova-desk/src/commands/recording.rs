//! Recording, as far as the window itself shows it. It is started by its tool, over the checklist.

use std::sync::Arc;

use super::Nothing;
use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    surface::Consent,
    view::{RecordingState, TurnEvent, Turned},
};

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("recording_state", state), Command::new("recording_stop", stop)]
}

/// A recorder that is just starting one answers a little later.
async fn state(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<RecordingState, Fault> {
    let missing = desk.recorder.as_ref().err().map(|report| desk.fault(report));
    let running = blocking(&desk, |desk| Ok(desk.recording())).await?;
    Ok(RecordingState { running, missing })
}

/// Stops it at once: the click on the red dot is the word, and nothing is lost by it.
async fn stop(desk: Arc<Desk>, _: Nothing, to: To<TurnEvent>) -> Result<Turned, Fault> {
    super::tool::run(&desk, "stop_recording", serde_json::json!({}), Consent::Clicked, to).await
}

#[cfg(test)]
mod tests;
