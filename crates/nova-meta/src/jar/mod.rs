//! Reading a jar: which metadata it has, what each says, what lies inside.

mod doc;
mod fabric;
mod forge;
mod legacy;
mod liteloader;
mod manifest;
mod nested;
mod optifine;
mod quilt;

use std::io::{Read, Seek};

use nova_archive::{Limits, ReadSeek, Zip};
use nova_model::{Explain, Message, Severity};
use serde_json::Value;

use self::{
    doc::{Doc, SHORT, Sink},
    forge::Flavour,
    manifest::Manifest,
    nested::Budget,
};
use crate::{
    JarFacts, JarKind, ModFacts,
    lenient::{Fault, Parsed, json, toml},
};

/// Most bytes of one metadata file. The largest honest one seen has 300 kB.
const METADATA_BYTES: u64 = 4 << 20;

/// Reads a jar. Never fails: what cannot be read is a problem.
pub fn read_jar<R: Read + Seek>(mut reader: R, file_name: &str) -> JarFacts {
    read_at(&mut reader, file_name, &mut Budget::new())
}

/// Reads a jar at some depth. The reader is behind a pointer, since jars in jars would make ever new types.
fn read_at(reader: &mut dyn ReadSeek, name: &str, budget: &mut Budget) -> JarFacts {
    let mut sink = Sink::new(name);
    match Zip::open(reader, &Limits::jar()) {
        Ok(zip) => Jar { found: Found::of(&zip), zip, sink, name }.read(budget),
        Err(error) => {
            let message = Message::new("meta.jar.unreadable").with("reason", error.report().message);
            sink.add(Severity::Error, message);
            JarFacts { problems: sink.finish(), ..JarFacts::default() }
        }
    }
}

/// The entries that say something about a jar, by number.
#[derive(Default)]
struct Found {
    fabric: Option<usize>,
    quilt: Option<usize>,
    forge: Option<usize>,
    neoforge: Option<usize>,
    legacy: Option<usize>,
    litemod: Option<usize>,
    manifest: Option<usize>,
    jarjar: Option<usize>,
    optifine: bool,
}

impl Found {
    /// One pass over the names; of two equal ones the later counts, as in Java.
    fn of<R>(zip: &Zip<R>) -> Self {
        let mut found = Self::default();
        for entry in zip.entries() {
            found.note(entry.name_raw(), entry.index());
        }
        found
    }

    fn note(&mut self, name: &[u8], index: usize) {
        let slot = match name {
            b"fabric.mod.json" => &mut self.fabric,
            b"quilt.mod.json" => &mut self.quilt,
            b"META-INF/mods.toml" => &mut self.forge,
            b"META-INF/neoforge.mods.toml" => &mut self.neoforge,
            b"mcmod.info" => &mut self.legacy,
            b"litemod.json" => &mut self.litemod,
            b"META-INF/MANIFEST.MF" => &mut self.manifest,
            b"META-INF/jarjar/metadata.json" => &mut self.jarjar,
            // Coremods put theirs beside the file that Forge reads (cccmod.info, neimod.info).
            _ if self.legacy.is_none() && name.ends_with(b"mod.info") && !name.contains(&b'/') => {
                &mut self.legacy
            }
            _ => {
                self.optifine |= optifine::is_entry(name);
                return;
            }
        };
        *slot = Some(index);
    }

    /// Whether the manifest can say anything: for Forge, or where nothing else does.
    fn wants_manifest(&self) -> bool {
        let without = self.fabric.or(self.quilt).or(self.litemod).is_none();
        self.forge.or(self.neoforge).or(self.legacy).is_some() || without
    }
}

struct Jar<'a, 'r> {
    zip: Zip<&'a mut (dyn ReadSeek + 'r)>,
    found: Found,
    sink: Sink,
    name: &'a str,
}

impl Jar<'_, '_> {
    fn read(mut self, budget: &mut Budget) -> JarFacts {
        let manifest = self.manifest();
        let mut facts = JarFacts::default();
        let mut jars = self.fabric_like(&mut facts.mods);
        self.forge_like(&manifest, &mut facts.mods);
        if self.found.optifine {
            facts.mods.push(optifine::facts(self.name));
        }
        jars.extend(self.jarjar());
        facts.kind = self.kind(&facts.mods, &manifest, budget.depth);
        facts.nested = nested::read(&mut self.zip, jars, budget, &mut self.sink);
        facts.problems = self.sink.finish();
        facts
    }

    fn manifest(&mut self) -> Manifest {
        let index = self.found.manifest.filter(|_| self.found.wants_manifest());
        let bytes = index.and_then(|index| self.bytes(index, "META-INF/MANIFEST.MF"));
        bytes.map(|bytes| Manifest::parse(&bytes)).unwrap_or_default()
    }

