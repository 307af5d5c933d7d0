//! The checklist and the cards, as the player sees them.

use nova_core::{places, texts::Texts};
use nova_model::{Change, ChangeKind, Plan, Undo, clean};
use nova_tools::Offer;
use serde::Serialize;
use ts_rs::TS;

use crate::{Fault, turn::Names};

/// A checklist that waits for the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Checklist {
    /// Confirms it, once.
    pub id: String,
    /// Its lines were shown before, and their files changed meanwhile: this is what they would do now.
    pub again: bool,
    /// Its lines, in order.
    pub lines: Vec<Line>,
}

/// One line: a change that waits, runs or is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Line {
    /// Its number, from 1.
    pub line: usize,
    /// The tool that planned it.
    pub tool: String,
    /// The tool's name for people.
    pub tool_title: String,
    /// What it would do, in concrete names.
    pub title: String,
    /// Every single file or setting that changes.
    pub changes: Vec<ChangeRow>,
    /// Bytes that will be written to the disk.
    pub bytes_written: u64,
    /// Bytes that will be downloaded.
    pub bytes_downloaded: u64,
    /// How it is taken back.
    pub undo: UndoNote,
    /// What the player should know first.
    pub warnings: Vec<String>,
    /// Text written by others was read before it was planned: the idea may come from there.
    pub foreign: bool,
    /// The lines it needs; they are ticked together.
    pub needs: Vec<usize>,
    /// Whether it is ticked beforehand; never for what cannot be undone.
    pub ticked: bool,
}

/// How a line is taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct UndoNote {
    /// Cannot be undone.
    pub permanent: bool,
    /// In one sentence.
    pub note: String,
}

/// One file or setting that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ChangeRow {
    /// What happens to it.
    #[ts(
        type = "'rename' | 'trash' | 'untrash' | 'create' | 'write' | 'backup' | 'unpack' | 'purge' | 'set'"
    )]
    pub kind: ChangeKind,
    /// The file below its folder, or the name of the setting.
    pub what: String,
    /// The new name or value; only the new name where it stays in its folder.
    pub to: Option<String>,
    /// Its size in bytes, where known.
    pub bytes: Option<u64>,
}

/// Where a line is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum LineState {
    /// Waits for the player.
    Waiting,
    /// The player said no.
    Refused,
    /// Is being done.
    Running,
    /// Is done and in the journal.
    Done {
        /// The change's id; undoes it.
        change: String,
    },
    /// The files moved on since it was planned; nothing was done.
    Stale,
    /// Could not be done; nothing half-done is left.
    Failed {
        /// Why, and what now.
        fault: Fault,
    },
    /// Not tried, since a line it needs was not done.
    Skipped,
}

/// A question with its real choices; none for a free answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Question {
    /// The question.
    pub text: String,
    /// The choices, in order.
    pub choices: Vec<String>,
}

/// What was done by one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Receipt {
    /// The line.
    pub line: usize,
    /// In one sentence.
    pub said: String,
    /// The change's id; none if nothing had to be changed.
    pub change: Option<String>,
}

impl Line {
    pub(crate) fn of_offer(offer: &Offer, names: &Names) -> Self {
        let about = About {
            tool: &offer.tool,
            foreign: offer.from_foreign,
            needs: &offer.needs,
            ticked: offer.ticked,
        };
        Self::of(offer.line, &offer.plan, about, names)
    }

    /// A line that was planned, before it is known whether anybody is asked about it.
    pub(crate) fn of_plan(line: usize, plan: &Plan, names: &Names) -> Self {
        Self::of(line, plan, About { tool: "", foreign: false, needs: &[], ticked: false }, names)
    }

    fn of(line: usize, plan: &Plan, about: About<'_>, names: &Names) -> Self {
        Self {
            line,
            tool: about.tool.to_owned(),
            tool_title: names.title(about.tool),
            title: names.say(&plan.title),
            changes: plan.changes.iter().map(|change| ChangeRow::of(change, names)).collect(),
            bytes_written: plan.bytes_written,
            bytes_downloaded: plan.bytes_downloaded,
            undo: UndoNote::of(&plan.undo, names),
            warnings: plan.warnings.iter().map(|warning| names.say(warning)).collect(),
            foreign: about.foreign,
            needs: about.needs.to_vec(),
            ticked: about.ticked,
        }
    }
}

#[derive(Clone, Copy)]
struct About<'a> {
    tool: &'a str,
    foreign: bool,
    needs: &'a [usize],
    ticked: bool,
}

impl UndoNote {
    fn of(undo: &Undo, names: &Names) -> Self {
        let (permanent, note) = match undo {
            Undo::Reversible(note) => (false, note),
            Undo::Permanent(note) => (true, note),
        };
        Self { permanent, note: names.say(note) }
    }
}

impl ChangeRow {
    fn of(change: &Change, names: &Names) -> Self {
        let what = names.short(&change.what);
        let to = change.to.as_deref().map(|to| match change.kind {
            ChangeKind::Set => clean(to, 400),
            _ => places::target(&what, &names.short(to)),
        });
        Self { kind: change.kind, what, to, bytes: change.bytes }
    }
}

impl LineState {
    pub(crate) fn of(state: &nova_model::LineState, names: &Names) -> Self {
        use nova_model::LineState as From;
        match state {
            From::Waiting => Self::Waiting,
            From::Refused => Self::Refused,
            From::Running => Self::Running,
            From::Done { change } => Self::Done { change: change.clone() },
            From::Stale => Self::Stale,
            From::Failed { report } => Self::Failed { fault: Fault::of(report, names) },
            From::Skipped => Self::Skipped,
        }
    }
}

impl Question {
    pub(crate) fn of(question: &nova_model::Question, texts: &Texts) -> Self {
        Self { text: texts.say(&question.text), choices: question.choices.clone() }
    }
}
