//! The codes of this crate's messages.

use nova_model::CodeDef;

/// Every code and the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("tools.unknown", &["tool"]),
    ("tools.did-you-mean", &["names"]),
    ("tools.call-first", &["tools"]),
    ("tools.bad-arguments", &["tool", "path", "reason"]),
    ("tools.timeout", &["tool", "seconds"]),
    ("tools.cancelled", &["tool"]),
    ("tools.panicked", &["tool"]),
    ("tools.needs-confirmation", &["tool"]),
    ("tools.not-a-write", &["tool"]),
    ("tools.running", &["tool", "elapsed", "limit"]),
    ("tools.waiting", &["tool", "elapsed"]),
    ("tools.working", &["tool", "elapsed"]),
    ("tools.id-not-seen", &["tool", "param", "id"]),
    ("tools.id-ambiguous", &["tool", "param", "id"]),
];
