//! Modrinth and CurseForge, wired to the launcher's settings and its secrets.

use nova_game::DownloadSource;
use nova_model::{Explain, Problem, Report};
use nova_platform::{Mirrors, Platforms, ProjectId, Source};
use nova_tools::ToolError;

use crate::launcher::Launcher;

/// The name that the player's key for CurseForge is kept under.
const CURSEFORGE_KEY: &str = "api.curseforge";

/// Both platforms, and what keeps one of them from being asked.
pub(crate) struct Contents {
    /// The platforms.
    pub(crate) platforms: Platforms,
    /// That the place where keys are kept did not answer.
    pub(crate) locked: Option<Report>,
}

impl Launcher {
    /// The platforms, with the player's key where one is kept.
    pub(crate) fn contents(&self) -> Result<Contents, ToolError> {
        let (key, locked) = match self.secrets.get(CURSEFORGE_KEY) {
            Ok(kept) => (kept.map(|(key, _)| key), None),
            Err(error) => (None, Some(error.report())),
        };
        if let Some(key) = &key {
            self.learn_secret(key);
        }
        let official = self.game.settings().download_source == DownloadSource::Official;
        let mirrors = if official { Mirrors::Never } else { Mirrors::StandIn };
        Ok(Contents { platforms: Platforms::new(self.installs.platform_web(), mirrors, key)?, locked })
    }
}

impl Contents {
    /// The platforms to ask where the player named none: those that can answer.
    pub(crate) fn open(&self) -> Vec<Source> {
        let is_open = |source: &Source| *source == Source::Modrinth || self.platforms.curseforge.is_open();
        Source::ALL.into_iter().filter(is_open).collect()
    }

    /// That the key could not be read, where CurseForge is among those that are asked.
    pub(crate) fn problem(&self, asked: &[Source]) -> Option<Problem> {
        let locked = self.locked.as_ref().filter(|_| asked.contains(&Source::CurseForge))?;
        Some(Problem::warning(Source::CurseForge.label(), locked.message.clone()))
    }
}

/// The project of an id as the tools write it; a name alone is Modrinth's.
pub(crate) fn project_id(text: &str) -> Result<ProjectId, ToolError> {
    let found = ProjectId::parse(text).or_else(|| ProjectId::new(Source::Modrinth, text.trim()));
    let bad = || nova_platform::PlatformError::BadId { id: nova_model::clean(text, 80) };
    found.ok_or_else(|| bad().into())
}
