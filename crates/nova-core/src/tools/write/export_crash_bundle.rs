//! `export_crash_bundle`: the files of a run that ended badly, without private data, in one zip for whoever helps.

use std::{path::PathBuf, sync::Arc};

use nova_crash::Veil;
use nova_files::{Batch, Step};
use nova_game::Proposal;
use nova_model::{Change, ChangeKind, Message, Undo};
use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    crashes::{self, Diagnosed},
    launcher::Launcher,
    tools::{common::draft_write, params::OneCrash},
};

/// Below the data folder.
const FOLDER: &str = "exports";

/// Packs a run.
pub(super) struct ExportCrashBundle(pub(super) Arc<Launcher>);

impl Write for ExportCrashBundle {
    type Params = OneCrash;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneCrash::IDS,
            ..draft_write(
                "export_crash_bundle",
                Title { zh: "导出崩溃报告", en: "Export a crash report" },
                "Packs the logs of the newest crash and what was found into a zip, redacted.\n\
                 Use when the player asks others for help; copy_help_text is a few lines only.",
            )
        }
    }

    fn plan(&self, params: OneCrash, _call: &Call) -> Result<Planned, ToolError> {
        let of = self.0.diagnose(params.version_id.as_deref(), params.which())?;
        let names = self.0.hidden.known();
        let content = crashes::help_zip(&of, &Veil::new(&names));
        self.0.planned(proposal(&of, self.0.files.data().to_owned(), content))
    }
}

fn proposal(of: &Diagnosed, data: PathBuf, content: Vec<u8>) -> Proposal {
    let path = free(&data, of);
    let bytes = u64::try_from(content.len()).unwrap_or(u64::MAX);
    let change =
        Change { kind: ChangeKind::Create, what: path.display().to_string(), to: None, bytes: Some(bytes) };
    Proposal {
        title: Message::new("fix.bundle.title").with("version", of.version.id.as_str()),
        changes: vec![change],
        bytes_written: bytes,
        undo: Undo::Reversible(Message::new("fix.bundle.undo")),
        warnings: vec![Message::new("fix.bundle.look")],
        watch: vec![path.clone()],
        version: Some(of.version.id.clone()),
        batch: Batch { root: data, steps: vec![Step::Write { path, content }] },
    }
}

/// A name that nothing has yet: nothing is overwritten.
fn free(data: &std::path::Path, of: &Diagnosed) -> PathBuf {
    let run = of.run.as_ref().map_or("log", |run| run.id.as_str());
    let name = |number: usize| match number {
        1 => format!("crash-{}-{run}.zip", of.version.id),
        _ => format!("crash-{}-{run}-{number}.zip", of.version.id),
    };
    let folder = data.join(FOLDER);
    let mut paths = (1..10_000).map(|number| folder.join(name(number)));
    paths.find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| folder.join(name(0)))
}
