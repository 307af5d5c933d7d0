//! What is heard in the player's words, without a model and without a look at the launcher.

use std::sync::Arc;

use jiff::tz::TimeZone;
use nova_model::ToolCall;
use nova_tools::IdParam;
use serde_json::{Value, json};

use super::{
    super::{Lexicon, Planner},
    stage::{NOW, Stage, lexicon},
};

const VERSION: IdParam = IdParam { param: "version_id", from: &["list_versions"] };

fn hears(lexicon: &Arc<Lexicon>, words: &str, tool: &str, args: Value) -> bool {
    let planner = Planner::new(lexicon.clone(), NOW, TimeZone::UTC);
    let call = ToolCall { id: "c".to_owned(), name: tool.to_owned(), args };
    planner.hears_with(words, &call, &[VERSION], Stage::new(lexicon).tools())
}

#[test]
fn a_plain_request_is_heard_with_its_values() {
    let lexicon = lexicon();
    for (words, tool, args) in [
        ("停止录制", "stop_recording", json!({})),
        ("stop recording please", "stop_recording", json!({})),
        ("把界面换成深色", "set_appearance", json!({ "theme": "dark" })),
        ("switch to dark mode", "set_appearance", json!({ "theme": "dark" })),
        ("内存调到 4G", "set_memory", json!({ "max_mb": 4096 })),
        ("set the memory to 4 GB", "set_memory", json!({ "max_mb": 4096, "version_id": "1.20.1-fabric" })),
        ("備份一下", "backup_version", json!({})),
    ] {
        assert!(hears(&lexicon, words, tool, args), "{words}");
    }
}

#[test]
fn what_is_not_asked_for_is_not_heard() {
    let lexicon = lexicon();
    for (words, tool, args) in [
        ("装了哪些模组？", "stop_recording", json!({})),
        ("别停止录制", "stop_recording", json!({})),
        ("是不是在录制？", "stop_recording", json!({})),
        ("how do I stop recording?", "stop_recording", json!({})),
        ("if the disk is full, stop recording", "stop_recording", json!({})),
        ("stop recording", "start_recording", json!({})),
        ("switch to dark mode", "set_appearance", json!({ "theme": "light" })),
        ("switch to dark mode", "set_appearance", json!({ "theme": "dark", "font_scale": 200 })),
        ("内存调到 4G", "set_memory", json!({ "max_mb": 16384 })),
        ("how much memory is set?", "set_memory", json!({ "max_mb": 4096 })),
        ("yes", "backup_version", json!({})),
        ("备份一下", "backup_version", json!({ "save": "Survival" })),
        ("", "backup_version", json!({})),
    ] {
        assert!(!hears(&lexicon, words, tool, args), "{words}");
    }
}

#[test]
fn what_is_pasted_is_not_heard() {
    let lexicon = lexicon();
    let pasted = format!("{} stop recording", "[12:00:01] [main/INFO]: Loading mods. ".repeat(20));
    assert!(!hears(&lexicon, &pasted, "stop_recording", json!({})));
}
