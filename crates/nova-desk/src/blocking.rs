//! Work that waits for the disk: hundreds of jars, a Java that is asked for its version. It has threads of its own, so that the
//! window's other calls go on.

use std::sync::Arc;

use nova_model::{Message, Report};

use crate::{Desk, Fault};

/// Does the work on a thread that may wait.
pub(crate) async fn blocking<T: Send + 'static>(
    desk: &Arc<Desk>,
    work: impl FnOnce(&Desk) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let own = Arc::clone(desk);
    let done = tokio::task::spawn_blocking(move || work(&own)).await;
    done.unwrap_or_else(|_| Err(desk.fault(&Report::new(Message::new("desk.broke-off")))))
}
