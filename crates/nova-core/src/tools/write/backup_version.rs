//! `backup_version`: zips worlds, and config and mods where asked, under `backups/`.

use std::sync::Arc;

use nova_content::backups::{self, What, Worlds};
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::{SAVES, VERSIONS};
use crate::{
    launcher::Launcher,
    tools::{choices::Include, common::draft_write},
};

/// The parameters of `backup_version`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    version_id: Option<String>,
    /// One world by its folder name from `list_saves`, for example `New World`. Default: all worlds of the version.
    #[serde(default)]
    save: Option<String>,
    /// What else to put in beside worlds, for example `["config", "mods"]`. Default: nothing else.
    #[serde(default)]
    include: Vec<Include>,
}

/// Zips worlds, and config and mods where asked, under `backups/`.
pub(super) struct BackupVersion(pub(super) Arc<Launcher>);

impl Write for BackupVersion {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }, IdParam { param: "save", from: SAVES }],
            ..draft_write(
                "backup_version",
                Title { zh: "备份", en: "Back up" },
                "Zips one world or all worlds of a version into a new backup.\n\
                 Use before risky changes or when asked; restore_backup brings it back.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let (save, version) = (params.save.as_deref(), params.version_id.as_deref());
        let instance = match (save, version) {
            (Some(save), None) => self.0.world(save, None)?.1,
            _ => self.0.instance(version)?,
        };
        let worlds = save.map_or(Worlds::All, |save| Worlds::Named(vec![save.to_owned()]));
        let what = What { worlds, include: params.include.into_iter().map(Into::into).collect() };
        self.0.planned(backups::create(&instance, &what, &*self.0.game.setup().probe)?)
    }
}
