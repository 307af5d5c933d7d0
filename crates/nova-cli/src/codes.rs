//! The codes of the sentences that the terminal makes.

#[cfg(test)]
use nova_model::CodeDef;

/// The codes, held against the catalogue by the test below.
#[cfg(test)]
pub(crate) const CODES: &[CodeDef] = &[
    ("cli.checklist.head", &["n"]),
    ("cli.checklist.line", &["line", "what"]),
    ("cli.checklist.lost", &["line", "what"]),
    ("cli.checklist.writes", &["size"]),
    ("cli.checklist.downloads", &["size"]),
    ("cli.checklist.warning", &["what"]),
    ("cli.checklist.foreign", &[]),
    ("cli.checklist.needs", &["lines"]),
    ("cli.checklist.undo", &["how"]),
    ("cli.checklist.permanent", &["how"]),
    ("cli.checklist.planned", &[]),
    ("cli.checklist.how", &[]),
    ("cli.checklist.how-one", &[]),
    ("cli.checklist.how-lost", &[]),
    ("cli.checklist.no-line", &["lines"]),
    ("cli.change.rename", &["to", "what"]),
    ("cli.change.trash", &["what"]),
    ("cli.change.untrash", &["what"]),
    ("cli.change.create", &["what"]),
    ("cli.change.write", &["what"]),
    ("cli.change.backup", &["what"]),
    ("cli.change.unpack", &["what"]),
    ("cli.change.purge", &["what"]),
    ("cli.change.set", &["to", "what"]),
    ("cli.change.sized", &["size", "what"]),
    ("cli.confirm.one", &[]),
    ("cli.confirm.many", &["n"]),
    ("cli.confirm.permanent", &["line"]),
    ("cli.line.none", &[]),
    ("cli.line.refused", &["line"]),
    ("cli.line.loss-refused", &["what"]),
    ("cli.line.stale", &["line"]),
    ("cli.line.failed", &["line", "why"]),
    ("cli.line.skipped", &["line"]),
    ("cli.undo.command", &["id"]),
    ("cli.undo.chat", &["id"]),
    ("cli.undo.turn", &["id"]),
    ("cli.turn.stopped", &[]),
    ("cli.ask.again", &[]),
    ("cli.problem", &["what"]),
    ("cli.next.conflicts", &[]),
    ("cli.tool.started", &["tool"]),
    ("cli.tool.failed", &["why"]),
    ("cli.tool.line", &["effect", "title", "tool"]),
    ("cli.rung.planner", &[]),
    ("cli.rung.tools", &["model"]),
    ("cli.rung.json", &["model"]),
    ("cli.rung.local", &["model"]),
    ("cli.rung.down", &["rung", "why"]),
    ("cli.rung.waits", &["seconds", "why"]),
    ("cli.rung.answers", &["rung"]),
    ("cli.rung.answers-why", &["rung", "why"]),
    ("cli.chat.hello", &[]),
    ("cli.chat.try", &[]),
    ("cli.chat.try.conflicts", &["n", "version"]),
    ("cli.chat.try.backup", &["n"]),
    ("cli.chat.try.undo", &["what"]),
    ("cli.chat.try.look", &[]),
    ("cli.chat.leave", &[]),
    ("cli.chat.bye", &[]),
    ("cli.chat.no-json", &[]),
    ("cli.context.unreadable", &["path", "why"]),
    ("cli.context.not-a-file", &["path"]),
    ("cli.context.not-a-context", &["path", "why"]),
    ("cli.doctor.good", &["what"]),
    ("cli.doctor.bad", &["what"]),
    ("cli.doctor.detail", &["what"]),
    ("cli.doctor.healthy", &[]),
    ("cli.doctor.sick", &["n"]),
    ("cli.jar.mod", &["id", "loader", "name", "version"]),
    ("cli.call.unknown", &["tool"]),
    ("cli.call.near", &["names"]),
    ("cli.effect.read", &[]),
    ("cli.effect.navigate", &[]),
    ("cli.effect.write", &[]),
];

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_of_the_terminal_has_its_sentence() {
        let faults = nova_core::texts::faults("cli", super::CODES);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
