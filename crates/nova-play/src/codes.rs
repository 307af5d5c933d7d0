//! The codes of this crate's messages.

use nova_model::CodeDef;

/// Every code of this crate and the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("play.bad-command", &["line"]),
    ("play.no-start", &["program", "why"]),
    ("play.before-failed", &["program", "exit"]),
    ("play.no-watcher", &["why"]),
    ("play.no-folder", &["path"]),
    ("play.record", &["why"]),
    ("play.no-version", &["version"]),
    ("play.natives", &["path", "why"]),
    ("play.too-long", &["version"]),
    ("play.will-not-stop", &["version", "pid"]),
];
