//! What Adoptium and Azul offer, for the majors of the game. Adoptium has no Java 16, and its Java 8 runs on no ARM Mac.

use serde_json::{Value, json};

use super::super::digest::sha1;
use super::{Documents, put};

const RELEASES: [(u32, &str); 5] = [
    (8, "1.8.0_502-b07"),
    (11, "11.0.32+9"),
    (17, "17.0.20+8-LTS"),
    (21, "21.0.12+7-LTS"),
    (25, "25.0.4+9-LTS"),
];
const TARGETS: [(&str, &str, &str); 7] = [
    ("alpine-linux", "x64", "tar.gz"),
    ("linux", "x64", "tar.gz"),
    ("linux", "aarch64", "tar.gz"),
    ("mac", "x64", "tar.gz"),
    ("mac", "aarch64", "tar.gz"),
    ("windows", "x64", "zip"),
    ("windows", "aarch64", "zip"),
];
const ZULU: [(&str, [u32; 3]); 6] = [
    ("zulu16.32.15-ca-jre16.0.2-linux_aarch64.tar.gz", [16, 0, 2]),
    ("zulu16.32.15-ca-jre16.0.2-linux_musl_aarch64.tar.gz", [16, 0, 2]),
    ("zulu16.32.15-ca-fx-jre16.0.2-linux_aarch64.tar.gz", [16, 0, 2]),
    ("zulu16.32.15-ca-jre16.0.2-linux_aarch64.zip", [16, 0, 2]),
    ("zulu8.98.0.17-ca-jre8.0.502-linux_aarch64.tar.gz", [8, 0, 502]),
    ("zulu8.98.0.17-ca-jre8.0.502-macosx_aarch64.zip", [8, 0, 502]),
];

pub(super) fn add(documents: &mut Documents) {
    for (major, version) in RELEASES {
        let list = json!([adoptium(major, version)]);
        put(documents, &format!("https://api.adoptium.net/v3/assets/java{major}.json"), &list);
    }
    let packages = "https://api.azul.com/metadata/v1/zulu/packages";
    let mut all = Vec::new();
    for (name, version) in ZULU {
        let id = sha1(name.as_bytes());
        let url = format!("https://cdn.azul.com/zulu/bin/{name}");
        let short = json!({"package_uuid": id, "name": name, "java_version": version, "download_url": url, "latest": true});
        let mut whole = short.clone();
        whole["sha256_hash"] = json!("");
        whole["size"] = json!(0);
        put(documents, &format!("{packages}/{id}.json"), &whole);
        all.push(short);
    }
    put(documents, &format!("{packages}.json"), &json!(all));
}

fn adoptium(major: u32, version: &str) -> Value {
    let binary = |(os, arch, end): (&str, &str, &str)| {
        let name = format!("OpenJDK{major}U-jre_{arch}_{os}_hotspot.{end}");
        let link = format!(
            "https://github.com/adoptium/temurin{major}-binaries/releases/download/jdk-{major}/{name}"
        );
        json!({"os": os, "architecture": arch, "image_type": "jre", "jvm_impl": "hotspot", "heap_size": "normal",
               "package": {"name": name, "link": link, "checksum": "", "size": 0}})
    };
    let is_there = |(os, arch, _): &(&str, &str, &str)| match (*os, *arch) {
        ("mac", "aarch64") => major > 8,
        ("windows", "aarch64") => major > 17,
        _ => true,
    };
    let binaries: Vec<Value> = TARGETS.into_iter().filter(is_there).map(binary).collect();
    json!({"release_name": format!("jdk-{major}"), "release_type": "ga", "vendor": "eclipse",
           "version_data": {"major": major, "openjdk_version": version, "semver": version}, "binaries": binaries})
}
