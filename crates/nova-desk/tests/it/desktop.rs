//! A desktop that remembers what it opened.

use std::{
    path::{Path, PathBuf},
    sync::Mutex,
};

use futures_util::{FutureExt, future::BoxFuture};
use nova_desk::Shell;
use nova_model::Report;
use url::Url;

/// What was opened, and the folder that is chosen next.
#[derive(Default)]
pub(crate) struct Desktop {
    pub(crate) opened: Mutex<Vec<String>>,
    pub(crate) next: Mutex<Option<PathBuf>>,
}

impl Desktop {
    fn open(&self, what: String) {
        self.opened.lock().unwrap().push(what);
    }
}

impl Shell for Desktop {
    fn open_link(&self, address: &Url) -> Result<(), Report> {
        self.open(address.to_string());
        Ok(())
    }

    fn open_folder(&self, folder: &Path) -> Result<(), Report> {
        self.open(folder.display().to_string());
        Ok(())
    }

    fn reveal_folder(&self, folder: &Path) -> Result<(), Report> {
        self.open(format!("beside {}", folder.display()));
        Ok(())
    }

    fn pick_folder(&self, _: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>> {
        std::future::ready(Ok(self.next.lock().unwrap().take())).boxed()
    }

    fn pick_file(&self, title: String) -> BoxFuture<'_, Result<Option<PathBuf>, Report>> {
        self.pick_folder(title)
    }
}
