//! `set_java`: chooses the Java the game is started with.

use std::sync::Arc;

use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::VERSIONS;
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `set_java`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// A path or a major version from `list_java`, for example `17`, or `auto` to choose by the version's need.
    java: String,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: for all versions.
    #[serde(default)]
    version_id: Option<String>,
}

/// Chooses the Java the game is started with.
pub(super) struct SetJava(pub(super) Arc<Launcher>);

impl Write for SetJava {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_write(
                "set_java",
                Title { zh: "选择 Java", en: "Choose Java" },
                "Chooses the Java runtime, for all versions or for one.\n\
                 Use on a wish for another Java; list_java shows which there are.\n\
                 The runtime is listed by list_java.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        self.0.planned(self.0.game.set_java(&params.java, params.version_id.as_deref())?)
    }
}
