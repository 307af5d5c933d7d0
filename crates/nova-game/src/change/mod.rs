//! Changes of versions and settings, as proposals.

mod copy;
mod delete;
mod json_text;
mod launch;
mod model;
mod own;
mod player;
mod rename;
mod roots;
mod settings;

use std::path::Path;

use nova_model::Millis;
use serde_json::Value;

use crate::{GameError, Machine, Probe, Result, Settings, Version, VersionList, running, settings::Edit};
pub(crate) use copy::copy;
pub(crate) use delete::delete;
pub(crate) use launch::{Target, allow_commands, args, variable, window};
pub(crate) use model::{client_id, limits, local_model, model, trust};
pub(crate) use own::{note, option, options_of, reset, start_as};
pub(crate) use player::{commands, graphics};
pub use rename::json_under;
pub(crate) use rename::rename;
pub(crate) use roots::{add as add_root, choose as choose_root, remove as remove_root};
pub(crate) use settings::{appearance, download_source, isolation, java, java_of, memory, memory_of, select};

/// What changes are planned on.
pub(crate) struct Scene<'a> {
    pub(crate) data: &'a Path,
    pub(crate) machine: &'a Machine,
    pub(crate) settings: &'a Settings,
    pub(crate) versions: &'a VersionList,
    pub(crate) probe: &'a dyn Probe,
    pub(crate) now: Millis,
}

impl Scene<'_> {
    /// An edit that makes a version current in its root (or none, so that the next one is asked for).
    fn current_edit(&self, version: &Version, id: Option<&str>) -> Edit {
        let mut edit = roots::registering(self);
        let key = self.settings.key_of(&version.root).unwrap_or(&version.root).display().to_string();
        edit.set(&["roots", &key, "current"], id.map(Value::from));
        let preferred = self.versions.items.first().map(|first| &first.root);
        if id.is_some() && preferred != Some(&version.root) {
            edit.set(&["current_root"], Some(Value::from(key)));
        }
        edit
    }

    /// Refuses while the version runs or a world in its own folder is open.
    fn refuse_running(&self, version: &Version) -> Result<()> {
        let id = version.id.clone();
        if version.running {
            return Err(GameError::Running { id });
        }
        let mut own = version.instance();
        own.dir.clone_from(&own.folder);
        match running::open_world(&own, self.probe) {
            Some(world) => Err(GameError::WorldOpen { id, world }),
            None => Ok(()),
        }
    }
}
