//! `level.dat`: what a world says about itself, in all versions since 1.0 (Minecraft Wiki, "Java Edition level format").

use nova_model::{Message, Millis, Problem, clean};
use serde::{Deserialize, Serialize};

use crate::nbt::{NbtError, Order, Tag, Unpacked};

/// Longest name of anything.
const NAME: usize = 200;
/// Most mods and data packs that are listed.
const ITEMS: usize = 4096;

/// Which game wrote a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edition {
    /// Java Edition.
    #[default]
    Java,
    /// Bedrock Edition, which this launcher cannot open.
    Bedrock,
}

/// How a world is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameMode {
    /// 0
    Survival,
    /// 1
    Creative,
    /// 2
    Adventure,
    /// 3
    Spectator,
}

/// How hard it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// 0
    Peaceful,
    /// 1
    Easy,
    /// 2
    Normal,
    /// 3
    Hard,
}

/// A mod that the world was last played with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedMod {
    /// Its id.
    pub id: String,
    /// Its version; empty where none was written.
    pub version: String,
}

/// What a `level.dat` says. What it does not say, or says in a wrong type, is none or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelFacts {
    /// Who wrote it.
    pub edition: Edition,
    /// The name in the world list; empty where there is none.
    pub name: String,
    /// The version of the game that last wrote it (since 1.9).
    pub game_version: Option<String>,
    /// Its data version (since 1.9).
    pub data_version: Option<i64>,
    /// How it is played.
    pub mode: Option<GameMode>,
    /// Whether death ends it.
    pub hardcore: bool,
    /// How hard it is (since 1.8).
    pub difficulty: Option<Difficulty>,
    /// What it was made from.
    pub seed: Option<i64>,
    /// When it was last played.
    pub last_played: Option<Millis>,
    /// Ticks of the day clock; a day has 24,000.
    pub day_time: Option<i64>,
    /// Whether commands are allowed.
    pub cheats: bool,
    /// Whether it has been played with mods, as far as it says.
    pub modded: bool,
    /// Enabled data packs, in their order.
    pub data_packs: Vec<String>,
    /// Data packs that are switched off.
    pub data_packs_off: Vec<String>,
    /// The mods it was last played with (Forge and `NeoForge` write them).
    pub mods: Vec<RecordedMod>,
    /// What is odd or damaged in it.
    pub problems: Vec<Problem>,
}

/// Reads a `level.dat`.
///
/// # Errors
/// [`NbtError`], if there is no tree in it at all. Wrong types inside are problems.
pub fn read_level(bytes: &[u8]) -> Result<LevelFacts, NbtError> {
    let unpacked = Unpacked::of(bytes)?;
    let mut facts = read_plain(&unpacked.bytes)?;
    if !unpacked.is_whole {
        facts.problems.push(Problem::warning("level.dat", Message::new("meta.level.packing")));
    }
    Ok(facts)
}

fn read_plain(bytes: &[u8]) -> Result<LevelFacts, NbtError> {
    // The header of Bedrock can pass for an empty tree of Java.
    if let Some(facts) = bedrock_body(bytes).and_then(bedrock) {
        return Ok(facts);
    }
    match Tag::parse(bytes, Order::Big) {
        Ok(root) => Ok(Level { facts: LevelFacts::default() }.read(&root)),
        Err(error) => bedrock(bytes).filter(|facts| !facts.name.is_empty()).ok_or(error),
    }
}

/// What lies behind a header of a version and the length, both little-endian.
fn bedrock_body(bytes: &[u8]) -> Option<&[u8]> {
    let length = bytes.get(4..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))?;
    let body = bytes.get(8..)?;
    (usize::try_from(length) == Ok(body.len())).then_some(body)
}

fn bedrock(body: &[u8]) -> Option<LevelFacts> {
    let root = Tag::parse(body, Order::Little).ok()?;
    let level = Level { facts: LevelFacts { edition: Edition::Bedrock, ..LevelFacts::default() } };
    let mut facts = level.read_data(&root);
    // Bedrock counts in seconds.
    facts.last_played = facts.last_played.map(|seconds| seconds.saturating_mul(1000));
    facts.problems = vec![Problem::warning("level.dat", Message::new("meta.level.bedrock"))];
    Some(facts)
}

struct Level {
    facts: LevelFacts,
}

impl Level {
    fn read(mut self, root: &Tag) -> LevelFacts {
        self.facts.mods = recorded_mods(root);
        match root.get("Data") {
            Some(data @ Tag::Compound(_)) => self.read_data(data),
            Some(_) => {
                self.wrong("Data");
                self.facts
            }
            None => {
                self.problem(Message::new("meta.level.no_data"));
                self.facts
            }
        }
    }

