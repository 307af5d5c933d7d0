//! `set_download_source`: chooses where files are downloaded from.

use std::sync::Arc;

use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    launcher::Launcher,
    tools::{choices::DownloadSource, common::draft_write},
};

/// The parameters of `set_download_source`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// Where files come from: the official servers, the mirror BMCLAPI, or whichever answers faster, for example `bmclapi`.
    source: DownloadSource,
}

/// Chooses where files are downloaded from.
pub(super) struct SetDownloadSource(pub(super) Arc<Launcher>);

impl Write for SetDownloadSource {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[],
            ..draft_write(
                "set_download_source",
                Title { zh: "切换下载源", en: "Set download source" },
                "Chooses the servers that game files are downloaded from.\n\
                 Use when downloads are slow or fail; get_settings shows the present one.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        self.0.planned(self.0.game.set_download_source(params.source.into())?)
    }
}
