//! Jars inside jars, with limits on depth, number and bytes.

use std::io::Cursor;

use nova_archive::{Method, ReadSeek, Zip};
use nova_model::{Explain, Message, Severity};
use serde_json::Value;

use super::{
    doc::{Doc, Sink},
    read_at,
};
use crate::JarFacts;

/// How deep jars may lie in jars. Honest ones stay below four.
const DEPTH: usize = 8;
/// Most bytes of one packed inner jar, which is unpacked into memory.
const JAR_BYTES: u64 = 64 << 20;

/// What is left to spend on the inner jars of one outer jar.
pub(crate) struct Budget {
    pub(crate) depth: usize,
    jars: usize,
    bytes: u64,
    is_spent: bool,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Self { depth: 0, jars: 512, bytes: 256 << 20, is_spent: false }
    }
}

/// The paths in `META-INF/jarjar/metadata.json`.
pub(crate) fn jarjar(value: &Value, doc: &mut Doc<'_>) -> Vec<String> {
    let Some(root) = value.as_object() else {
        doc.error(Message::new("meta.jar.metadata_unreadable"));
        return Vec::new();
    };
    doc.names(root, "jars", "path")
}

/// Reads the jars at these paths.
pub(crate) fn read<R: ReadSeek>(
    zip: &mut Zip<R>,
    mut paths: Vec<String>,
    budget: &mut Budget,
    sink: &mut Sink,
) -> Vec<(String, JarFacts)> {
    // The same jar may be listed for two loaders.
    paths.sort_unstable();
    paths.dedup();
    let mut nested = Vec::new();
    for path in paths {
        if budget.depth >= DEPTH || budget.jars == 0 {
            budget.is_spent = true;
            break;
        }
        let Some(index) = zip.find(&path).map(|entry| entry.index()) else {
            sink.add(Severity::Warning, Message::new("meta.jar.nested_missing").with("path", path));
            continue;
        };
        budget.jars = budget.jars.saturating_sub(1);
        if let Some(facts) = read_one(zip, index, &path, budget, sink) {
            nested.push((path, facts));
        }
    }
    // Told where the player looks: at the outer jar.
    if budget.depth == 0 && budget.is_spent {
        sink.add(Severity::Warning, Message::new("meta.jar.nested_limit"));
    }
    nested
}

fn read_one<R: ReadSeek>(
    zip: &mut Zip<R>,
    index: usize,
    path: &str,
    budget: &mut Budget,
    sink: &mut Sink,
) -> Option<JarFacts> {
    let stored =
        zip.entry(index).is_some_and(|entry| entry.method() == Method::Stored && !entry.is_encrypted());
    budget.depth = budget.depth.saturating_add(1);
    let facts = if stored {
        zip.section(index).map(|section| section.map(|mut section| read_at(&mut section, path, budget)))
    } else {
        zip.read(index, JAR_BYTES.min(budget.bytes)).map(|bytes| {
            budget.bytes = budget.bytes.saturating_sub(bytes.len() as u64);
            Some(read_at(&mut Cursor::new(bytes), path, budget))
        })
    };
    budget.depth = budget.depth.saturating_sub(1);
    facts.unwrap_or_else(|error| {
        let message = Message::new("meta.jar.nested_unreadable").with("path", path);
        sink.add(Severity::Warning, message.with("reason", error.report().message));
        None
    })
}
