//! An empty window in the same program (`--blank`), so that what the page costs is measured beside what the window alone costs.

use std::time::Instant;

use nova_model::Report;
use tauri::{State, Wry, ipc::Invoke};

use crate::{not_started, shell::Timing, window};

/// Since when it is counted.
struct Started(Option<Timing>);

#[tauri::command]
#[expect(clippy::needless_pass_by_value, reason = "the form that Tauri gives to commands")]
fn window_painted(started: State<'_, Started>) {
    if let Some(timing) = started.0 {
        timing.painted();
    }
}

fn handler() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    tauri::generate_handler![window_painted]
}

/// Opens it.
pub(crate) fn run(started: Instant) -> Result<(), Report> {
    tauri::Builder::default()
        .manage(Started(Timing::wanted(started)))
        .invoke_handler(handler())
        .setup(|app| {
            window::guarded(app.handle(), "blank.html").build()?;
            Ok(())
        })
        .run(crate::context())
        .map_err(|error| not_started(&error.to_string()))
}
