//! The settings page: each click is one change that can be taken back, and no key ever leaves.

mod fixture;
mod model;

use anyhow::Result;
use serde_json::json;

use fixture::window;

#[tokio::test]
async fn a_saved_setting_is_one_change_that_its_id_takes_back() -> Result<()> {
    let window = window()?;
    let saved = window.done("look_set", json!({ "theme": "dark", "font_scale": 150 })).await;
    let start = window.done("window_start", json!({})).await;
    assert_eq!((&start["look"]["theme"], &start["look"]["font_scale"]), (&json!("dark"), &json!(150)));
    let undone = window.done("change_undo", json!({ "id": saved["change"] })).await;
    assert_eq!(undone["receipts"].as_array().unwrap().len(), 1, "{undone:#}");
    let look = window.done("window_start", json!({})).await["look"].clone();
    assert_eq!((&look["theme"], &look["font_scale"]), (&json!("system"), &json!(100)));
    Ok(())
}

#[tokio::test]
async fn the_next_sentence_is_in_the_language_that_was_just_chosen_and_windows_hear_of_it() -> Result<()> {
    let window = window()?;
    window.listen();
    tokio::task::yield_now().await;
    let saved = window.done("look_set", json!({ "lang": "zh-CN" })).await;
    assert!(saved["said"].as_str().unwrap().contains("语言"), "{saved}");
    let fault = window.call("look_set", json!({ "accent": "mud" })).await.unwrap_err();
    assert!(fault.message.contains("不是颜色"), "{fault:?}");
    let notices = window.told();
    assert!(notices.iter().any(|told| told.contains("\"notice\":\"look\"") && told.contains("zh-CN")));
    window.done("look_set", json!({ "lang": "system" })).await;
    let look = window.done("window_start", json!({})).await["look"].clone();
    assert_eq!((&look["lang"], &look["lang_of_system"]), (&json!("en"), &json!(true)));
    Ok(())
}

#[tokio::test]
async fn an_accent_is_set_and_taken_out_again() -> Result<()> {
    let window = window()?;
    let accent = async || window.done("window_start", json!({})).await["look"]["accent"].clone();
    window.done("look_set", json!({ "accent": "#C026D3" })).await;
    assert_eq!(accent().await, "#c026d3");
    window.done("look_set", json!({ "accent": "" })).await;
    assert_eq!(accent().await, json!(null));
    Ok(())
}

#[tokio::test]
async fn folders_are_listed_chosen_by_their_id_and_opened_without_a_path_from_the_page() -> Result<()> {
    let window = window()?;
    let more = window.folder("more", &["versions"])?;
    window.confirmed("add_game_root", json!({ "path": more })).await?;
    let list = window.done("folder_list", json!({})).await;
    let shorts: Vec<_> = list["rows"].as_array().unwrap().iter().map(|row| &row["short"]).collect();
    assert_eq!(shorts, ["~/.minecraft", "~/more"]);
    assert_eq!((&list["rows"][0]["first"], &list["rows"][0]["current"]), (&json!(true), &json!("1.20.1")));
    window.done("folder_choose", json!({ "id": list["rows"][1]["id"] })).await;
    let list = window.done("folder_list", json!({})).await;
    assert_eq!((&list["rows"][0]["short"], &list["rows"][0]["first"]), (&json!("~/more"), &json!(true)));
    window.done("folder_open", json!({ "kind": "root", "id": list["rows"][0]["id"] })).await;
    window.done("folder_open", json!({ "kind": "version", "version": "1.20.1" })).await;
    let opened = window.desktop.opened.lock().unwrap().clone();
    assert_eq!(opened[0], more.display().to_string());
    assert!(opened[1].ends_with("versions/1.20.1"), "{opened:?}");
    Ok(())
}

