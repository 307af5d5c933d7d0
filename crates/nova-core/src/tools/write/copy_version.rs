//! `copy_version`: a second version out of one that is there.

use std::sync::Arc;

use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    launcher::Launcher,
    tools::{choices::Part, common::draft_write, params::VERSIONS},
};

/// The parameters of `copy_version`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`.
    version_id: String,
    /// The name of the copy, a folder name all systems can hold, for example `Skyblock test`.
    new_name: String,
    /// What of its game folder goes along, for example `mods`. Default: all but saves and screenshots.
    #[serde(default)]
    include: Vec<Part>,
}

/// A second version out of one that is there.
pub(super) struct CopyVersion(pub(super) Arc<Launcher>);

impl Write for CopyVersion {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_write(
                "copy_version",
                Title { zh: "复制版本", en: "Copy version" },
                "Makes a second version out of an installed one.\n\
                 Use to try something on a copy; rename_version for another name only.\n\
                 The version is listed by list_versions and not running.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let include: Vec<_> = params.include.into_iter().map(Into::into).collect();
        self.0.planned(self.0.game.copy(&params.version_id, &params.new_name, &include)?)
    }
}
