//! File names as people see them: any bytes go in, printable text comes out.

use std::ffi::OsStr;

use nova_model::clean;

/// Characters of a file name that are shown; file systems allow 255.
const LONGEST: usize = 255;

/// The name as printable text.
pub(crate) fn shown(name: &OsStr) -> String {
    clean(&name.to_string_lossy(), LONGEST)
}

/// Whether the printable form is the name itself.
pub(crate) fn is_plain(name: &OsStr) -> bool {
    name.to_str().is_some_and(|text| clean(text, LONGEST) == text)
}
