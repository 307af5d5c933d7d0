//! Parameters that several tools share: one mod, one version, one world, one backup.

use schemars::JsonSchema;
use serde::Deserialize;

/// One mod of a version.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OneMod {
    /// The mod's id or file name as `list_mods` shows it, for example `sodium`.
    pub(super) r#mod: String,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    pub(super) version_id: Option<String>,
}

/// One version that has to be named.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OneVersion {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`.
    pub(super) version_id: String,
}

/// A version, or the current one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AnyVersion {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    pub(super) version_id: Option<String>,
}

/// One world.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OneSave {
    /// The world's folder name from `list_saves`, for example `New World`.
    pub(super) save: String,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the one version that has the world.
    #[serde(default)]
    pub(super) version_id: Option<String>,
}

/// One backup.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OneBackup {
    /// The backup's id from `list_backups`, for example `b-abcd2345`, or `latest`.
    pub(super) backup_id: String,
}
