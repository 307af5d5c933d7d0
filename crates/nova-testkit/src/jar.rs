//! Jars as they lie in a mods folder: good ones of every loader, nested ones, and broken ones.

use std::io::{Cursor, Write};

use anyhow::{Context, Result};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::metadata::{self, Loader, ModInfo, Need};
use crate::rng::Rng;
use crate::version_json::GameNumber;

/// What is wrong with a file that ends in `.jar`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Only the first half of the bytes is there (a broken download).
    CutInHalf,
    /// One byte in the middle of the packed data is another one.
    FlippedByte,
    /// Nothing is in it.
    Empty,
    /// It is this text instead (an error page, a note).
    Text(String),
    /// It is a pointer of Git LFS instead.
    LfsPointer,
}

/// A jar to be written. The methods that speak about a mod mean the last one added.
#[derive(Clone, Debug)]
#[must_use]
pub struct Jar {
    file_name: String,
    mods: Vec<ModInfo>,
    entries: Vec<(String, Vec<u8>)>,
    nested: Vec<Jar>,
    damage: Option<Damage>,
    padding: usize,
}

impl Jar {
    /// A jar without any metadata, such as a library.
    pub fn plain(file_name: &str) -> Self {
        Self {
            file_name: file_name.to_owned(),
            mods: Vec::new(),
            entries: Vec::new(),
            nested: Vec::new(),
            damage: None,
            padding: 0,
        }
    }

    /// A jar with one mod, called after it.
    pub fn of(info: ModInfo) -> Self {
        let mut jar = Self::plain(&format!("{}.jar", info.id));
        jar.mods.push(info);
        jar
    }

    /// A Fabric mod `<id>.jar`.
    pub fn fabric(id: &str) -> Self {
        Self::of(ModInfo::new(Loader::Fabric, id))
    }

    /// A Quilt mod.
    pub fn quilt(id: &str) -> Self {
        Self::of(ModInfo::new(Loader::Quilt, id))
    }

    /// A Forge mod (1.13 and later).
    pub fn forge(id: &str) -> Self {
        Self::of(ModInfo::new(Loader::Forge, id))
    }

    /// A NeoForge mod.
    pub fn neoforge(id: &str) -> Self {
        Self::of(ModInfo::new(Loader::NeoForge, id))
    }

    /// A Forge mod with `mcmod.info` (up to 1.12.2).
    pub fn legacy_forge(id: &str) -> Self {
        Self::of(ModInfo::new(Loader::LegacyForge, id))
    }

    /// OptiFine as it is downloaded: it names itself only in its changelog and its classes, not in metadata.
    pub fn optifine(game: &str, edition: &str) -> Self {
        let head = format!("OptiFine {game}_{edition}\n\nA changelog made for tests.\n");
        Self::plain(&format!("OptiFine_{game}_{edition}.jar"))
            .entry("changelog.txt", head.as_bytes())
            .entry("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\nMain-Class: optifine.Installer\r\nTweakClass: optifine.OptiFineForgeTweaker\r\n\r\n")
            .entry("optifine/Installer.class", &class_bytes("optifine/Installer"))
            .entry("net/optifine/Config.class", &class_bytes("net/optifine/Config"))
    }

    /// A file that is called a jar and is none.
    pub fn damaged(file_name: &str, damage: Damage) -> Self {
        let mut jar = Self::plain(file_name);
        jar.damage = Some(damage);
        jar
    }

    /// Another name for the file.
    pub fn file(mut self, name: &str) -> Self {
        name.clone_into(&mut self.file_name);
        self
    }

    /// The name of its file.
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// One more mod in the same jar, of the same loader or of another.
    pub fn also(mut self, info: ModInfo) -> Self {
        self.mods.push(info);
        self
    }

    /// The mod's version.
    pub fn version(self, version: &str) -> Self {
        self.change(|info| version.clone_into(&mut info.version))
    }

