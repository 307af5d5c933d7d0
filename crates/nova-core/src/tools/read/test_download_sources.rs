//! `test_download_sources`: how the servers that installs need are doing right now.

use std::{sync::Arc, time::Duration};

use nova_model::{Explain, Message};
use nova_net::download::Probed;
use nova_tools::{Answer, Call, NoParams, Read, SpecDraft, Title, ToolError};
use serde_json::{Value, json};

use crate::{
    installs::wait,
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list},
};

/// How the servers that installs need are doing right now.
pub(super) struct TestDownloadSources(pub(super) Arc<Launcher>);

impl Read for TestDownloadSources {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "test_download_sources",
            Title { zh: "测试下载源", en: "Test download sources" },
            "Asks each download server once and tells how long the answer took.\n\
             Use when downloads are slow or fail; set_download_source to choose one.",
        )
    }

    fn run(&self, _params: NoParams, call: &Call) -> Result<Answer, ToolError> {
        let mut probed = wait(self.0.test_sources(&call.cancel));
        probed.sort_by_key(|one| one.reached.as_ref().map_or(Duration::MAX, |reached| reached.took));
        let lines: Vec<String> = probed.iter().map(line).collect();
        let rows: Vec<Value> = probed.iter().map(row).collect();
        let said = said_list(Message::new("core.sources.head"), &probed, sentence);
        Ok(answer(&lines, None, json!({ "sources": rows }), said))
    }
}

/// The way is open, and the server can be used: too many requests and its own faults say that it cannot.
fn is_well(status: u16) -> bool {
    status < 500 && status != 429
}

fn millis(took: Duration) -> i64 {
    i64::try_from(took.as_millis()).unwrap_or(i64::MAX)
}

fn line(one: &Probed) -> String {
    let name = &one.probe.name;
    match &one.reached {
        Ok(reached) if is_well(reached.status) => format!("{name}: {} ms", millis(reached.took)),
        Ok(reached) => format!("{name}: {} ms, status {}", millis(reached.took), reached.status),
        Err(_) => format!("{name}: not reached"),
    }
}

fn sentence(one: &Probed) -> Message {
    let message = |code: &'static str| Message::new(code).with("name", one.probe.name.as_str());
    match &one.reached {
        Ok(reached) if is_well(reached.status) => {
            message("core.sources.line").with("ms", millis(reached.took))
        }
        Ok(reached) => message("core.sources.trouble")
            .with("ms", millis(reached.took))
            .with("status", usize::from(reached.status)),
        Err(error) => message("core.sources.down").with("why", error.report().message),
    }
}

fn row(one: &Probed) -> Value {
    let reached = one.reached.as_ref().ok();
    json!({
        "name": one.probe.name,
        "reached": reached.is_some(),
        "ms": reached.map(|reached| millis(reached.took)),
        "status": reached.map(|reached| reached.status),
        "well": reached.is_some_and(|reached| is_well(reached.status)),
    })
}
