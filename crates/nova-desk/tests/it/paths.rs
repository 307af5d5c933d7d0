//! Where files lie is shown below their folder, and the home folder as `~`: no sentence and no table holds more.
#![expect(clippy::disallowed_methods, reason = "tests change the files as another program would")]

use std::{fs, path::Path};

use anyhow::Result;
use serde_json::{Value, json};

use crate::window::{Window, root, yes};

/// A window whose home folder holds the game folder and the data folder, and that home.
fn at_home() -> Result<(Window, String)> {
    let mut home = String::new();
    let window = Window::opened(&root(), |setup| {
        let folder = setup.data_dir.parent().map(Path::to_owned);
        home = folder.as_deref().map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
        setup.machine.home = folder;
    })?;
    Ok((window, home))
}

#[tokio::test]
async fn why_a_line_failed_names_no_whole_path() -> Result<()> {
    let (window, home) = at_home()?;
    let trash = window.data("trash");
    // No folder can be made where a file is.
    let blocked = |event: &Value| {
        let answer = yes(event)?;
        let _ = fs::remove_dir_all(&trash);
        fs::create_dir_all(window.data("")).unwrap();
        fs::write(&trash, "").unwrap();
        Some(answer)
    };
    let args = json!({ "tool": "delete_mod", "args": { "mod": "sodium" } });
    let done = window.attended("tool_write", args, blocked).await?;
    let changed = done.of("line_changed");
    let failed = changed.iter().find(|event| event["state"]["state"] == "failed").unwrap();
    let message = failed["state"]["fault"]["message"].as_str().unwrap();
    assert!(message.contains("trash") && !message.contains(&home), "{message}");
    Ok(())
}

#[tokio::test]
async fn what_a_tool_found_names_no_whole_path_and_the_folder_itself_below_the_home_folder() -> Result<()> {
    let (window, home) = at_home()?;
    let chat = window.chat().await;
    for words in ["检查运行环境", "有哪些版本", "看看设置"] {
        let told = window.talk(&chat, words, yes).await?;
        let finished = told.of("tool_finished").into_iter().cloned().collect::<Value>().to_string();
        assert!(!finished.contains(&home), "{words}: {finished}");
        assert!(finished.contains('~'), "{words}: {finished}");
    }
    Ok(())
}
