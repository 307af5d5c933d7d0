//! What only the player sets around a game, on the settings page: the graphics card, and commands of their own. No tool offers it.

use nova_model::{ChangeKind, Message};
use serde_json::Value;

use super::{
    Scene,
    settings::{already, proposal},
};
use crate::{GraphicsCard, LaunchCommands, Proposal, Result};

/// The graphics card of all versions.
pub(crate) fn graphics(scene: &Scene, card: GraphicsCard) -> Result<Proposal> {
    let now = scene.settings.launch.graphics.unwrap_or_default();
    if now == card {
        return already(Message::new("game.now.graphics"));
    }
    let word = (card == GraphicsCard::Discrete).then(|| "discrete".to_owned());
    let mut edit = scene.settings.edit(scene.data);
    edit.set(&["graphics"], word.clone().map(Value::from));
    let title = Message::new("game.change.graphics").with("to", value(card));
    let mut proposal = proposal(scene, scene.data, title, &edit);
    proposal.line(ChangeKind::Set, "graphics", word);
    Ok(proposal)
}

fn value(card: GraphicsCard) -> Message {
    Message::new(match card {
        GraphicsCard::System => "game.value.card-system",
        GraphicsCard::Discrete => "game.value.card-discrete",
    })
}

/// The commands around the games of all versions: what is empty runs nothing.
pub(crate) fn commands(scene: &Scene, wanted: &LaunchCommands) -> Result<Proposal> {
    let now = &scene.settings.launch.commands;
    let rows = [
        ("before", &now.before, &wanted.before),
        ("wrapper", &now.wrapper, &wanted.wrapper),
        ("after", &now.after, &wanted.after),
    ];
    let rows = rows.map(|(key, now, to)| (key, said(now.as_deref()), said(to.as_deref())));
    let changed: Vec<_> = rows.into_iter().filter(|(_, now, to)| now != to).collect();
    if changed.is_empty() {
        return already(Message::new("game.now.own-commands"));
    }
    let mut edit = scene.settings.edit(scene.data);
    for (key, _, to) in &changed {
        edit.set(&["commands", key], to.map(Value::from));
    }
    let mut proposal = proposal(scene, scene.data, Message::new("game.change.own-commands"), &edit);
    for (key, _, to) in changed {
        proposal.line(ChangeKind::Set, format!("commands.{key}"), to.map(str::to_owned));
    }
    Ok(proposal)
}

fn said(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}