    fn read_data(mut self, data: &Tag) -> LevelFacts {
        self.facts.name = self.text(data, "LevelName").unwrap_or_default();
        self.version(data);
        self.rules(data);
        self.facts.seed = self.seed(data);
        self.facts.last_played = self.int(data, "LastPlayed").filter(|at| *at > 0);
        self.facts.day_time = self.int(data, "DayTime");
        self.facts.cheats =
            self.int(data, "allowCommands").or_else(|| self.int(data, "commandsEnabled")) == Some(1);
        self.facts.modded = self.int(data, "WasModded") == Some(1) || !self.facts.mods.is_empty();
        if let Some(packs) = data.get("DataPacks") {
            self.facts.data_packs = self.texts(packs, "Enabled");
            self.facts.data_packs_off = self.texts(packs, "Disabled");
        }
        self.facts
    }

    fn version(&mut self, data: &Tag) {
        self.facts.data_version = self.int(data, "DataVersion");
        if let Some(version) = data.get("Version") {
            self.facts.game_version = self.text(version, "Name").filter(|name| !name.is_empty());
        }
    }

    fn rules(&mut self, data: &Tag) {
        self.facts.mode = self.int(data, "GameType").and_then(mode);
        // Since 26.1 these three lie in a compound of their own, with words for numbers.
        let settings = data.get("difficulty_settings").unwrap_or(data);
        self.facts.hardcore = self.int(settings, "hardcore") == Some(1);
        self.facts.difficulty = match settings.get("difficulty").and_then(Tag::text) {
            Some(word) => difficulty_word(word),
            None => self.int(data, "Difficulty").and_then(difficulty),
        };
    }

    /// Since 1.16 in `WorldGenSettings`, before it beside the rest.
    fn seed(&mut self, data: &Tag) -> Option<i64> {
        let settings = data.get("WorldGenSettings");
        settings.and_then(|settings| self.int(settings, "seed")).or_else(|| self.int(data, "RandomSeed"))
    }

    fn int(&mut self, parent: &Tag, field: &str) -> Option<i64> {
        let tag = parent.get(field)?;
        if tag.int().is_none() {
            self.wrong(field);
        }
        tag.int()
    }

    fn text(&mut self, parent: &Tag, field: &str) -> Option<String> {
        let tag = parent.get(field)?;
        if tag.text().is_none() {
            self.wrong(field);
        }
        tag.text().map(|text| clean(text, NAME))
    }

    fn texts(&mut self, parent: &Tag, field: &str) -> Vec<String> {
        let Some(tag) = parent.get(field) else { return Vec::new() };
        let Some(items) = tag.items() else {
            self.wrong(field);
            return Vec::new();
        };
        items.iter().take(ITEMS).filter_map(Tag::text).map(|text| clean(text, NAME)).collect()
    }

    fn wrong(&mut self, field: &str) {
        self.problem(Message::new("meta.level.wrong_type").with("field", field.to_owned()));
    }

    fn problem(&mut self, message: Message) {
        self.facts.problems.push(Problem::warning("level.dat", message));
    }
}

fn mode(number: i64) -> Option<GameMode> {
    Some(match number {
        0 => GameMode::Survival,
        1 => GameMode::Creative,
        2 => GameMode::Adventure,
        3 => GameMode::Spectator,
        _ => return None,
    })
}

fn difficulty(number: i64) -> Option<Difficulty> {
    Some(match number {
        0 => Difficulty::Peaceful,
        1 => Difficulty::Easy,
        2 => Difficulty::Normal,
        3 => Difficulty::Hard,
        _ => return None,
    })
}

fn difficulty_word(word: &str) -> Option<Difficulty> {
    Some(match word {
        "peaceful" => Difficulty::Peaceful,
        "easy" => Difficulty::Easy,
        "normal" => Difficulty::Normal,
        "hard" => Difficulty::Hard,
        _ => return None,
    })
}

/// `FML.ModList` up to 1.12.2, `fml.LoadingModList` since 1.13.
fn recorded_mods(root: &Tag) -> Vec<RecordedMod> {
    let lists = [("fml", "LoadingModList"), ("FML", "ModList")];
    let list = lists.iter().find_map(|(parent, list)| root.get(parent)?.get(list)?.items());
    list.unwrap_or_default().iter().take(ITEMS).filter_map(recorded_mod).collect()
}

fn recorded_mod(tag: &Tag) -> Option<RecordedMod> {
    let text = |field: &str| tag.get(field).and_then(Tag::text).map(|text| clean(text, NAME));
    Some(RecordedMod { id: text("ModId")?, version: text("ModVersion").unwrap_or_default() })
}