    /// Fabric and Quilt metadata; gives the jars they bring.
    fn fabric_like(&mut self, mods: &mut Vec<ModFacts>) -> Vec<String> {
        let mut jars = Vec::new();
        let fabric = self.found.fabric.and_then(|index| self.json(index, "fabric.mod.json", fabric::read));
        let quilt = self.found.quilt.and_then(|index| self.json(index, "quilt.mod.json", quilt::read));
        for declared in [fabric, quilt].into_iter().flatten() {
            mods.extend(declared.mods);
            jars.extend(declared.jars);
        }
        jars
    }

    fn forge_like(&mut self, manifest: &Manifest, mods: &mut Vec<ModFacts>) {
        for (index, entry, flavour) in [
            (self.found.forge, "META-INF/mods.toml", Flavour::Forge),
            (self.found.neoforge, "META-INF/neoforge.mods.toml", Flavour::NeoForge),
        ] {
            let Some(index) = index else { continue };
            mods.extend(self.toml(index, entry, flavour, manifest));
        }
        if let Some(index) = self.found.legacy {
            let read = |value: &Value, doc: &mut Doc<'_>| legacy::read(value, manifest, doc);
            mods.extend(self.json(index, "mcmod.info", read).unwrap_or_default());
        }
        if let Some(index) = self.found.litemod {
            mods.extend(self.json(index, "litemod.json", liteloader::read).flatten());
        }
    }

    fn jarjar(&mut self) -> Vec<String> {
        let index = self.found.jarjar;
        index
            .and_then(|index| self.json(index, "META-INF/jarjar/metadata.json", nested::jarjar))
            .unwrap_or_default()
    }

    fn toml(&mut self, index: usize, entry: &str, flavour: Flavour, manifest: &Manifest) -> Vec<ModFacts> {
        let Some(bytes) = self.bytes(index, entry) else { return Vec::new() };
        let Some(parsed) = self.parsed(toml::parse(&bytes), &bytes, entry) else { return Vec::new() };
        forge::read(&parsed, flavour, manifest, &mut Doc { entry, sink: &mut self.sink })
    }

    fn json<T>(&mut self, index: usize, entry: &str, read: impl Fn(&Value, &mut Doc<'_>) -> T) -> Option<T> {
        let bytes = self.bytes(index, entry)?;
        let value = self.parsed(json::parse(&bytes), &bytes, entry)?;
        Some(read(&value, &mut Doc { entry, sink: &mut self.sink }))
    }

    /// The value of a parsed file. Of a wreck the id is saved, so that the jar can at least be named.
    fn parsed(&mut self, parsed: Result<Parsed, Fault>, bytes: &[u8], entry: &str) -> Option<Value> {
        let (severity, code) = match &parsed {
            Ok(Parsed { untidy: false, .. }) => return parsed.ok().map(|parsed| parsed.value),
            Ok(_) => (Severity::Note, "meta.jar.metadata_untidy"),
            Err(Fault::Empty) => (Severity::Error, "meta.jar.metadata_empty"),
            Err(Fault::TooDeep) => (Severity::Error, "meta.jar.metadata_deep"),
            Err(Fault::Unreadable) => (Severity::Error, "meta.jar.metadata_unreadable"),
        };
        self.sink.add(severity, Message::new(code).with("entry", entry));
        match parsed {
            Ok(parsed) => Some(parsed.value),
            Err(Fault::Empty) => None,
            Err(_) => salvage(bytes, entry),
        }
    }

    fn bytes(&mut self, index: usize, entry: &str) -> Option<Vec<u8>> {
        match self.zip.read(index, METADATA_BYTES) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                let message = Message::new("meta.jar.metadata_packed").with("entry", entry);
                self.sink.add(Severity::Error, message.with("reason", error.report().message));
                None
            }
        }
    }

    fn kind(&mut self, mods: &[ModFacts], manifest: &Manifest, depth: usize) -> JarKind {
        match (mods.is_empty(), manifest.is_library) {
            (false, _) => JarKind::Mod,
            (true, true) => JarKind::Library,
            (true, false) => {
                // A plain jar inside another one is simply a library.
                if depth == 0 {
                    self.sink.add(Severity::Warning, Message::new("meta.jar.no_metadata"));
                }
                JarKind::Plain
            }
        }
    }
}

/// Enough of a broken JSON file to name the mod.
fn salvage(bytes: &[u8], entry: &str) -> Option<Value> {
    let field = |from: &str, to: &str| {
        json::salvage(bytes, from)
            .map(|value| (to.to_owned(), Value::String(value.chars().take(SHORT).collect())))
    };
    match entry {
        "fabric.mod.json" => {
            Some(Value::Object([field("id", "id")?].into_iter().chain(field("version", "version")).collect()))
        }
        "mcmod.info" => Some(Value::Object(
            [field("modid", "modid")?].into_iter().chain(field("version", "version")).collect(),
        )),
        _ => None,
    }
}
