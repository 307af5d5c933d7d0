//! The codes of this crate's messages.

use nova_model::CodeDef;

const FIELDS: &[&str] = &["host", "model", "status", "said"];

/// Every code of this crate and the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("llm.offline", FIELDS),
    ("llm.timed-out", FIELDS),
    ("llm.key", FIELDS),
    ("llm.credit", FIELDS),
    ("llm.busy", FIELDS),
    ("llm.not-found", FIELDS),
    ("llm.no-tools", FIELDS),
    ("llm.too-long", FIELDS),
    ("llm.blocked", FIELDS),
    ("llm.refused", FIELDS),
    ("llm.server", FIELDS),
    ("llm.cut", FIELDS),
    ("llm.empty", FIELDS),
    ("llm.garbled", FIELDS),
    ("llm.client", FIELDS),
    ("llm.wait.offline", FIELDS),
    ("llm.wait.timed-out", FIELDS),
    ("llm.wait.busy", FIELDS),
    ("llm.wait.server", FIELDS),
    ("llm.wait.cut", FIELDS),
    ("llm.wait.empty", FIELDS),
    ("llm.address.unreadable", &["text"]),
    ("llm.address.scheme", &["scheme"]),
    ("llm.address.login", &[]),
    ("llm.address.query", &[]),
];
