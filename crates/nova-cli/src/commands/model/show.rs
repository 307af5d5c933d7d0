//! `nova model show`: what is set, and what models used today.

use nova_agent::store::{DayUsage, Spent};
use nova_core::{Keeps, KeyPlace, ModelView, present};
use nova_game::{Limits, Money, Settings};
use nova_model::{Field, Message, Problem};
use serde_json::{Value, json};

use crate::{
    open::Session,
    output::{Exit, Output},
};

/// What is set, and where the key is kept; never the key.
pub(super) async fn show(session: &Session, output: &Output) -> Exit {
    let seen = session.app.model_view();
    let settings = session.app.launcher().game.settings();
    let mut said = model(&seen, session);
    said.push(limits(&settings.limits));
    let mut problems = settings.problems.clone();
    let used = match session.app.chats().usage_today().await {
        Ok(used) => Some(used),
        Err(report) => {
            problems.push(Problem::warning("chats.db", report.message));
            None
        }
    };
    said.extend(used.as_deref().map(|used| today(&sum(used))));
    said.push(Message::new("cli.model.trust").with("trust", settings.trust.label()));
    problems.extend(session.app.chats().problems());
    problems.extend(session.app.secrets().take_problems());
    let mut data = data(&seen, &settings, session);
    data["today"] = json!(used.as_deref().map(used_data));
    data["problems"] = output.problems(&problems, "", &session.texts);
    output.answer(&present::localized(data, &session.texts), &session.texts.say_all(&said));
    Exit::Done
}

fn model(seen: &ModelView, session: &Session) -> Vec<Message> {
    let mut said = match &seen.host {
        None => {
            let why = seen.why.clone().unwrap_or_else(|| Message::new("core.model.none"));
            vec![why, Message::new("cli.model.how")]
        }
        Some(host) => {
            let named = Message::new("cli.model.at").with("host", host.as_str());
            vec![named.with("name", or_none(seen.name.clone())), key(seen.key, session)]
        }
    };
    // That there is no key was said.
    let untold = |why: &Message| seen.host.is_some() && why.code != "core.model.no-key";
    said.extend(seen.why.clone().filter(untold));
    if !seen.overridden.is_empty() {
        said.push(Message::new("cli.model.environment").with("names", seen.overridden.clone()));
    }
    said
}

fn limits(limits: &Limits) -> Message {
    Message::new("cli.model.limits")
        .with("rounds", i64::from(limits.rounds))
        .with("tokens", i64::try_from(limits.tokens).unwrap_or(i64::MAX))
        .with("money", or_none(limits.money_per_day.map(|money| money.to_string())))
}

fn sum(used: &[DayUsage]) -> Spent {
    used.iter().fold(Spent::default(), |sum, one| Spent {
        tokens: sum.tokens.saturating_add(one.spent.tokens),
        micros: sum.micros.saturating_add(one.spent.micros),
    })
}

fn today(spent: &Spent) -> Message {
    let money = Money::of_micros(spent.micros);
    let money: Field = match (spent.tokens, spent.micros) {
        (1.., 0) => Message::new("cli.model.uncounted").into(),
        _ => money.to_string().into(),
    };
    let tokens = i64::try_from(spent.tokens).unwrap_or(i64::MAX);
    Message::new("cli.model.today").with("tokens", tokens).with("money", money)
}

fn used_data(used: &[DayUsage]) -> Value {
    let cost = |spent: &Spent| Money::of_micros(spent.micros);
    let model = |one: &DayUsage| json!({ "host": one.host, "model": one.model, "tokens": one.spent.tokens, "cost": cost(&one.spent) });
    let (whole, models) = (sum(used), used.iter().map(model).collect::<Vec<_>>());
    json!({ "tokens": whole.tokens, "cost": cost(&whole), "models": models })
}

fn or_none(text: Option<String>) -> Field {
    text.map_or_else(|| Message::new("game.value.none").into(), Field::Text)
}

fn data(seen: &ModelView, settings: &Settings, session: &Session) -> Value {
    json!({
        "ready": seen.why.is_none(),
        "why": seen.why,
        "base_url": seen.base,
        "model": seen.name,
        "provider": settings.model.provider,
        "key": key_data(seen.key, session),
        "local": settings.model.local,
        "price": settings.model.price,
        "context": settings.model.context,
        "proxy": settings.model.proxy,
        "overridden": seen.overridden,
        "limits": settings.limits,
        "trust": settings.trust,
        "trust_tools": settings.trust_tools,
    })
}

fn key(place: Option<KeyPlace>, session: &Session) -> Message {
    match place {
        Some(KeyPlace::Environment) => Message::new("cli.model.key-environment"),
        Some(KeyPlace::Kept(Keeps::Ring)) => Message::new("cli.model.key-ring"),
        Some(KeyPlace::Kept(Keeps::File)) => {
            Message::new("cli.model.key-in-file").with("path", session.app.secrets().file().path().as_path())
        }
        Some(KeyPlace::Nowhere) => Message::new("cli.model.key-none"),
        None => Message::new("cli.model.key-unknown"),
    }
}

fn key_data(place: Option<KeyPlace>, session: &Session) -> Value {
    let (state, kept_by) = match place {
        Some(KeyPlace::Environment) => ("set", Some("environment")),
        Some(KeyPlace::Kept(Keeps::Ring)) => ("set", Some("ring")),
        Some(KeyPlace::Kept(Keeps::File)) => ("set", Some("file")),
        Some(KeyPlace::Nowhere) => ("not_set", None),
        None => ("unknown", None),
    };
    let path = (kept_by == Some("file")).then(|| session.app.secrets().file().path());
    json!({ "state": state, "kept_by": kept_by, "path": path })
}
