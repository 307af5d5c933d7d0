//! What a window starts from.

use nova_core::texts::Lang;
use nova_game::{Settings, Theme};
use serde::Serialize;
use ts_rs::TS;

use super::{ProblemRow, RecordingView, RunningTurn, Who};

/// How the window looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Look {
    /// `zh-CN`, `zh-TW` or `en`.
    #[ts(type = "'zh-CN' | 'zh-TW' | 'en'")]
    pub lang: String,
    /// Whether the language follows the system.
    pub lang_of_system: bool,
    /// `light`, `dark` or `system`.
    #[ts(type = "'light' | 'dark' | 'system'")]
    pub theme: Theme,
    /// The accent colour as `#rrggbb`; none for Nova's own.
    pub accent: Option<String>,
    /// Text size in percent.
    pub font_scale: u32,
}

impl Look {
    pub(crate) fn of(settings: &Settings, lang: Lang) -> Self {
        Self {
            lang: lang.tag().to_owned(),
            lang_of_system: settings.language.is_none(),
            theme: settings.appearance.theme,
            accent: settings.appearance.accent.clone(),
            font_scale: settings.appearance.font_scale.unwrap_or(100),
        }
    }
}

/// What a window starts from.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Start {
    /// How it looks.
    pub look: Look,
    /// Nova's version.
    pub version: String,
    /// Who would answer now.
    pub who: Who,
    /// Game folders that are known.
    pub folders: usize,
    /// Versions that are installed.
    pub versions: usize,
    /// The current version.
    pub current: Option<String>,
    /// The recording that runs.
    pub recording: Option<RecordingView>,
    /// What has to be said first: settings that could not be read, changes that a crash cut off.
    pub problems: Vec<ProblemRow>,
    /// The tools there are: a button for one that is missing is not shown.
    pub tools: Vec<String>,
    /// The turns that run: a page that was loaded again follows them.
    pub running: Vec<RunningTurn>,
}
