//! Reading a jar: which metadata it has, what each says, what lies inside.

use std::io::{Read, Seek};

use crate::JarFacts;

/// Reads a jar. Never fails: what cannot be read is a problem.
pub fn read_jar<R: Read + Seek>(reader: R, file_name: &str) -> JarFacts {
    let _ = (reader, file_name);
    JarFacts::default()
}
