//! Adoptium's `v3/assets/…`: Java runtimes of Temurin.

use nova_model::Os;
use serde_json::Value;

use super::{
    CAP, MOST,
    java_package::{Archive, JavaPackage, sha256},
};
use crate::{
    error::VersionError,
    platform::canonical,
    read::{is_url, list, str_of, whole},
};

/// Reads releases (`feature_releases`, `latest`), newest first. Only archives of JREs for the three systems (not musl) are kept.
pub fn packages(bytes: &[u8]) -> Result<Vec<JavaPackage>, VersionError> {
    let list = list("v3/assets", bytes, CAP)?;
    Ok(list.iter().take(MOST).flat_map(release).take(MOST).collect())
}

/// A release has several binaries; an answer of `latest` one under `binary`.
fn release(value: &Value) -> Vec<JavaPackage> {
    let data = value.get("version_data").or_else(|| value.get("version"));
    let Some(version) =
        data.and_then(|data| str_of(data, "openjdk_version").or_else(|| str_of(data, "semver")))
    else {
        return Vec::new();
    };
    let major =
        data.and_then(|data| data.get("major")).and_then(whole).and_then(|major| u32::try_from(major).ok());
    let many = value.get("binaries").and_then(Value::as_array).into_iter().flatten();
    let binaries = many.chain(value.get("binary"));
    binaries.filter_map(|binary| package(binary, version, major?)).collect()
}

fn package(binary: &Value, version: &str, major: u32) -> Option<JavaPackage> {
    let os = match str_of(binary, "os")? {
        "linux" => Os::Linux,
        "windows" => Os::Windows,
        "mac" => Os::MacOs,
        _ => return None,
    };
    if str_of(binary, "image_type") != Some("jre")
        || str_of(binary, "jvm_impl").is_some_and(|jvm| jvm != "hotspot")
    {
        return None;
    }
    let file = binary.get("package")?;
    Some(JavaPackage {
        version: version.to_owned(),
        major,
        os,
        arch: canonical(str_of(binary, "architecture")?).to_owned(),
        url: str_of(file, "link").filter(|url| is_url(url))?.to_owned(),
        sha256: str_of(file, "checksum").and_then(sha256),
        size: file.get("size").and_then(whole),
        archive: Archive::of(str_of(file, "name")?)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runtimes_for_the_three_systems_are_kept() {
        let sum = "ab".repeat(32);
        let binary = |os: &str, image: &str| {
            format!(
                r#"{{"os": "{os}", "architecture": "x64", "image_type": "{image}", "jvm_impl": "hotspot",
                "package": {{"link": "https://x/{os}.tar.gz", "name": "{os}.tar.gz", "checksum": "{sum}", "size": 7}}}}"#
            )
        };
        let binaries = [
            binary("linux", "jre"),
            binary("alpine-linux", "jre"),
            binary("mac", "jdk"),
            binary("mac", "jre"),
        ]
        .join(",");
        let text = format!(
            r#"[{{"version_data": {{"major": 17, "openjdk_version": "17.0.20+8"}}, "binaries": [{binaries}]}}, {{}}]"#
        );
        let packages = packages(text.as_bytes()).unwrap();
        assert_eq!(packages.iter().map(|package| package.os).collect::<Vec<_>>(), [Os::Linux, Os::MacOs]);
        assert_eq!(
            (packages[0].arch.as_str(), packages[0].major, packages[0].sha256.as_deref()),
            ("x86_64", 17, Some(sum.as_str()))
        );
    }
}
