//! What a version is at one moment.

use std::{
    collections::BTreeMap,
    fs::{self, File, Metadata},
    io::Read as _,
    path::{Path, PathBuf},
};

use nova_content::mods::{self as content_mods, InstalledMod};
use nova_game::{Instance, Java, OwnLaunch, Version};
use nova_model::Millis;
use nova_net::download::{DigestKind, Hasher};
use serde::{Deserialize, Serialize};

use super::configs::Config;
use crate::launcher::Launcher;

/// Folders whose contents are listed by name alone.
pub(super) const PACKS: [&str; 2] = ["resourcepacks", "shaderpacks"];
/// More packs of a kind are not listed.
const MOST_PACKS: usize = 500;
/// What a mod that is switched off has behind its name.
pub(super) const OFF: &str = ".disabled";

/// What a version is at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Snapshot {
    /// The shape of this record.
    pub(super) format: u32,
    /// The run that was started with it.
    pub(super) run: String,
    /// When.
    pub(super) at: Millis,
    /// Where it plays.
    pub(super) dir: PathBuf,
    /// Where it is installed.
    pub(super) root: PathBuf,
    /// Its id.
    pub(super) version: String,
    /// Whether the run ended well.
    pub(super) good: bool,
    /// The game's version.
    pub(super) game: Option<String>,
    /// The loaders, each with its version.
    pub(super) loaders: Vec<String>,
    /// How it is started.
    pub(super) start: Start,
    /// The mods folder.
    pub(super) mods: Vec<Mod>,
    /// Files of the configuration.
    pub(super) configs: Vec<Config>,
    /// Packs, with the folder before the name.
    pub(super) packs: Vec<String>,
}

/// How a version is started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Start {
    /// The Java that runs it, and its version.
    pub(super) java: Option<(PathBuf, String)>,
    /// The heap limit in force.
    pub(super) max_mb: Option<u32>,
    /// The arguments in force.
    pub(super) jvm_args: Option<String>,
    /// The variables in force.
    pub(super) env: BTreeMap<String, String>,
    /// What of that the version says itself.
    pub(super) own: OwnLaunch,
}

/// A file in the mods folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Mod {
    /// Its path below `mods/`, without what switches it off.
    pub(super) file: String,
    pub(super) on: bool,
    pub(super) size: u64,
    pub(super) modified: Millis,
    /// Its mod id.
    pub(super) id: String,
    /// Its version.
    pub(super) version: String,
    /// Known once the game has ended: nobody waits for that.
    pub(super) sha1: Option<String>,
}

impl Mod {
    /// The name it has on the disk.
    pub(super) fn name(&self) -> String {
        if self.on { self.file.clone() } else { format!("{}{OFF}", self.file) }
    }

    /// Whether both are the same bytes, as far as it is known.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let hashes = self.sha1.as_ref().zip(other.sha1.as_ref());
        self.size == other.size && hashes.map_or(self.modified == other.modified, |(one, two)| one == two)
    }
}

impl Launcher {
    /// All but the mods and the configuration, which are read apart.
    pub(super) fn snapshot(&self, version: &Version, java: Option<&Java>, run: &str) -> Snapshot {
        let general = self.game.settings();
        let launch = self.game.launch_settings(version);
        let loaders = version.loaders.iter().map(|build| format!("{} {}", build.loader, build.version));
        let dir = version.instance().dir;
        Snapshot {
            format: 1,
            run: run.to_owned(),
            at: self.clock.now(),
            packs: packs(&dir),
            dir,
            root: version.root.clone(),
            version: version.id.clone(),
            game: version.game_version.clone(),
            loaders: loaders.map(|loader| loader.trim().to_owned()).collect(),
            start: Start {
                java: java.map(|java| (java.path.clone(), java.version.clone())),
                max_mb: version.own.max_mb.or(general.max_mb),
                jvm_args: launch.jvm_args,
                env: launch.env,
                own: version.own.own_launch(),
            },
            ..Snapshot::default()
        }
    }
}

/// The mods folder. One that cannot be read has nothing to compare.
pub(super) fn mods(instance: &Instance) -> Vec<Mod> {
    let list = content_mods::list(instance).unwrap_or_default();
    let of = |found: &InstalledMod| Mod {
        file: found.file.strip_suffix(OFF).unwrap_or(&found.file).to_owned(),
        on: found.enabled,
        size: found.size,
        modified: found.modified,
        id: found.mod_ids.first().cloned().unwrap_or_default(),
        version: found.version.clone(),
        sha1: None,
    };
    list.mods.iter().map(of).collect()
}

/// Hashes the mods of a run that ended well, but for those that the good one before has already. A file that is not the one of the
/// start any more has no hash.
pub(super) fn hash_mods(snapshot: &mut Snapshot, before: Option<&Snapshot>) {
    let folder = snapshot.dir.join("mods");
    for one in &mut snapshot.mods {
        let known = before.and_then(|before| before.mods.iter().find(|known| known.file == one.file));
        let known = known
            .filter(|known| (known.size, known.modified) == (one.size, one.modified) && known.sha1.is_some());
        one.sha1 = match known {
            Some(known) => known.sha1.clone(),
            None => hashed(&folder.join(one.name()), one),
        };
    }
}

/// Hashes what has the size it had and another time: a file that was copied back is the same one.
pub(super) fn same_bytes(good: &Snapshot, now: &mut Snapshot, instance: &Instance) {
    for one in &mut now.mods {
        let Some(then) = good.mods.iter().find(|then| then.file == one.file) else { continue };
        if then.sha1.is_some() && then.size == one.size && then.modified != one.modified {
            one.sha1 = hashed(&instance.mods().join(one.name()), one);
        }
    }
}

fn hashed(path: &Path, one: &Mod) -> Option<String> {
    let meta = fs::symlink_metadata(path).ok().filter(Metadata::is_file)?;
    if (meta.len(), modified(&meta)) != (one.size, one.modified) {
        return None;
    }
    sha1_of(path)
}

/// The hash of a file, read piece by piece.
pub(super) fn sha1_of(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let mut hasher = Hasher::new(Some(DigestKind::Sha1));
    let mut piece = vec![0; 64 << 10];
    loop {
        match file.read(&mut piece).ok()? {
            0 => return hasher.finish().map(|digest| digest.to_string()),
            read => hasher.update(piece.get(..read)?),
        }
    }
}

/// The hash of bytes.
pub(super) fn sha1(bytes: &[u8]) -> String {
    let mut hasher = Hasher::new(Some(DigestKind::Sha1));
    hasher.update(bytes);
    hasher.finish().map(|digest| digest.to_string()).unwrap_or_default()
}

/// When a file was written last.
pub(super) fn modified(meta: &Metadata) -> Millis {
    let since = meta.modified().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
    since.and_then(|since| Millis::try_from(since.as_millis()).ok()).unwrap_or_default()
}

fn packs(dir: &Path) -> Vec<String> {
    let of = |kind: &str| {
        let entries = fs::read_dir(dir.join(kind)).into_iter().flatten().flatten().take(MOST_PACKS);
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.filter(|name| !name.starts_with('.')).map(|name| format!("{kind}/{name}")).collect::<Vec<_>>()
    };
    let mut packs: Vec<String> = PACKS.into_iter().flat_map(of).collect();
    packs.sort();
    packs
}
