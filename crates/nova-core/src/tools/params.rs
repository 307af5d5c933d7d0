//! Parameters that several tools share (one mod, one version, one world, one backup), each with the tools its ids come from.

use nova_tools::IdParam;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::crashes::Which;

/// The tools whose answers name versions, mods, worlds and backups; the first is the one to call for the list.
pub(super) const VERSIONS: &[&str] = &["list_versions", "read_version_detail"];
pub(super) const MODS: &[&str] =
    &["list_mods", "read_mod_detail", "check_mod_conflicts", "find_mod_dependents"];
pub(super) const SAVES: &[&str] = &["list_saves", "read_save_detail"];
pub(super) const GAMES: &[&str] = &["list_remote_versions", "list_versions", "read_version_detail"];
pub(super) const BUILDS: &[&str] = &["list_loader_versions"];
pub(super) const IMPORTABLE: &[&str] = &["list_importable"];
/// Those that name logs and crash reports.
pub(super) const LOGS: &[&str] = &["list_crash_reports", "read_log", "search_log", "analyze_crash"];
/// Those that name runs.
pub(super) const RUNS: &[&str] = &["play_history", "list_crash_reports", "analyze_crash"];
/// Those that name config files.
pub(super) const CONFIGS: &[&str] = &["read_mod_detail", "analyze_crash"];
pub(super) const BACKUPS: &[&str] = &["list_backups", "read_backup"];

const VERSION: IdParam = IdParam { param: "version_id", from: VERSIONS };

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

impl OneMod {
    /// Where its ids come from.
    pub(super) const IDS: &[IdParam] = &[IdParam { param: "mod", from: MODS }, VERSION];
}

/// One version that has to be named.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OneVersion {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`.
    pub(super) version_id: String,
}

impl OneVersion {
    /// Where its ids come from.
    pub(super) const IDS: &[IdParam] = &[VERSION];
}

/// A version, or the current one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AnyVersion {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    pub(super) version_id: Option<String>,
}

impl AnyVersion {
    /// Where its ids come from.
    pub(super) const IDS: &[IdParam] = &[VERSION];
}

/// A run of a version that ended badly, or a log of it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the tools' parameters are called so")]
pub(super) struct OneCrash {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    pub(super) version_id: Option<String>,
    /// One run from `play_history`, for example `r-2b7k09xq`. Default: the newest that ended badly.
    #[serde(default)]
    pub(super) run_id: Option<String>,
    /// One log or crash report of the version as `read_log` names it, for example `logs/latest.log`. Default: all files of the newest run that ended badly.
    #[serde(default)]
    pub(super) file_id: Option<String>,
}

impl OneCrash {
    /// Where its ids come from.
    pub(super) const IDS: &[IdParam] =
        &[VERSION, IdParam { param: "run_id", from: RUNS }, IdParam { param: "file_id", from: LOGS }];

    /// What is looked at.
    pub(super) fn which(&self) -> Which<'_> {
        Which::of(self.run_id.as_deref(), self.file_id.as_deref())
    }
}

/// One account.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OneAccount {
    /// The account's id from `list_accounts`, for example `a-2b7k09xq`.
    pub(super) account_id: String,
}

impl OneAccount {
    /// Where its ids come from.
    pub(super) const IDS: &[IdParam] = &[IdParam { param: "account_id", from: &["list_accounts"] }];
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

impl OneSave {
    /// Where its ids come from.
    pub(super) const IDS: &[IdParam] = &[IdParam { param: "save", from: SAVES }, VERSION];
}

/// One backup.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OneBackup {
    /// The backup's id from `list_backups`, for example `b-abcd2345`, or `latest`.
    pub(super) backup_id: String,
}

impl OneBackup {
    /// Where its ids come from.
    pub(super) const IDS: &[IdParam] = &[IdParam { param: "backup_id", from: BACKUPS }];
}
