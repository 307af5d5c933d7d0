//! Java runtimes as Mojang lists them: platforms, components, and for each a list of files, plain and packed, with links and
//! executables. `bin/java` is a script that says the listed version and runs a real Java.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::digest::sha1;
use super::index::{Recipe, text};
use super::make::{filler, lzma};
use super::shelf::key_of;
use crate::javas;

/// Which runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Id {
    platform: String,
    component: String,
    version: String,
}

/// One file of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    /// The address of the plain file, which its bytes follow from.
    plain: String,
    name: String,
    version: String,
    packed: bool,
}

impl Id {
    /// A list of files that no list of runtimes names.
    pub(crate) fn unknown() -> Self {
        Self {
            platform: "linux".to_owned(),
            component: "unknown".to_owned(),
            version: "1.8.0_202".to_owned(),
        }
    }
}

/// The addresses that a list of runtimes names, those of the thought-up files too.
pub(crate) fn scan(all: &Value, put: &mut dyn FnMut(String, Recipe)) {
    for (platform, components) in all.as_object().into_iter().flatten() {
        for (component, builds) in components.as_object().into_iter().flatten() {
            for build in builds.as_array().into_iter().flatten() {
                let version = text(&build["version"], "name").to_owned();
                let id = Id { platform: platform.clone(), component: component.clone(), version };
                scan_files(&id, &thought_up(&id), put);
                put(key_of(text(&build["manifest"], "url")), Recipe::Runtime(id));
            }
        }
    }
}

/// The addresses that a list of files names.
pub(crate) fn scan_files(id: &Id, manifest: &Value, put: &mut dyn FnMut(String, Recipe)) {
    for (name, file) in manifest["files"].as_object().into_iter().flatten() {
        let plain = key_of(text(&file["downloads"]["raw"], "url"));
        for (kind, packed) in [("raw", false), ("lzma", true)] {
            if let Some(url) = file["downloads"][kind]["url"].as_str() {
                let (plain, name, version) = (plain.clone(), name.clone(), id.version.clone());
                put(key_of(url), Recipe::RuntimeFile(File { plain, name, version, packed }));
            }
        }
    }
}

/// A list of files for a runtime whose own is not recorded.
pub(crate) fn thought_up(id: &Id) -> Value {
    let home = if id.platform.starts_with("mac") { "jre.bundle/Contents/Home/" } else { "" };
    let exe = if id.platform.starts_with("windows") { ".exe" } else { "" };
    let mut files = serde_json::Map::new();
    let mut folder = String::new();
    for part in home.split('/').filter(|part| !part.is_empty()) {
        folder = if folder.is_empty() { part.to_owned() } else { format!("{folder}/{part}") };
        files.insert(folder.clone(), json!({"type": "directory"}));
    }
    for folder in ["bin", "lib", "lib/server", "legal", "legal/java.base", "legal/java.desktop"] {
        files.insert(format!("{home}{folder}"), json!({"type": "directory"}));
    }
    for name in [
        format!("bin/java{exe}"),
        format!("bin/javaw{exe}"),
        format!("bin/keytool{exe}"),
        "lib/jspawnhelper".to_owned(),
    ] {
        files.insert(format!("{home}{name}"), entry(id, &format!("{home}{name}"), true));
    }
    for name in ["lib/modules", "lib/server/libjvm.so", "legal/java.base/LICENSE", "release"] {
        files.insert(format!("{home}{name}"), entry(id, &format!("{home}{name}"), false));
    }
    if exe.is_empty() {
        let link = json!({"type": "link", "target": "../java.base/LICENSE"});
        files.insert(format!("{home}legal/java.desktop/LICENSE"), link);
    }
    json!({ "files": files })
}

/// Addresses as they are: by a hash that does not matter here. What is small is not packed.
fn entry(id: &Id, name: &str, executable: bool) -> Value {
    let file = name.rsplit('/').next().unwrap_or_default();
    let at = |kind: &str| {
        let seed = sha1(format!("{}/{}/{}/{name}/{kind}", id.platform, id.component, id.version).as_bytes());
        json!({"sha1": "", "size": 0, "url": format!("https://piston-data.mojang.com/v1/objects/{seed}/{file}")})
    };
    let mut downloads = json!({"raw": at("raw")});
    if !name.ends_with("LICENSE") && !name.ends_with("release") {
        downloads["lzma"] = at("lzma");
    }
    json!({"type": "file", "executable": executable, "downloads": downloads})
}

/// The bytes of a file; `java` is the real one behind `bin/java`.
pub(crate) fn bytes(file: &File, java: Option<&Path>) -> Result<Vec<u8>> {
    let plain = match file.name.as_str() {
        name if name.ends_with("bin/java") => javas::script(&file.version, java).into_bytes(),
        name if name == "release" || name.ends_with("/release") => javas::release(&file.version).into_bytes(),
        _ => filler(&file.plain),
    };
    if file.packed { lzma(&plain) } else { Ok(plain) }
}
