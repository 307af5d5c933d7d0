//! The look and the language. They take effect at once: every window hears of it.

use std::sync::Arc;

use nova_game::{AppearanceChange, Language, Setting, Theme};
use serde::Deserialize;
use ts_rs::TS;

use super::save;
use crate::{Command, Desk, Fault, Silent, To, view::Saved};

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("look_set", set)]
}

/// How the window looks; what is left out stays.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub(crate) struct LookSet {
    /// Light or dark.
    #[ts(optional, type = "'light' | 'dark' | 'system'")]
    theme: Option<Theme>,
    /// The accent colour as `#rrggbb`; empty for Nova's own.
    accent: Option<String>,
    /// Text size in percent.
    font_scale: Option<u32>,
    /// The language.
    lang: Option<Spoken>,
}

/// A language, or that of the system.
#[derive(Clone, Copy, Debug, Deserialize, TS)]
pub(crate) enum Spoken {
    #[serde(rename = "zh-CN")]
    ZhCn,
    #[serde(rename = "zh-TW")]
    ZhTw,
    #[serde(rename = "en")]
    En,
    #[serde(rename = "system")]
    System,
}

async fn set(desk: Arc<Desk>, args: LookSet, _: To<Silent>) -> Result<Saved, Fault> {
    let change = change(args);
    save(&desk, move |app| app.set_appearance(&change)).await
}

fn change(args: LookSet) -> AppearanceChange {
    let accent =
        args.accent.map(|accent| if accent.is_empty() { Setting::Clear } else { Setting::To(accent) });
    AppearanceChange {
        theme: Setting::of(args.theme),
        accent: accent.unwrap_or_default(),
        font_scale: Setting::of(args.font_scale),
        language: args.lang.map(language).unwrap_or_default(),
        ..AppearanceChange::default()
    }
}

fn language(spoken: Spoken) -> Setting<Language> {
    match spoken {
        Spoken::ZhCn => Setting::To(Language::ZhCn),
        Spoken::ZhTw => Setting::To(Language::ZhTw),
        Spoken::En => Setting::To(Language::En),
        Spoken::System => Setting::Clear,
    }
}
