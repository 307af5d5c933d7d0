//! What only the program with the window can do for the desk: browsers, file managers, the dialogs for files and folders.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use futures_util::{FutureExt, future::BoxFuture};
use nova_desk::Shell;
use nova_model::{Message, Report, clean};
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};
use tauri_plugin_opener::OpenerExt;
use tokio::sync::oneshot;
use url::Url;

use crate::window::MAIN;

/// The desktop around the window.
pub(crate) struct Desktop {
    pub(crate) app: AppHandle,
    pub(crate) timing: Option<Timing>,
}

impl Shell for Desktop {
    fn open_link(&self, address: &Url) -> Result<(), Report> {
        let link = clean(address.as_str(), 200);
        if !is_for_browsers(address) {
            return Err(Report::new(Message::new("desktop.link.other-scheme").with("link", link)));
        }
        let opened = self.app.opener().open_url(address.as_str(), None::<&str>);
        opened.map_err(|_| Report::new(Message::new("desktop.link.not-opened").with("link", link)))
    }

    fn open_folder(&self, folder: &Path) -> Result<(), Report> {
        // A file would be run by whatever program the system thinks of.
        if !folder.is_dir() {
            return Err(not_opened(folder));
        }
        let opened = self.app.opener().open_path(folder.to_string_lossy(), None::<&str>);
        opened.map_err(|_| not_opened(folder))
    }

    fn reveal_folder(&self, folder: &Path) -> Result<(), Report> {
        self.app.opener().reveal_item_in_dir(folder).map_err(|_| not_opened(folder))
    }

    fn pick_folder(&self, title: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>> {
        let (chosen, answer) = oneshot::channel();
        // Nobody waits any more where the call was dropped.
        self.dialog(title).pick_folder(move |folder| drop(chosen.send(folder)));
        answer.map(|folder| picked(folder.ok().flatten())).boxed()
    }

    fn pick_file(&self, title: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>> {
        let (chosen, answer) = oneshot::channel();
        self.dialog(title).pick_file(move |file| drop(chosen.send(file)));
        answer.map(|file| picked(file.ok().flatten())).boxed()
    }

    fn painted(&self) {
        if let Some(timing) = &self.timing {
            timing.painted();
        }
    }
}

impl Desktop {
    /// A dialog over the window.
    fn dialog(&self, title: String) -> FileDialogBuilder<tauri::Wry> {
        let dialog = self.app.dialog().file().set_title(title);
        match self.app.get_webview_window(MAIN) {
            Some(window) => dialog.set_parent(&window),
            None => dialog,
        }
    }
}

fn picked(folder: Option<FilePath>) -> Result<Option<PathBuf>, Report> {
    let path = folder.map(FilePath::into_path).transpose();
    path.map_err(|_| Report::new(Message::new("desktop.picker.folder")))
}

fn not_opened(folder: &Path) -> Report {
    Report::new(Message::new("desktop.folder.not-opened").with("folder", name_of(folder)))
}

fn name_of(folder: &Path) -> String {
    clean(&folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy(), 80)
}

fn is_for_browsers(address: &Url) -> bool {
    matches!(address.scheme(), "http" | "https")
}

/// Says when the page was on the screen, for measurements (`NOVA_TIMING=1`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing(Instant);

impl Timing {
    /// Counts from a moment, where the environment asks for it.
    pub(crate) fn wanted(started: Instant) -> Option<Self> {
        let set = std::env::var_os("NOVA_TIMING");
        set.is_some_and(|value| value == "1").then_some(Self(started))
    }

    pub(crate) fn painted(self) {
        let line = serde_json::json!({ "painted_ms": self.0.elapsed().as_secs_f64() * 1000.0 });
        // Nobody reads it: nothing is lost.
        drop(writeln!(std::io::stderr(), "{line}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_go_to_a_browser() {
        let is = |text: &str| is_for_browsers(&Url::parse(text).unwrap());
        assert!(is("https://modrinth.com/mod/sodium") && is("http://127.0.0.1:8080/"));
        for text in
            ["file:///etc/passwd", "javascript:alert(1)", "smb://host/share", "steam://run/1", "data:,x"]
        {
            assert!(!is(text), "{text}");
        }
    }
}
