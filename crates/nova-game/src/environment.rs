//! Can a version start: its json, Java, memory, path, disk, files, loader, locks.

use nova_model::{Field, Message, Severity};
use serde::Serialize;

use crate::{
    Fit, Java, JavaList, Loader, Machine, Os, Probe, Settings, SystemInfo, Version, launch_checks,
    memory::{NARROW_MB, mods},
    running, system,
};

/// How one check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Fine.
    Ok,
    /// May make trouble.
    Warning,
    /// Will keep the game from starting.
    Error,
}

/// One thing looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// `json`, `java`, `memory`, `path`, `disk`, `files`, `loader`, `running`; where something is set also `arguments`,
    /// `variables`, `window`, `commands`.
    pub id: &'static str,
    /// How it ended.
    pub verdict: Verdict,
    /// The sentence about it.
    pub message: Message,
    /// What to do, where something can be done.
    pub hint: Option<Message>,
}

/// What a version is checked against.
pub(crate) struct Surroundings<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) machine: &'a Machine,
    pub(crate) java: &'a JavaList,
    pub(crate) system: &'a SystemInfo,
    pub(crate) probe: &'a dyn Probe,
}

/// Below this the game cannot even write its logs and a chunk or two.
const DISK_LEAST: u64 = 256 << 20;
/// Below this a session may fill the disk.
const DISK_COMFORT: u64 = 2 << 30;
/// The heap that the game of today needs.
const HEAP_COMFORT_MB: u64 = 2_048;

/// Every check, in a fixed order.
pub(crate) fn check(version: &Version, around: &Surroundings) -> Vec<Check> {
    let mut checks = json(version);
    let chosen = chosen(version, around.settings, around.machine, around.java);
    checks.push(java(version, around, chosen));
    checks.push(memory(version, around, chosen));
    checks.extend(launch_checks::check(version, around, chosen));
    checks.push(path(version, around.machine.os));
    checks.push(disk(version));
    checks.push(files(version));
    checks.push(loader(version));
    checks.push(running(version, around.probe));
    checks
}

pub(crate) fn ok(id: &'static str, message: Message) -> Check {
    Check { id, verdict: Verdict::Ok, message, hint: None }
}

pub(crate) fn bad(id: &'static str, verdict: Verdict, message: Message, hint: &'static str) -> Check {
    Check { id, verdict, message, hint: Some(Message::new(hint)) }
}

/// What is wrong with the json, each by itself; or one check that all is well.
fn json(version: &Version) -> Vec<Check> {
    let check = |problem: &nova_model::Problem| {
        let verdict = match problem.severity {
            Severity::Note => return None,
            Severity::Warning => Verdict::Warning,
            Severity::Error => Verdict::Error,
        };
        // The jar has a check of its own.
        let known = problem.message.code == "game.version.no-jar";
        (!known).then(|| bad("json", verdict, problem.message.clone(), "game.hint.reinstall"))
    };
    let found: Vec<Check> = version.problems.iter().filter_map(check).collect();
    if found.is_empty() { vec![ok("json", Message::new("game.check.json"))] } else { found }
}

/// The runtime the version would be started with: its own, the general one, else the best fit.
pub(crate) fn chosen<'a>(
    version: &Version,
    settings: &Settings,
    machine: &Machine,
    list: &'a JavaList,
) -> Option<&'a Java> {
    match named(version, settings) {
        Some(id) => list.find(id),
        None => list.choose(&version.java, &machine.arch),
    }
}

fn named<'a>(version: &'a Version, settings: &'a Settings) -> Option<&'a str> {
    let id = version.own.java.as_deref().or(settings.java.as_deref());
    id.filter(|id| *id != "auto")
}

fn java(version: &Version, around: &Surroundings, chosen: Option<&Java>) -> Check {
    let needed = version.java.major.map_or_else(
        || Message::new("game.value.any-java"),
        |major| Message::new("game.value.java-major").with("major", i64::from(major)),
    );
    let Some(java) = chosen else { return no_java(version, around, needed) };
    let about = |code| {
        Message::new(code)
            .with("needed", needed.clone())
            .with("major", i64::from(java.major))
            .with("path", java.path.as_path())
    };
    let suits = version.java.suits(java);
    let build = suits.why.filter(|_| version.java.fit(java.major) != Fit::Wrong);
    if let Some(why) = build {
        let verdict = if suits.fit == Fit::Wrong { Verdict::Error } else { Verdict::Warning };
        let message = Message::new("game.check.java-build")
            .with("version", java.version.as_str())
            .with("path", java.path.as_path())
            .with("why", why);
        return bad("java", verdict, message, "game.hint.java-build");
    }
    match suits.fit {
        _ if version.java.major.is_none() => ok("java", about("game.check.java-unknown")),
        Fit::Recommended => ok("java", about("game.check.java")),
        Fit::Acceptable => {
            bad("java", Verdict::Warning, about("game.check.java-other"), "game.hint.java-auto")
        }
        Fit::Wrong => bad("java", Verdict::Error, about("game.check.java-wrong"), "game.hint.java-auto"),
    }
}

