//! The codes of this crate's messages.

use nova_model::CodeDef;

/// Every code of the loop, the checklist and trust, and the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("agent.no-confirm", &["tool"]),
    ("agent.not-in-this-host", &["tool"]),
    ("agent.chat-only", &["tool"]),
    ("agent.read-only", &["tool"]),
    ("agent.repeated", &["tool"]),
    ("agent.failed-before", &["tool"]),
    ("agent.navigated", &["tool"]),
    ("agent.too-many-calls", &[]),
    ("agent.turn-stopped", &[]),
    ("agent.cancelled", &[]),
    ("agent.limit-rounds", &["count"]),
    ("agent.limit-calls", &["count"]),
    ("agent.limit-stalled", &["count"]),
    ("agent.limit-tokens", &["count"]),
    ("agent.limit-money", &[]),
    ("agent.broke-off", &["why"]),
    ("agent.nobody", &[]),
    ("agent.checklist-used", &["id"]),
    ("agent.stamps-broke", &[]),
    ("agent.store.damaged", &[]),
    ("agent.store.foreign", &[]),
    ("agent.store.newer", &[]),
    ("agent.store.aside", &["path", "why"]),
    ("agent.store.unsaved", &["why"]),
    ("agent.store.no-chat", &["id"]),
    ("agent.store.hint.list", &[]),
    ("agent.store.too-big", &["bytes"]),
    ("agent.store.busy", &[]),
    ("agent.store.full", &[]),
    ("agent.store.read-only", &[]),
    ("agent.store.failed", &["why"]),
];
