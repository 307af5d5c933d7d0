//! Changes of what is set about models: the endpoint, trust, limits. They are for the player's own commands and pages; no
//! tool offers them, since a model that moves its own address or trust could give away what it sees or widen what it may.

use nova_model::{ChangeKind, Field, Message};
use serde::Deserialize;
use serde_json::Value;

use super::{
    Scene,
    settings::{already, proposal},
};
use crate::{
    GameError, LimitsChange, LocalConsent, ModelChange, Money, Proposal, Result, Setting, Trust,
    settings::{Edited, are_tools, client_id_edits},
};

/// The endpoint.
pub(crate) fn model(scene: &Scene, change: &ModelChange) -> Result<Proposal> {
    edit(scene, "game.change.model", "game.now.model", change.edits()?)
}

/// The client id of Microsoft's sign-in.
pub(crate) fn client_id(scene: &Scene, id: &Setting<String>) -> Result<Proposal> {
    edit(scene, "game.change.client-id", "game.now.client-id", client_id_edits(id)?)
}

/// Whether a model server found on this computer may be asked.
pub(crate) fn local_model(scene: &Scene, consent: LocalConsent) -> Result<Proposal> {
    let now = scene.settings.model.local;
    if now == consent {
        return already(Message::new("game.now.local").with("to", consent.label()));
    }
    let mut edit = scene.settings.edit(scene.data);
    edit.set(&["model", "local"], Some(Value::from(consent.as_str())));
    let title = Message::new("game.change.local").with("from", now.label()).with("to", consent.label());
    let mut proposal = proposal(scene, scene.data, title, &edit);
    proposal.line(ChangeKind::Set, "model.local", Some(consent.as_str().to_owned()));
    Ok(proposal)
}

/// The limits of a turn and of a day.
pub(crate) fn limits(scene: &Scene, change: &LimitsChange) -> Result<Proposal> {
    edit(scene, "game.change.limits", "game.now.limits", change.edits()?)
}

/// How much Nova may do by itself. The chosen tools go with the step that needs them, so that a later step up does not
/// bring back a list that nobody remembers.
pub(crate) fn trust(scene: &Scene, trust: Trust, tools: &[String]) -> Result<Proposal> {
    let mut tools = tools.to_vec();
    tools.sort_unstable();
    tools.dedup();
    let chosen = trust == Trust::Chosen;
    if !are_tools(&tools) || (chosen == tools.is_empty()) {
        return Err(GameError::BadSetting { key: "trust_tools" });
    }
    let now = &scene.settings;
    if now.trust == trust && (!chosen || now.trust_tools == tools) {
        return already(Message::new("game.now.trust").with("to", trust.label()));
    }
    let mut edit = now.edit(scene.data);
    edit.set(&["trust"], Some(Value::from(trust.as_str())));
    edit.set(&["trust_tools"], chosen.then(|| Value::from(tools.clone())));
    let title = Message::new("game.change.trust").with("from", now.trust.label()).with("to", trust.label());
    let mut proposal = proposal(scene, scene.data, title, &edit);
    proposal.line(ChangeKind::Set, "trust", Some(trust.as_str().to_owned()));
    if chosen {
        proposal.line(ChangeKind::Set, "trust_tools", Some(tools.join(", ")));
    }
    Ok(proposal)
}

fn edit(scene: &Scene, title: &'static str, now: &'static str, edits: Vec<Edited>) -> Result<Proposal> {
    let due: Vec<Edited> =
        edits.into_iter().filter(|one| scene.settings.raw_value(one.path) != one.to.as_ref()).collect();
    if due.is_empty() {
        return already(Message::new(now));
    }
    let mut edit = scene.settings.edit(scene.data);
    for one in &due {
        edit.set(one.path, one.to.clone());
    }
    let values = due.iter().map(|one| Message::new(one.label).with("value", shown(one.to.as_ref())).into());
    let title = Message::new(title).with("values", Field::List(values.collect()));
    let mut proposal = proposal(scene, scene.data, title, &edit);
    for one in &due {
        proposal.line(ChangeKind::Set, one.path.join("."), one.to.as_ref().map(text));
    }
    Ok(proposal)
}

fn shown(value: Option<&Value>) -> Field {
    value.map_or_else(|| Message::new("game.value.none").into(), |value| text(value).into())
}

/// A price is two amounts; amounts are shown as they are typed.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(parts) => parts.values().map(text).collect::<Vec<_>>().join(" / "),
        Value::Number(number) if number.is_f64() => {
            Money::deserialize(value).map_or_else(|_| number.to_string(), |money| money.to_string())
        }
        other => other.to_string(),
    }
}
