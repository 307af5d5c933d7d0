//! A game root as a small JSON description, for the `testkit root` command and for whoever writes no Rust.
//!
//! ```json
//! {
//!   "selected": "1.20.1-fabric",
//!   "versions": [
//!     {"id": "1.20.1-fabric", "game": "1.20.1", "loader": "fabric", "isolated": true, "form": "inherits",
//!      "mods": ["sodium", {"id": "mymod", "version": "2.0", "depends": {"sodium": ">=0.5"}}, "(about 20)"],
//!      "disabled": ["optifabric"], "saves": ["Survival", {"folder": "Big", "bytes": 50000000, "mode": "creative"}],
//!      "files": {"config/sodium.json": "{}"}}
//!   ],
//!   "shared": {"mods": [], "disabled": [], "saves": [], "files": {"options.txt": "lang:en_us\n"}}
//! }
//! ```
//!
//! Only `id` is needed of a version (`game` is the id then). `loader` is `fabric`, `quilt`, `forge`, `neoforge` or null.
//! `form` is `inherits` (with the parent version beside it) or `merged`. A mod is a name, `(about N)` for N made-up ones, or
//! an object with `id`, `version`, `name`, `game` (a range in the loader's language), `depends`, `breaks`, `file` and
//! `damage` (`half`, `flipped`, `empty`, `text`, `lfs`). A world is a folder name or an object with `folder`, `title`, `seed`,
//! `mode`, `bytes`, `game` and `last_played` (milliseconds since 1970).

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail};
use serde::Deserialize;

use crate::version_json::GameNumber;
use crate::{
    Damage, Form, GameFolder, GameRoot, Jar, Loader, LogFile, ModInfo, Mode, Need, Version, World, catalog,
};

/// The description of a root.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct RootSpec {
    versions: Vec<VersionSpec>,
    shared: FolderSpec,
    selected: Option<String>,
}

/// One version.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct VersionSpec {
    pub(crate) id: String,
    pub(crate) game: Option<String>,
    loader: Option<String>,
    loader_version: Option<String>,
    pub(crate) isolated: bool,
    pub(crate) form: FormSpec,
    #[serde(flatten)]
    pub(crate) folder: FolderSpec,
}

/// What lies in a game folder.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct FolderSpec {
    mods: Vec<ModSpec>,
    disabled: Vec<ModSpec>,
    pub(crate) saves: Vec<WorldSpec>,
    files: BTreeMap<String, String>,
}

/// How a loader's JSON is written.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FormSpec {
    #[default]
    Inherits,
    Merged,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum ModSpec {
    Name(String),
    Full(Box<FullMod>),
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct FullMod {
    id: String,
    version: Option<String>,
    name: Option<String>,
    game: Option<String>,
    depends: BTreeMap<String, String>,
    breaks: BTreeMap<String, String>,
    file: Option<String>,
    damage: Option<String>,
}

/// One world.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum WorldSpec {
    /// Its folder.
    Name(String),
    /// More about it.
    Full(FullWorld),
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FullWorld {
    folder: String,
    title: Option<String>,
    seed: Option<i64>,
    mode: Option<String>,
    bytes: Option<usize>,
    game: Option<String>,
    last_played: Option<i64>,
}

impl RootSpec {
    /// Reads the description.
    pub fn parse(text: &str) -> Result<Self> {
        Ok(serde_json::from_str(text)?)
    }

    /// The root that it describes.
    pub fn build(&self) -> Result<GameRoot> {
        let shared = self.shared.build(Loader::Fabric, "1.20.1")?;
        let mut root = GameRoot::new().shared(shared);
        for version in &self.versions {
            root = root.version(version.build()?);
        }
        Ok(match &self.selected {
            Some(id) => root.selected(id),
            None => root,
        })
    }

    /// Writes the root.
    pub fn write(&self, into: &Path) -> Result<()> {
        self.build()?.write(into)
    }
}

impl VersionSpec {
    /// The game version.
    pub(crate) fn game(&self) -> &str {
        self.game.as_deref().unwrap_or(&self.id)
    }

    pub(crate) fn build(&self) -> Result<Version> {
        let form = match self.form {
            FormSpec::Inherits => Form::Inherits,
            FormSpec::Merged => Form::Merged,
        };
        let mut version = self.plain()?.form(form);
        if let Some(number) = &self.loader_version {
            version = version.loader_version(number);
        }
        if self.isolated {
            version = version.own(self.folder()?);
        }
        Ok(version)
    }

    fn folder(&self) -> Result<GameFolder> {
        let log = LogFile::quiet_start(self.game(), self.loader.as_deref().unwrap_or("vanilla"));
        let folder = self.folder.build(self.mod_loader(), self.game())?;
        Ok(folder.log(log))
    }

    fn plain(&self) -> Result<Version> {
        let (id, game) = (self.id.as_str(), self.game());
        Ok(match self.loader.as_deref().map(str::to_lowercase).as_deref() {
            None | Some("" | "vanilla") => Version::named(id, game),
            Some("fabric") => Version::fabric(id, game),
            Some("quilt") => Version::quilt(id, game),
            Some("forge") => Version::forge(id, game),
            Some("neoforge") => Version::neoforge(id, game),
            Some(other) => bail!("version {id}: no loader is called {other}"),
        })
    }

    fn mod_loader(&self) -> Loader {
        match self.loader.as_deref().map(str::to_lowercase).as_deref() {
            Some("quilt") => Loader::Quilt,
            Some("neoforge") if self.game() != "1.20.1" => Loader::NeoForge,
            Some("forge" | "neoforge") if GameNumber::of(self.game()) < GameNumber(1, 13, 0) => {
                Loader::LegacyForge
            }
            Some("forge" | "neoforge") => Loader::Forge,
            _ => Loader::Fabric,
        }
    }
}

impl FolderSpec {
    fn build(&self, loader: Loader, game: &str) -> Result<GameFolder> {
        let names: Vec<&str> = self.mods.iter().map(ModSpec::id).collect();
        let mut folder = GameFolder::new();
        for one in &self.mods {
            folder = folder.jars(one.jars(loader, game, &names)?);
        }
        for one in &self.disabled {
            folder = one.jars(loader, game, &names)?.into_iter().fold(folder, GameFolder::disabled);
        }
        for world in &self.saves {
            folder = folder.world(world.build(game)?);
        }
        Ok(self.files.iter().fold(folder, |folder, (path, text)| folder.file(path, text.as_bytes())))
    }
}

impl ModSpec {
    fn id(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Full(full) => &full.id,
        }
    }

    fn jars(&self, loader: Loader, game: &str, beside: &[&str]) -> Result<Vec<Jar>> {
        match self {
            Self::Name(name) => Ok(match about(name) {
                Some(count) => catalog::pack(count, loader, game),
                None => vec![catalog::jar(name, loader, game, beside)],
            }),
            Self::Full(full) => Ok(vec![full.jar(loader, game)?]),
        }
    }
}

