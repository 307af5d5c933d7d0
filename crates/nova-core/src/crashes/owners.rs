//! Whose class is whose, by the directories of a version's jars. Nothing is opened before a class is asked for.
//!
//! A class in a jar inside a mod belongs to the mod whose file the player sees. What several files bring (libraries that are packed
//! into many mods) is nobody's: naming one of them would be a guess.

use std::{
    cell::OnceCell,
    collections::HashMap,
    fs::File,
    hash::{DefaultHasher, Hash, Hasher},
    io::Cursor,
    path::{Path, PathBuf},
};

use nova_archive::{Limits, Method, ReadSeek, Zip};
use nova_content::mods::{InstalledMod, ModList};
use nova_crash::{Owners, Suspect};

/// Mods that are looked into.
const MODS: usize = 2_000;
/// Classes of all mods together; the largest packs have under a million.
const CLASSES: usize = 2_000_000;
/// How deep jars may lie in jars.
const DEPTH: usize = 4;
/// Jars inside one mod.
const INNER: usize = 256;
/// Bytes of one packed inner jar, and of all of one mod.
const JAR_BYTES: u64 = 32 << 20;
const ALL_BYTES: u64 = 128 << 20;
/// A package that more mods share is a library's.
const SHARED: usize = 2;

/// Packages that mods bring along and that are no mod's.
const LIBRARIES: [&str; 28] = [
    "java/",
    "javax/",
    "kotlin/",
    "kotlinx/",
    "scala/",
    "groovy/",
    "org/apache/",
    "com/google/",
    "org/slf4j/",
    "org/objectweb/",
    "org/spongepowered/",
    "com/llamalad7/mixinextras/",
    "it/unimi/",
    "io/netty/",
    "org/lwjgl/",
    "org/joml/",
    "com/mojang/",
    "net/minecraft/",
    "net/fabricmc/loader/",
    "org/quiltmc/loader/",
    "cpw/mods/",
    "net/minecraftforge/fml/",
    "com/electronwill/",
    "org/jetbrains/",
    "org/intellij/",
    "com/fasterxml/",
    "okhttp3/",
    "okio/",
];

/// The jars of a version as owners of classes.
pub struct Jars {
    mods: Vec<Owner>,
    ids: HashMap<String, (usize, String)>,
    index: OnceCell<Index>,
}

struct Owner {
    suspect: Suspect,
    path: PathBuf,
}

impl Jars {
    /// Over the mods that are switched on.
    pub fn of(list: &ModList) -> Self {
        let on: Vec<&InstalledMod> = list.mods.iter().filter(|found| found.enabled).take(MODS).collect();
        let mut ids = HashMap::new();
        for (number, found) in on.iter().enumerate() {
            names(found, number, &mut ids);
        }
        let owner = |found: &&InstalledMod| Owner { suspect: suspect(found), path: found.path.clone() };
        Self { mods: on.iter().map(owner).collect(), ids, index: OnceCell::new() }
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            for (number, owner) in self.mods.iter().enumerate() {
                // One that cannot be read owns nothing; what is wrong with it is told elsewhere.
                let _ = index.add(number, &owner.path);
            }
            index
        })
    }
}

impl Owners for Jars {
    fn of_class(&self, class: &str) -> Option<Suspect> {
        let number = self.index().owner(&class.replace('.', "/"))?;
        self.mods.get(number).map(|owner| owner.suspect.clone())
    }

    fn by_id(&self, id: &str) -> Option<Suspect> {
        let (number, name) = self.ids.get(&id.to_lowercase())?;
        let file = self.mods.get(*number)?.suspect.file.clone();
        Some(Suspect { id: id.to_owned(), name: Some(name.clone()), file })
    }
}

fn suspect(found: &InstalledMod) -> Suspect {
    let id = found.mod_ids.first().unwrap_or(&found.id);
    Suspect { id: id.clone(), name: Some(found.name.clone()), file: Some(found.file.clone()) }
}

