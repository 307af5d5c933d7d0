//! Finds the runtimes: candidates made canonical, each looked at once, broken ones reported.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    sync::Mutex,
    thread,
    time::SystemTime,
};

use nova_model::{Message, Problem};

use super::{
    Java, JavaList, JavaSource,
    build::numbers,
    facts::{self, Facts},
    places::{self, Search},
    probe,
};
use crate::{Os, read::read_file};

/// A `release` file has about a kilobyte.
const RELEASE_CAP: u64 = 64 << 10;
/// So many runtimes are asked side by side.
const AT_ONCE: usize = 8;

/// What runtimes have said, for as long as their files stay the same: asking one takes a while.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    answers: Mutex<BTreeMap<PathBuf, (Stamp, Facts)>>,
}

/// Size and last change of an executable.
type Stamp = (u64, Option<SystemTime>);

impl Asked {
    fn answer(&self, executable: &Path, env: &BTreeMap<String, OsString>) -> io::Result<Facts> {
        let seen = executable.metadata()?;
        let stamp = (seen.len(), seen.modified().ok());
        let known = self.answers.lock().ok().and_then(|answers| answers.get(executable).cloned());
        if let Some((_, facts)) = known.filter(|(known, _)| *known == stamp) {
            return Ok(facts);
        }
        let printed = probe::properties(executable, env)?;
        let facts = facts::of_properties(&printed).ok_or(io::ErrorKind::InvalidData)?;
        if let Ok(mut answers) = self.answers.lock() {
            answers.insert(executable.to_owned(), (stamp, facts.clone()));
        }
        Ok(facts)
    }
}

/// The runtimes of this computer, newest first. They are asked side by side.
pub(crate) fn find(search: &Search, asked: &Asked) -> JavaList {
    let mut list = JavaList::default();
    let found = executables(search, &mut list.problems);
    let looks: Vec<_> = found.chunks(AT_ONCE).flat_map(|some| looks(some, search, asked)).collect();
    for ((executable, sources), look) in found.into_iter().zip(looks) {
        match look {
            Ok(Look { facts, lie }) => {
                list.problems.extend(lie.map(|said| lied(&executable, &said, &facts.version)));
                list.items.push(java(executable, facts, sources));
            }
            Err(why) => list.problems.push(broken(&executable, why)),
        }
    }
    list.items.sort_by(|a, b| b.major.cmp(&a.major).then_with(|| a.id.cmp(&b.id)));
    list
}

/// A runtime by the `release` file beside it, without running anything: what may be done with a path that is only
/// proposed.
pub(crate) fn released(path: &Path, os: Os) -> Option<Java> {
    let path = Some(path).filter(|path| path.is_absolute())?;
    let executable = places::executable(path, os).canonicalize().ok().filter(|path| runs(path))?;
    let facts = release(&executable)?;
    Some(java(executable, facts, Vec::new()))
}

/// What a runtime says that lies nowhere in particular yet, such as one that was just fetched. It is run.
pub(crate) fn ask(executable: &Path, env: &BTreeMap<String, OsString>) -> io::Result<Java> {
    let printed = probe::properties(executable, env)?;
    let facts = facts::of_properties(&printed).ok_or(io::ErrorKind::InvalidData)?;
    Ok(java(executable.to_owned(), facts, Vec::new()))
}

/// The executables in order, each with all the ways it was found. A registered one that is gone is a problem.
fn executables(search: &Search, problems: &mut Vec<Problem>) -> Vec<(PathBuf, Vec<JavaSource>)> {
    let mut found: Vec<(PathBuf, Vec<JavaSource>)> = Vec::new();
    for (path, source) in places::candidates(search) {
        let real = places::executable(&path, search.machine.os).canonicalize().ok().filter(|path| runs(path));
        match (real, source) {
            (Some(real), _) => note(&mut found, real, source),
            (None, JavaSource::Settings) => {
                let message = Message::new("game.java.registered-missing").with("path", path.as_path());
                problems.push(Problem::warning(path.display().to_string(), message));
            }
            (None, _) => {}
        }
    }
    found
}

