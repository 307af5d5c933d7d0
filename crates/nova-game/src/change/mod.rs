//! Changes of versions and settings, as proposals.

mod delete;
mod json_text;
mod rename;
mod settings;

use nova_model::Millis;

use crate::{Machine, Probe, Settings, Version, VersionList};
pub(crate) use delete::delete;
pub(crate) use rename::rename;
pub(crate) use settings::{appearance, download_source, isolation, java, java_of, memory, memory_of, select};

/// What changes are planned on.
pub(crate) struct Scene<'a> {
    pub(crate) data: &'a std::path::Path,
    pub(crate) machine: &'a Machine,
    pub(crate) settings: &'a Settings,
    pub(crate) versions: &'a VersionList,
    pub(crate) probe: &'a dyn Probe,
    pub(crate) now: Millis,
}

impl Scene<'_> {
    /// Refuses while the version runs or a world in its own folder is open.
    fn refuse_running(&self, version: &Version) -> crate::Result<()> {
        let id = version.id.clone();
        if version.running {
            return Err(crate::GameError::Running { id });
        }
        let mut own = version.instance();
        own.dir.clone_from(&own.folder);
        match crate::running::open_world(&own, self.probe) {
            Some(world) => Err(crate::GameError::WorldOpen { id, world }),
            None => Ok(()),
        }
    }
}
