//! What an installer's processors will make, foretold: the stand-in program (`java/nova/standin/tool/Processor.java`) writes the
//! same bytes from the same inputs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::{client_value, set_client_value};
use crate::upstream::digest::sha1;
use crate::upstream::index::text;
use crate::upstream::shelf::key_of;
use crate::upstream::store::Store;
use crate::upstream::{make, maven};

const OUTPUTS: [&str; 5] = ["--output", "--slim", "--extra", "--out-jar", "--jar-out"];
const IGNORED: [&str; 2] = ["--target", "--extract-libraries-to"];

/// Paths below the libraries' folder, and the bytes that a client's processors leave there.
pub(super) type Outputs = BTreeMap<String, Vec<u8>>;

/// A value of an argument, resolved.
enum Resolved {
    /// A file below the libraries' folder.
    Library(String),
    /// The contents of another file.
    Bytes(Vec<u8>),
    /// A word.
    Word(String),
}

struct Foretelling<'a> {
    store: &'a Store,
    profile: &'a Value,
    entries: &'a [(String, Vec<u8>)],
    made: Outputs,
}

/// The outputs of all steps that a client takes, in their order.
pub(super) fn outputs(store: &Store, profile: &Value, entries: &[(String, Vec<u8>)]) -> Result<Outputs> {
    let mut foretelling = Foretelling { store, profile, entries, made: Outputs::new() };
    for processor in profile["processors"].as_array().into_iter().flatten() {
        let sides = processor["sides"].as_array();
        if sides.is_none_or(|sides| sides.contains(&json!("client"))) {
            foretelling.step(processor)?;
        }
    }
    Ok(foretelling.made)
}

/// Sets the hashes that the profile's `outputs` promise.
pub(super) fn mark(profile: &mut Value, made: &Outputs) {
    let mut promises = Vec::new();
    for processor in profile["processors"].as_array().into_iter().flatten() {
        for (output, hash) in processor["outputs"].as_object().into_iter().flatten() {
            let path = path_of(profile, output);
            if let (Some(bytes), Some(key)) =
                (path.and_then(|path| made.get(&path)), inner(hash.as_str(), '{', '}'))
            {
                promises.push((key.to_owned(), format!("'{}'", sha1(bytes))));
            }
        }
    }
    for (key, hash) in promises {
        set_client_value(profile, &key, &hash);
    }
}

/// The path that `{KEY}` or `[coordinate]` stands for.
fn path_of(profile: &Value, word: &str) -> Option<String> {
    let value = inner(Some(word), '{', '}').map_or(Some(word), |key| client_value(profile, key));
    inner(value, '[', ']').and_then(maven::path)
}

fn inner(word: Option<&str>, open: char, close: char) -> Option<&str> {
    word?.strip_prefix(open)?.strip_suffix(close)
}

