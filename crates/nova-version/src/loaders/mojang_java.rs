//! Mojang's Java runtimes: the list of all (`java-runtime/…/all.json`) and the files of one (`manifest.json`).

use std::collections::BTreeMap;

use nova_model::{Os, Problem};
use serde_json::{Map, Value};

use super::{CAP, MOST};
use crate::{
    error::VersionError,
    files::{Remote, remote},
    json::download,
    path::SafePath,
    platform::Platform,
    read::{Notes, is_url, object, str_of},
};

/// One runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runtime {
    /// Its name, such as `java-runtime-gamma`.
    pub component: String,
    /// Its version, such as `17.0.15` or `8u202`.
    pub version: String,
    /// When it came out.
    pub released: Option<String>,
    /// The list of its files.
    pub manifest: Remote,
}

impl Runtime {
    /// The major version that its version says: 8 for `8u202`.
    pub fn major(&self) -> Option<u32> {
        let digits: String = self.version.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    }
}

/// Mojang's name of a platform; nothing for those it has none for.
pub fn platform_key(platform: &Platform) -> Option<&'static str> {
    match (platform.os, platform.arch_name()) {
        (Os::Linux, "x86_64") => Some("linux"),
        (Os::Linux, "x86") => Some("linux-i386"),
        (Os::MacOs, "x86_64") => Some("mac-os"),
        (Os::MacOs, "arm64") => Some("mac-os-arm64"),
        (Os::Windows, "x86_64") => Some("windows-x64"),
        (Os::Windows, "x86") => Some("windows-x86"),
        (Os::Windows, "arm64") => Some("windows-arm64"),
        _ => None,
    }
}

/// Reads the runtimes of a platform by component; each component's newest. Components that a platform does not have are not there.
pub fn runtimes(bytes: &[u8], platform: &Platform) -> Result<Vec<Runtime>, VersionError> {
    let map = object("all.json", bytes, CAP)?;
    let own = platform_key(platform).and_then(|key| map.get(key)?.as_object());
    let mut notes = Notes::new("all.json");
    let newest = |(component, list): (&String, &Value)| {
        let all = list.as_array()?.iter().filter_map(|value| runtime(component, value, &mut notes));
        all.max_by(|a, b| a.released.cmp(&b.released))
    };
    let mut found: Vec<Runtime> = own.into_iter().flatten().take(MOST).filter_map(newest).collect();
    found.sort_by(|a, b| (b.major(), &b.released).cmp(&(a.major(), &a.released)));
    Ok(found)
}

fn runtime(component: &str, value: &Value, notes: &mut Notes) -> Option<Runtime> {
    let version = value.get("version")?;
    Some(Runtime {
        component: component.to_owned(),
        version: str_of(version, "name")?.to_owned(),
        released: str_of(version, "released").map(str::to_owned),
        manifest: remote(&download(value.get("manifest")?.as_object()?, notes))?,
    })
}

/// Whether a file may be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It may.
    Executable,
    /// It is data.
    Plain,
}

/// One entry of a runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A folder.
    Folder,
    /// A file.
    File {
        /// Whether it may be run.
        mode: Mode,
        /// As it is.
        raw: Remote,
        /// Packed with LZMA, where that is offered; unpacked it is `raw`.
        lzma: Option<Remote>,
    },
    /// A link to another entry; the target is relative to the link's folder and stays inside the runtime.
    Link {
        /// The target, as written.
        target: String,
    },
}

/// The entries of a runtime.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuntimeFiles {
    /// Entries by their path.
    pub entries: BTreeMap<SafePath, Entry>,
    /// What was left out, and why.
    pub problems: Vec<Problem>,
}

impl RuntimeFiles {
    /// Reads a runtime's `manifest.json`.
    pub fn parse(bytes: &[u8]) -> Result<Self, VersionError> {
        let map = object("manifest.json", bytes, CAP)?;
        let Some(files) = map.get("files").and_then(Value::as_object) else {
            return Err(VersionError::Shape { name: "manifest.json".to_owned() });
        };
        let mut notes = Notes::new("manifest.json");
        let mut entries = BTreeMap::new();
        for (name, value) in files.iter().take(MOST) {
            let path = SafePath::parse(name);
            let entry = value.as_object().and_then(|value| entry(name, value, &mut notes));
            match (path, entry) {
                (Some(path), Some(entry)) => drop(entries.insert(path, entry)),
                _ => notes.odd(name),
            }
        }
        Ok(Self { entries, problems: notes.into_problems() })
    }
}

