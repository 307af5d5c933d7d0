//! The codes of this crate's messages.

use nova_model::CodeDef;

/// Every code of this crate and the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("version.installer.newer", &["spec"]),
    ("version.installer.unsupported", &["name"]),
    ("version.installer.value", &["name", "key", "value"]),
    ("version.natives-missing", &["platform", "libraries"]),
    ("version.no-main-class", &["id"]),
    ("version.not-json", &["name", "line"]),
    ("version.odd-value", &["key"]),
    ("version.parent-depth", &["id"]),
    ("version.parent-loop", &["id"]),
    ("version.parent-missing", &["id", "parent"]),
    ("version.parent-name", &["name", "parent"]),
    ("version.quick-play-unsupported", &["id"]),
    ("version.shape", &["name"]),
    ("version.too-large", &["name", "size", "cap"]),
    ("version.too-many", &["key", "cap"]),
    ("version.unknown-placeholders", &["id", "names"]),
    ("version.window-unsupported", &["id"]),
];
