//! Choices as the model names them, and the services' own that they stand for.

use nova_content::backups;
use nova_game as game;
use nova_tools::recorder::Target;
use schemars::JsonSchema;
use serde::Deserialize;

/// What else goes into a backup.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Include {
    Config,
    Mods,
}

impl From<Include> for backups::Include {
    fn from(include: Include) -> Self {
        match include {
            Include::Config => Self::Config,
            Include::Mods => Self::Mods,
        }
    }
}

/// A part of a game folder.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Part {
    Mods,
    Config,
    ResourcePacks,
    ShaderPacks,
    Options,
    Servers,
    Saves,
    Screenshots,
    Other,
}

impl From<Part> for game::GamePart {
    fn from(part: Part) -> Self {
        match part {
            Part::Mods => Self::Mods,
            Part::Config => Self::Config,
            Part::ResourcePacks => Self::ResourcePacks,
            Part::ShaderPacks => Self::ShaderPacks,
            Part::Options => Self::Options,
            Part::Servers => Self::Servers,
            Part::Saves => Self::Saves,
            Part::Screenshots => Self::Screenshots,
            Part::Other => Self::Other,
        }
    }
}

/// What is cleaned up.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CleanKind {
    Logs,
    Caches,
    Leftovers,
}

impl From<CleanKind> for nova_content::clean::Kind {
    fn from(kind: CleanKind) -> Self {
        match kind {
            CleanKind::Logs => Self::Logs,
            CleanKind::Caches => Self::Caches,
            CleanKind::Leftovers => Self::Leftovers,
        }
    }
}

/// The shape of a player's arms.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SkinModel {
    #[default]
    Classic,
    Slim,
}

impl From<SkinModel> for nova_account::Model {
    fn from(model: SkinModel) -> Self {
        match model {
            SkinModel::Classic => Self::Classic,
            SkinModel::Slim => Self::Slim,
        }
    }
}

/// A theme.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Theme {
    Light,
    Dark,
    System,
}

impl From<Theme> for game::Theme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self::Light,
            Theme::Dark => Self::Dark,
            Theme::System => Self::System,
        }
    }
}

/// A language of the interface.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub(super) enum Language {
    #[serde(rename = "zh-CN")]
    ZhCn,
    #[serde(rename = "zh-TW")]
    ZhTw,
    #[serde(rename = "en")]
    En,
}

impl From<Language> for game::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::ZhCn => Self::ZhCn,
            Language::ZhTw => Self::ZhTw,
            Language::En => Self::En,
        }
    }
}

/// Where files come from.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum DownloadSource {
    Official,
    Bmclapi,
    Auto,
}

impl From<DownloadSource> for game::DownloadSource {
    fn from(source: DownloadSource) -> Self {
        match source {
            DownloadSource::Official => Self::Official,
            DownloadSource::Bmclapi => Self::Bmclapi,
            DownloadSource::Auto => Self::Auto,
        }
    }
}

/// What is recorded.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Grab {
    #[default]
    Screen,
    Game,
}

impl From<Grab> for Target {
    fn from(grab: Grab) -> Self {
        match grab {
            Grab::Screen => Self::Screen,
            Grab::Game => Self::Game,
        }
    }
}

/// A mod loader that can be installed.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum LoaderName {
    Fabric,
    Quilt,
    Forge,
    NeoForge,
    OptiFine,
    LiteLoader,
}

/// A mod loader that a version can be given; or none.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum LoaderChoice {
    Fabric,
    Quilt,
    Forge,
    NeoForge,
    OptiFine,
    LiteLoader,
    None,
}

impl LoaderChoice {
    /// The loader, where one is chosen.
    pub(super) fn loader(self) -> Option<nova_model::Loader> {
        let name = match self {
            Self::Fabric => LoaderName::Fabric,
            Self::Quilt => LoaderName::Quilt,
            Self::Forge => LoaderName::Forge,
            Self::NeoForge => LoaderName::NeoForge,
            Self::OptiFine => LoaderName::OptiFine,
            Self::LiteLoader => LoaderName::LiteLoader,
            Self::None => return None,
        };
        Some(name.into())
    }
}

impl From<LoaderName> for nova_model::Loader {
    fn from(name: LoaderName) -> Self {
        match name {
            LoaderName::Fabric => Self::Fabric,
            LoaderName::Quilt => Self::Quilt,
            LoaderName::Forge => Self::Forge,
            LoaderName::NeoForge => Self::NeoForge,
            LoaderName::OptiFine => Self::OptiFine,
            LoaderName::LiteLoader => Self::LiteLoader,
        }
    }
}
