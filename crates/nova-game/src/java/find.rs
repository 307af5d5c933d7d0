//! Finds the runtimes: candidates made canonical, each looked at once, broken ones reported.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use nova_model::{Message, Problem};

use super::{
    Java, JavaList, JavaSource,
    facts::{self, Facts},
    places::{self, Search},
    probe,
};
use crate::{Os, read::read_file};

/// A `release` file has about a kilobyte.
const RELEASE_CAP: u64 = 64 << 10;

/// The runtimes of this computer, newest first.
pub(crate) fn find(search: &Search) -> JavaList {
    let mut list = JavaList::default();
    for (executable, sources) in executables(search, &mut list.problems) {
        match look(&executable, search) {
            Ok(facts) => list.items.push(java(executable, facts, sources)),
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

/// What comes with a game folder is somebody else's: only what it says about itself is read, nothing of it is run.
fn look(executable: &Path, search: &Search) -> io::Result<Facts> {
    if let Some(facts) = release(executable) {
        return Ok(facts);
    }
    if search.is_in_a_root(executable) {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let printed = probe::properties(executable, &search.machine.env)?;
    facts::of_properties(&printed).ok_or_else(|| io::ErrorKind::InvalidData.into())
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
