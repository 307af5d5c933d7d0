//! `reset_config_file`: moves one config file of a mod out of the way, so that the mod writes a new one.

use std::sync::Arc;

use nova_content::configs;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    launcher::Launcher,
    tools::{
        common::draft_write,
        params::{CONFIGS, VERSIONS},
    },
};

/// The parameters of `reset_config_file`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The config file as `read_mod_detail` names it, for example `config/sodium-options.json`.
    file_id: String,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    version_id: Option<String>,
}

/// Moves a config file out of the way.
pub(super) struct ResetConfigFile(pub(super) Arc<Launcher>);

impl Write for ResetConfigFile {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[
                IdParam { param: "file_id", from: CONFIGS },
                IdParam { param: "version_id", from: VERSIONS },
            ],
            ..draft_write(
                "reset_config_file",
                Title { zh: "重置配置文件", en: "Reset config file" },
                "Moves one config file of a mod to the trash; the mod writes a new one.\n\
                 Use when a config is broken; reset_version_settings for Nova's own.\n\
                 read_mod_detail lists the files; the game does not run.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let version = self.0.version(params.version_id.as_deref())?;
        Launcher::refuse_played(&version)?;
        self.0.planned(configs::reset(&version.instance(), &params.file_id)?)
    }
}
