//! The messages this crate makes.

use crate::CodeDef;

/// Every code of this crate's messages, with the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("model.range.unreadable", &["range"]),
    ("model.range.too_long", &["length", "limit"]),
    ("model.secret.unavailable", &["name", "reason"]),
    ("model.secret.refused", &["name", "reason"]),
    ("model.size.unreadable", &["text"]),
];
