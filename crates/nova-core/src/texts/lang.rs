//! The languages Nova speaks.

use std::str::FromStr;

use nova_game::Language;
use serde::{Deserialize, Serialize};

/// A language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lang {
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    ZhCn,
    /// Traditional Chinese as written in Taiwan.
    #[serde(rename = "zh-TW")]
    ZhTw,
    /// English.
    #[default]
    #[serde(rename = "en")]
    En,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::ZhCn, Self::ZhTw, Self::En];

    /// The language that is set.
    pub fn of(language: Language) -> Self {
        match language {
            Language::ZhCn => Self::ZhCn,
            Language::ZhTw => Self::ZhTw,
            Language::En => Self::En,
        }
    }

    /// Its BCP 47 tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::ZhCn => "zh-CN",
            Self::ZhTw => "zh-TW",
            Self::En => "en",
        }
    }

    /// The closest language for a locale as an operating system names it (`zh_HK.UTF-8`, `zh-Hans-CN`, `de_DE`).
    pub fn of_locale(locale: &str) -> Self {
        let locale = locale.to_ascii_lowercase().replace('_', "-");
        let traditional = ["zh-tw", "zh-hk", "zh-mo", "zh-hant"];
        match locale.as_str() {
            tag if traditional.iter().any(|start| tag.starts_with(start)) => Self::ZhTw,
            tag if tag.starts_with("zh") => Self::ZhCn,
            _ => Self::En,
        }
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(tag: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(tag));
        found.ok_or_else(|| format!("unknown language `{tag}`: zh-CN, zh-TW or en"))
    }
}
