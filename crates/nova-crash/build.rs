//! Reads the rules, `rules/*.toml`, once for all runs of the program: a file that is no TOML ends the build with its place.

use std::{env, error::Error, fs, path::Path};

use serde_json::{Map, Value};

/// The files of rules in their order: where two rules say the same of a line, the first one counts.
const RULES: [&str; 14] = [
    "java",
    "memory",
    "native",
    "graphics",
    "dependency",
    "mod",
    "mixin",
    "install",
    "config",
    "world",
    "ingame",
    "network",
    "none",
    "facts",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=rules");
    let mut rules: Vec<Value> = Vec::new();
    for name in RULES {
        rules.append(&mut list(name, "rule")?);
    }
    let all = Value::from(Map::from_iter([
        ("cause".to_owned(), list("causes", "cause")?.into()),
        ("rule".to_owned(), rules.into()),
    ]));
    let out = env::var_os("OUT_DIR").ok_or("cargo names no folder for what is built")?;
    write(&Path::new(&out).join("rules.json"), &serde_json::to_string(&all)?)
}

/// The list that a file consists of.
fn list(name: &str, of: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let text = fs::read_to_string(Path::new("rules").join(format!("{name}.toml")))?;
    let mut file: Map<String, Value> =
        toml::from_str(&text).map_err(|error| format!("rules/{name}.toml: {error}"))?;
    match (file.remove(of), file.keys().next()) {
        (Some(Value::Array(list)), None) => Ok(list),
        (_, other) => {
            Err(format!("rules/{name}.toml: a list of [[{of}]] alone is wanted, not {other:?}").into())
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "cargo's own folder, before any program runs")]
fn write(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(path, text)?)
}
