//! The values a setting can have.

use nova_model::Message;
use serde::{Deserialize, Serialize};

use super::Setting;

/// Where files are downloaded from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DownloadSource {
    /// Mojang's and the loaders' own servers.
    Official,
    /// The BMCLAPI mirror.
    Bmclapi,
    /// Whichever answers better.
    #[default]
    Auto,
}

impl DownloadSource {
    /// Its name for people.
    pub fn label(self) -> Message {
        Message::new(match self {
            Self::Official => "game.source.official",
            Self::Bmclapi => "game.source.bmclapi",
            Self::Auto => "game.source.auto",
        })
    }

    /// Its name in the settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Official => "official",
            Self::Bmclapi => "bmclapi",
            Self::Auto => "auto",
        }
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// As the system is set.
    #[default]
    System,
}

impl Theme {
    /// Its name for people.
    pub fn label(self) -> Message {
        Message::new(match self {
            Self::Light => "game.theme.light",
            Self::Dark => "game.theme.dark",
            Self::System => "game.theme.system",
        })
    }
}

/// The language of everything Nova says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    ZhCn,
    /// Traditional Chinese.
    #[serde(rename = "zh-TW")]
    ZhTw,
    /// English.
    #[serde(rename = "en")]
    En,
}

impl Language {
    /// Its name for people.
    pub fn label(self) -> Message {
        Message::new(match self {
            Self::ZhCn => "game.language.zh-cn",
            Self::ZhTw => "game.language.zh-tw",
            Self::En => "game.language.en",
        })
    }
}

/// How much Nova may do by itself. Permanent changes always ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// Only talks.
    Chat,
    /// Looks, changes nothing.
    Read,
    /// Asks for every checklist.
    #[default]
    Confirm,
    /// Also runs reversible changes of chosen tools at once.
    Chosen,
}

impl Trust {
    /// Its name for people.
    pub fn label(self) -> Message {
        Message::new(match self {
            Self::Chat => "game.trust.chat",
            Self::Read => "game.trust.read",
            Self::Confirm => "game.trust.confirm",
            Self::Chosen => "game.trust.chosen",
        })
    }

    /// Its name in the settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Read => "read",
            Self::Confirm => "confirm",
            Self::Chosen => "chosen",
        }
    }
}

/// How the window looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Appearance {
    /// Light or dark.
    pub theme: Theme,
    /// The accent colour as `#rrggbb`.
    pub accent: Option<String>,
    /// The background: a file name or a named one.
    pub background: Option<String>,
    /// Text size in percent; `None` is 100.
    pub font_scale: Option<u32>,
}

/// A change of the look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppearanceChange {
    /// Light or dark.
    pub theme: Setting<Theme>,
    /// `#rrggbb`; cleared for Nova's own.
    pub accent: Setting<String>,
    /// The background.
    pub background: Setting<String>,
    /// Text size in percent (50 to 300).
    pub font_scale: Setting<u32>,
    /// The language; cleared to follow the system.
    pub language: Setting<Language>,
}

/// How much a store may keep before Nova proposes to tidy up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoreLimit {
    /// Days.
    pub max_days: u32,
    /// MiB.
    pub max_mb: u64,
}

impl Default for StoreLimit {
    fn default() -> Self {
        Self { max_days: 30, max_mb: 10_240 }
    }
}

/// What is set for one game root.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RootSettings {
    /// The current version in it.
    pub current: Option<String>,
}
