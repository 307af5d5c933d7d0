//! The codes of the sentences that the terminal makes.

#[cfg(test)]
use nova_model::CodeDef;

/// The codes, held against the catalogue by the test below.
#[cfg(test)]
pub(crate) const CODES: &[CodeDef] = &[
    ("cli.checklist.head", &["n"]),
    ("cli.checklist.warning", &["what"]),
    ("cli.checklist.foreign", &[]),
    ("cli.checklist.needs", &["lines"]),
    ("cli.checklist.undo", &["how"]),
    ("cli.checklist.permanent", &["how"]),
    ("cli.change.rename", &["to", "what"]),
    ("cli.change.trash", &["what"]),
    ("cli.change.untrash", &["what"]),
    ("cli.change.create", &["what"]),
    ("cli.change.write", &["what"]),
    ("cli.change.backup", &["what"]),
    ("cli.change.unpack", &["what"]),
    ("cli.change.purge", &["what"]),
    ("cli.change.set", &["to", "what"]),
    ("cli.confirm.line", &["line"]),
    ("cli.confirm.permanent", &["line"]),
    ("cli.line.refused", &["line"]),
    ("cli.line.done", &["change", "line"]),
    ("cli.line.stale", &["line"]),
    ("cli.line.failed", &["line", "why"]),
    ("cli.line.skipped", &["line"]),
    ("cli.checklist.planned", &[]),
    ("cli.checklist.how", &[]),
    ("cli.tool.started", &["tool"]),
    ("cli.tool.failed", &["why"]),
    ("cli.rung.planner", &[]),
    ("cli.rung.no-model", &[]),
    ("cli.chat.hello", &[]),
    ("cli.chat.no-json", &[]),
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
