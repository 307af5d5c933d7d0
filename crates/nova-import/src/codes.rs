//! The codes of this crate's messages.

use nova_model::CodeDef;

/// Every code of this crate and the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("import.unreadable", &["path", "launcher"]),
    ("import.database", &["path"]),
    ("import.note.jar-mods", &[]),
    ("import.note.parts", &["names"]),
    ("import.note.loaders", &["names"]),
    ("import.note.unknown-game", &[]),
];
