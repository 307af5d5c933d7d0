//! `ask_user`: a choice card; waits for the player without a time limit.

use futures_util::FutureExt;
use nova_model::{Field, Message, Question, Report, clean};
use nova_tools::{Answer, Call, Capability, Limit, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::tools::common::{answer, draft_read};

/// The most questions on one card.
const MOST: usize = 4;

/// The parameters of `ask_user`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// One to four questions with their real choices, for example one question with two backup times.
    questions: Vec<Asked>,
}

/// One question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The question in the player's language, for example `Which world do you mean?`.
    text: String,
    /// The choices, in order, for example `["Survival", "Creative"]`. Default: a free answer.
    #[serde(default)]
    choices: Vec<String>,
}

/// Asks the player.
pub(super) struct AskUser;

impl Read for AskUser {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            flags: &[nova_tools::Flag::AlwaysAllow, nova_tools::Flag::AlwaysLoad],
            limit: Limit::Person,
            requires: Some(Capability::Questions),
            ..draft_read(
                "ask_user",
                Title { zh: "询问玩家", en: "Ask the player" },
                "Asks the player one to four questions with real choices.\n\
                 Use when a needed fact is missing or two things fit; look it up with a read tool otherwise.",
            )
        }
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let Some(surface) = call.host.questions() else {
            return Err(ToolError::Tell(Report::new(Message::new("core.ask.none"))));
        };
        let questions: Vec<_> = params.questions.into_iter().take(MOST).map(question).collect();
        let Some(answers) = wait(surface.ask(&questions), call) else {
            return Err(ToolError::Tell(Report::new(Message::new("core.ask.closed"))));
        };
        let lines: Vec<_> = answers
            .iter()
            .enumerate()
            .map(|(at, text)| format!("{}. {}", at + 1, clean(text, 400)))
            .collect();
        Ok(answer(&lines, None, json!({ "answers": answers }), Vec::new()))
    }
}

/// Waits for the player, or for the turn to be stopped.
fn wait<T>(answers: futures_util::future::BoxFuture<'_, Option<T>>, call: &Call) -> Option<T> {
    let stopped = call.cancel.cancelled().map(|()| None);
    let both = futures_util::future::select(answers, Box::pin(stopped));
    tokio::runtime::Handle::current().block_on(both).factor_first().0
}

fn question(asked: Asked) -> Question {
    let text = Message::new("core.ask.question").with("text", Field::Text(clean(&asked.text, 400)));
    let choices = asked.choices.into_iter().take(12).map(|choice| clean(&choice, 100)).collect();
    Question { text, choices }
}
