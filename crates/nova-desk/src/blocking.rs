//! Work that waits for the disk: hundreds of jars, a key ring, a Java that is asked for its version. It has threads of its own, so
//! that the window's other calls go on.

use std::sync::Arc;

use nova_model::{Message, Report};

use crate::{Desk, Fault};

/// Does the work on a thread that may wait.
pub(crate) async fn blocking<T: Send + 'static>(
    desk: &Arc<Desk>,
    work: impl FnOnce(&Desk) -> Result<T, Report> + Send + 'static,
) -> Result<T, Fault> {
    let own = Arc::clone(desk);
    let done = tokio::task::spawn_blocking(move || work(&own)).await;
    done.unwrap_or_else(|_| Err(broke())).map_err(|report| desk.fault(&report))
}

/// Runs a turn on a thread that may be kept busy: the built-in planner thinks without a pause, and the window's other calls go on.
pub(crate) async fn apart<T: Send + 'static>(
    desk: &Desk,
    work: impl Future<Output = Result<T, Fault>> + Send + 'static,
) -> Result<T, Fault> {
    let runtime = tokio::runtime::Handle::current();
    let done = tokio::task::spawn_blocking(move || runtime.block_on(work)).await;
    done.unwrap_or_else(|_| Err(desk.fault(&broke())))
}

/// A fault of the program itself.
fn broke() -> Report {
    Report::new(Message::new("desk.broke"))
}
