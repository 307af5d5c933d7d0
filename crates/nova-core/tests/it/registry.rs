//! The registry of this build, in each kind of host.

use anyhow::Result;
use nova_model::Effect;
use nova_tools::{Capabilities, Capability, Decision};

use crate::launcher::{Desk, Word};

/// The tools of this build, in order; those of a host capability last in their half.
const READS: &str = "list_versions read_version_detail list_remote_versions list_loader_versions list_game_roots list_importable get_settings check_environment check_version_files recommend_memory \
    get_game_options system_info disk_usage test_download_sources list_java list_mods read_mod_detail check_mod_conflicts find_mod_dependents search_content read_content_detail list_content_versions list_saves read_save_detail \
    list_backups read_backup game_status play_history diff_since_last_good list_accounts read_skin start_login read_log search_log list_crash_reports analyze_crash copy_help_text list_trash list_changes list_jobs recall ask_user write_todo load_guide open_page \
    store_secret get_appearance recording_status list_recordings find_tools";
const WRITES: &str = "enable_mod disable_mod resolve_mod_conflict delete_mod backup_version restore_backup delete_backup \
    move_save delete_save install_version change_loader repair_version apply_crash_fix export_crash_bundle import_version rename_version copy_version set_version_note delete_version select_version add_game_root remove_game_root reset_config_file set_memory install_java set_java \
    set_jvm_args set_launch_env set_window set_game_option reset_version_settings set_download_source set_version_isolation set_appearance launch_game stop_game restore_last_good add_offline_account select_account refresh_account remove_account set_skin undo_change cancel_job restore_trash clean_caches empty_trash remember forget \
    start_recording stop_recording";

fn names(desk: &Desk) -> Vec<&'static str> {
    desk.app.registry().tools().iter().map(|tool| tool.spec().name()).collect()
}

#[test]
fn a_host_that_can_everything_gets_every_tool_in_the_order_of_the_list() -> Result<()> {
    let caps = [Capability::Pages, Capability::Questions, Capability::SecretPrompt, Capability::Recorder];
    let desk = Desk::pretending(Word::Always(Decision::No), Capabilities::from(caps))?;
    let expected: Vec<_> = READS.split_whitespace().chain(WRITES.split_whitespace()).collect();
    assert_eq!(names(&desk), expected);
    Ok(())
}

#[test]
fn what_the_host_lacks_is_absent() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::No))?;
    for absent in [
        "open_page",
        "start_login",
        "ask_user",
        "store_secret",
        "recording_status",
        "list_recordings",
        "start_recording",
        "stop_recording",
    ] {
        assert!(!names(&desk).contains(&absent), "{absent}");
    }
    Ok(())
}

#[test]
fn a_host_that_cannot_ask_gets_no_write() -> Result<()> {
    let desk = Desk::new(Word::Absent)?;
    let effects: Vec<_> = desk.app.registry().tools().iter().map(|tool| tool.spec().effect()).collect();
    assert!(effects.len() > 20 && !effects.contains(&Effect::Write));
    Ok(())
}

#[test]
fn the_tool_list_has_the_same_bytes_each_time() -> Result<()> {
    let (one, two) = (Desk::new(Word::Always(Decision::No))?, Desk::new(Word::Always(Decision::Yes))?);
    let bytes = |desk: &Desk| desk.app.registry().openai_tools().to_string();
    assert_eq!(bytes(&one), bytes(&two));
    Ok(())
}

#[test]
fn every_parameter_schema_is_a_flat_closed_object() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::No))?;
    for tool in desk.app.registry().tools() {
        let schema = &tool.spec().parameters;
        assert_eq!(schema["additionalProperties"], false, "{}", tool.spec().name());
        let text = schema.to_string();
        assert!(
            !text.contains("$ref") && !text.contains("$schema") && !text.contains("\"format\""),
            "{text}"
        );
    }
    Ok(())
}
