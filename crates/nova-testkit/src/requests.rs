//! The world that a set of player requests is asked in: a game root and a data folder, made from the set's own words.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use jiff::ZonedDateTime;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::spec::{FormSpec, VersionSpec, WorldSpec};
use crate::{BackupFile, GameRoot, Jdk, Settings, World, make_folder, moment};

/// The `world` of a request set: `{current_version, versions: [{id, game, loader, mods, disabled, saves}],
/// backups: [{id, version, save, time}], java: [8, 17], settings: {max_mb, download_source, isolation, theme, language}}`.
/// Other keys are left alone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct RequestWorld {
    current_version: Option<String>,
    versions: Vec<VersionSpec>,
    backups: Vec<BackupSpec>,
    java: Vec<u32>,
    settings: BTreeMap<String, Value>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct BackupSpec {
    id: String,
    version: String,
    save: Option<WorldSpec>,
    time: String,
}

/// In milliseconds.
const HOUR: i64 = 3_600_000;

/// Where a world was written.
#[derive(Clone, Debug)]
pub struct WorldPaths {
    /// The game root.
    pub game: PathBuf,
    /// The data folder.
    pub data: PathBuf,
}

impl RequestWorld {
    /// Reads the `world` of a request set; nothing else of the set is looked at.
    pub fn of_set(text: &str) -> Result<Self> {
        #[derive(Deserialize)]
        struct Set {
            world: RequestWorld,
        }
        let set: Set = serde_json::from_str(text).context("the set has no world that can be read")?;
        Ok(set.world)
    }

    /// Writes `out/game`, `out/data` and `out/java`. Times are counted back from `now`.
    pub fn write(&self, out: &Path, now: &ZonedDateTime) -> Result<WorldPaths> {
        make_folder(out)?;
        let out = out.canonicalize()?;
        let paths = WorldPaths { game: out.join("game"), data: out.join("data") };
        self.root(now)?.write(&paths.game)?;
        for backup in &self.backups {
            self.backup(backup, now)?.write(&paths.data)?;
        }
        let java =
            self.java.iter().map(|major| Jdk::of(*major).write(&out.join(format!("java/jdk-{major}"))));
        let java: Vec<PathBuf> = java.collect::<Result<_>>()?;
        self.settings(&paths.game, &java).write(&paths.data)?;
        Ok(paths)
    }

    fn root(&self, now: &ZonedDateTime) -> Result<GameRoot> {
        let isolated = self.settings.get("isolation").and_then(Value::as_bool).unwrap_or(true);
        let mut root = GameRoot::new();
        // The first worlds were played last: an hour ago, two hours ago, and so on.
        let mut played = now.timestamp().as_millisecond();
        for spec in &self.versions {
            let mut spec = spec.clone();
            spec.isolated |= isolated;
            // A parent version would be one more version than the set speaks of.
            spec.form = FormSpec::Merged;
            for save in &mut spec.folder.saves {
                played = played.saturating_sub(HOUR);
                save.play_at(played);
            }
            let version = spec.build()?;
            root = root.version(version);
        }
        Ok(match &self.current_version {
            Some(id) => root.selected(id),
            None => root,
        })
    }

    fn backup(&self, spec: &BackupSpec, now: &ZonedDateTime) -> Result<BackupFile> {
        let at = moment(&spec.time, now).with_context(|| format!("backup {}", spec.id))?;
        let mut backup = BackupFile::new(&spec.id, at).version(&spec.version);
        if let Some(save) = &spec.save {
            let version = self.versions.iter().find(|version| version.id == spec.version);
            let world: World = save.build(version.map_or("1.20.1", VersionSpec::game))?;
            backup = backup.world(world.last_played(at));
        }
        Ok(backup)
    }

    fn settings(&self, game: &Path, java: &[PathBuf]) -> Settings {
        let mut settings = Settings::new().root(game, self.current_version.as_deref()).known_java(java);
        for (key, value) in &self.settings {
            settings = match key.as_str() {
                "max_mb" => settings.set("memory", json!({"max_mb": value})),
                "theme" => settings.set("appearance", json!({"theme": value})),
                other => settings.set(other, value.clone()),
            };
        }
        settings
    }
}
