//! How much Nova may do, and how much it may spend.

use nova_agent::store::{DayUsage, Spent};
use nova_game::{Limits, Money, Trust};
use nova_model::{Effect, clean};
use serde::Serialize;
use ts_rs::TS;

use super::super::ProblemRow;

/// How much Nova may do by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct TrustPage {
    /// The step.
    #[ts(type = "'chat' | 'read' | 'confirm' | 'chosen'")]
    pub step: Trust,
    /// The tools whose reversible changes run at once.
    pub tools: Vec<String>,
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ToolRow {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it can do.
    #[ts(type = "'read' | 'navigate' | 'write'")]
    pub effect: Effect,
    /// Whether its reversible changes may be chosen to run at once.
    pub choosable: bool,
}

/// The limits, and what was used today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LimitsPage {
    /// Requests to the model in a turn.
    pub rounds: u32,
    /// Identical calls in a turn.
    pub repeats: u32,
    /// Tokens in a turn.
    pub tokens: u64,
    /// Money in a day, as typed.
    pub money: Option<String>,
    /// What each model used today.
    pub today: Vec<UsageRow>,
    /// All of today's tokens.
    pub today_tokens: u64,
    /// All of today's money, as far as a price is known.
    pub today_money: String,
    /// Why today's use is not known.
    pub problems: Vec<ProblemRow>,
}

/// What one model used today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct UsageRow {
    /// Its server.
    pub host: String,
    /// Its name.
    pub model: String,
    /// Tokens, in and out.
    pub tokens: u64,
    /// Money; none where no price is known.
    pub money: Option<String>,
}

impl LimitsPage {
    pub(crate) fn of(limits: &Limits, used: &[DayUsage], problems: Vec<ProblemRow>) -> Self {
        let whole = sum(used);
        Self {
            rounds: limits.rounds,
            repeats: limits.repeats,
            tokens: limits.tokens,
            money: limits.money_per_day.map(|money| money.to_string()),
            today: used.iter().map(UsageRow::of).collect(),
            today_tokens: whole.tokens,
            today_money: Money::of_micros(whole.micros).to_string(),
            problems,
        }
    }
}

impl UsageRow {
    fn of(used: &DayUsage) -> Self {
        let micros = used.spent.micros;
        Self {
            host: clean(&used.host, 200),
            model: clean(&used.model, 200),
            tokens: used.spent.tokens,
            money: (micros > 0).then(|| Money::of_micros(micros).to_string()),
        }
    }
}

fn sum(used: &[DayUsage]) -> Spent {
    used.iter().fold(Spent::default(), |sum, one| Spent {
        tokens: sum.tokens.saturating_add(one.spent.tokens),
        micros: sum.micros.saturating_add(one.spent.micros),
    })
}
