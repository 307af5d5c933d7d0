//! What only the program with the window can do: browsers, file managers, pickers.

use std::path::{Path, PathBuf};

use futures_util::{FutureExt, future::BoxFuture};
use nova_model::{Message, Report};
use url::Url;

/// The program around the desk.
pub trait Shell: Send + Sync {
    /// Opens an address in the player's browser. Only called after the player saw the whole address and clicked.
    fn open_link(&self, address: &Url) -> Result<(), Report>;
    /// Shows a folder in the system's file manager.
    fn open_folder(&self, folder: &Path) -> Result<(), Report>;
    /// Shows a folder from outside, chosen among what lies beside it.
    fn reveal_folder(&self, folder: &Path) -> Result<(), Report>;
    /// Lets the player choose a folder; nothing where they closed the dialog.
    fn pick_folder(&self, title: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>>;
    /// Lets the player choose a file; nothing where they closed the dialog.
    fn pick_file(&self, title: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>>;
    /// The page is on the screen.
    fn painted(&self) {}
}

/// A shell that can do nothing of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoShell;

impl Shell for NoShell {
    fn open_link(&self, _: &Url) -> Result<(), Report> {
        Err(none())
    }

    fn open_folder(&self, _: &Path) -> Result<(), Report> {
        Err(none())
    }

    fn reveal_folder(&self, _: &Path) -> Result<(), Report> {
        Err(none())
    }

    fn pick_folder(&self, _: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>> {
        std::future::ready(Err(none())).boxed()
    }

    fn pick_file(&self, _: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>> {
        std::future::ready(Err(none())).boxed()
    }
}

fn none() -> Report {
    Report::new(Message::new("desk.shell.none"))
}
