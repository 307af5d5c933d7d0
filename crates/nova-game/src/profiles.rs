//! `launcher_profiles.json` of the official launcher: which version it has selected, and when each was last used.
//! Read as far as it makes sense; a spoilt file says nothing.

use std::{collections::BTreeMap, path::Path};

use nova_model::Millis;
use serde_json::{Map, Value};

use crate::{
    names,
    read::{SMALL_CAP, read_object, text},
};

/// What the official launcher knows.
#[derive(Debug, Default)]
pub(crate) struct Profiles {
    selected: Option<String>,
    used: BTreeMap<String, Millis>,
}

impl Profiles {
    /// Reads the file of a root.
    pub(crate) fn read(root: &Path) -> Self {
        let files = ["launcher_profiles.json", "launcher_profiles_microsoft_store.json"];
        let found = files.iter().find_map(|name| read_object(&root.join(name), SMALL_CAP).ok());
        found.map(|map| Self::of(&map)).unwrap_or_default()
    }

    fn of(map: &Map<String, Value>) -> Self {
        let Some(profiles) = map.get("profiles").and_then(Value::as_object) else { return Self::default() };
        let mut used: BTreeMap<String, Millis> = BTreeMap::new();
        for profile in profiles.values() {
            let Some((id, at)) = last_use(profile) else { continue };
            let known = used.entry(id).or_default();
            *known = at.max(*known);
        }
        let named = text(map, "selectedProfile").and_then(|name| version_of(profiles.get(name)?));
        let latest = || used.iter().max_by_key(|(_, at)| **at).map(|(id, _)| id.clone());
        Self { selected: named.or_else(latest), used }
    }

    /// The version of the profile selected last. It need not be installed.
    pub(crate) fn selected(&self) -> Option<&str> {
        self.selected.as_deref()
    }

    /// Whether a profile is for this version.
    pub(crate) fn names(&self, id: &str) -> bool {
        self.used.contains_key(id)
    }

    /// When a version was last started by the official launcher.
    pub(crate) fn last_used(&self, id: &str) -> Option<Millis> {
        self.used.get(id).copied().filter(|at| *at > 0)
    }
}

fn version_of(profile: &Value) -> Option<String> {
    let id = profile.get("lastVersionId")?.as_str()?;
    names::is_folder_name(id).then(|| id.to_owned())
}

fn last_use(profile: &Value) -> Option<(String, Millis)> {
    let at = profile.get("lastUsed").and_then(Value::as_str).and_then(moment);
    Some((version_of(profile)?, at.unwrap_or_default()))
}

/// A moment with offset (`2024-05-01T10:00:00.000Z`).
fn moment(text: &str) -> Option<Millis> {
    text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(value: Value) -> Profiles {
        let Value::Object(map) = value else { panic!("not an object") };
        Profiles::of(&map)
    }

    #[test]
    fn the_profile_used_last_counts_when_none_is_selected() {
        let profiles = of(json!({"profiles": {
            "a": {"lastVersionId": "1.20.1", "lastUsed": "2024-05-01T10:00:00.000Z"},
            "b": {"lastVersionId": "1.16.5", "lastUsed": "2025-05-01T10:00:00.000Z"}}}));
        assert_eq!(profiles.selected(), Some("1.16.5"));
        assert_eq!(profiles.last_used("1.20.1"), Some(1_714_557_600_000));
    }

    #[test]
    fn a_selected_profile_wins() {
        let profiles = of(json!({"selectedProfile": "a", "profiles": {"a": {"lastVersionId": "1.12.2"},
            "b": {"lastVersionId": "1.16.5", "lastUsed": "2025-05-01T10:00:00.000Z"}}}));
        assert_eq!(profiles.selected(), Some("1.12.2"));
        assert_eq!(profiles.last_used("1.12.2"), None);
    }

    #[test]
    fn paths_and_nonsense_say_nothing() {
        assert_eq!(
            of(json!({"profiles": {"x": {"lastVersionId": "../../x"}}, "selectedProfile": "x"})).selected(),
            None
        );
        assert_eq!(of(json!({"profiles": [1, 2]})).selected(), None);
        assert_eq!(of(json!({})).selected(), None);
    }
}
