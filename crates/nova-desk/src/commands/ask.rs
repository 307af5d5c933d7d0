//! The player's word on what waits: each id works once.

use std::{collections::BTreeSet, sync::Arc};

use nova_model::Secret;
use serde::{Deserialize, Deserializer, de::Error as _};
use ts_rs::TS;

use super::Nothing;
use crate::{Command, Desk, Fault, Silent, To};

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("checklist_confirm", confirm),
        Command::new("question_answer", answer),
        Command::new("secret_answer", secret),
    ]
}

/// The player's word on a checklist.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct Confirmation {
    /// The id that came with the checklist.
    id: String,
    /// The ticked lines; none is a no to all.
    yes: BTreeSet<usize>,
    /// Those of them whose loss for good was confirmed apart.
    #[serde(default)]
    lost: BTreeSet<usize>,
}

/// The player's answers to a card.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct Answers {
    /// The id that came with the questions.
    id: String,
    /// One for each question; none where the card was closed.
    answers: Option<Vec<String>>,
}

/// What was typed behind the mask.
#[derive(Clone, Deserialize, TS)]
pub(crate) struct SecretAnswer {
    /// The id that came with the prompt.
    id: String,
    /// The secret; none where the prompt was closed.
    #[ts(type = "string | null")]
    #[serde(deserialize_with = "masked")]
    secret: Option<Secret>,
}

/// Text becomes a secret before anything can print it.
pub(super) fn masked<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Secret>, D::Error> {
    // What it found instead of a text is not told: it may be the secret.
    let text = Option::<String>::deserialize(from).map_err(|_| D::Error::custom("a secret is a text"))?;
    Ok(text.map(Secret::new))
}

async fn confirm(desk: Arc<Desk>, args: Confirmation, _: To<Silent>) -> Result<Nothing, Fault> {
    desk.asks.confirm(&args.id, &args.yes, &args.lost).map_err(|report| desk.fault(&report))?;
    Ok(Nothing {})
}

async fn answer(desk: Arc<Desk>, args: Answers, _: To<Silent>) -> Result<Nothing, Fault> {
    desk.asks.answer(&args.id, args.answers).map_err(|report| desk.fault(&report))?;
    Ok(Nothing {})
}

async fn secret(desk: Arc<Desk>, args: SecretAnswer, _: To<Silent>) -> Result<Nothing, Fault> {
    desk.asks.keep(&args.id, args.secret).map_err(|report| desk.fault(&report))?;
    Ok(Nothing {})
}
