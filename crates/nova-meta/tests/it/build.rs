//! Jars made in memory.

use std::io::{Cursor, Write};

use nova_meta::{JarFacts, ModFacts, read_jar};
use nova_model::Severity;
use zip::{ZipWriter, write::SimpleFileOptions};

/// A jar of these entries.
pub(crate) fn jar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// What a jar with one text entry says.
pub(crate) fn read_one(name: &str, text: &str) -> JarFacts {
    read(&jar(&[(name, text.as_bytes())]))
}

pub(crate) fn read(bytes: &[u8]) -> JarFacts {
    read_jar(Cursor::new(bytes), "test.jar")
}

/// The only mod of a jar.
pub(crate) fn only(facts: &JarFacts) -> &ModFacts {
    match facts.mods.as_slice() {
        [only] => only,
        other => panic!("{} mods: {:?}", other.len(), facts.problems),
    }
}

/// The codes of a jar's problems that are at least warnings.
pub(crate) fn codes(facts: &JarFacts) -> Vec<&str> {
    let bad = facts.problems.iter().filter(|problem| problem.severity >= Severity::Warning);
    bad.map(|problem| problem.message.code.as_ref()).collect()
}