/// The ids that a file brings, those of the jars inside it after its own.
fn names(found: &InstalledMod, number: usize, ids: &mut HashMap<String, (usize, String)>) {
    let mut open = vec![&found.facts];
    while let Some(facts) = open.pop() {
        for one in &facts.mods {
            ids.entry(one.id.to_lowercase()).or_insert_with(|| (number, one.name.clone()));
        }
        open.extend(facts.nested.iter().map(|(_, inner)| inner));
    }
}

/// Classes and packages to mods. Names are kept as hashes: a pack has half a million of them.
#[derive(Default)]
struct Index {
    classes: HashMap<u64, Whose>,
    packages: HashMap<u64, Vec<usize>>,
}

#[derive(Clone, Copy)]
enum Whose {
    One(usize),
    Several,
}

/// What is left to spend on the jars inside one mod.
struct Budget {
    jars: usize,
    bytes: u64,
}

impl Index {
    fn add(&mut self, number: usize, path: &Path) -> Option<()> {
        let file = path
            .symlink_metadata()
            .ok()
            .filter(std::fs::Metadata::is_file)
            .and_then(|_| File::open(path).ok())?;
        let mut budget = Budget { jars: INNER, bytes: ALL_BYTES };
        self.jar(number, file, 0, &mut budget)
    }

    fn jar(&mut self, number: usize, reader: impl ReadSeek, depth: usize, budget: &mut Budget) -> Option<()> {
        let mut zip = Zip::open(reader, &Limits::jar()).ok()?;
        let mut inner = Vec::new();
        for entry in zip.entries() {
            let name = entry.name_raw();
            if name.ends_with(b".class") {
                self.class(number, &entry.name());
            } else if name.ends_with(b".jar") && depth < DEPTH {
                inner.push(entry.index());
            }
        }
        for index in inner {
            self.inside(number, &mut zip, (index, depth), budget);
        }
        Some(())
    }

    fn inside<R: ReadSeek>(
        &mut self,
        number: usize,
        zip: &mut Zip<R>,
        (index, depth): (usize, usize),
        budget: &mut Budget,
    ) -> Option<()> {
        budget.jars = budget.jars.checked_sub(1)?;
        let stored =
            zip.entry(index).is_some_and(|entry| entry.method() == Method::Stored && !entry.is_encrypted());
        if stored {
            let mut section = zip.section(index).ok()??;
            let reader: &mut dyn ReadSeek = &mut section;
            return self.jar(number, reader, depth + 1, budget);
        }
        let bytes = zip.read(index, JAR_BYTES.min(budget.bytes)).ok()?;
        budget.bytes = budget.bytes.saturating_sub(bytes.len() as u64);
        let mut bytes = Cursor::new(bytes);
        let reader: &mut dyn ReadSeek = &mut bytes;
        self.jar(number, reader, depth + 1, budget)
    }

    fn class(&mut self, number: usize, entry: &str) {
        let name = entry.trim_end_matches(".class");
        // Classes for newer Javas lie apart.
        let name = match name.strip_prefix("META-INF/versions/").and_then(|rest| rest.split_once('/')) {
            Some((_, rest)) => rest,
            None => name,
        };
        let Some((package, _)) = name.rsplit_once('/') else { return };
        if self.classes.len() >= CLASSES || is_library(name) {
            return;
        }
        let whose = self.classes.entry(hash(name)).or_insert(Whose::One(number));
        if !matches!(whose, Whose::One(known) if *known == number) {
            *whose = Whose::Several;
        }
        let owners = self.packages.entry(hash(package)).or_default();
        if owners.len() <= SHARED && !owners.contains(&number) {
            owners.push(number);
        }
    }

    /// The one mod that has this class (`a/b/C$D`); for classes that are made while the game runs, the one that has the package.
    fn owner(&self, class: &str) -> Option<usize> {
        let (package, _) = class.rsplit_once('/')?;
        if is_library(class) {
            return None;
        }
        let owners = self.packages.get(&hash(package)).filter(|owners| owners.len() <= SHARED)?;
        match self.classes.get(&hash(class)) {
            Some(Whose::One(number)) => Some(*number),
            Some(Whose::Several) => None,
            None => owners.first().copied().filter(|_| owners.len() == 1),
        }
    }
}

