//! The faulty server of the acceptance data: its faults, a plan for each, and a running one.

use std::path::{Path, PathBuf};
use std::process::Child;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::super::super::{Place, write};
use super::super::ground::listening;
use crate::process::output;

const SCRIPT: &str = "hostile/faulty_upstream.py";

/// A fault of the server.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// Its name, with an argument.
    pub(super) name: String,
    /// `right`, `error` or `either`: how a download of something with it has to end.
    pub(super) end: String,
}

impl Fault {
    /// Whether it changes a byte and nothing else: only a digest shows it.
    pub(super) fn is_silent(&self) -> bool {
        self.name.starts_with("wrong-")
    }

    /// Whether it gives another digest beside a file, whole and well-formed: those are too short to be cut, and no file fits it then.
    pub(super) fn spoils_digests(&self) -> bool {
        self.name.starts_with("etag-")
    }

    /// The fault for everything whose path matches.
    pub(super) fn plan(&self, matches: &[&str]) -> String {
        let rules: Vec<Value> =
            matches.iter().map(|pattern| json!({"match": pattern, "fault": self.name})).collect();
        Value::from(rules).to_string()
    }
}

/// All of them. Files here are small: what breaks off does so after 100 bytes.
pub(super) fn faults(place: &Place) -> Result<Vec<Fault>> {
    let list = output(place.script(SCRIPT)?.arg("--list"))?;
    let fault = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, end) = (words.next()?.to_owned(), words.next()?.to_owned());
        Some(Fault { name: name.replace(":1000", ":100"), end })
    };
    Ok(list.lines().filter_map(fault).collect())
}

/// The hosts of a sources file.
pub(super) fn hosts(sources: &Path) -> Result<Vec<String>> {
    let sources: Value = serde_json::from_str(&std::fs::read_to_string(sources)?)?;
    let hosts = sources["hosts"].as_object().context("a sources file without hosts")?;
    Ok(hosts.keys().cloned().collect())
}

/// A running server over a folder laid out as host and path. It ends when it is dropped.
#[derive(Debug)]
pub(super) struct Faulty {
    child: Child,
    /// The file that leads every host here.
    pub(super) sources: PathBuf,
}

impl Faulty {
    /// Starts it with a plan; files of its own go into the folder `own`.
    pub(super) fn start(
        place: &Place,
        root: &Path,
        own: &Path,
        hosts: &[String],
        plan: &str,
    ) -> Result<Self> {
        let file = own.join("plan.json");
        write(&file, plan)?;
        let mut script = place.script(SCRIPT)?;
        script.arg("--quiet").arg("--root").arg(root).arg("--plan").arg(file);
        let (child, base) = listening(&mut script)?;
        let sources = own.join("faulty-sources.json");
        let faulty = Self { child, sources };
        let hosts: serde_json::Map<String, Value> =
            hosts.iter().map(|host| (host.clone(), format!("{base}/{host}").into())).collect();
        write(&faulty.sources, &json!({ "hosts": hosts }).to_string())?;
        Ok(faulty)
    }
}

impl Drop for Faulty {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
