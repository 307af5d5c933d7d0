//! An instance of another launcher, in the terms of this one.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use nova_game::{LaunchCommands, Sharing, Window};
use nova_model::{IdKind, Loader, Message, clean};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The longest name that is kept.
const NAME: usize = 120;
/// The longest game or loader version.
const BUILD: usize = 60;

/// A launcher that instances come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Launcher {
    /// Mojang's own.
    Official,
    /// Hello Minecraft! Launcher.
    Hmcl,
    /// Plain Craft Launcher.
    Pcl,
    /// Prism Launcher.
    Prism,
    /// What Prism came from, and its other kin.
    MultiMc,
    /// Modrinth App.
    Modrinth,
    /// The app of `CurseForge`.
    CurseForge,
    /// `ATLauncher`.
    AtLauncher,
    /// `GDLauncher`.
    GdLauncher,
}

impl Launcher {
    /// Its name as its makers write it; the official one's is for whoever shows it to say.
    pub fn label(self) -> &'static str {
        match self {
            Self::Official => "Minecraft Launcher",
            Self::Hmcl => "HMCL",
            Self::Pcl => "PCL",
            Self::Prism => "Prism Launcher",
            Self::MultiMc => "MultiMC",
            Self::Modrinth => "Modrinth App",
            Self::CurseForge => "CurseForge",
            Self::AtLauncher => "ATLauncher",
            Self::GdLauncher => "GDLauncher",
        }
    }
}

/// A version in a folder of the official layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Version {
    /// The game root, canonical.
    pub root: PathBuf,
    /// The version's id there.
    pub id: String,
    /// The versions it builds on, nearest first.
    pub parents: Vec<String>,
}

/// What an instance is set to, as far as it means something here. Not judged yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wishes {
    /// Heap limit in MiB.
    pub max_mb: Option<u64>,
    /// The Java it was started with.
    pub java: Option<PathBuf>,
    /// Further arguments of Java.
    pub jvm_args: Option<String>,
    /// Variables of its environment.
    pub env: BTreeMap<String, String>,
    /// Its window.
    pub window: Window,
    /// Commands around its start. They run only once the player has allowed them here.
    pub commands: LaunchCommands,
    /// The player's note.
    pub note: Option<String>,
    /// The player's group.
    pub group: Option<String>,
}

/// An instance that can be brought in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// `i-` and 8 characters; the same as long as it lies where it lies.
    pub id: String,
    /// Whose it is.
    pub launcher: Launcher,
    /// What it is called there.
    pub name: String,
    /// The game folder (`mods`, `saves`, …), canonical.
    pub folder: PathBuf,
    /// Whether others play in that folder too.
    #[serde(skip)]
    pub sharing: Sharing,
    /// The game version.
    pub game: Option<String>,
    /// The loader, with its build where that is known.
    pub loader: Option<(Loader, Option<String>)>,
    /// Its version file, where it lies in a folder of the official layout.
    pub version: Option<Version>,
    /// Whether that file is something else than its game and loader, so that it has to be copied.
    pub custom: bool,
    /// What it is set to.
    pub wishes: Wishes,
    /// What will not be the same here.
    pub notes: Vec<Message>,
}

impl Source {
    /// A source in a folder of its own, which has to be there. Its name is the folder's where it has none.
    pub(crate) fn new(launcher: Launcher, folder: &Path, name: &str) -> Option<Self> {
        let folder = folder.canonicalize().ok().filter(|folder| folder.is_dir())?;
        let named = clean(name.trim(), NAME);
        let name = if named.is_empty() {
            clean(&folder.file_name().unwrap_or_default().to_string_lossy(), NAME)
        } else {
            named
        };
        Some(Self {
            id: id(&[folder.as_os_str().as_encoded_bytes()]),
            launcher,
            name,
            folder,
            sharing: Sharing::Own,
            game: None,
            loader: None,
            version: None,
            custom: false,
            wishes: Wishes::default(),
            notes: Vec::new(),
        })
    }

    /// The same with its game.
    pub(crate) fn game(mut self, game: &str) -> Self {
        let game = clean(game.trim(), BUILD);
        self.game = Some(game).filter(|game| !game.is_empty());
        self
    }

    /// The same with a loader as others name it; a name that stands for none changes nothing.
    pub(crate) fn loader(mut self, name: &str, build: Option<&str>) -> Self {
        match name.parse::<Loader>() {
            Ok(loader) => self.loader = Some((plain(loader), self.build(build))),
            Err(_) if matches!(name.trim().to_lowercase().as_str(), "" | "vanilla" | "none") => {}
            Err(_) => {
                self.notes.push(Message::new("import.note.parts").with("names", vec![clean(name, BUILD)]));
            }
        }
        self
    }

    /// A build without the game version that some put before or behind it.
    fn build(&self, build: Option<&str>) -> Option<String> {
        let build = clean(build?.trim(), BUILD);
        let game = self.game.as_deref().unwrap_or_default();
        let before = build.strip_prefix(game).and_then(|rest| rest.strip_prefix('-'));
        let build = before.unwrap_or(&build);
        let behind = build.strip_suffix(game).and_then(|rest| rest.strip_suffix('-'));
        Some(behind.unwrap_or(build).to_owned()).filter(|build| !build.is_empty())
    }

    /// An id for one of several versions in one folder.
    pub(crate) fn id_of(root: &Path, version: &str) -> String {
        id(&[root.as_os_str().as_encoded_bytes(), version.as_bytes()])
    }
}

/// Old and new Forge are one thing to whoever installs it.
fn plain(loader: Loader) -> Loader {
    if loader == Loader::LegacyForge { Loader::Forge } else { loader }
}

fn id(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.update(part);
    }
    let bits = hash.finalize();
    IdKind::Importable.id(bits.first_chunk().copied().unwrap_or_default())
}
