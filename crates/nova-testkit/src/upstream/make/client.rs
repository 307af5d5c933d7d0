//! The client jar: the stand-in game under the version's main class, and what it has to find when it starts.

use std::collections::BTreeSet;

use anyhow::Result;
use serde_json::Value;

use super::{class, filler, jar, natives};
use crate::game::Programs;
use crate::jar::zip_bytes;
use crate::upstream::index::text;
use crate::upstream::maven;

const SYSTEMS: [&str; 3] = ["linux", "windows", "osx"];
const USUAL_MAIN: &str = "net.minecraft.client.main.Main";
/// Arguments that are never empty where a version asks for them.
const REQUIRED: [&str; 8] = [
    "--username",
    "--version",
    "--gameDir",
    "--assetsDir",
    "--assetIndex",
    "--uuid",
    "--accessToken",
    "--session",
];

/// The bytes, from the version's document and its asset index.
pub(crate) fn bytes(version: &Value, assets: &Value, programs: Option<&Programs>) -> Result<Vec<u8>> {
    let main = text(version, "mainClass");
    let mut entries = vec![("META-INF/MANIFEST.MF".to_owned(), b"Manifest-Version: 1.0\r\n\r\n".to_vec())];
    let mains: BTreeSet<&str> = [USUAL_MAIN, main].into_iter().filter(|main| !jar::is_owned(main)).collect();
    entries.extend(mains.into_iter().map(|main| (class::path(main), class::delegate(main))));
    entries.extend(programs.into_iter().flat_map(|programs| programs.game().iter().cloned()));
    entries.push(("standin/expected.properties".to_owned(), expected(version).into_bytes()));
    if let Some(named) = named_assets(assets) {
        entries.push(("standin/assets.txt".to_owned(), named.into_bytes()));
    }
    entries.push(("assets/.mcassetsroot".to_owned(), filler(text(version, "id"))));
    zip_bytes(&entries)
}

/// Hash and path of each asset, where the version reads them by their names.
fn named_assets(assets: &Value) -> Option<String> {
    let named = ["virtual", "map_to_resources"].iter().any(|key| assets[*key] == Value::Bool(true));
    let objects = assets["objects"].as_object().filter(|_| named)?;
    let lines: Vec<String> =
        objects.iter().map(|(path, object)| format!("{} {path}", text(object, "hash"))).collect();
    Some(lines.join("\n") + "\n")
}

fn expected(version: &Value) -> String {
    let kind = if version["minecraftArguments"].is_string() { "old" } else { "new" };
    let mut lines = vec![
        format!("version={}", text(version, "id")),
        format!("main={}", text(version, "mainClass")),
        format!("arguments={kind}"),
        format!("required={}", required(version).join(",")),
    ];
    for system in SYSTEMS {
        lines.push(format!("libraries.{system}={}", libraries(version, system).join(",")));
        lines.push(format!("natives.{system}={}", unpacked(version, system).join(",")));
    }
    lines.join("\n") + "\n"
}

fn required(version: &Value) -> Vec<&'static str> {
    let words: Vec<&str> = match version["minecraftArguments"].as_str() {
        Some(line) => line.split(' ').collect(),
        None => {
            version["arguments"]["game"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
        }
    };
    REQUIRED.into_iter().filter(|flag| words.contains(flag)).collect()
}

/// Group and artifact of each library that belongs on the class path.
fn libraries(version: &Value, system: &str) -> Vec<String> {
    let of = |library: &Value| {
        let path = text(&library["downloads"]["artifact"], "path");
        (!path.is_empty()).then(|| maven::artifact(path).0.to_owned())
    };
    allowed(version, system).filter_map(of).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The files that a launcher unpacks.
fn unpacked(version: &Value, system: &str) -> Vec<String> {
    let of = |library: &Value| {
        let classifier = library["natives"][system].as_str()?.replace("${arch}", "64");
        let path = text(&library["downloads"]["classifiers"][&classifier], "path").to_owned();
        Some(natives::entries(&path).into_iter().map(|(name, _)| name))
    };
    allowed(version, system).filter_map(of).flatten().collect::<BTreeSet<_>>().into_iter().collect()
}

fn allowed<'a>(version: &'a Value, system: &'a str) -> impl Iterator<Item = &'a Value> {
    let libraries = version["libraries"].as_array().into_iter().flatten();
    libraries.filter(move |library| is_allowed(&library["rules"], system))
}

/// The last rule that fits decides. One that names more than a system is taken not to fit.
fn is_allowed(rules: &Value, system: &str) -> bool {
    let Some(rules) = rules.as_array() else { return true };
    let fits = |rule: &&Value| match rule["os"].as_object() {
        None => true,
        Some(os) => os.len() == 1 && os.get("name").and_then(Value::as_str) == Some(system),
    };
    rules.iter().rfind(fits).is_some_and(|rule| text(rule, "action") == "allow")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_last_rule_that_fits_decides() {
        let rules = json!([{"action": "allow"}, {"action": "disallow", "os": {"name": "osx"}}]);
        assert!(is_allowed(&rules, "linux") && !is_allowed(&rules, "osx"));
        assert!(is_allowed(&Value::Null, "windows"));
        assert!(!is_allowed(&json!([{"action": "allow", "os": {"name": "osx"}}]), "linux"));
    }
}
