//! How much Nova may do by itself, and how far it may go.

use std::sync::Arc;

use nova_game::{LimitsChange, Money, Setting, Trust};
use nova_model::{Message, Problem, Report};
use serde::Deserialize;
use ts_rs::TS;

use super::save;
use crate::{
    Command, Desk, Fault, Silent, To,
    commands::Nothing,
    view::{LimitsPage, ProblemRow, Saved, ToolRow, TrustPage},
};

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("trust_read", read),
        Command::new("trust_set", set),
        Command::new("tool_list", tools),
        Command::new("limits_read", limits),
        Command::new("limits_set", set_limits),
    ]
}

/// How much Nova may do.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct TrustSet {
    /// The step.
    #[ts(type = "'chat' | 'read' | 'confirm' | 'chosen'")]
    step: Trust,
    /// The tools whose reversible changes run at once; only for `chosen`.
    #[serde(default)]
    tools: Vec<String>,
}

/// How far Nova may go. What is left out stays; an empty text takes a limit back to the default.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub(crate) struct LimitsSet {
    /// Requests to the model in a turn.
    rounds: Option<String>,
    /// Identical calls in a turn.
    repeats: Option<String>,
    /// Tokens in a turn.
    tokens: Option<String>,
    /// Money in a day.
    money: Option<String>,
}

async fn read(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<TrustPage, Fault> {
    let settings = desk.app().launcher().game.settings();
    Ok(TrustPage { step: settings.trust, tools: settings.trust_tools })
}

async fn set(desk: Arc<Desk>, args: TrustSet, _: To<Silent>) -> Result<Saved, Fault> {
    save(&desk, move |app| app.set_trust(args.step, &args.tools)).await
}

async fn tools(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Vec<ToolRow>, Fault> {
    let (app, names) = (desk.app(), desk.names());
    let row = |name: &str, effect| ToolRow {
        name: name.to_owned(),
        title: names.title(name),
        effect,
        choosable: app.is_choosable(name),
    };
    let tools = app.registry().tools().iter().map(|tool| tool.spec());
    Ok(tools.map(|spec| row(spec.name(), spec.effect())).collect())
}

async fn limits(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<LimitsPage, Fault> {
    let (app, names) = (desk.app(), desk.names());
    let settings = app.launcher().game.settings();
    let (used, problem) = match app.chats().usage_today().await {
        Ok(used) => (used, None),
        Err(report) => (Vec::new(), Some(Problem::warning("chats.db", report.message))),
    };
    let problems = problem.iter().map(|problem| ProblemRow::of(problem, &names)).collect();
    Ok(LimitsPage::of(&settings.limits, &used, problems))
}

async fn set_limits(desk: Arc<Desk>, args: LimitsSet, _: To<Silent>) -> Result<Saved, Fault> {
    let change = change(&args).map_err(|report| desk.fault(&report))?;
    save(&desk, move |app| app.set_limits(&change)).await
}

fn change(args: &LimitsSet) -> Result<LimitsChange, Report> {
    Ok(LimitsChange {
        rounds: typed(args.rounds.as_deref(), "desk.limit.number")?,
        repeats: typed(args.repeats.as_deref(), "desk.limit.number")?,
        tokens: typed(args.tokens.as_deref(), "desk.limit.number")?,
        money_per_day: typed::<Money>(args.money.as_deref(), "desk.limit.money")?,
    })
}

/// A value as typed.
fn typed<T: std::str::FromStr>(text: Option<&str>, bad: &'static str) -> Result<Setting<T>, Report> {
    match text.map(str::trim) {
        None => Ok(Setting::Keep),
        Some("") => Ok(Setting::Clear),
        Some(text) => text.parse().map(Setting::To).map_err(|_| Report::new(Message::new(bad))),
    }
}
