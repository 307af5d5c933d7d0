//! A checklist as plain lines: reads well in a terminal, and aloud.

use nova_core::texts::{Texts, bytes};
use nova_model::{Change, ChangeKind, LineState, Message, Plan, Undo, clean};
use nova_tools::Offer;

/// The lines that wait for the player.
pub(crate) fn offered(lines: &[Offer], texts: &Texts) -> String {
    let head = texts.say(&Message::new("cli.checklist.head").with("n", lines.len()));
    let body = lines.iter().map(|offer| {
        let needs = offer.needs.iter().map(usize::to_string).collect::<Vec<_>>();
        line(offer.line, &offer.plan, offer.from_foreign, &needs, texts)
    });
    std::iter::once(head).chain(body).collect::<Vec<_>>().join("\n")
}

/// One line with its details.
pub(crate) fn line(
    number: usize,
    plan: &Plan,
    from_foreign: bool,
    needs: &[String],
    texts: &Texts,
) -> String {
    let mut out = vec![format!("{number}. {}", texts.say(&plan.title))];
    out.extend(plan.changes.iter().map(|change| format!("   {}", self::change(change, texts))));
    out.push(format!("   {}", undo(&plan.undo, texts)));
    out.extend(plan.warnings.iter().map(|warning| {
        format!("   {}", texts.say(&Message::new("cli.checklist.warning").with("what", warning.clone())))
    }));
    if from_foreign {
        out.push(format!("   {}", texts.say(&Message::new("cli.checklist.foreign"))));
    }
    if !needs.is_empty() {
        out.push(format!(
            "   {}",
            texts.say(&Message::new("cli.checklist.needs").with("lines", needs.to_vec()))
        ));
    }
    out.join("\n")
}

/// Where a line is now; nothing for one that still waits.
pub(crate) fn state(number: usize, state: &LineState, texts: &Texts) -> Option<String> {
    let code = match state {
        LineState::Waiting | LineState::Running => return None,
        LineState::Refused => "cli.line.refused",
        LineState::Done { .. } => "cli.line.done",
        LineState::Stale => "cli.line.stale",
        LineState::Failed { .. } => "cli.line.failed",
        LineState::Skipped => "cli.line.skipped",
    };
    let mut message = Message::new(code).with("line", number);
    match state {
        LineState::Done { change } => message = message.with("change", change.as_str()),
        LineState::Failed { report } => message = message.with("why", texts.report(report)),
        _ => {}
    }
    Some(texts.say(&message))
}

fn change(change: &Change, texts: &Texts) -> String {
    let code = match change.kind {
        ChangeKind::Rename => "cli.change.rename",
        ChangeKind::Trash => "cli.change.trash",
        ChangeKind::Untrash => "cli.change.untrash",
        ChangeKind::Create => "cli.change.create",
        ChangeKind::Write => "cli.change.write",
        ChangeKind::Backup => "cli.change.backup",
        ChangeKind::Unpack => "cli.change.unpack",
        ChangeKind::Purge => "cli.change.purge",
        ChangeKind::Set => "cli.change.set",
    };
    let to = change.to.as_deref().unwrap_or_default();
    let mut text =
        texts.say(&Message::new(code).with("what", change.what.as_str()).with("to", clean(to, 400)));
    if let Some(size) = change.bytes {
        text = format!("{text} ({})", bytes(size));
    }
    text
}

fn undo(undo: &Undo, texts: &Texts) -> String {
    let (code, note) = match undo {
        Undo::Reversible(note) => ("cli.checklist.undo", note),
        Undo::Permanent(note) => ("cli.checklist.permanent", note),
    };
    texts.say(&Message::new(code).with("how", note.clone()))
}
