//! `set_jvm_args`: sets further arguments for Java.

use std::sync::Arc;

use nova_game::ArgsMode;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::VERSIONS;
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `set_jvm_args`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// All further arguments in one line, for example `-XX:+UseZGC -Dfile.encoding=UTF-8`; empty for none.
    args: String,
    /// Whether those set before stay and these are added, for example `true`. Default: `false`, these replace them.
    #[serde(default)]
    add: bool,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: for all versions.
    #[serde(default)]
    version_id: Option<String>,
}

/// Sets further arguments for Java.
pub(super) struct SetJvmArgs(pub(super) Arc<Launcher>);

impl Write for SetJvmArgs {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_write(
                "set_jvm_args",
                Title { zh: "设置 Java 参数", en: "Set Java arguments" },
                "Sets the further arguments of Java, or adds some to those set before.\n\
                 Use on a wish for JVM flags; set_memory for -Xmx.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let mode = if params.add { ArgsMode::Add } else { ArgsMode::Replace };
        self.0.planned(self.0.game.set_jvm_args(&params.args, mode, params.version_id.as_deref())?)
    }
}