fn no_java(version: &Version, around: &Surroundings, needed: Message) -> Check {
    if let Some(id) = named(version, around.settings) {
        let gone = Message::new("game.check.java-gone").with("path", id);
        return bad("java", Verdict::Error, gone, "game.hint.java-auto");
    }
    let have: Vec<String> = around.java.majors().iter().map(ToString::to_string).collect();
    let message = if have.is_empty() {
        Message::new("game.check.java-none").with("needed", needed)
    } else {
        Message::new("game.check.java-missing").with("needed", needed).with("have", have)
    };
    bad("java", Verdict::Error, message, "game.hint.install-java")
}

fn memory(version: &Version, around: &Surroundings, java: Option<&Java>) -> Check {
    let total = around.system.memory_total_mb();
    let available = around.system.memory_available >> 20;
    let Some(max) = version.own.max_mb.or(around.settings.max_mb).map(u64::from) else {
        return ok("memory", Message::new("game.check.memory-auto").with("total", mb(total)));
    };
    let about = |code| {
        Message::new(code).with("max", mb(max)).with("total", mb(total)).with("available", mb(available))
    };
    let narrow = java.is_some_and(Java::is_32_bit);
    let hint = "game.hint.memory";
    if max > total {
        bad("memory", Verdict::Error, about("game.check.memory-over"), hint)
    } else if narrow && max > NARROW_MB {
        bad("memory", Verdict::Error, about("game.check.memory-32-bit"), hint)
    } else if max > available {
        bad("memory", Verdict::Warning, about("game.check.memory-busy"), "game.hint.memory-free")
    } else if max < HEAP_COMFORT_MB && loads_mods(version) {
        bad("memory", Verdict::Warning, about("game.check.memory-small"), hint)
    } else {
        ok("memory", about("game.check.memory"))
    }
}

fn mb(mb: u64) -> Field {
    Field::Number(i64::try_from(mb).unwrap_or(i64::MAX))
}

fn loads_mods(version: &Version) -> bool {
    version.loaders.iter().any(|build| build.loader != Loader::OptiFine)
}

/// `!` ends the file part of a jar address, and the separator of the class path cuts it in two; letters beyond ASCII and
/// blanks trip some old versions and loaders on Windows.
fn path(version: &Version, os: Os) -> Check {
    let instance = version.instance();
    let text = instance.folder.to_string_lossy();
    let separator = if os == Os::Windows { ';' } else { ':' };
    let about = |code| Message::new(code).with("path", instance.folder.as_path());
    if text.chars().any(|letter| letter == separator || letter.is_control()) && !drive_only(&text, os) {
        bad("path", Verdict::Error, about("game.check.path-breaks"), "game.hint.path")
    } else if text.contains('!') {
        bad("path", Verdict::Error, about("game.check.path-mark"), "game.hint.path")
    } else if os == Os::Windows && !text.is_ascii() {
        bad("path", Verdict::Warning, about("game.check.path-letters"), "game.hint.path")
    } else {
        ok("path", about("game.check.path"))
    }
}

/// A class path on Windows is cut at `;` only, so the colon of a drive is no fault there.
fn drive_only(text: &str, os: Os) -> bool {
    os == Os::Windows && !text.contains(';') && !text.chars().any(char::is_control)
}

fn disk(version: &Version) -> Check {
    let Some(space) = system::space(&version.root) else {
        return ok("disk", Message::new("game.check.disk-unknown"));
    };
    let about =
        |code| Message::new(code).with("free", Field::Bytes(space.free)).with("path", version.root.as_path());
    match space.free {
        free if free < DISK_LEAST => {
            bad("disk", Verdict::Error, about("game.check.disk-full"), "game.hint.disk")
        }
        free if free < DISK_COMFORT => {
            bad("disk", Verdict::Warning, about("game.check.disk-low"), "game.hint.disk")
        }
        _ => ok("disk", about("game.check.disk")),
    }
}

fn files(version: &Version) -> Check {
    if let Some(jar) = &version.jar {
        return ok("files", Message::new("game.check.files").with("path", jar.as_path()));
    }
    let message = Message::new("game.check.no-jar").with("id", version.id.as_str());
    bad("files", Verdict::Error, message, "game.hint.reinstall")
}

fn loader(version: &Version) -> Check {
    let mods = mods(&version.instance().mods());
    match version.loaders.first().filter(|_| loads_mods(version)) {
        Some(build) => {
            let message = Message::new("game.check.loader")
                .with("loader", build.loader.label())
                .with("version", build.version.as_str())
                .with("mods", mods);
            ok("loader", message)
        }
        None if mods > 0 => {
            let message =
                Message::new("game.check.mods-unused").with("mods", mods).with("id", version.id.as_str());
            bad("loader", Verdict::Warning, message, "game.hint.loader")
        }
        None => ok("loader", Message::new("game.check.vanilla")),
    }
}

fn running(version: &Version, probe: &dyn Probe) -> Check {
    let open = running::open_world(&version.instance(), probe);
    match (version.running, open) {
        (true, _) => {
            let message = Message::new("game.check.running").with("id", version.id.as_str());
            bad("running", Verdict::Warning, message, "game.hint.close-game")
        }
        (false, Some(world)) => {
            let message = Message::new("game.check.world-open").with("world", world.as_path());
            bad("running", Verdict::Warning, message, "game.hint.close-game")
        }
        (false, None) => ok("running", Message::new("game.check.not-running")),
    }
}
