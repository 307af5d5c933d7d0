//! What Adoptium and Azul offer: lists of builds, and the archives they name. In an archive lies a runtime whose `bin/java` is a
//! script that says the listed version and runs a real Java.

use std::path::Path;

use anyhow::Result;
use serde_json::Value;

use super::index::{Recipe, text};
use super::make::filler;
use super::maven::ends;
use super::shelf::key_of;
use crate::javas;
use crate::packed::{Packed, What, tar_gz, zip_of};

const ADOPTIUM: &str = "api.adoptium.net/v3/assets/";
const AZUL: &str = "api.azul.com/metadata/v1/zulu/packages";

/// An archive that a list names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Archive {
    /// Its file's name.
    file: String,
    version: String,
}

/// Whether a document lists such archives.
pub(crate) fn is_list(key: &str) -> bool {
    key.starts_with(ADOPTIUM) || key.starts_with(AZUL)
}

/// Where the document of an address lies: the lists are recorded for each major version, or as a whole.
pub(crate) fn document_of(key: &str) -> Option<String> {
    let key = key.trim_end_matches('/');
    let rest = key.strip_prefix(ADOPTIUM).and_then(|rest| rest.strip_prefix("feature_releases/"));
    match rest.and_then(|rest| rest.split_once('/')) {
        Some((major, "ga")) => Some(format!("{ADOPTIUM}java{major}.json")),
        _ => (key == AZUL).then(|| format!("{AZUL}.json")),
    }
}

/// The archives that a list names.
pub(crate) fn scan(list: &Value, put: &mut dyn FnMut(String, Recipe)) {
    match list {
        Value::Array(entries) => entries.iter().for_each(|entry| scan(entry, put)),
        Value::Object(_) if list["download_url"].is_string() => {
            let numbers = list["java_version"].as_array().into_iter().flatten();
            let version: Vec<String> = numbers.map(Value::to_string).collect();
            archive(text(list, "download_url"), &version.join("."), put);
        }
        _ => {
            for binary in list["binaries"].as_array().into_iter().flatten() {
                archive(text(&binary["package"], "link"), &openjdk(&list["version_data"]), put);
            }
        }
    }
}

fn openjdk(data: &Value) -> String {
    let bare = text(data, "openjdk_version").split(['+', '-']).next().unwrap_or_default();
    bare.trim_end_matches("-LTS").to_owned()
}

fn archive(url: &str, version: &str, put: &mut dyn FnMut(String, Recipe)) {
    let (key, file) = (key_of(url), url.rsplit('/').next().unwrap_or_default().to_owned());
    if ends(&file, "zip") || file.ends_with(".tar.gz") {
        put(key, Recipe::Archive(Archive { file, version: version.to_owned() }));
    }
}

/// The bytes of an archive; `java` is the real one behind `bin/java`.
pub(crate) fn bytes(archive: &Archive, java: Option<&Path>) -> Result<Vec<u8>> {
    let top = archive.file.trim_end_matches(".zip").trim_end_matches(".tar.gz");
    let top: String = top.chars().take(40).collect();
    let is_mac = archive.file.contains("_mac");
    let home = if is_mac { format!("{top}/Contents/Home/") } else { format!("{top}/") };
    let mut entries = vec![Packed::new(format!("{top}/"), What::Folder)];
    let mut put = |name: &str, what: What| entries.push(Packed::new(format!("{home}{name}"), what));
    let exe = if archive.file.contains("win") { ".exe" } else { "" };
    put(&format!("bin/java{exe}"), What::Program(javas::script(&archive.version, java).into_bytes()));
    put(&format!("bin/keytool{exe}"), What::Program(filler(&format!("{}/keytool", archive.file))));
    put("lib/modules", What::File(filler(&archive.file)));
    put("legal/java.base/LICENSE", What::File(filler("LICENSE")));
    if exe.is_empty() {
        put("legal/java.desktop/LICENSE", What::Link("../java.base/LICENSE".to_owned()));
    }
    put("release", What::File(javas::release(&archive.version).into_bytes()));
    if ends(&archive.file, "zip") { zip_of(&entries) } else { tar_gz(&entries) }
}
