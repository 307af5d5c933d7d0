//! A whole game root in the official layout.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use crate::{GameFolder, Version, make_folder, write_file};

/// A `.minecraft`-like folder to be written.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct GameRoot {
    versions: Vec<Version>,
    shared: GameFolder,
    selected: Option<String>,
    parents: Parents,
}

/// Whether the versions that others inherit from are made where they are not named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Parents {
    #[default]
    Added,
    LeftOut,
}

impl GameRoot {
    /// An empty root.
    pub fn new() -> Self {
        Self::default()
    }

    /// One more version. The game version that it inherits from is added unless it is named too.
    pub fn version(mut self, version: Version) -> Self {
        self.versions.push(version);
        self
    }

    /// What lies in the root itself, shared by the versions without a folder of their own.
    pub fn shared(mut self, folder: GameFolder) -> Self {
        self.shared = folder;
        self
    }

    /// The version that `launcher_profiles.json` names as used last.
    pub fn selected(mut self, id: &str) -> Self {
        self.selected = Some(id.to_owned());
        self
    }

    /// Leaves the parents out that are not named: broken versions for tests.
    pub fn without_parents(mut self) -> Self {
        self.parents = Parents::LeftOut;
        self
    }

    /// Writes it into a folder, which may be there.
    pub fn write(&self, root: &Path) -> Result<()> {
        for folder in ["versions", "libraries", "assets/indexes", "assets/objects"] {
            make_folder(&root.join(folder))?;
        }
        self.shared.write(root)?;
        self.versions.iter().try_for_each(|version| version.write(root))?;
        for parent in self.missing_parents() {
            Version::vanilla(parent).write(root)?;
        }
        write_file(&root.join("launcher_profiles.json"), format!("{:#}\n", self.profiles()).as_bytes())
    }

    fn missing_parents(&self) -> BTreeSet<&str> {
        if self.parents == Parents::LeftOut {
            return BTreeSet::new();
        }
        let named: BTreeSet<&str> = self.versions.iter().map(Version::id).collect();
        self.versions.iter().filter_map(Version::parent).filter(|id| !named.contains(id)).collect()
    }

    /// The official launcher's file: one profile a version, the selected one used last.
    fn profiles(&self) -> Value {
        let one = |version: &Version| {
            let last = self.selected.as_deref() == Some(version.id());
            let used = if last { "2024-03-02T10:00:00.000Z" } else { "2024-03-01T10:00:00.000Z" };
            let profile = json!({"name": version.id(), "type": "custom", "lastVersionId": version.id(),
                "created": "2024-01-01T10:00:00.000Z", "lastUsed": used, "icon": "Grass"});
            (version.id().to_owned(), profile)
        };
        let profiles: serde_json::Map<_, _> = self.versions.iter().map(one).collect();
        json!({"profiles": profiles, "settings": {"keepLauncherOpen": false}, "version": 3})
    }
}