#[tokio::test]
async fn a_folder_that_is_not_there_or_not_known_is_a_fault() -> Result<()> {
    let window = window()?;
    assert_eq!(window.code("folder_open", json!({ "kind": "backups" })).await, "desk.folder.none");
    assert_eq!(
        window.code("folder_open", json!({ "kind": "root", "id": "/etc" })).await,
        "desk.folder.unknown"
    );
    assert_eq!(window.code("folder_choose", json!({ "id": "/etc" })).await, "desk.folder.unknown");
    let named = json!({ "kind": "mods", "version": "../../etc" });
    assert!(window.code("folder_open", named).await.starts_with("game."));
    assert!(window.desktop.opened.lock().unwrap().is_empty());
    Ok(())
}

#[tokio::test]
async fn a_chosen_folder_comes_back_and_a_closed_dialog_is_nothing() -> Result<()> {
    let window = window()?;
    assert_eq!(window.done("game_folder_pick", json!({})).await["path"], json!(null));
    *window.desktop.next.lock().unwrap() = Some("/srv/mc".into());
    assert_eq!(window.done("game_folder_pick", json!({})).await["path"], "/srv/mc");
    Ok(())
}

#[tokio::test]
async fn a_link_is_opened_as_it_was_shown_and_nothing_but_web_pages() -> Result<()> {
    let window = window()?;
    window.done("link_open", json!({ "url": "https://example.org/keys?tab=1" })).await;
    assert_eq!(*window.desktop.opened.lock().unwrap(), ["https://example.org/keys?tab=1"]);
    for bad in ["file:///etc/passwd", "javascript:alert(1)", "https://a:b@example.org"] {
        assert_eq!(window.code("link_open", json!({ "url": bad })).await, "desk.link.refused");
    }
    Ok(())
}

#[tokio::test]
async fn trust_takes_tools_only_for_its_last_step_and_none_that_always_asks() -> Result<()> {
    let window = window()?;
    let tools = window.done("tool_list", json!({})).await;
    let choosable = |name: &str| {
        let tool = tools.as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
        tool["choosable"] == true
    };
    assert!(choosable("disable_mod") && choosable("enable_mod"));
    for never in ["list_mods", "undo_change", "empty_trash", "add_game_root"] {
        assert!(!choosable(never), "{never}");
    }
    window.done("trust_set", json!({ "step": "chosen", "tools": ["disable_mod"] })).await;
    let now = window.done("trust_read", json!({})).await;
    assert_eq!(now, json!({ "step": "chosen", "tools": ["disable_mod"] }));
    let never = json!({ "step": "chosen", "tools": ["undo_change"] });
    assert_eq!(window.code("trust_set", never).await, "core.trust.never");
    window.done("trust_set", json!({ "step": "read" })).await;
    assert_eq!(window.done("trust_read", json!({})).await["tools"], json!([]));
    Ok(())
}

#[tokio::test]
async fn limits_are_typed_as_text_and_an_empty_one_is_the_default_again() -> Result<()> {
    let window = window()?;
    window.done("limits_set", json!({ "rounds": "20", "money": "2.50" })).await;
    let now = window.done("limits_read", json!({})).await;
    assert_eq!((&now["rounds"], &now["money"], &now["today_tokens"]), (&json!(20), &json!("2.5"), &json!(0)));
    window.done("limits_set", json!({ "money": "" })).await;
    assert_eq!(window.done("limits_read", json!({})).await["money"], json!(null));
    assert_eq!(window.code("limits_set", json!({ "tokens": "many" })).await, "desk.limit.number");
    assert_eq!(window.code("limits_set", json!({ "money": "-1" })).await, "desk.limit.money");
    assert_eq!(window.code("limits_set", json!({ "rounds": "0" })).await, "game.settings.bounds");
    Ok(())
}

#[tokio::test]
async fn what_holds_for_every_version_is_read_and_nova_tells_about_itself() -> Result<()> {
    let window = window()?;
    let game = window.done("game_settings_read", json!({})).await;
    assert_eq!((&game["source"], &game["max_mb"]), (&json!("auto"), &json!(null)));
    assert!(game["total_mb"].as_u64().unwrap() > 0);
    let about = window.done("about_read", json!({})).await;
    assert!(about["data"].as_str().unwrap().ends_with("data"), "{about}");
    Ok(())
}
