//! The tools that look or move the window. The order of [`list`] is the order of the registry.

mod analyze_crash;
mod ask_user;
mod check_environment;
mod check_mod_conflicts;
mod check_version_files;
mod copy_help_text;
mod diff_since_last_good;
mod disk_usage;
mod find_mod_dependents;
mod find_tools;
mod game_status;
mod get_appearance;
mod get_game_options;
mod get_settings;
mod list_accounts;
mod list_backups;
mod list_changes;
mod list_content_versions;
mod list_crash_reports;
mod list_game_roots;
mod list_importable;
mod list_java;
mod list_jobs;
mod list_loader_versions;
mod list_mods;
mod list_recordings;
mod list_remote_versions;
mod list_saves;
mod list_trash;
mod list_versions;
mod load_guide;
mod open_page;
mod outside;
mod play_history;
mod read_backup;
mod read_content_detail;
mod read_log;
mod read_mod_detail;
mod read_save_detail;
mod read_skin;
mod read_version_detail;
mod recall;
mod recommend_memory;
mod recording_status;
mod search_content;
mod search_log;
mod start_login;
mod store_secret;
mod system_info;
mod test_download_sources;
mod write_todo;

use std::sync::Arc;

use nova_tools::{Tool, read};
pub(crate) use outside::speaks;

use outside::Named;

use crate::launcher::Launcher;

/// Every reading tool but `find_tools`, in order. `writes` are those that a fix can call.
pub(super) fn list(launcher: &Arc<Launcher>, writes: &[Arc<dyn Tool>]) -> Vec<Arc<dyn Tool>> {
    let launcher = || Arc::clone(launcher);
    let writes = || writes.iter().map(|tool| tool.spec().name()).collect();
    vec![
        read(Named(list_versions::ListVersions(launcher()))),
        read(Named(read_version_detail::ReadVersionDetail(launcher()))),
        read(list_remote_versions::ListRemoteVersions(launcher())),
        read(list_loader_versions::ListLoaderVersions(launcher())),
        read(list_game_roots::ListGameRoots(launcher())),
        read(Named(list_importable::ListImportable(launcher()))),
        read(get_settings::GetSettings(launcher())),
        read(Named(check_environment::CheckEnvironment(launcher()))),
        read(Named(check_version_files::CheckVersionFiles(launcher()))),
        read(Named(recommend_memory::RecommendMemory(launcher()))),
        read(Named(get_game_options::GetGameOptions(launcher()))),
        read(system_info::SystemInfo(launcher())),
        read(Named(disk_usage::DiskUsage(launcher()))),
        read(test_download_sources::TestDownloadSources(launcher())),
        read(list_java::ListJava(launcher())),
        read(Named(list_mods::ListMods(launcher()))),
        read(read_mod_detail::ReadModDetail(launcher())),
        read(Named(check_mod_conflicts::CheckModConflicts(launcher()))),
        read(Named(find_mod_dependents::FindModDependents(launcher()))),
        read(search_content::SearchContent(launcher())),
        read(read_content_detail::ReadContentDetail(launcher())),
        read(list_content_versions::ListContentVersions(launcher())),
        read(Named(list_saves::ListSaves(launcher()))),
        read(Named(read_save_detail::ReadSaveDetail(launcher()))),
        read(Named(list_backups::ListBackups(launcher()))),
        read(Named(read_backup::ReadBackup(launcher()))),
        read(game_status::GameStatus(launcher())),
        read(Named(play_history::PlayHistory(launcher()))),
        read(Named(diff_since_last_good::DiffSinceLastGood(launcher()))),
        read(list_accounts::ListAccounts(launcher())),
        read(read_skin::ReadSkin(launcher())),
        read(start_login::StartLogin(launcher())),
        read(read_log::ReadLog(launcher())),
        read(search_log::SearchLog(launcher())),
        read(list_crash_reports::ListCrashReports(launcher())),
        read(analyze_crash::AnalyzeCrash { launcher: launcher(), writes: writes() }),
        read(copy_help_text::CopyHelpText(launcher())),
        read(Named(list_trash::ListTrash(launcher()))),
        read(list_changes::ListChanges(launcher())),
        read(Named(list_jobs::ListJobs(launcher()))),
        read(recall::Recall(launcher())),
        read(ask_user::AskUser),
        read(write_todo::WriteTodo),
        read(load_guide::LoadGuide),
        read(open_page::OpenPage),
        read(store_secret::StoreSecret(launcher())),
        read(get_appearance::GetAppearance(launcher())),
        read(recording_status::RecordingStatus),
        read(Named(list_recordings::ListRecordings)),
    ]
}

/// `find_tools` over the tools there are; it stands last among the reads.
pub(super) fn find_tools(others: Vec<Arc<dyn Tool>>) -> Arc<dyn Tool> {
    read(find_tools::FindTools(others))
}
