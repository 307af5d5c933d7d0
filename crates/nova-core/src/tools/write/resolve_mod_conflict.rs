//! `resolve_mod_conflict`: mends a finding of `check_mod_conflicts` by switching one file off or on.

use std::sync::Arc;

use nova_content::mods;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::VERSIONS;
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `resolve_mod_conflict`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The finding's id from `check_mod_conflicts`, for example `f-abcd2345`.
    finding_id: String,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    version_id: Option<String>,
}

/// Mends a finding of `check_mod_conflicts` by switching one file off or on.
pub(super) struct ResolveModConflict(pub(super) Arc<Launcher>);

impl Write for ResolveModConflict {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[
                IdParam { param: "finding_id", from: &["check_mod_conflicts"] },
                IdParam { param: "version_id", from: VERSIONS },
            ],
            ..draft_write(
                "resolve_mod_conflict",
                Title { zh: "解决模组冲突", en: "Resolve mod conflict" },
                "Mends one finding: switches the losing file off, or a needed one on.\n\
                 Use after check_mod_conflicts; disable_mod to choose the file yourself.\n\
                 The finding id comes from check_mod_conflicts.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let (instance, list) = self.0.mods(params.version_id.as_deref())?;
        self.0.planned(mods::resolve(&instance, &list, &params.finding_id)?)
    }
}