impl Foretelling<'_> {
    fn step(&mut self, processor: &Value) -> Result<()> {
        let arguments: Vec<&str> =
            processor["args"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let pairs = pairs(&arguments);
        let task = pairs.iter().find(|(flag, _)| *flag == "--task").map_or("", |(_, value)| *value);
        let inputs = if task == "DOWNLOAD_MOJMAPS" { String::new() } else { self.inputs(&pairs)? };
        for (flag, value) in pairs.iter().filter(|(flag, _)| OUTPUTS.contains(flag)) {
            let Resolved::Library(path) = self.resolved(value)? else {
                bail!("{value} is no place for an output")
            };
            let text = match task {
                "DOWNLOAD_MOJMAPS" => self.mappings(&pairs)?,
                _ => format!("stand-in {flag}\n{inputs}").into_bytes(),
            };
            let bytes = if maven::ends(&path, "jar") { stored_jar(&text) } else { text };
            self.made.insert(path, bytes);
        }
        Ok(())
    }

    fn mappings(&self, pairs: &[(&str, &str)]) -> Result<Vec<u8>> {
        let word = |flag: &str| -> Result<String> {
            let value = pairs.iter().find(|(name, _)| *name == flag).map_or("", |(_, value)| *value);
            match self.resolved(value)? {
                Resolved::Word(word) => Ok(word),
                _ => bail!("{value} is no word"),
            }
        };
        Ok(make::mappings(&word("--version")?, &word("--side")?))
    }

    fn inputs(&self, pairs: &[(&str, &str)]) -> Result<String> {
        let mut text = String::new();
        for (flag, value) in
            pairs.iter().filter(|(flag, _)| !OUTPUTS.contains(flag) && !IGNORED.contains(flag))
        {
            let said = match self.resolved(value)? {
                Resolved::Word(word) => word,
                Resolved::Bytes(bytes) => sha1(&bytes),
                Resolved::Library(path) => self.library(&path)?,
            };
            let _ = writeln!(text, "{flag} {said}");
        }
        Ok(text)
    }

    /// The hash of an input: made by a step before, or fetched.
    fn library(&self, path: &str) -> Result<String> {
        match self.made.get(path) {
            Some(bytes) => Ok(sha1(bytes)),
            None => Ok(self.store.artifact(path)?.sha1.clone()),
        }
    }

    fn resolved(&self, value: &str) -> Result<Resolved> {
        if let Some(name) = inner(Some(value), '{', '}') {
            return self.variable(name);
        }
        self.literal(value)
    }

    fn variable(&self, name: &str) -> Result<Resolved> {
        match name {
            "SIDE" => Ok(Resolved::Word("client".to_owned())),
            "MINECRAFT_VERSION" => Ok(Resolved::Word(text(self.profile, "minecraft").to_owned())),
            "MINECRAFT_JAR" => Ok(Resolved::Bytes(self.client_jar()?)),
            _ => self.literal(
                client_value(self.profile, name).with_context(|| format!("no data is called {name}"))?,
            ),
        }
    }

    fn literal(&self, value: &str) -> Result<Resolved> {
        if let Some(name) = inner(Some(value), '[', ']') {
            return Ok(Resolved::Library(
                maven::path(name).with_context(|| format!("{name} is no coordinate"))?,
            ));
        }
        if let Some(entry) = value.strip_prefix('/') {
            let found = self.entries.iter().find(|(name, _)| name == entry);
            let (_, bytes) = found.with_context(|| format!("{entry} is not in the installer"))?;
            return Ok(Resolved::Bytes(bytes.clone()));
        }
        Ok(Resolved::Word(value.trim_matches('\'').to_owned()))
    }

    fn client_jar(&self) -> Result<Vec<u8>> {
        let game = text(self.profile, "minecraft");
        let key = self.store.index.versions.get(game).with_context(|| format!("{game} is not there"))?;
        let version = self.store.shelf.json(key).with_context(|| format!("{key} is no JSON"))?;
        Ok(self.store.need(&key_of(text(&version["downloads"]["client"], "url")))?.bytes.clone())
    }
}

/// Flags with the word behind them, if it is none itself.
fn pairs<'a>(arguments: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let mut pairs = Vec::new();
    let mut rest = arguments;
    while let [flag, after @ ..] = rest {
        match after {
            [value, after @ ..] if !value.starts_with("--") => {
                pairs.push((*flag, *value));
                rest = after;
            }
            _ => {
                pairs.push((*flag, ""));
                rest = after;
            }
        }
    }
    pairs
}

/// A zip with one stored entry, byte for byte as the program writes it.
fn stored_jar(text: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"stand-in.txt";
    let mut crc = flate2::Crc::new();
    crc.update(text);
    let (size, name) = (four(text.len()), four(NAME.len()));
    let common = [
        &[10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..],
        &crc.sum().to_le_bytes(),
        &size,
        &size,
        &name[..2],
        &[0; 2],
    ]
    .concat();
    let file = [b"PK\x03\x04", &common[..], NAME, text].concat();
    let directory = [&b"PK\x01\x02\x0a\x00"[..], &common, &[0; 14], NAME].concat();
    let end =
        [&b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..], &four(directory.len()), &four(file.len()), &[0; 2]].concat();
    [file, directory, end].concat()
}

fn four(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}