fn is_library(name: &str) -> bool {
    LIBRARIES.iter().any(|library| name.starts_with(library))
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use nova_content::mods;
    use nova_game::Instance;
    use nova_testkit::{Damage, GameFolder, GameRoot, Jar, Version};
    use tempfile::TempDir;

    use super::*;

    fn jars(folder: GameFolder) -> (TempDir, Jars) {
        let temp = tempfile::tempdir().unwrap();
        let root = GameRoot::new().version(Version::fabric("v", "1.20.1").own(folder));
        root.write(temp.path()).unwrap();
        let dir = temp.path().join("versions/v");
        let instance = Instance {
            id: "v".into(),
            root: temp.path().to_owned(),
            folder: dir.clone(),
            dir,
            isolated: true,
            game_version: Some("1.20.1".into()),
            loader: None,
            java_major: None,
        };
        let list = mods::list(&instance).unwrap();
        (temp, Jars::of(&list))
    }

    fn file(jars: &Jars, class: &str) -> Option<String> {
        jars.of_class(class).and_then(|suspect| suspect.file)
    }

    #[test]
    fn a_class_leads_to_the_file_that_the_player_sees() {
        let inner = Jar::fabric("inner").name("Inner").entry("deep/inner/Thing.class", b"x");
        let outer = Jar::fabric("outer").name("Outer").entry("far/out/Thing.class", b"x").nested(inner);
        let (_temp, jars) = jars(GameFolder::new().jar(outer.file("outer-1.0.jar")));
        for class in ["far.out.Thing", "far.out.Thing$Inner", "far.out.Other", "deep.inner.Thing"] {
            assert_eq!(file(&jars, class).as_deref(), Some("outer-1.0.jar"), "{class}");
        }
        let found = jars.of_class("deep.inner.Thing").unwrap();
        assert_eq!((found.id.as_str(), found.name.as_deref()), ("outer", Some("Outer")));
        let named = jars.by_id("Inner").unwrap();
        assert_eq!((named.name.as_deref(), named.file.as_deref()), (Some("Inner"), Some("outer-1.0.jar")));
        assert_eq!(file(&jars, "somewhere.else.Thing"), None);
    }

    #[test]
    fn what_several_mods_bring_is_nobodys() {
        let with = |id: &str| {
            let own = format!("own/{id}/A.class");
            Jar::fabric(id)
                .entry("lib/shaded/Tool.class", b"x")
                .entry("kotlin/Unit.class", b"x")
                .entry(&own, b"x")
        };
        let split = with("a").entry("split/one/A.class", b"x");
        let other = with("b").entry("split/one/B.class", b"x");
        let (_temp, jars) = jars(GameFolder::new().jar(split).jar(other).jar(with("c")));
        assert_eq!(file(&jars, "lib.shaded.Tool"), None);
        assert_eq!(file(&jars, "kotlin.Unit"), None);
        assert_eq!(file(&jars, "own.c.A").as_deref(), Some("c.jar"));
        assert_eq!(
            file(&jars, "split.one.B").as_deref(),
            Some("b.jar"),
            "the class decides where two share a package"
        );
        assert_eq!(file(&jars, "split.one.Made"), None);
    }

    #[test]
    fn broken_and_disabled_jars_own_nothing() {
        let sleeping = Jar::fabric("asleep").entry("a/sleep/X.class", b"x");
        let folder = GameFolder::new()
            .jar(Jar::damaged("cut.jar", Damage::Text("no jar".into())))
            .jar(Jar::fabric("half").entry("h/alf/X.class", b"x").damage(Damage::CutInHalf))
            .disabled(sleeping)
            .jar(
                Jar::fabric("good")
                    .entry("g/ood/X.class", b"x")
                    .nested(Jar::damaged("in.jar", Damage::Empty)),
            );
        let (_temp, jars) = jars(folder);
        assert_eq!(file(&jars, "g.ood.X").as_deref(), Some("good.jar"));
        assert_eq!((file(&jars, "a.sleep.X"), file(&jars, "h.alf.X")), (None, None));
    }
}