fn note(found: &mut Vec<(PathBuf, Vec<JavaSource>)>, real: PathBuf, source: JavaSource) {
    match found.iter_mut().find(|(known, _)| *known == real) {
        Some((_, sources)) if sources.contains(&source) => {}
        Some((_, sources)) => sources.push(source),
        None => found.push((real, vec![source])),
    }
}

/// Whether a file may be run and is called like Java; a launcher's folder holds other programs too.
fn runs(path: &Path) -> bool {
    let named = path.file_stem().is_some_and(|name| name.eq_ignore_ascii_case("java"));
    named && fs::metadata(path).is_ok_and(|seen| seen.is_file() && executable_bit(&seen))
}

#[cfg(unix)]
fn executable_bit(seen: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    seen.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn executable_bit(_seen: &fs::Metadata) -> bool {
    true
}

fn looks(found: &[(PathBuf, Vec<JavaSource>)], search: &Search, asked: &Asked) -> Vec<io::Result<Look>> {
    thread::scope(|scope| {
        let looks: Vec<_> = found
            .iter()
            .map(|(executable, _)| scope.spawn(move || look(executable, search, asked)))
            .collect();
        looks
            .into_iter()
            .map(|look| look.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into())))
            .collect()
    })
}

/// What is known of a runtime, and the version its `release` file claims where it is another one.
struct Look {
    facts: Facts,
    lie: Option<String>,
}

/// A runtime says itself what it is; a file beside it may be left from another one. What comes with a game folder is somebody
/// else's, though: only what it says about itself is read, nothing of it is run.
fn look(executable: &Path, search: &Search, asked: &Asked) -> io::Result<Look> {
    let said = release(executable);
    let truthful = |facts| Look { facts, lie: None };
    if search.is_in_a_root(executable) {
        return said.map(truthful).ok_or_else(|| io::ErrorKind::Unsupported.into());
    }
    match (asked.answer(executable, &search.machine.env), said) {
        (Ok(facts), Some(said)) => {
            let lies = numbers(&said.version) != numbers(&facts.version);
            let facts = Facts { vendor: facts.vendor.or(said.vendor), ..facts };
            Ok(Look { facts, lie: lies.then_some(said.version) })
        }
        (Ok(facts), None) => Ok(truthful(facts)),
        // The computer may be busy.
        (Err(why), Some(said)) if why.kind() == io::ErrorKind::TimedOut => Ok(truthful(said)),
        (Err(why), _) => Err(why),
    }
}

fn lied(executable: &Path, said: &str, is: &str) -> Problem {
    let message = Message::new("game.java.lies").with("path", executable).with("said", said).with("is", is);
    Problem::warning(executable.display().to_string(), message)
}

/// Facts of the `release` file: in the home, or one above where the runtime lies inside a kit (`jre/bin`).
fn release(executable: &Path) -> Option<Facts> {
    let home = executable.parent()?.parent()?;
    let inner = home.file_name().is_some_and(|name| name == "jre");
    let above = home.parent().filter(|_| inner);
    [Some(home), above].into_iter().flatten().find_map(|folder| {
        let bytes = read_file(&folder.join("release"), RELEASE_CAP).ok()?;
        facts::of_release(&String::from_utf8_lossy(&bytes))
    })
}

fn java(executable: PathBuf, facts: Facts, sources: Vec<JavaSource>) -> Java {
    Java {
        id: executable.display().to_string(),
        kind: facts::kind(&executable),
        path: executable,
        major: facts.major,
        version: facts.version,
        vendor: facts.vendor,
        arch: facts.arch,
        sources,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the error ends here")]
fn broken(executable: &Path, why: io::Error) -> Problem {
    let message = match why.kind() {
        io::ErrorKind::TimedOut => Message::new("game.java.silent"),
        io::ErrorKind::Unsupported => Message::new("game.java.of-others"),
        io::ErrorKind::InvalidData => Message::new("game.java.odd-answer"),
        _ => Message::new("game.java.not-run").with("reason", why.to_string()),
    };
    Problem::warning(executable.display().to_string(), message.with("path", executable))
}
