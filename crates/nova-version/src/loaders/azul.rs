//! Azul's `metadata/v1/zulu/packages`: Java runtimes of Zulu. The list has no digests; the answer about one package has.

use nova_model::Os;
use serde_json::Value;

use super::{
    CAP, MOST,
    java_package::{Archive, JavaPackage, sha256},
};
use crate::{
    error::VersionError,
    platform::canonical,
    read::{is_url, list, object, str_of, whole},
};

/// A package of the list, and the id under which its digest is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zulu {
    /// Its id (`packages/<id>`).
    pub id: String,
    /// What it is.
    pub package: JavaPackage,
}

/// Reads the list, newest first. Only archives for the three systems are kept.
pub fn packages(bytes: &[u8]) -> Result<Vec<Zulu>, VersionError> {
    let list = list("zulu/packages", bytes, CAP)?;
    Ok(list.iter().take(MOST).filter_map(zulu).collect())
}

/// Reads the answer about one package.
pub fn package(bytes: &[u8]) -> Result<Zulu, VersionError> {
    let map = object("zulu/packages", bytes, CAP)?;
    zulu(&Value::Object(map)).ok_or_else(|| VersionError::Shape { name: "zulu/packages".to_owned() })
}

fn zulu(value: &Value) -> Option<Zulu> {
    let id = str_of(value, "package_uuid")
        .filter(|id| id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-'))?;
    let name = str_of(value, "name")?;
    // Builds with JavaFX, for checkpoints and without graphics are other products.
    if ["-fx-", "-crac-", "-headless-"].iter().any(|kind| name.contains(kind)) {
        return None;
    }
    let archive = Archive::of(name)?;
    let (os, arch) = target(name)?;
    let numbers: Vec<u64> = value.get("java_version")?.as_array()?.iter().filter_map(whole).collect();
    let major = u32::try_from(*numbers.first()?).ok()?;
    let version = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
    let package = JavaPackage {
        version,
        major,
        os,
        arch: arch.to_owned(),
        url: str_of(value, "download_url").filter(|url| is_url(url))?.to_owned(),
        sha256: str_of(value, "sha256_hash").and_then(sha256),
        size: value.get("size").and_then(whole),
        archive,
    };
    Some(Zulu { id: id.to_owned(), package })
}

/// The list names system and processor only at the end of the file's name: `…-linux_x64.zip`.
fn target(name: &str) -> Option<(Os, &str)> {
    let stem = name.strip_suffix(".zip").or_else(|| name.strip_suffix(".tar.gz"))?;
    let (system, arch) = stem.rsplit('-').next()?.split_once('_')?;
    let os = match system {
        "linux" => Os::Linux,
        "win" => Os::Windows,
        "macosx" => Os::MacOs,
        _ => return None,
    };
    Some((os, canonical(arch)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_and_processor_stand_in_the_name() {
        let text = br#"[{"package_uuid": "c4c965f6-654c", "name": "zulu25.36.205-ca-jre25.0.4.1-win_aarch64.zip", "java_version": [25, 0, 4, 1],
            "download_url": "https://x/z.zip"}, {"package_uuid": "../x", "name": "zulu-linux_x64.zip", "java_version": [8], "download_url": "https://x"},
            {"package_uuid": "a", "name": "zre1.7.0_72-7.7.0.2-headless-x86lx32.zip", "java_version": [7], "download_url": "https://x"},
            {"package_uuid": "b", "name": "zulu11-solaris_x64.zip", "java_version": [11], "download_url": "https://x"},
            {"package_uuid": "c", "name": "zulu11-ca-fx-jre11-linux_x64.zip", "java_version": [11], "download_url": "https://x"},
            {"package_uuid": "d", "name": "zulu11-ca-crac-jre11-linux_x64.zip", "java_version": [11], "download_url": "https://x"}]"#;
        let list = packages(text).unwrap();
        assert_eq!(list.len(), 1);
        let package = &list[0].package;
        assert_eq!(
            (package.os, package.arch.as_str(), package.version.as_str()),
            (Os::Windows, "arm64", "25.0.4.1")
        );
    }
}
