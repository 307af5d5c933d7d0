//! `write_todo`: a visible plan card for work of several steps.

use nova_model::{Message, clean};
use nova_tools::{Answer, Call, Flag, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::tools::common::{answer, draft_read, value};

/// The most steps on a card.
const MOST: usize = 20;

/// The parameters of `write_todo`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The steps in order with their state, for example one step "look at the mods" that is done.
    steps: Vec<Step>,
}

/// One step of a plan card.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    /// What the step is, in the player's language, for example `Back up the world`.
    text: String,
    /// How far it is, for example `done`. Default: open.
    #[serde(default)]
    state: StepState,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StepState {
    #[default]
    Open,
    Doing,
    Done,
}

/// Shows a plan card.
pub(super) struct WriteTodo;

impl Read for WriteTodo {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            flags: &[Flag::AlwaysAllow],
            ..draft_read(
                "write_todo",
                Title { zh: "列出步骤", en: "Write plan" },
                "Shows the player a short list of steps and how far each is.\n\
                 Use for work of three steps or more; answer in words for less.",
            )
        }
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let steps: Vec<_> = params
            .steps
            .into_iter()
            .take(MOST)
            .map(|step| Step { text: clean(&step.text, 200), state: step.state })
            .collect();
        let said = steps
            .iter()
            .map(|step| Message::new("core.todo.step").with("text", step.text.as_str()))
            .collect();
        let lines = [format!("shown: {} steps", steps.len())];
        Ok(answer(&lines, None, json!({ "steps": value(&steps) }), said))
    }
}
