//! `litemod.json` of LiteLoader.

use nova_model::{Loader, Message};
use serde_json::Value;

use super::{
    doc::{Doc, LONG, SHORT},
    fabric::plain,
};
use crate::{ModFacts, Relation, Side};

/// Reads the file. The `name` is the id.
pub(crate) fn read(value: &Value, doc: &mut Doc<'_>) -> Option<ModFacts> {
    let Some(root) = value.as_object() else {
        doc.error(Message::new("meta.jar.metadata_unreadable"));
        return None;
    };
    let id = doc.id(root, "name")?;
    let needs = doc.names(root, "dependsOn", "name");
    Some(ModFacts {
        name: doc
            .text(root, "displayName", SHORT)
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| id.clone()),
        version: doc.text(root, "version", SHORT).unwrap_or_default(),
        loader: Loader::LiteLoader,
        side: Side::Client,
        description: doc.text(root, "description", LONG).unwrap_or_default(),
        authors: doc.names(root, "author", "name"),
        license: None,
        homepage: doc.link(root, "url"),
        icon: None,
        dependencies: needs.into_iter().map(|id| plain(id, Relation::Requires, String::new())).collect(),
        provides: Vec::new(),
        mixins: doc.names(root, "mixinConfigs", "config"),
        game: doc.text(root, "mcversion", SHORT).filter(|game| !game.is_empty()),
        loader_range: None,
        java: None,
        id,
    })
}
