//! What was said, in the player's words: for the search, for reading it again, and for the export.

use nova_agent::{Entry, Say, Settled, store::LoadedChat};
use nova_model::{LineState, Message, Millis, Question, ToolOutcome};
use nova_tools::Registry;
use serde::Serialize;

use crate::texts::Texts;

/// One thing that was said or found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// Its number in the chat.
    pub seq: u64,
    /// When it was said.
    pub at: Millis,
    /// `player`, `nova`, `result`, `asked`, `settled` or `stepped_down`.
    pub kind: &'static str,
    /// The tool, for what was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The words.
    pub text: String,
}

/// What a search finds an entry by.
pub(super) fn searched(entry: &Entry, registry: &Registry, texts: &Texts) -> String {
    match entry {
        Entry::Result { tool, .. } => title(tool, registry, texts).unwrap_or_default(),
        Entry::SteppedDown { .. } => String::new(),
        other => words(other, texts).map(|(_, text)| text).unwrap_or_default(),
    }
}

/// Everything that a player is shown of a chat; entries without words are left out.
pub(super) fn all(chat: &LoadedChat, registry: &Registry, texts: &Texts) -> Vec<Shown> {
    let shown = chat.entries.iter().filter_map(|one| {
        let (kind, text) = words(&one.entry, texts)?;
        let tool = match &one.entry {
            Entry::Result { tool, .. } => title(tool, registry, texts).or_else(|| Some(tool.clone())),
            _ => None,
        };
        Some(Shown { seq: one.seq, at: one.at, kind, tool, text })
    });
    shown.filter(|one| !one.text.trim().is_empty()).collect()
}

/// The kind of an entry and its words; none for what is never shown.
fn words(entry: &Entry, texts: &Texts) -> Option<(&'static str, String)> {
    Some(match entry {
        // The launcher's own note to a model.
        Entry::Situation(_) => return None,
        Entry::Player(words) => ("player", words.clone()),
        Entry::Nova { say: Say::Text(text), .. } => ("nova", text.clone()),
        Entry::Nova { say: Say::Messages(messages), .. } => ("nova", texts.say_all(messages)),
        Entry::Result { outcome, .. } => ("result", found(outcome, texts)),
        Entry::Asked(questions) => ("asked", joined(questions.iter().map(|one| asked(one, texts)))),
        Entry::Settled(lines) => ("settled", joined(lines.iter().filter_map(|line| settled(line, texts)))),
        Entry::SteppedDown { why, .. } => ("stepped_down", texts.say(why)),
    })
}

fn found(outcome: &ToolOutcome, texts: &Texts) -> String {
    match outcome {
        ToolOutcome::Done { said, .. } if !said.is_empty() => texts.say_all(said),
        ToolOutcome::Done { text, .. } => text.clone(),
        ToolOutcome::Queued { line, .. } => texts.say(&Message::new("core.chat.queued").with("line", *line)),
        ToolOutcome::Failed { report } => texts.report(report),
        ToolOutcome::Skipped { why } => texts.say(why),
    }
}

fn asked(question: &Question, texts: &Texts) -> String {
    let choices = question.choices.iter().map(|choice| format!("- {choice}"));
    joined(std::iter::once(texts.say(&question.text)).chain(choices))
}

fn settled(line: &Settled, texts: &Texts) -> Option<String> {
    let numbered = |code: &'static str| Message::new(code).with("line", line.line);
    let said = match &line.state {
        LineState::Waiting | LineState::Running => return None,
        LineState::Done { change } => match &line.said {
            Some(said) => said.clone(),
            None => numbered("core.chat.line.done").with("id", change.as_str()),
        },
        LineState::Refused => numbered("core.chat.line.refused"),
        LineState::Stale => numbered("core.chat.line.stale"),
        LineState::Skipped => numbered("core.chat.line.skipped"),
        LineState::Failed { report } => numbered("core.chat.line.failed").with("why", texts.report(report)),
    };
    Some(texts.say(&said))
}

/// The name of a tool on the screen.
fn title(tool: &str, registry: &Registry, texts: &Texts) -> Option<String> {
    let title = registry.get(tool)?.spec().draft.title;
    Some(texts.localized(title.zh, title.en))
}

fn joined(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}
