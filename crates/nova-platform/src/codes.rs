//! The codes of this crate's messages.

use nova_model::CodeDef;

/// Every code of this crate and the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("platform.no-key", &["platform"]),
    ("platform.key-refused", &["host", "status"]),
    ("platform.not-found", &["host", "name"]),
    ("platform.busy", &["host"]),
    ("platform.busy-for", &["host", "seconds"]),
    ("platform.unreachable", &["host", "why"]),
    ("platform.timed-out", &["host"]),
    ("platform.cut", &["host"]),
    ("platform.portal", &["host"]),
    ("platform.server", &["host", "status"]),
    ("platform.status", &["host", "said", "status"]),
    ("platform.elsewhere", &["host", "to"]),
    ("platform.too-large", &["cap", "host"]),
    ("platform.garbled", &["host", "why"]),
    ("platform.plain", &["address"]),
    ("platform.bad-id", &["id"]),
    ("platform.hint.key", &[]),
    ("platform.hint.key-again", &[]),
    ("platform.hint.line", &[]),
    ("platform.hint.wait", &[]),
    ("platform.hint.portal", &[]),
    ("platform.hint.search", &[]),
];
