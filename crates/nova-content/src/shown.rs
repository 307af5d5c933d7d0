//! File names as people see them: any bytes go in, printable text comes out.

use std::ffi::OsStr;

/// The name as printable text.
pub(crate) fn shown(name: &OsStr) -> String {
    name.to_string_lossy().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
