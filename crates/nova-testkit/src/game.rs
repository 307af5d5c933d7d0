//! The stand-in game and the stand-in of what installers run: Java sources of this crate (`java/`), compiled by the machine's own
//! `javac` when a test first wants them. Nothing of it is needed to build the crate.
//!
//! The game looks at what it was given: class path, arguments, assets by their hashes, unpacked natives, log configuration,
//! working folder. It writes a report (`standin-report.json` in the game folder) and `logs/latest.log`, speaks on standard output
//! as the log configuration says, and ends with 0, or with 3 where the launch was wrong. The environment steers it:
//!
//! | variable | what |
//! |---|---|
//! | `NOVA_STANDIN_REPORT` | another path for the report |
//! | `NOVA_STANDIN_SECONDS` | how long it plays once it is ready; `forever` |
//! | `NOVA_STANDIN_WINDOW` | `1`: a window, where one can be shown |
//! | `NOVA_STANDIN_CRASH` | one of [`CRASHES`], or one of [`CONDITIONAL_CRASHES`] with a colon and what it is about |
//!
//! Each is read without `NOVA_` too, since Nova gives its games none of its own variables.
//!
//! The report's `state` is `starting` or `ready`; `ended` (`finished`, `stopped`, `refused`) is there once it is over. It says that
//! there was a token, never which.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::disk::{move_folder, remove_folder};
use crate::{Jar, make_folder, write_file};

/// The ways to end badly.
pub const CRASHES: [&str; 11] = [
    "exit1",             // status 1 before a line was logged
    "missing-class",     // ClassNotFoundException before a line was logged
    "exception",         // an exception from main
    "incompatible-mods", // Fabric's list of what does not fit, status 1
    "hs_err",            // hs_err_pid*.log, status 134
    "no-window",         // goes on for ever without being ready
    "oom",               // OutOfMemoryError while playing
    "crash-report",      // crash-reports/crash-*-client.txt, status 255
    "deadlock",          // ready, and then nothing any more
    "killed",            // SIGKILL, as the system does it when memory is short
    "hang-on-exit",      // finished, but the process stays, whatever it is asked
];

/// The ways that depend on how the version is, so that a mended one runs: `way:what`.
pub const CONDITIONAL_CRASHES: [&str; 4] = [
    "mod-exception", // while mods/<jar> is there: an exception of a class in it, with a crash report
    "missing-dependency", // while mods/<jar> is there: Fabric's words about what it needs, status 1
    "oom-below",     // while there are fewer MiB: OutOfMemoryError while playing
    "hs_err-with",   // while Java has this argument: hs_err_pid*.log of Java's own code, status 134
];

const SOURCES: [(&str, &str); 16] = [
    ("harrow/rustymill/RustyMill.java", include_str!("../java/harrow/rustymill/RustyMill.java")),
    ("nova/standin/Arguments.java", include_str!("../java/nova/standin/Arguments.java")),
    ("nova/standin/AssetCheck.java", include_str!("../java/nova/standin/AssetCheck.java")),
    ("nova/standin/Checks.java", include_str!("../java/nova/standin/Checks.java")),
    ("nova/standin/Conditional.java", include_str!("../java/nova/standin/Conditional.java")),
    ("nova/standin/Crash.java", include_str!("../java/nova/standin/Crash.java")),
    ("nova/standin/Expected.java", include_str!("../java/nova/standin/Expected.java")),
    ("nova/standin/GameLog.java", include_str!("../java/nova/standin/GameLog.java")),
    ("nova/standin/Json.java", include_str!("../java/nova/standin/Json.java")),
    ("nova/standin/MadeCheck.java", include_str!("../java/nova/standin/MadeCheck.java")),
    ("nova/standin/Report.java", include_str!("../java/nova/standin/Report.java")),
    ("nova/standin/Settings.java", include_str!("../java/nova/standin/Settings.java")),
    ("nova/standin/StandIn.java", include_str!("../java/nova/standin/StandIn.java")),
    ("nova/standin/Window.java", include_str!("../java/nova/standin/Window.java")),
    ("nova/standin/tool/Processor.java", include_str!("../java/nova/standin/tool/Processor.java")),
    ("optifine/Patcher.java", include_str!("../java/optifine/Patcher.java")),
];
const TOOL: &str = "nova/standin/tool/";
const PATCHER: &str = "optifine/";
const MOD: &str = "harrow/";