impl FullMod {
    fn jar(&self, loader: Loader, game: &str) -> Result<Jar> {
        let mut info = ModInfo::new(loader, &self.id);
        info.name = self.name.clone().unwrap_or_else(|| self.id.clone());
        info.version = self.version.clone().unwrap_or(info.version);
        let relate = |(id, range): (&String, &String), need| (id.clone(), range.clone(), need);
        info.relations.extend(self.depends.iter().map(|pair| relate(pair, Need::Required)));
        info.relations.extend(self.breaks.iter().map(|pair| relate(pair, Need::Breaks)));
        let mut jar = Jar::of(info);
        jar = match &self.game {
            Some(range) => jar.game(range),
            None => jar.for_game(game),
        };
        if let Some(file) = &self.file {
            jar = jar.file(file);
        }
        Ok(match self.damage.as_deref() {
            None => jar,
            Some(name) => jar.damage(damage(name)?),
        })
    }
}

impl WorldSpec {
    /// Its folder.
    pub(crate) fn folder(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Full(full) => &full.folder,
        }
    }

    /// When it was played last, where the description does not say.
    pub(crate) fn play_at(&mut self, millis: i64) {
        if let Self::Name(folder) = self {
            *self = Self::Full(FullWorld { folder: std::mem::take(folder), ..FullWorld::default() });
        }
        if let Self::Full(full) = self {
            full.last_played.get_or_insert(millis);
        }
    }

    pub(crate) fn build(&self, game: &str) -> Result<World> {
        let world = World::new(self.folder()).game(game);
        match self {
            Self::Name(_) => Ok(world),
            Self::Full(full) => full.apply(world),
        }
    }
}

impl FullWorld {
    fn apply(&self, mut world: World) -> Result<World> {
        if let Some(title) = &self.title {
            world = world.title(title);
        }
        if let Some(seed) = self.seed {
            world = world.seed(seed);
        }
        if let Some(name) = &self.mode {
            world = world.mode(mode(name)?);
        }
        if let Some(bytes) = self.bytes {
            world = world.size(bytes);
        }
        if let Some(game) = &self.game {
            world = world.game(game);
        }
        Ok(match self.last_played {
            Some(millis) => world.last_played(millis),
            None => world,
        })
    }
}

/// The N of `(about N)`, `(N mods)` and the like; none for a plain name.
fn about(text: &str) -> Option<usize> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    inner.split_whitespace().find_map(|word| word.parse().ok())
}

fn damage(name: &str) -> Result<Damage> {
    Ok(match name {
        "half" => Damage::CutInHalf,
        "flipped" => Damage::FlippedByte,
        "empty" => Damage::Empty,
        "text" => Damage::Text("<html>404 Not Found</html>\n".to_owned()),
        "lfs" => Damage::LfsPointer,
        other => bail!("no damage is called {other}"),
    })
}

fn mode(name: &str) -> Result<Mode> {
    Ok(match name {
        "survival" => Mode::Survival,
        "creative" => Mode::Creative,
        "adventure" => Mode::Adventure,
        "spectator" => Mode::Spectator,
        "hardcore" => Mode::Hardcore,
        other => bail!("no mode is called {other}"),
    })
}
