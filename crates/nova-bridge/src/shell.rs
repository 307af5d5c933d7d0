//! What the desktop would open, kept for tests to ask about; and the folder that they say the player chose.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use futures_util::{FutureExt, future::BoxFuture};
use nova_desk::Shell;
use nova_model::Report;
use serde_json::{Value, json};
use url::Url;

/// A shell without a desktop.
#[derive(Default)]
pub(crate) struct BrowserShell {
    opened: Mutex<Vec<Value>>,
    next: Mutex<Option<PathBuf>>,
}

impl BrowserShell {
    /// What was opened so far.
    pub(crate) fn opened(&self) -> Vec<Value> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The folder that is chosen next.
    pub(crate) fn choose(&self, folder: PathBuf) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder);
    }

    fn keep(&self, what: Value) {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }
}

impl Shell for BrowserShell {
    fn open_link(&self, address: &Url) -> Result<(), Report> {
        self.keep(json!({ "link": address.as_str() }));
        Ok(())
    }

    fn open_folder(&self, folder: &Path) -> Result<(), Report> {
        self.keep(json!({ "folder": folder.to_string_lossy() }));
        Ok(())
    }

    fn reveal_folder(&self, folder: &Path) -> Result<(), Report> {
        self.keep(json!({ "revealed": folder.to_string_lossy() }));
        Ok(())
    }

    fn pick_folder(&self, _: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>> {
        let chosen = self.next.lock().unwrap_or_else(PoisonError::into_inner).take();
        std::future::ready(Ok(chosen)).boxed()
    }

    fn pick_file(&self, title: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>> {
        self.pick_folder(title)
    }
}
