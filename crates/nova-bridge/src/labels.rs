//! The page's labels in traditional Chinese, derived from the simplified ones.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context, Result};
use jiff::tz::TimeZone;
use nova_core::texts::{Lang, Texts};
use serde::Deserialize;

/// One label, as the files of the page have it.
#[derive(Deserialize)]
struct Label {
    zh: String,
    tw: Option<String>,
}

/// The labels of a folder (`{key: {zh, en, tw?}}` in each file) in traditional Chinese, as one flat object.
pub fn traditional(folder: &Path) -> Result<String> {
    let texts = Texts::new(Lang::ZhTw, TimeZone::UTC);
    let mut derived = BTreeMap::new();
    for file in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = file?.path();
        let text = std::fs::read_to_string(&path)?;
        let labels: BTreeMap<String, Label> =
            serde_json::from_str(&text).with_context(|| format!("{} holds no labels", path.display()))?;
        derived.extend(labels.into_iter().map(|(key, label)| {
            let tw = label.tw.unwrap_or_else(|| texts.localized(&label.zh, ""));
            (key, tw)
        }));
    }
    Ok(serde_json::to_string_pretty(&derived)? + "\n")
}
