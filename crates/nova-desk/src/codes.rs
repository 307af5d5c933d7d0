//! The codes this crate may say. Their sentences are in nova-core's `texts/desk.toml`.

use nova_model::CodeDef;

/// Every code with the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("desk.bad-arguments", &["command", "why"]),
    ("desk.no-command", &["command"]),
    ("desk.ask.gone", &[]),
    ("desk.ask.lost-unconfirmed", &["lines"]),
    ("desk.chat.busy", &[]),
    ("desk.chat.unknown", &["id"]),
    ("desk.shell.none", &[]),
    ("desk.turn.broke", &[]),
    ("desk.undo.lost", &[]),
    ("desk.undo.stale", &[]),
    ("desk.who.nobody", &[]),
];

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_of_the_desk_has_its_sentence() {
        let faults = nova_core::texts::faults("desk", super::CODES);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