    /// The mod's name.
    pub fn name(self, name: &str) -> Self {
        self.change(|info| name.clone_into(&mut info.name))
    }

    /// The mod's description.
    pub fn description(self, text: &str) -> Self {
        self.change(|info| text.clone_into(&mut info.description))
    }

    /// The range of game versions, in the loader's own language.
    pub fn game(self, range: &str) -> Self {
        self.change(|info| info.game = Some(range.to_owned()))
    }

    /// The range that mods for this game version usually give: the rest of its release line.
    pub fn for_game(self, game: &str) -> Self {
        self.change(|info| info.game = Some(usual_range(info.loader, game)))
    }

    /// The mod needs another one.
    pub fn depends(self, id: &str, range: &str) -> Self {
        self.relates(id, range, Need::Required)
    }

    /// The mod does not start beside another one (Fabric, Quilt, NeoForge).
    pub fn breaks(self, id: &str, range: &str) -> Self {
        self.relates(id, range, Need::Breaks)
    }

    /// The mod minds another one in some way.
    pub fn relates(self, id: &str, range: &str, need: Need) -> Self {
        self.change(|info| info.relations.push((id.to_owned(), range.to_owned(), need)))
    }

    /// The mod stands in for another id.
    pub fn provides(self, id: &str) -> Self {
        self.change(|info| info.provides.push(id.to_owned()))
    }

    /// `client`, `server` or `*`.
    pub fn environment(self, side: &str) -> Self {
        self.change(|info| side.clone_into(&mut info.environment))
    }

    /// One more file in the jar. It stands in for a generated one of the same name.
    pub fn entry(mut self, name: &str, bytes: &[u8]) -> Self {
        self.entries.push((name.to_owned(), bytes.to_vec()));
        self
    }

    /// A jar inside, at `META-INF/jars/` (Fabric, Quilt) or `META-INF/jarjar/` (Forge, NeoForge).
    pub fn nested(mut self, jar: Jar) -> Self {
        self.nested.push(jar);
        self
    }

    /// What is wrong with it, once it is packed.
    pub fn damage(mut self, damage: Damage) -> Self {
        self.damage = Some(damage);
        self
    }

    /// Bytes of stuffing that do not compress, to give it the size of a real mod.
    pub fn padding(mut self, bytes: usize) -> Self {
        self.padding = bytes;
        self
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        match &self.damage {
            Some(Damage::Empty) => Ok(Vec::new()),
            Some(Damage::Text(text)) => Ok(text.clone().into_bytes()),
            Some(Damage::LfsPointer) => Ok(lfs_pointer(&self.file_name).into_bytes()),
            Some(Damage::CutInHalf) => self.packed().map(|mut bytes| {
                bytes.truncate(bytes.len() / 2);
                bytes
            }),
            Some(Damage::FlippedByte) => self.packed().map(flip_middle),
            None => self.packed(),
        }
    }

    fn packed(&self) -> Result<Vec<u8>> {
        let entries = self.all_entries()?;
        zip_bytes(&entries).with_context(|| format!("cannot pack {}", self.file_name))
    }

    fn all_entries(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let mut entries = Vec::new();
        let nested = self.nested_entries()?;
        let paths: Vec<String> = nested.iter().map(|(path, _)| path.clone()).collect();
        self.add_manifest(&mut entries);
        self.add_metadata(&mut entries, &paths);
        entries.extend(nested);
        entries.extend(self.classes());
        if self.padding > 0 {
            entries.push(("assets/stuffing.bin".to_owned(), Rng::named(&self.file_name).bytes(self.padding)));
        }
        entries.retain(|(name, _)| !self.entries.iter().any(|(own, _)| own == name));
        entries.extend(self.entries.iter().cloned());
        Ok(entries)
    }

    fn add_manifest(&self, entries: &mut Vec<(String, Vec<u8>)>) {
        let version = self.mods.first().map_or("1.0.0", |info| info.version.as_str());
        let text = format!("Manifest-Version: 1.0\r\nImplementation-Version: {version}\r\n\r\n");
        entries.push(("META-INF/MANIFEST.MF".to_owned(), text.into_bytes()));
    }

