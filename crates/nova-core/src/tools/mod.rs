//! The launcher's services as tools: one file a tool, and the two explicit lists whose order is the order of the registry.

mod choices;
mod common;
mod content;
mod installing;
mod launch;
mod loader_api;
mod params;
mod read;
mod recording;
mod write;

use std::sync::Arc;

use nova_tools::Tool;

use crate::launcher::Launcher;

pub(crate) use read::speaks;

/// Every tool of this build, reads first, in order.
pub(crate) fn all(launcher: &Arc<Launcher>) -> Vec<Arc<dyn Tool>> {
    let writes = write::list(launcher);
    let mut reads = read::list(launcher, &writes);
    reads.push(read::find_tools(reads.iter().chain(&writes).cloned().collect()));
    reads.extend(writes);
    reads
}
