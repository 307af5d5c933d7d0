//! The model: where it is, what it is called, whether it answers.

use std::sync::Arc;

use nova_core::{is_plain, key_server, model_host, needs_key};
use nova_game::{LocalConsent, ModelChange, Money, Price, Setting};
use nova_model::{Message, Report};
use serde::Deserialize;
use ts_rs::TS;
use url::Url;

use super::save;
use crate::{
    Command, Desk, Fault, Silent, To,
    commands::Nothing,
    view::{Found, ModelPage, PriceView, ProviderRow, Saved, Who},
};

pub(super) fn list() -> Vec<Command> {
    vec![
        Command::new("model_read", read),
        Command::new("model_set", set),
        Command::new("model_test", test),
        Command::new("local_set", local),
    ]
}

/// What is set about the model. What is left out stays; an empty text takes the value out.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub(crate) struct ModelSet {
    /// The base address.
    base: Option<String>,
    /// The model's name.
    name: Option<String>,
    /// The id of the provider it is set from.
    provider: Option<String>,
    /// What a million tokens that it reads cost; only together with `price_output`.
    price_input: Option<String>,
    /// What a million tokens that it writes cost.
    price_output: Option<String>,
    /// Tokens it can read at once.
    context: Option<String>,
    /// Where requests go through: an address, or `direct`.
    proxy: Option<String>,
}

/// The player's word on model servers of this computer.
#[derive(Clone, Copy, Debug, Deserialize, TS)]
pub(crate) struct LocalSet {
    /// Whether one may be asked.
    #[ts(type = "'ask' | 'yes' | 'no'")]
    local: LocalConsent,
}

async fn read(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<ModelPage, Fault> {
    let (app, texts) = (desk.app(), desk.texts());
    let now = app.who_now();
    let settings = app.launcher().game.settings();
    let (set, overrides) = (&settings.model, app.overrides());
    let base = overrides.base.as_ref().or(set.base_url.as_ref());
    let base = base.and_then(|base| app.model_address(base).ok());
    let over = [
        ("NOVA_LLM_BASE", overrides.base.is_some()),
        ("NOVA_LLM_KEY", overrides.key.is_some()),
        ("NOVA_LLM_MODEL", overrides.model.is_some()),
    ];
    Ok(ModelPage {
        who: Who::of(Some(now.rung), now.model.as_deref(), now.why.as_ref(), &texts),
        host: base.as_ref().map(model_host),
        server: base.as_ref().map(key_server),
        plain: base.as_ref().is_some_and(is_plain),
        at_home: base.as_ref().is_some_and(|base| !needs_key(base)),
        base: base.as_ref().map(Url::to_string),
        name: overrides.model.clone().or_else(|| set.model.clone()),
        provider: set.provider.clone(),
        providers: app.providers().iter().map(|preset| ProviderRow::of(preset, &texts)).collect(),
        local: set.local,
        price: set.price.map(PriceView::of),
        context: set.context,
        proxy: set.proxy.clone(),
        overridden: over.into_iter().filter(|(_, is)| *is).map(|(name, _)| name.to_owned()).collect(),
    })
}

async fn set(desk: Arc<Desk>, args: ModelSet, _: To<Silent>) -> Result<Saved, Fault> {
    let change = change(&args).map_err(|report| desk.fault(&report))?;
    save(&desk, move |app| app.set_model(&change)).await
}

async fn local(desk: Arc<Desk>, args: LocalSet, _: To<Silent>) -> Result<Saved, Fault> {
    save(&desk, move |app| app.set_local_model(args.local)).await
}

async fn test(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<Found, Fault> {
    let tested = desk.app().test_model().await.map_err(|report| desk.fault(&report))?;
    Ok(Found::of(&tested, &desk.texts()))
}

fn change(args: &ModelSet) -> Result<ModelChange, Report> {
    Ok(ModelChange {
        price: price(args.price_input.as_deref(), args.price_output.as_deref())?,
        context: context(args.context.as_deref())?,
        base_url: text(args.base.as_deref()),
        model: text(args.name.as_deref()),
        provider: text(args.provider.as_deref()),
        proxy: text(args.proxy.as_deref()),
    })
}

fn text(typed: Option<&str>) -> Setting<String> {
    match typed.map(str::trim) {
        None => Setting::Keep,
        Some("") => Setting::Clear,
        Some(text) => Setting::To(text.to_owned()),
    }
}

/// Both amounts or none: half a price would count wrongly.
fn price(input: Option<&str>, output: Option<&str>) -> Result<Setting<Price>, Report> {
    let (Some(input), Some(output)) = (input.map(str::trim), output.map(str::trim)) else {
        return Ok(Setting::Keep);
    };
    if input.is_empty() && output.is_empty() {
        return Ok(Setting::Clear);
    }
    let amount = |typed: &str| typed.parse::<Money>().map_err(|_| bad("desk.model.price"));
    Ok(Setting::To(Price { input: amount(input)?, output: amount(output)? }))
}

fn context(typed: Option<&str>) -> Result<Setting<u64>, Report> {
    match typed.map(str::trim) {
        None => Ok(Setting::Keep),
        Some("") => Ok(Setting::Clear),
        Some(typed) => typed.parse().map(Setting::To).map_err(|_| bad("desk.model.context")),
    }
}

fn bad(code: &'static str) -> Report {
    Report::new(Message::new(code))
}
