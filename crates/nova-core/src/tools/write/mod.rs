//! The tools that change something. The order of [`list`] is the order of the registry.

mod add_game_root;
mod add_offline_account;
mod apply_crash_fix;
mod backup_version;
mod cancel_job;
mod change_loader;
mod clean_caches;
mod copy_version;
mod delete_backup;
mod delete_mod;
mod delete_save;
mod delete_version;
mod disable_mod;
mod empty_trash;
mod enable_mod;
mod export_crash_bundle;
mod forget;
mod import_version;
mod install_java;
mod install_version;
mod launch_game;
mod move_save;
mod refresh_account;
mod remember;
mod remove_account;
mod remove_game_root;
mod rename_version;
mod repair_version;
mod reset_config_file;
mod reset_version_settings;
mod resolve_mod_conflict;
mod restore_backup;
mod restore_last_good;
mod restore_trash;
mod select_account;
mod select_version;
mod set_appearance;
mod set_download_source;
mod set_game_option;
mod set_java;
mod set_jvm_args;
mod set_launch_env;
mod set_memory;
mod set_skin;
mod set_version_isolation;
mod set_version_note;
mod set_window;
mod start_recording;
mod stop_game;
mod stop_recording;
mod there;
mod undo_change;

use std::sync::Arc;

use nova_tools::{Tool, write};

use crate::launcher::Launcher;

/// Every writing tool, in order.
pub(super) fn list(launcher: &Arc<Launcher>) -> Vec<Arc<dyn Tool>> {
    let mut writes = plain(launcher);
    let fix = apply_crash_fix::ApplyCrashFix { launcher: Arc::clone(launcher), tools: writes.clone() };
    let after_repair =
        writes.iter().position(|tool| tool.spec().name() == "repair_version").map_or(0, |at| at + 1);
    writes.insert(after_repair, write(fix));
    writes
}

/// Those that stand by themselves.
fn plain(launcher: &Arc<Launcher>) -> Vec<Arc<dyn Tool>> {
    let launcher = || Arc::clone(launcher);
    vec![
        write(enable_mod::EnableMod(launcher())),
        write(disable_mod::DisableMod(launcher())),
        write(resolve_mod_conflict::ResolveModConflict(launcher())),
        write(delete_mod::DeleteMod(launcher())),
        write(backup_version::BackupVersion(launcher())),
        write(restore_backup::RestoreBackup(launcher())),
        write(delete_backup::DeleteBackup(launcher())),
        write(move_save::MoveSave(launcher())),
        write(delete_save::DeleteSave(launcher())),
        write(install_version::InstallVersion(launcher())),
        write(change_loader::ChangeLoader(launcher())),
        write(repair_version::RepairVersion(launcher())),
        write(export_crash_bundle::ExportCrashBundle(launcher())),
        write(import_version::ImportVersion(launcher())),
        write(rename_version::RenameVersion(launcher())),
        write(copy_version::CopyVersion(launcher())),
        write(set_version_note::SetVersionNote(launcher())),
        write(delete_version::DeleteVersion(launcher())),
        write(select_version::SelectVersion(launcher())),
        write(add_game_root::AddGameRoot(launcher())),
        write(remove_game_root::RemoveGameRoot(launcher())),
        write(reset_config_file::ResetConfigFile(launcher())),
        write(set_memory::SetMemory(launcher())),
        write(install_java::InstallJava(launcher())),
        write(set_java::SetJava(launcher())),
        write(set_jvm_args::SetJvmArgs(launcher())),
        write(set_launch_env::SetLaunchEnv(launcher())),
        write(set_window::SetWindow(launcher())),
        write(set_game_option::SetGameOption(launcher())),
        write(reset_version_settings::ResetVersionSettings(launcher())),
        write(set_download_source::SetDownloadSource(launcher())),
        write(set_version_isolation::SetVersionIsolation(launcher())),
        write(set_appearance::SetAppearance(launcher())),
        write(launch_game::LaunchGame(launcher())),
        write(stop_game::StopGame(launcher())),
        write(restore_last_good::RestoreLastGood(launcher())),
        write(add_offline_account::AddOfflineAccount(launcher())),
        write(select_account::SelectAccount(launcher())),
        write(refresh_account::RefreshAccount(launcher())),
        write(remove_account::RemoveAccount(launcher())),
        write(set_skin::SetSkin(launcher())),
        write(undo_change::UndoChange(launcher())),
        write(cancel_job::CancelJob(launcher())),
        write(restore_trash::RestoreTrash(launcher())),
        write(clean_caches::CleanCaches(launcher())),
        write(empty_trash::EmptyTrash(launcher())),
        write(remember::Remember(launcher())),
        write(forget::Forget(launcher())),
        write(start_recording::StartRecording(launcher())),
        write(stop_recording::StopRecording),
    ]
}
