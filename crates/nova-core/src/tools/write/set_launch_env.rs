//! `set_launch_env`: sets an environment variable for the game.

use std::sync::Arc;

use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::VERSIONS;
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `set_launch_env`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The variable's name, for example `MESA_GL_VERSION_OVERRIDE`.
    name: String,
    /// Its value, for example `4.5`; empty to take the variable away. Never a password or key.
    value: String,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: for all versions.
    #[serde(default)]
    version_id: Option<String>,
}

/// Sets an environment variable for the game.
pub(super) struct SetLaunchEnv(pub(super) Arc<Launcher>);

impl Write for SetLaunchEnv {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_write(
                "set_launch_env",
                Title { zh: "设置环境变量", en: "Set variable" },
                "Sets or removes an environment variable that the game is started with.\n\
                 Use for driver or system switches; set_jvm_args for Java's own flags.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let version = params.version_id.as_deref();
        self.0.planned(self.0.game.set_variable(&params.name, &params.value, version)?)
    }
}
