//! `set_memory`: sets how much memory the game may take.

use std::sync::Arc;

use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::VERSIONS;
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `set_memory`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The maximum in MiB, for example `8192` for 8 GB. Bounded by what the machine has.
    max_mb: u64,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: for all versions.
    #[serde(default)]
    version_id: Option<String>,
}

/// Sets how much memory the game may take.
pub(super) struct SetMemory(pub(super) Arc<Launcher>);

impl Write for SetMemory {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_write(
                "set_memory",
                Title { zh: "设置内存", en: "Set memory" },
                "Sets the most memory the game may take, for all versions or for one.\n\
                 Use on a wish for more or less memory; check_environment tells what fits.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        self.0.planned(self.0.game.set_memory(params.max_mb, params.version_id.as_deref())?)
    }
}
