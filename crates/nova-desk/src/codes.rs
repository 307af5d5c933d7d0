//! The codes this crate may say. Their sentences are in nova-core's `texts/desk.toml`.

use nova_model::CodeDef;

/// Every code with the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("desk.bad-arguments", &["command", "why"]),
    ("desk.no-command", &["command"]),
    ("desk.ask.gone", &[]),
    ("desk.ask.lost-unconfirmed", &["lines"]),
    ("desk.broke", &[]),
    ("desk.chat.busy", &[]),
    ("desk.chat.unknown", &["id"]),
    ("desk.shell.none", &[]),
    ("desk.turn.broke", &[]),
    ("desk.undo.lost", &[]),
    ("desk.undo.stale", &[]),
    ("desk.who.nobody", &[]),
    ("desk.change.unnamed", &["tool"]),
    ("desk.folder.none", &["path"]),
    ("desk.folder.pick", &[]),
    ("desk.folder.unknown", &[]),
    ("desk.key.environment", &[]),
    ("desk.key.file", &[]),
    ("desk.key.file-locked", &[]),
    ("desk.key.file-no-ring", &[]),
    ("desk.key.file-refused", &[]),
    ("desk.key.moved", &["host"]),
    ("desk.key.none", &["host"]),
    ("desk.key.not-needed", &["host"]),
    ("desk.key.ring", &[]),
    ("desk.key.unknown", &[]),
    ("desk.limit.money", &[]),
    ("desk.limit.number", &[]),
    ("desk.link.refused", &[]),
    ("desk.model.context", &[]),
    ("desk.model.price", &[]),
    ("desk.test.choose", &["host", "n"]),
    ("desk.test.good", &["name", "host", "ms"]),
    ("desk.test.moved", &["base"]),
    ("desk.test.unlisted", &["name"]),
    ("desk.login.called-off", &[]),
    ("desk.login.no-password", &[]),
    ("desk.recording", &["name", "at"]),
    ("desk.job.fetching", &[]),
    ("desk.job.processing", &[]),
    ("desk.job.version", &["version"]),
    ("desk.job.loader", &["version"]),
    ("desk.job.java", &["major"]),
    ("desk.play.no-log", &[]),
    ("desk.log.broken", &[]),
    ("desk.log.closed", &[]),
    ("desk.log.left-out", &["n"]),
    ("desk.crash.value", &["value"]),
    ("desk.crash.unreadable", &["file", "why"]),
    ("desk.chat.pick-file", &[]),
    ("desk.crash.pick-file", &[]),
    ("desk.crash.pick-folder", &[]),
];

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_of_the_desk_has_its_sentence() {
        let faults = nova_core::texts::faults("desk", super::CODES);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