fn entry(name: &str, map: &Map<String, Value>, notes: &mut Notes) -> Option<Entry> {
    match map.get("type")?.as_str()? {
        "directory" => Some(Entry::Folder),
        "link" => {
            let target = map.get("target")?.as_str()?;
            stays_inside(name, target).then(|| Entry::Link { target: target.to_owned() })
        }
        "file" => {
            let downloads = map.get("downloads")?.as_object()?;
            let mut file = |kind: &str| remote(&download(downloads.get(kind)?.as_object()?, notes));
            let is_executable = map.get("executable").and_then(Value::as_bool) == Some(true);
            let mode = if is_executable { Mode::Executable } else { Mode::Plain };
            Some(Entry::File { mode, raw: file("raw").filter(|raw| is_url(&raw.url))?, lzma: file("lzma") })
        }
        _ => None,
    }
}

/// Whether a link's target, taken from the link's folder, stays below the runtime's root.
fn stays_inside(link: &str, target: &str) -> bool {
    let plain = !target.is_empty() && !target.starts_with('/') && !target.contains(['\\', ':', '\0']);
    let mut depth = link.matches('/').count();
    plain
        && target.split('/').all(|part| {
            match part {
                ".." => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return false,
                },
                "." | "" => {}
                _ => depth += 1,
            }
            true
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";

    #[test]
    fn a_platform_has_its_runtimes_newest_first() {
        let one = |version: &str, released: &str| {
            format!(
                r#"{{"manifest": {{"url": "https://x/{version}.json", "sha1": "{HASH}", "size": 3}},
                "version": {{"name": "{version}", "released": "{released}"}}}}"#
            )
        };
        let text = format!(
            r#"{{"linux": {{"jre-legacy": [{}], "java-runtime-delta": [{}, {}], "java-runtime-alpha": []}}}}"#,
            one("8u202", "2020"),
            one("21.0.1", "2023"),
            one("21.0.7", "2025")
        );
        let linux = runtimes(text.as_bytes(), &Platform::new(Os::Linux, "amd64")).unwrap();
        let shown: Vec<_> = linux.iter().map(|runtime| (runtime.version.as_str(), runtime.major())).collect();
        assert_eq!(shown, [("21.0.7", Some(21)), ("8u202", Some(8))]);
        assert!(runtimes(text.as_bytes(), &Platform::new(Os::Linux, "riscv64")).unwrap().is_empty());
    }

    #[test]
    fn files_folders_and_links_are_read_and_what_leaves_the_folder_is_not() {
        let file = format!(
            r#"{{"type": "file", "executable": true, "downloads": {{"raw": {{"url": "https://x/j", "sha1": "{HASH}", "size": 1}},
            "lzma": {{"url": "https://x/l", "sha1": "{HASH}", "size": 1}}}}}}"#
        );
        let text = format!(
            r#"{{"files": {{"bin": {{"type": "directory"}}, "bin/java": {file}, "../x": {file},
            "bin/jc": {{"type": "link", "target": "java"}}, "legal/a/b": {{"type": "link", "target": "../c/b"}},
            "bad": {{"type": "link", "target": "../etc/passwd"}}, "worse": {{"type": "link", "target": "/etc/passwd"}}}}}}"#
        );
        let files = RuntimeFiles::parse(text.as_bytes()).unwrap();
        let names: Vec<&str> = files.entries.keys().map(SafePath::as_str).collect();
        assert_eq!((names, files.problems.len()), (vec!["bin", "bin/java", "bin/jc", "legal/a/b"], 3));
        let java = files.entries.get(&SafePath::parse("bin/java").unwrap()).unwrap();
        assert!(matches!(java, Entry::File { mode: Mode::Executable, lzma: Some(_), .. }));
    }
}
