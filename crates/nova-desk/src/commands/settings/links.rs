//! What the window opens outside itself: links in the browser, folders in the file manager. The page names a folder by what it is; the
//! path is made here.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use nova_core::App;
use nova_model::{Message, Os, Report};
use nova_tools::ToolError;
use serde::Deserialize;
use ts_rs::TS;
use url::Url;

use super::folders;
use crate::{Command, Desk, Fault, Silent, To, blocking::blocking, commands::Nothing, view::short};

/// Longer addresses are not opened.
const LONGEST: usize = 2_000;

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("link_open", link), Command::new("folder_open", folder)]
}

/// An address that the player saw whole and clicked.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct LinkOpen {
    /// It.
    url: String,
}

/// Which folder.
#[derive(Clone, Debug, Deserialize, TS)]
#[ts(optional_fields)]
pub(crate) struct FolderOpen {
    /// What it is.
    kind: FolderKind,
    /// The version it belongs to; none for the current one.
    #[serde(default)]
    version: Option<String>,
    /// For `root`: the folder's id in `folder_list`; else the one of the version.
    #[serde(default)]
    id: Option<String>,
}

/// What a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FolderKind {
    /// Where the version's files lie.
    Version,
    /// Its mods.
    Mods,
    /// Its worlds.
    Saves,
    /// All backups.
    Backups,
    /// What Nova keeps.
    Data,
    /// The game folder.
    Root,
}

async fn link(desk: Arc<Desk>, args: LinkOpen, _: To<Silent>) -> Result<Nothing, Fault> {
    let address = address(&args.url).map_err(|report| desk.fault(&report))?;
    desk.shell.open_link(&address).map_err(|report| desk.fault(&report))?;
    Ok(Nothing {})
}

/// Web pages only, and no address that logs in.
fn address(text: &str) -> Result<Url, Report> {
    let refused = || Report::new(Message::new("desk.link.refused"));
    if text.len() > LONGEST || text.chars().any(|c| c.is_control() || nova_model::acts(c)) {
        return Err(refused());
    }
    let url = Url::parse(text).map_err(|_| refused())?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let logs_in = !url.username().is_empty() || url.password().is_some();
    if is_web && !logs_in { Ok(url) } else { Err(refused()) }
}

async fn folder(desk: Arc<Desk>, args: FolderOpen, _: To<Silent>) -> Result<Nothing, Fault> {
    let (path, view) = blocking(&desk, move |desk| {
        let app = desk.app();
        let path = there(&app, &args)?;
        let view = view(app.launcher().game.setup().machine.os, &path);
        Ok((path, view))
    })
    .await?;
    let shown = match view {
        View::Inside => desk.shell.open_folder(&path),
        View::Outside => desk.shell.reveal_folder(&path),
    };
    shown.map_err(|report| desk.fault(&report))?;
    Ok(Nothing {})
}

/// How a folder is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// What is in it.
    Inside,
    /// Itself, among what lies beside it.
    Outside,
}

/// The view of a folder that starts nothing, a link by what it leads to.
fn view(os: Os, folder: &Path) -> View {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    if is_started(os, folder) || is_started(os, &real) { View::Outside } else { View::Inside }
}

/// Whether opening the folder may start something: to macOS a folder with an ending (`x.app`, `x.workflow`) may be a program, or a
/// document of one. Versions (`1.20.1`) and `.minecraft` have none.
fn is_started(os: Os, folder: &Path) -> bool {
    let ending = folder.extension().map(|ending| ending.to_string_lossy());
    os == Os::MacOs && ending.is_some_and(|ending| ending.starts_with(char::is_alphabetic))
}

fn there(app: &App, args: &FolderOpen) -> Result<PathBuf, Report> {
    let path = path(app, args)?;
    if path.is_dir() {
        return Ok(path);
    }
    let home = app.launcher().game.setup().machine.home.as_deref();
    Err(Report::new(Message::new("desk.folder.none").with("path", short(&path, home))))
}

fn path(app: &App, args: &FolderOpen) -> Result<PathBuf, Report> {
    let launcher = app.launcher();
    let instance = || launcher.instance(args.version.as_deref()).map_err(|error| reported(&error));
    Ok(match (args.kind, &args.id) {
        (FolderKind::Data, _) => launcher.files.data().to_owned(),
        (FolderKind::Backups, _) => launcher.files.data().join("backups"),
        (FolderKind::Root, Some(id)) => folders::state(app, id)?.path,
        (FolderKind::Root, None) => instance()?.root,
        (FolderKind::Version, _) => instance()?.folder,
        (FolderKind::Mods, _) => instance()?.mods(),
        (FolderKind::Saves, _) => instance()?.saves(),
    })
}

fn reported(error: &ToolError) -> Report {
    error.report().clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_folder_that_is_a_program_to_macos_is_opened() {
        for program in ["/games/x.app", "/games/X.APP", "/games/x.app/", "/home/a.workflow"] {
            assert_eq!(view(Os::MacOs, Path::new(program)), View::Outside, "{program}");
            assert_eq!(view(Os::Linux, Path::new(program)), View::Inside, "{program}");
        }
        for folder in ["/home/a/.minecraft", "/versions/1.20.1", "/versions/1.20.1-forge", "/x.app/mods", "/"]
        {
            assert_eq!(view(Os::MacOs, Path::new(folder)), View::Inside, "{folder}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_program_is_one() -> std::io::Result<()> {
        let temp = tempfile::tempdir()?;
        let program = tempfile::Builder::new().suffix(".app").tempdir_in(temp.path())?;
        let link = temp.path().join("game");
        std::os::unix::fs::symlink(program.path(), &link)?;
        assert_eq!(view(Os::MacOs, &link), View::Outside);
        Ok(())
    }

    #[test]
    fn only_web_pages_without_a_login_are_opened() {
        for good in ["https://example.org/a?b=c#d", "http://127.0.0.1:8080/", "https://例え.jp/"] {
            assert!(address(good).is_ok(), "{good}");
        }
        let long = format!("https://a.example/{}", "a".repeat(LONGEST));
        for bad in [
            "",
            "example.org",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:text/html,x",
            "ms-settings:",
            "mailto:a@b",
            "https://user@a.example/",
            "https://user:pw@a.example/",
            "https://a.example/\n",
            "java\tscript:alert(1)",
            &long,
        ] {
            assert_eq!(address(bad).unwrap_err().code(), "desk.link.refused", "{bad}");
        }
    }
}
