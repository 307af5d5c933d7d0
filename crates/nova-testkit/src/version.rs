//! One version of a game root: its JSON, its jar, and what lies in its own folder.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use crate::jar::zip_bytes;
use crate::loader_json as loaders;
use crate::version_json::{self as shape, GameNumber};
use crate::{GameFolder, write_file};

/// How the JSON of a version with a loader is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the loaders' installers do: `inheritsFrom` names the game version, which is a version of its own.
    Inherits,
    /// As HMCL and PCL do: everything in one file, with `patches`; no parent version is needed.
    Merged,
}

#[derive(Clone, Debug)]
enum Kind {
    Vanilla,
    Loader { name: &'static str, version: String },
    Raw(String),
}

/// A version to be written under `versions/<id>/`.
#[derive(Clone, Debug)]
#[must_use]
pub struct Version {
    id: String,
    game: String,
    kind: Kind,
    form: Form,
    own: Option<GameFolder>,
    settings: Option<Value>,
    jar: bool,
}

impl Version {
    /// A plain version whose id is the game version.
    pub fn vanilla(game: &str) -> Self {
        Self::named(game, game)
    }

    /// A plain version under another id.
    pub fn named(id: &str, game: &str) -> Self {
        Self::new(id, game, Kind::Vanilla)
    }

    /// A version with Fabric Loader 0.15.11.
    pub fn fabric(id: &str, game: &str) -> Self {
        Self::loader(id, game, "fabric", "0.15.11")
    }

    /// A version with Quilt Loader 0.26.0.
    pub fn quilt(id: &str, game: &str) -> Self {
        Self::loader(id, game, "quilt", "0.26.0")
    }

    /// A version with the Forge that belongs to its game version.
    pub fn forge(id: &str, game: &str) -> Self {
        Self::loader(id, game, "forge", usual_forge(game))
    }

    /// A version with the NeoForge that belongs to its game version.
    pub fn neoforge(id: &str, game: &str) -> Self {
        Self::loader(id, game, "neoforge", &usual_neoforge(game))
    }

    /// A version of which only the text of the JSON is known: a hand-made or broken one.
    pub fn raw(id: &str, json: &str) -> Self {
        Self::new(id, id, Kind::Raw(json.to_owned()))
    }

    /// Another version of its loader.
    pub fn loader_version(mut self, wanted: &str) -> Self {
        if let Kind::Loader { version, .. } = &mut self.kind {
            wanted.clone_into(version);
        }
        self
    }

    /// How the JSON is written; [`Form::Inherits`] unless said.
    pub fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// Gives it a game folder of its own (isolation): saves, mods and the rest lie in `versions/<id>/`.
    pub fn own(mut self, folder: GameFolder) -> Self {
        self.own = Some(folder);
        self
    }

    /// Its own settings, written to `versions/<id>/nova.json`.
    pub fn settings(mut self, settings: Value) -> Self {
        self.settings = Some(settings);
        self
    }

    /// Leaves the client jar out.
    pub fn without_jar(mut self) -> Self {
        self.jar = false;
        self
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The game version that it inherits from, where it does.
    pub(crate) fn parent(&self) -> Option<&str> {
        let inherits = matches!(self.kind, Kind::Loader { .. }) && self.form == Form::Inherits;
        inherits.then_some(self.game.as_str())
    }

    /// The text of its JSON.
    pub fn json(&self) -> String {
        match &self.kind {
            Kind::Raw(text) => text.clone(),
            Kind::Vanilla => format!("{:#}\n", shape::vanilla(&self.id, &self.game)),
            Kind::Loader { name, version } => format!("{:#}\n", self.loader_json(name, version)),
        }
    }

    /// Writes it into a game root.
    pub(crate) fn write(&self, root: &Path) -> Result<()> {
        let folder = root.join("versions").join(&self.id);
        write_file(&folder.join(format!("{}.json", self.id)), self.json().as_bytes())?;
        if self.jar && self.parent().is_none() {
            write_file(&folder.join(format!("{}.jar", self.id)), &client_jar(&self.game)?)?;
        }
        if let Some(settings) = &self.settings {
            write_file(&folder.join("nova.json"), format!("{settings:#}\n").as_bytes())?;
        }
        self.own.as_ref().map_or(Ok(()), |own| own.write(&folder))
    }

    fn loader_json(&self, name: &str, version: &str) -> Value {
        let child = match name {
            "fabric" => loaders::fabric(&self.id, &self.game, version),
            "quilt" => loaders::quilt(&self.id, &self.game, version),
            "neoforge" => loaders::neoforge(&self.id, &self.game, version),
            _ => loaders::forge(&self.id, &self.game, version),
        };
        match self.form {
            Form::Inherits => child,
            Form::Merged => shape::merged(&self.id, &self.game, &child, (name, version)),
        }
    }

    fn loader(id: &str, game: &str, name: &'static str, version: &str) -> Self {
        Self::new(id, game, Kind::Loader { name, version: version.to_owned() })
    }

    fn new(id: &str, game: &str, kind: Kind) -> Self {
        let (id, game) = (id.to_owned(), game.to_owned());
        Self { id, game, kind, form: Form::Inherits, own: None, settings: None, jar: true }
    }
}

/// A small client jar; from 1.14 on the real ones carry `version.json`.
fn client_jar(game: &str) -> Result<Vec<u8>> {
    let number = GameNumber::of(game);
    let mut entries =
        vec![("net/minecraft/client/main/Main.class".to_owned(), b"\xca\xfe\xba\xbe\0\0\0\x3d".to_vec())];
    if number >= GameNumber(1, 14, 0) {
        let about = json!({"id": game, "name": game, "world_version": number.data_version(), "stable": true,
            "java_component": "java-runtime-gamma", "java_version": number.java()});
        entries.push(("version.json".to_owned(), format!("{about:#}").into_bytes()));
    }
    zip_bytes(&entries)
}

/// A Forge of each game version that packs use; others get the last one's number, which is as good in a test.
fn usual_forge(game: &str) -> &'static str {
    const KNOWN: [(&str, &str); 13] = [
        ("1.7.10", "10.13.4.1614-1.7.10"),
        ("1.12.2", "14.23.5.2860"),
        ("1.14.4", "28.2.26"),
        ("1.16.5", "36.2.39"),
        ("1.17.1", "37.1.1"),
        ("1.18.2", "40.2.0"),
        ("1.19.2", "43.4.0"),
        ("1.20.4", "49.1.0"),
        ("1.20.6", "50.1.0"),
        ("1.21.1", "52.1.0"),
        ("1.21.4", "54.1.0"),
        ("26.2", "65.1.2"),
        ("1.20.1", "47.2.0"),
    ];
    KNOWN.iter().find(|(known, _)| *known == game).map_or("47.2.0", |(_, version)| version)
}

/// NeoForge counts with the game: `1.21.1` has `21.1.x`, `26.1` has `26.1.0.x`; on 1.20.1 it counted with Forge.
fn usual_neoforge(game: &str) -> String {
    match GameNumber::of(game) {
        GameNumber(1, 20, 1) => "47.1.106".to_owned(),
        GameNumber(1, minor, patch) => format!("{minor}.{patch}.72"),
        GameNumber(year, minor, patch) => format!("{year}.{minor}.{patch}.66"),
    }
}
