//! `set_appearance`: changes the look and the language of the window.

use std::sync::Arc;

use nova_game::{AppearanceChange, Setting};
use nova_tools::{Call, Capability, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    launcher::Launcher,
    tools::{
        choices::{Language, Theme},
        common::draft_write,
    },
};

/// The parameters of `set_appearance`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// Light, dark, or as the system has it, for example `dark`. Default: unchanged.
    #[serde(default)]
    theme: Option<Theme>,
    /// The accent colour as a hex value, for example `#4caf50`. Default: unchanged.
    #[serde(default)]
    accent: Option<String>,
    /// The background: `none` or the name of a built-in one, for example `none`. Default: unchanged.
    #[serde(default)]
    background: Option<String>,
    /// The text size in percent, 75 to 200, for example `125`. Default: unchanged.
    #[serde(default)]
    font_scale: Option<u32>,
    /// The language of the interface, for example `zh-CN`. Default: unchanged.
    #[serde(default)]
    language: Option<Language>,
}

/// Changes the look and the language of the window.
pub(super) struct SetAppearance(pub(super) Arc<Launcher>);

impl Write for SetAppearance {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[],
            requires: Some(Capability::Appearance),
            ..draft_write(
                "set_appearance",
                Title { zh: "更改外观", en: "Change appearance" },
                "Changes theme, accent, background, text size or language.\n\
                 Use on a wish about the look or language; get_appearance shows it.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let change = AppearanceChange {
            theme: Setting::of(params.theme.map(Into::into)),
            accent: Setting::of(params.accent),
            background: Setting::of(params.background),
            font_scale: Setting::of(params.font_scale),
            language: Setting::of(params.language.map(Into::into)),
        };
        self.0.planned(self.0.game.set_appearance(&change)?)
    }
}