    fn add_metadata(&self, entries: &mut Vec<(String, Vec<u8>)>, nested: &[String]) {
        const ALL: [Loader; 5] =
            [Loader::Fabric, Loader::Quilt, Loader::Forge, Loader::NeoForge, Loader::LegacyForge];
        for loader in ALL {
            let mods: Vec<&ModInfo> = self.mods.iter().filter(|info| info.loader == loader).collect();
            if let (Some(first), Some(text)) = (mods.first(), metadata::text(&mods, nested)) {
                entries.push((first.path().to_owned(), text.into_bytes()));
            }
        }
        if self.is_forge() && !nested.is_empty() {
            entries.push(("META-INF/jarjar/metadata.json".to_owned(), jarjar(nested, &self.nested)));
        }
    }

    fn nested_entries(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let folder = if self.is_forge() { "META-INF/jarjar" } else { "META-INF/jars" };
        self.nested.iter().map(|jar| Ok((format!("{folder}/{}", jar.file_name), jar.bytes()?))).collect()
    }

    fn classes(&self) -> Vec<(String, Vec<u8>)> {
        let of = |info: &ModInfo| {
            let path = format!("test/{}/Main", metadata::class_name(&info.id));
            (format!("{path}.class"), class_bytes(&path))
        };
        let mut classes: Vec<_> = self.mods.iter().map(of).collect();
        classes.dedup_by(|a, b| a.0 == b.0);
        classes
    }

    fn is_forge(&self) -> bool {
        self.mods.first().is_some_and(|info| matches!(info.loader, Loader::Forge | Loader::NeoForge))
    }

    fn change(mut self, how: impl FnOnce(&mut ModInfo)) -> Self {
        if let Some(info) = self.mods.last_mut() {
            how(info);
        }
        self
    }
}

/// A zip of these entries, in this order, with fixed times. Entries that are jars themselves are stored, not packed.
pub(crate) fn zip_bytes(entries: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let stored = std::path::Path::new(name).extension().is_some_and(|end| end == "jar");
        let method = if stored { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        zip.start_file(name.as_str(), SimpleFileOptions::default().compression_method(method))?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The head of a class file and its name: enough for whoever looks at magic numbers and strings.
fn class_bytes(name: &str) -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
    bytes.extend_from_slice(name.as_bytes());
    bytes
}

fn jarjar(paths: &[String], jars: &[Jar]) -> Vec<u8> {
    let one = |(path, jar): (&String, &Jar)| {
        let (id, version) =
            jar.mods.first().map_or(("library", "1.0.0"), |m| (m.id.as_str(), m.version.as_str()));
        serde_json::json!({
            "identifier": {"group": "test", "artifact": id},
            "version": {"range": format!("[{version},)"), "artifactVersion": version},
            "path": path, "isObfuscated": false,
        })
    };
    let all: Vec<_> = paths.iter().zip(jars).map(one).collect();
    serde_json::json!({"jars": all}).to_string().into_bytes()
}

fn lfs_pointer(name: &str) -> String {
    let digest =
        Rng::named(name).bytes(32).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
    format!("version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize 524288\n")
}

fn flip_middle(mut bytes: Vec<u8>) -> Vec<u8> {
    let middle = bytes.len() / 2;
    if let Some(byte) = bytes.get_mut(middle) {
        *byte ^= 0xff;
    }
    bytes
}

fn usual_range(loader: Loader, game: &str) -> String {
    let number = GameNumber::of(game);
    match loader {
        Loader::Fabric => format!("~{game}"),
        Loader::Quilt => format!(">={game}"),
        Loader::Forge | Loader::NeoForge => format!("[{game},{}.{})", number.0, number.1 + 1),
        Loader::LegacyForge => game.to_owned(),
    }
}
