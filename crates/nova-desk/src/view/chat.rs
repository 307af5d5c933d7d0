//! Chats that were kept: the list, and one of them from its beginning.

use std::collections::BTreeMap;

use nova_agent::{
    Entry, Say, Settled,
    store::{ChatInfo, Hit, LoadedChat},
};
use nova_core::{AttachedFile, texts::Texts};
use nova_files::{EntryState, Step};
use nova_model::{Effect, Millis, clean};
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::{LineState, Question, RunningTurn, ToolResult, Who};
use crate::{Desk, turn::Names};

/// A file that the player attached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct AttachedRow {
    /// Its id.
    pub id: String,
    /// Its name, without its folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
}

impl AttachedRow {
    pub(crate) fn of(file: &AttachedFile) -> Self {
        Self { id: file.id.clone(), name: file.name.clone(), bytes: file.bytes }
    }
}

/// One chat of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ChatHead {
    /// Its id.
    pub id: String,
    /// The player's first words, or the name that was given.
    pub title: String,
    /// When something was last said, in milliseconds since the epoch.
    pub changed: Millis,
    /// How often the player said something.
    pub turns: u64,
    /// When it was put away; none for a chat in use.
    pub deleted: Option<Millis>,
}

/// A place in a chat that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ChatFound {
    /// The chat.
    pub chat: String,
    /// Its title.
    pub title: String,
    /// The words around what was found.
    pub excerpt: String,
}

/// Something the player could say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Suggestion {
    /// In the player's words.
    pub text: String,
    /// What there is that makes it worth saying.
    pub why: Option<String>,
}

/// One chat from its beginning.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ChatView {
    /// Its id.
    pub id: String,
    /// Its title; empty for a new one.
    pub title: String,
    /// What was said, oldest first.
    pub items: Vec<ChatItem>,
    /// The turn that runs in it; `chat_follow` tells what was said in that one.
    pub running: Option<RunningTurn>,
}

/// One thing that was said or done.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ChatItem {
    /// The player.
    Player {
        /// As typed: plain text.
        text: String,
    },
    /// Nova: markdown, never to be trusted.
    Nova {
        /// The words.
        text: String,
    },
    /// A tool's answer.
    Tool {
        /// The call's id.
        id: String,
        /// The tool.
        tool: String,
        /// Its name for people.
        title: String,
        /// What it can do; none for a tool that is no more.
        #[ts(type = "'read' | 'navigate' | 'write' | null")]
        effect: Option<Effect>,
        /// Its arguments.
        #[ts(type = "unknown")]
        args: Value,
        /// What came of it.
        result: ToolResult,
    },
    /// What Nova asked at the end of a turn.
    Asked {
        /// The questions.
        questions: Vec<Question>,
    },
    /// What became of a checklist.
    Settled {
        /// Its lines.
        lines: Vec<SettledLine>,
    },
    /// Another rung went on.
    SteppedDown {
        /// Who, and why.
        who: Who,
    },
}

/// What became of a line of a checklist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SettledLine {
    /// Its number.
    pub line: usize,
    /// The tool's name for people.
    pub title: String,
    /// What was done, where it was.
    pub said: Option<String>,
    /// Where it is. A change that is no more, or cannot be taken back, has no id here.
    pub state: LineState,
    /// Whether it was taken back since.
    pub undone: bool,
}

impl ChatHead {
    pub(crate) fn of(info: &ChatInfo) -> Self {
        Self {
            id: info.id.clone(),
            title: clean(&info.title, 200),
            changed: info.changed,
            turns: info.turns,
            deleted: info.deleted,
        }
    }
}

impl ChatView {
    /// A chat in which nothing was kept yet.
    pub(crate) fn empty(id: &str) -> Self {
        Self { id: id.to_owned(), title: String::new(), items: Vec::new(), running: None }
    }

    pub(crate) fn of(chat: &LoadedChat, names: &Names, since: &Since) -> Self {
        let mut calls = Calls::default();
        let items = chat.entries.iter().filter_map(|one| calls.item(&one.entry, names, since)).collect();
        Self { id: chat.info.id.clone(), title: clean(&chat.info.title, 200), items, running: None }
    }
}

impl Suggestion {
    pub(crate) fn of(one: &nova_core::Suggestion, texts: &Texts) -> Self {
        Self { text: texts.say(&one.words), why: one.because.as_ref().map(|why| texts.say(why)) }
    }
}

impl ChatFound {
    pub(crate) fn of(hit: &Hit) -> Self {
        Self { chat: hit.id.clone(), title: clean(&hit.title, 200), excerpt: clean(&hit.snippet, 400) }
    }
}

/// The arguments of calls stand in Nova's entry, their answers come after it.
#[derive(Default)]
struct Calls(BTreeMap<String, Value>);

