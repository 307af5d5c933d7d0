//! A checklist as plain lines: reads well in a terminal, and aloud.

use nova_core::{
    places::{Places, target},
    texts::Texts,
};
use nova_model::{Change, ChangeKind, Field, Message, Plan, Undo};
use nova_tools::Offer;

/// Files of one line that are shown; all of them are in the JSON. What is lost for good is always shown whole.
const FILES: usize = 12;

/// How a line looks: the language, and the folders that paths are shown below.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    /// The language.
    pub(crate) texts: &'a Texts,
    /// The folders.
    pub(crate) places: &'a Places,
}

/// One line as the sheet needs it, from an offer or from a settled checklist.
pub(crate) struct Row<'a> {
    /// Its number.
    pub(crate) number: usize,
    /// What it would do.
    pub(crate) plan: &'a Plan,
    /// Whether the idea came from text written by others.
    pub(crate) from_foreign: bool,
    /// The lines it needs.
    pub(crate) needs: &'a [usize],
}

impl<'a> From<&'a Offer> for Row<'a> {
    fn from(offer: &'a Offer) -> Self {
        Self { number: offer.line, plan: &offer.plan, from_foreign: offer.from_foreign, needs: &offer.needs }
    }
}

/// Whether a plan can never be taken back.
pub(crate) fn is_permanent(plan: &Plan) -> bool {
    matches!(plan.undo, Undo::Permanent(_))
}

impl Look<'_> {
    /// The lines that wait for the player, below a head with their number.
    pub(crate) fn sheet<'r>(&self, rows: impl ExactSizeIterator<Item = Row<'r>>) -> String {
        let head = self.say(Message::new("cli.checklist.head").with("n", rows.len()));
        let body = rows.map(|row| self.row(&row));
        std::iter::once(head).chain(body).collect::<Vec<_>>().join("\n")
    }

    fn row(&self, row: &Row<'_>) -> String {
        let title = Field::from(row.plan.title.clone());
        let code = if is_permanent(row.plan) { "cli.checklist.lost" } else { "cli.checklist.line" };
        let mut out = vec![self.say(Message::new(code).with("line", row.number).with("what", title))];
        out.extend(self.details(row).into_iter().map(|line| format!("   {line}")));
        out.join("\n")
    }

    fn details(&self, row: &Row<'_>) -> Vec<String> {
        let mut out = self.changes(row.plan);
        out.extend(self.amounts(row.plan));
        out.extend(self.warnings(row.plan));
        if row.from_foreign {
            out.push(self.say(Message::new("cli.checklist.foreign")));
        }
        if !row.needs.is_empty() {
            let lines: Vec<_> = row.needs.iter().map(usize::to_string).collect();
            out.push(self.say(Message::new("cli.checklist.needs").with("lines", lines)));
        }
        out.push(self.undo(&row.plan.undo));
        out
    }

    /// What to know first.
    pub(crate) fn warnings(&self, plan: &Plan) -> Vec<String> {
        let said = plan.warnings.iter();
        said.map(|what| self.say(Message::new("cli.checklist.warning").with("what", what.clone()))).collect()
    }

    fn changes(&self, plan: &Plan) -> Vec<String> {
        let most = if is_permanent(plan) { usize::MAX } else { FILES };
        // The title of a setting's line says the old and the new value already; its key says nothing to a player.
        let files: Vec<_> = plan.changes.iter().filter(|change| change.kind != ChangeKind::Set).collect();
        let mut out: Vec<_> = files.iter().take(most).map(|change| self.change(change)).collect();
        if let Some(more) = files.len().checked_sub(most).filter(|more| *more > 0) {
            out.push(self.say(Message::new("core.more").with("n", more)));
        }
        out
    }

    /// What it takes of the disk and of the network, where the files above do not say it.
    fn amounts(&self, plan: &Plan) -> Vec<String> {
        let written = if plan.changes.len() > 1 { plan.bytes_written } else { 0 };
        let amounts = [("cli.checklist.writes", written), ("cli.checklist.downloads", plan.bytes_downloaded)];
        let real = amounts.into_iter().filter(|(_, size)| *size > 0);
        real.map(|(code, size)| self.say(Message::new(code).with("size", Field::Bytes(size)))).collect()
    }

    fn change(&self, change: &Change) -> String {
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
        let (what, to) = (self.places.short(&change.what), change.to.as_deref().unwrap_or_default());
        let to = if change.kind == ChangeKind::Set {
            to.to_owned()
        } else {
            target(&what, &self.places.short(to))
        };
        let told = Message::new(code).with("what", what).with("to", to);
        match change.bytes.filter(|size| *size > 0) {
            Some(size) => {
                let sized = Message::new("cli.change.sized").with("what", told);
                self.say(sized.with("size", Field::Bytes(size)))
            }
            None => self.say(told),
        }
    }

    fn undo(&self, undo: &Undo) -> String {
        let (code, note) = match undo {
            Undo::Reversible(note) => ("cli.checklist.undo", note),
            Undo::Permanent(note) => ("cli.checklist.permanent", note),
        };
        self.say(Message::new(code).with("how", note.clone()))
    }

    #[expect(clippy::needless_pass_by_value, reason = "a message is made to be said")]
    fn say(&self, message: Message) -> String {
        self.texts.say(&message)
    }
}
