//! What the tests of the settings ask of a window in a home with a game folder at the usual place.
#![expect(
    clippy::disallowed_methods,
    clippy::panic,
    reason = "fixtures are made on temporary folders, outside any journal, and a broken one is a broken test"
)]

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Result;
use nova_testkit::{GameRoot, Version};
use serde_json::{Value, json};

use crate::window::{Window, yes};

/// A window with one plain version.
pub(crate) fn window() -> Result<Window> {
    Window::at_home(&root(), |_| {})
}

pub(crate) fn root() -> GameRoot {
    GameRoot::new().version(Version::vanilla("1.20.1"))
}

impl Window {
    /// A call that has to work.
    pub(crate) async fn done(&self, name: &str, args: Value) -> Value {
        self.call(name, args).await.unwrap_or_else(|fault| panic!("{name}: {fault:?}"))
    }

    /// A change from the page, whose checklist is confirmed as soon as it is shown.
    pub(crate) async fn confirmed(&self, tool: &str, args: Value) -> Result<Value> {
        let write = json!({ "tool": tool, "args": args });
        Ok(self.attended("tool_write", write, yes).await?.done().clone())
    }

    /// The code of the fault of a call that has to fail.
    pub(crate) async fn code(&self, name: &str, args: Value) -> String {
        self.call(name, args).await.unwrap_err().code
    }

    /// Starts listening to what concerns the whole window.
    pub(crate) fn listen(&self) {
        let (desk, told) = (Arc::clone(&self.desk), Arc::clone(&self.told));
        let listening = async move { desk.call("window_listen", json!({}), told).await };
        drop(tokio::spawn(listening));
    }

    /// Everything that left the desk so far.
    pub(crate) fn told(&self) -> Vec<String> {
        self.told.0.lock().unwrap().clone()
    }

    /// A folder of this name in the home folder, made with what is named in it.
    pub(crate) fn folder(&self, name: &str, inside: &[&str]) -> Result<PathBuf> {
        let folder = self.path("home").join(name);
        std::fs::create_dir_all(&folder)?;
        for inner in inside {
            std::fs::create_dir_all(folder.join(inner))?;
        }
        Ok(folder)
    }

    /// A path beside the home folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.temp.path().canonicalize().unwrap().join(name)
    }

    /// The files of the data folder that hold a text.
    pub(crate) fn files_with(&self, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        holding(&self.path("data"), text.as_bytes(), &mut found);
        found
    }
}

fn holding(folder: &Path, text: &[u8], found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            holding(&path, text, found);
        } else if std::fs::read(&path).unwrap().windows(text.len()).any(|window| window == text) {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
}
