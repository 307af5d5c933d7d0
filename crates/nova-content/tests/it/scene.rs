//! A game folder in a temporary place, and what stands around it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use nova_files::Files;
use nova_game::{GameProcess, Instance, Loader, LoaderBuild, Probe};
use nova_model::{Clock, Explain, Message, Millis, Origin, Report};
use nova_testkit::{GameFolder, Tree};
use tempfile::TempDir;

/// 2024-05-01T12:00:00Z.
pub(crate) const NOW: Millis = 1_714_564_800_000;

pub(crate) struct Fixed;

impl Clock for Fixed {
    fn now(&self) -> Millis {
        NOW
    }
}

/// Worlds that are open, by the end of their path.
#[derive(Default)]
pub(crate) struct Open(pub(crate) Vec<&'static str>);

impl Probe for Open {
    fn games(&self) -> Vec<GameProcess> {
        Vec::new()
    }

    fn world_is_open(&self, world: &Path) -> bool {
        self.0.iter().any(|end| world.ends_with(end))
    }
}

pub(crate) fn nobody() -> Open {
    Open::default()
}

pub(crate) struct Scene {
    temp: TempDir,
}

impl Scene {
    /// A game root with these things in its shared folders.
    pub(crate) fn new(shared: &GameFolder) -> Self {
        let temp = tempfile::tempdir().unwrap();
        let scene = Self { temp };
        nova_testkit::make_folder(&scene.root()).unwrap();
        shared.write(&scene.root()).unwrap();
        scene
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.temp.path().canonicalize().unwrap().join("game")
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.temp.path().canonicalize().unwrap().join("data")
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.root().join(below)
    }

    pub(crate) fn tree(&self) -> Tree {
        Tree::of(&self.root()).unwrap()
    }

    pub(crate) fn files(&self) -> Files {
        Files::open(&self.data(), Arc::new(Fixed))
    }

    /// A version that plays in the root.
    pub(crate) fn shared(&self, id: &str, game: &str) -> Instance {
        Instance {
            id: id.to_owned(),
            root: self.root(),
            dir: self.root(),
            folder: self.path(&format!("versions/{id}")),
            isolated: false,
            game_version: Some(game.to_owned()),
            loader: None,
            java_major: None,
        }
    }

    /// A version with folders of its own, filled with these things.
    pub(crate) fn isolated(&self, id: &str, game: &str, own: &GameFolder) -> Instance {
        let shared = self.shared(id, game);
        own.write(&shared.folder).unwrap();
        Instance { isolated: true, dir: shared.folder.clone(), ..shared }
    }

    pub(crate) fn link(&self, target: &str, link: &str) {
        std::os::unix::fs::symlink(target, self.path(link)).unwrap();
    }

    pub(crate) fn pipe(&self, path: &str) {
        let made = std::process::Command::new("mkfifo").arg(self.path(path)).status().unwrap();
        assert!(made.success());
    }
}

pub(crate) fn with_loader(instance: Instance, loader: Loader) -> Instance {
    Instance { loader: Some(LoaderBuild { loader, version: String::new() }), ..instance }
}

pub(crate) fn origin() -> Origin {
    Origin { tool: "test".to_owned(), at: NOW, ..Origin::default() }
}

/// The report of a refusal.
pub(crate) fn refusal<T, E: Explain>(result: Result<T, E>) -> Report {
    match result {
        Ok(_) => panic!("was not refused"),
        Err(error) => error.report(),
    }
}

pub(crate) fn code<T, E: Explain>(result: Result<T, E>) -> String {
    refusal(result).message.code.into_owned()
}

pub(crate) fn codes<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Vec<&'a str> {
    messages.into_iter().map(|message| message.code.as_ref()).collect()
}
