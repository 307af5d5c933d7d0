//! Worlds: level.dat as the game of that time writes it, region files of a wanted size, players, session.lock.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::version_json::GameNumber;
use crate::{Rng, Tag, write_file};

/// How a world is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// 0
    Survival,
    /// 1
    Creative,
    /// 2
    Adventure,
    /// 3
    Spectator,
    /// Survival with one life: mode 0 and the flag.
    Hardcore,
}

/// A world to be written under `saves/<folder>/`.
#[derive(Clone, Debug)]
#[must_use]
pub struct World {
    folder: String,
    title: String,
    game: String,
    seed: i64,
    mode: Mode,
    last_played: i64,
    packs: Vec<String>,
    bytes: usize,
    files: Vec<(String, Vec<u8>)>,
}

/// Bytes of one region file at most; a world of more has several.
const REGION: usize = 4 << 20;

impl World {
    /// A small survival world of 1.20.1, called like its folder.
    pub fn new(folder: &str) -> Self {
        Self {
            folder: folder.to_owned(),
            title: folder.to_owned(),
            game: "1.20.1".to_owned(),
            seed: 42,
            mode: Mode::Survival,
            last_played: 1_700_000_000_000,
            packs: Vec::new(),
            bytes: 64 << 10,
            files: Vec::new(),
        }
    }

    /// The name inside level.dat, where it is not that of the folder.
    pub fn title(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    /// The game version that wrote it last.
    pub fn game(mut self, game: &str) -> Self {
        game.clone_into(&mut self.game);
        self
    }

    /// Its seed.
    pub fn seed(mut self, seed: i64) -> Self {
        self.seed = seed;
        self
    }

    /// How it is played.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// When it was played last, in milliseconds since 1970.
    pub fn last_played(mut self, millis: i64) -> Self {
        self.last_played = millis;
        self
    }

    /// A data pack: a zip in `datapacks/`, switched on in level.dat.
    pub fn data_pack(mut self, name: &str) -> Self {
        self.packs.push(name.to_owned());
        self
    }

    /// Bytes of its region files together; the rest of a world is some kilobytes.
    pub fn size(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// Any other file, by its path in the world. It stands in for a generated one.
    pub fn file(mut self, path: &str, bytes: &[u8]) -> Self {
        self.files.push((path.to_owned(), bytes.to_vec()));
        self
    }

    /// Its folder's name.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Writes it into a saves folder and returns its own folder.
    pub fn write(&self, saves: &Path) -> Result<PathBuf> {
        let folder = saves.join(&self.folder);
        for (path, bytes) in self.contents()? {
            write_file(&folder.join(path), &bytes)?;
        }
        Ok(folder)
    }

    /// Every file of it, by its path in the world.
    pub fn contents(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let mut files = self.small_files()?;
        files.extend(self.regions());
        files.retain(|(path, _)| !self.files.iter().any(|(own, _)| own == path));
        files.extend(self.files.iter().cloned());
        Ok(files)
    }

    fn regions(&self) -> impl Iterator<Item = (String, Vec<u8>)> {
        (0..self.bytes.div_ceil(REGION)).map(|index| {
            let size = self.bytes.saturating_sub(index.saturating_mul(REGION)).min(REGION);
            let name = format!("region/r.{}.{}.mca", index / 8, index % 8);
            let bytes = region(&format!("{}/{name}/{}", self.folder, self.seed), size);
            (name, bytes)
        })
    }

    /// Its level.dat, not packed.
    pub fn level(&self) -> Tag {
        let number = GameNumber::of(&self.game);
        let mut data = self.common(number);
        if number.data_version() > 0 {
            data.push(("DataVersion".to_owned(), Tag::Int(number.data_version())));
            data.push(("Version".to_owned(), self.version(number)));
        }
        if number >= GameNumber(1, 16, 0) {
            data.push(("WorldGenSettings".to_owned(), self.generator()));
        } else {
            data.push(("RandomSeed".to_owned(), Tag::Long(self.seed)));
        }
        if number >= GameNumber(1, 13, 0) {
            data.push(("DataPacks".to_owned(), self.data_packs()));
        }
        Tag::compound([("Data", Tag::Compound(data))])
    }

    fn small_files(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let level = self.level().to_gzip()?;
        let player = Tag::compound([("Health", Tag::Float(20.0)), ("XpLevel", Tag::Int(3))]).to_gzip()?;
        let mut files = vec![
            ("level.dat".to_owned(), level.clone()),
            ("level.dat_old".to_owned(), level),
            ("session.lock".to_owned(), "\u{2603}".as_bytes().to_vec()),
            ("playerdata/8667ba71-b85a-4004-af54-457a9734eed7.dat".to_owned(), player),
        ];
        for pack in &self.packs {
            let about = serde_json::json!({"pack": {"pack_format": 15, "description": pack}}).to_string();
            let zip = crate::jar::zip_bytes(&[("pack.mcmeta".to_owned(), about.into_bytes())])?;
            files.push((format!("datapacks/{pack}.zip"), zip));
        }
        Ok(files)
    }

    fn common(&self, number: GameNumber) -> Vec<(String, Tag)> {
        let (mode, hardcore) = match self.mode {
            Mode::Survival => (0, 0),
            Mode::Creative => (1, 0),
            Mode::Adventure => (2, 0),
            Mode::Spectator => (3, 0),
            Mode::Hardcore => (0, 1),
        };
        let pairs = [
            ("LevelName", Tag::Text(self.title.clone())),
            ("GameType", Tag::Int(mode)),
            ("hardcore", Tag::Byte(hardcore)),
            ("allowCommands", Tag::Byte(i8::from(self.mode == Mode::Creative))),
            ("Difficulty", Tag::Byte(2)),
            ("LastPlayed", Tag::Long(self.last_played)),
            ("Time", Tag::Long(24_000)),
            ("DayTime", Tag::Long(6_000)),
            ("SpawnX", Tag::Int(8)),
            ("SpawnY", Tag::Int(64)),
            ("SpawnZ", Tag::Int(8)),
            ("initialized", Tag::Byte(1)),
            ("version", Tag::Int(if number >= GameNumber(1, 2, 1) { 19133 } else { 19132 })),
        ];
        pairs.into_iter().map(|(name, tag)| (name.to_owned(), tag)).collect()
    }

    fn version(&self, number: GameNumber) -> Tag {
        Tag::compound([
            ("Id", Tag::Int(number.data_version())),
            ("Name", Tag::Text(self.game.clone())),
            ("Snapshot", Tag::Byte(0)),
            ("Series", Tag::Text("main".to_owned())),
        ])
    }

    fn generator(&self) -> Tag {
        Tag::compound([
            ("seed", Tag::Long(self.seed)),
            ("generate_features", Tag::Byte(1)),
            ("bonus_chest", Tag::Byte(0)),
        ])
    }

    fn data_packs(&self) -> Tag {
        let own = self.packs.iter().map(|pack| format!("file/{pack}.zip"));
        let enabled: Vec<String> = std::iter::once("vanilla".to_owned()).chain(own).collect();
        Tag::compound([("Enabled", Tag::texts(&enabled)), ("Disabled", Tag::List(Vec::new()))])
    }
}

/// A region file: the two header sectors (no chunk is listed) and bytes that do not compress, as packed chunks do not.
fn region(name: &str, size: usize) -> Vec<u8> {
    let header = size.min(8192);
    let mut bytes = vec![0; header];
    bytes.extend(Rng::named(name).bytes(size.saturating_sub(header)));
    bytes
}