impl Calls {
    fn item(&mut self, entry: &Entry, names: &Names, since: &Since) -> Option<ChatItem> {
        Some(match entry {
            Entry::Situation(_) => return None,
            Entry::Player(text) => ChatItem::Player { text: text.clone() },
            Entry::Nova { say, calls, .. } => {
                self.0.extend(calls.iter().map(|call| (call.id.clone(), call.args.clone())));
                return nova(say, names);
            }
            Entry::Result { call, tool, outcome } => ChatItem::Tool {
                id: call.clone(),
                tool: tool.clone(),
                title: names.title(tool),
                effect: names.effect(tool),
                args: self.0.remove(call).unwrap_or_default(),
                result: ToolResult::of(outcome, names),
            },
            Entry::Asked(questions) => ChatItem::Asked {
                questions: questions.iter().map(|question| Question::of(question, &names.texts)).collect(),
            },
            Entry::Settled(lines) => ChatItem::Settled {
                lines: lines.iter().map(|line| SettledLine::of(line, names, since)).collect(),
            },
            Entry::SteppedDown { to, why } => {
                ChatItem::SteppedDown { who: Who::of(Some(*to), None, Some(why), &names.texts) }
            }
        })
    }
}

fn nova(say: &Say, names: &Names) -> Option<ChatItem> {
    let text = match say {
        Say::Text(text) => text.clone(),
        Say::Messages(messages) => names.say_all(messages),
    };
    (!text.trim().is_empty()).then_some(ChatItem::Nova { text })
}

impl SettledLine {
    fn of(line: &Settled, names: &Names, since: &Since) -> Self {
        let mut state = LineState::of(&line.state, names);
        let mut undone = false;
        if let LineState::Done { change } = &mut state {
            let now = since.now(change);
            undone = now == Standing::Undone;
            if now != Standing::Open {
                change.clear();
            }
        }
        let (line, title, said) = (line.line, names.title(&line.tool), line.said.as_ref());
        Self { line, title, said: said.map(|said| names.say(said)), state, undone }
    }
}

/// What became of the changes of a chat, by the journal. Whether the files are still as a change left them is looked at when it is
/// taken back.
pub(crate) struct Since(BTreeMap<String, Standing>);

/// Where a change of a chat stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It can be taken back.
    Open,
    /// It was.
    Undone,
    /// It lost something for good, or its record is gone.
    Fixed,
}

impl Since {
    /// The journal is read only for a chat in which something was done.
    pub(crate) fn of(chat: &LoadedChat, desk: &Desk) -> Self {
        let done = |line: &Settled| matches!(line.state, nova_model::LineState::Done { .. });
        let acts = |entry: &Entry| matches!(entry, Entry::Settled(lines) if lines.iter().any(done));
        if !chat.entries.iter().any(|one| acts(&one.entry)) {
            return Self(BTreeMap::new());
        }
        let entries = desk.app().launcher().files.changes().items;
        Self(entries.iter().map(|entry| (entry.id.clone(), Standing::of(entry))).collect())
    }

    fn now(&self, change: &str) -> Standing {
        self.0.get(change).copied().unwrap_or(Standing::Fixed)
    }
}

impl Standing {
    /// What was put aside and then deleted for good never comes back.
    fn of(entry: &nova_files::Entry) -> Self {
        match entry.state {
            EntryState::Undone { .. } => Self::Undone,
            EntryState::Done if entry.steps.iter().any(|step| matches!(step, Step::Purge { .. })) => {
                Self::Fixed
            }
            EntryState::Done | EntryState::Unfinished => Self::Open,
            EntryState::RolledBack => Self::Fixed,
        }
    }
}

#[cfg(test)]
mod tests {
    use nova_model::Origin;

    use super::*;

    #[test]
    fn a_change_stands_as_the_journal_says() {
        let entry = |state: EntryState, steps: Vec<Step>| nova_files::Entry {
            id: "c-1".to_owned(),
            root: "/game".into(),
            origin: Origin::default(),
            at: 0,
            steps,
            state,
            undoes: None,
            problems: Vec::new(),
            made: Vec::new(),
            bulk: Vec::new(),
        };
        let purge = || vec![Step::Purge { ids: vec!["t-1".to_owned()] }];
        let undone = EntryState::Undone { by: "c-2".to_owned() };
        assert_eq!(Standing::of(&entry(EntryState::Done, Vec::new())), Standing::Open);
        assert_eq!(Standing::of(&entry(EntryState::Done, purge())), Standing::Fixed);
        assert_eq!(Standing::of(&entry(undone, Vec::new())), Standing::Undone);
        assert_eq!(Standing::of(&entry(EntryState::RolledBack, Vec::new())), Standing::Fixed);
        assert_eq!(Since(BTreeMap::new()).now("c-1"), Standing::Fixed, "its record is gone");
    }
}