/// Paths in a jar and bytes.
type Classes = Vec<(String, Vec<u8>)>;

/// The compiled programs. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Programs {
    game: Arc<Classes>,
    processor: Arc<Classes>,
    patcher: Arc<Classes>,
    mill: Arc<Classes>,
}

impl Programs {
    pub(crate) fn game(&self) -> &[(String, Vec<u8>)] {
        &self.game
    }

    pub(crate) fn processor(&self) -> &[(String, Vec<u8>)] {
        &self.processor
    }

    pub(crate) fn patcher(&self) -> &[(String, Vec<u8>)] {
        &self.patcher
    }

    /// A Fabric mod (`rustymill`, "Rusty Mill") whose class throws when it is run.
    pub fn failing_mod(&self, file: &str) -> Jar {
        let jar = Jar::fabric("rustymill").name("Rusty Mill").file(file);
        self.mill.iter().fold(jar, |jar, (name, bytes)| jar.entry(name, bytes))
    }

    fn read(folder: &Path) -> Result<Self> {
        let mut all = Classes::new();
        for entry in WalkDir::new(folder).sort_by_file_name() {
            let entry = entry?;
            if entry.path().extension().is_some_and(|end| end == "class") {
                let name = entry.path().strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
                all.push((name, std::fs::read(entry.path())?));
            }
        }
        let (processor, rest): (Classes, Classes) =
            all.into_iter().partition(|(name, _)| name.starts_with(TOOL));
        let (patcher, rest): (Classes, Classes) =
            rest.into_iter().partition(|(name, _)| name.starts_with(PATCHER));
        let (mill, game): (Classes, Classes) = rest.into_iter().partition(|(name, _)| name.starts_with(MOD));
        Ok(Self {
            game: Arc::new(game),
            processor: Arc::new(processor),
            patcher: Arc::new(patcher),
            mill: Arc::new(mill),
        })
    }
}

/// Compiles the programs with the `javac` that is found, once for these sources: what lies in the cache is taken.
pub fn compile(cache: &Path) -> Result<Programs> {
    compile_with(Path::new("javac"), cache)
}

/// The same with a compiler of one's own choice (9 or newer).
pub fn compile_with(javac: &Path, cache: &Path) -> Result<Programs> {
    let done = cache.join(format!("stand-in-{}", fingerprint()));
    if !done.is_dir() {
        let work = cache.join(format!(".stand-in-{}-{:?}", std::process::id(), std::thread::current().id()));
        run(javac, &work)?;
        // Another process may have been quicker; its classes are the same.
        if move_folder(&work.join("classes"), &done).is_err() && !done.is_dir() {
            bail!("cannot put the compiled stand-in at {}", done.display());
        }
        remove_folder(&work)?;
    }
    Programs::read(&done)
}

/// Whether a compiler is there, so that a test can say that it skips.
pub fn has_compiler() -> bool {
    Command::new("javac").arg("-version").output().is_ok_and(|out| out.status.success())
}

fn run(javac: &Path, work: &Path) -> Result<()> {
    let sources = work.join("sources");
    for (path, text) in SOURCES {
        write_file(&sources.join(path), text.as_bytes())?;
    }
    make_folder(&work.join("classes"))?;
    let files: Vec<PathBuf> = SOURCES.iter().map(|(path, _)| sources.join(path)).collect();
    let mut command = Command::new(javac);
    command.args(["--release", "8", "-encoding", "UTF-8", "-Xlint:-options", "-d"]).arg(work.join("classes"));
    let out = command.args(files).output().with_context(|| {
        let javac = javac.display();
        format!("cannot run {javac}: the stand-in game is compiled by a JDK of this machine (9 or newer), and there is none")
    })?;
    if !out.status.success() {
        bail!("javac does not take the stand-in game:\n{}", String::from_utf8_lossy(&out.stderr));
    }
    Ok(())
}

fn fingerprint() -> String {
    let mut hasher = Sha256::new();
    for (path, text) in SOURCES {
        hasher.update(path);
        hasher.update(text);
    }
    data_encoding::HEXLOWER.encode(hasher.finalize().get(..8).unwrap_or_default())
}
