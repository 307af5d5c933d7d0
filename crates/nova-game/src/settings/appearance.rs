//! What a change of the look may hold, and where each value lies in the settings file.

use nova_model::{Field, Message};
use serde::Deserialize;

use super::{AppearanceChange, Edited, Language, Setting, Theme, model::edited};
use crate::{GameError, Result};

/// Text sizes the window can show, in percent.
const FONT_SCALE: std::ops::RangeInclusive<u32> = 50..=300;
/// Longer names of backgrounds are not names.
const LONGEST: usize = 255;

/// Colours that may be named.
const NAMED: &[(&str, &str)] = &[
    ("red", "#ef4444"),
    ("orange", "#f97316"),
    ("yellow", "#eab308"),
    ("green", "#22c55e"),
    ("teal", "#14b8a6"),
    ("blue", "#3b82f6"),
    ("purple", "#a855f7"),
    ("pink", "#ec4899"),
    ("grey", "#6b7280"),
    ("gray", "#6b7280"),
];

impl AppearanceChange {
    /// The same change with its colour as `#rrggbb`; an error for what the window cannot show.
    pub(crate) fn checked(&self) -> Result<Self> {
        let mut checked = self.clone();
        if let Setting::To(given) = &self.accent {
            checked.accent = Setting::To(colour(given)?);
        }
        if let Some(given) = self.font_scale.value().filter(|scale| !FONT_SCALE.contains(*scale)) {
            return Err(GameError::BadFontScale { given: *given });
        }
        let odd = |name: &&String| name.len() > LONGEST || name.chars().any(char::is_control);
        match self.background.value().filter(odd) {
            Some(given) => Err(GameError::BadBackground { given: given.clone() }),
            None => Ok(checked),
        }
    }

    /// What is set or taken out.
    pub(crate) fn edits(&self) -> Vec<Edited> {
        let edits = [
            edited(&["appearance", "theme"], "game.look.theme", &self.theme),
            edited(&["appearance", "accent"], "game.look.accent", &self.accent),
            edited(&["appearance", "background"], "game.look.background", &self.background),
            edited(&["appearance", "font_scale"], "game.look.size", &self.font_scale),
            edited(&["language"], "game.look.language", &self.language),
        ];
        edits.into_iter().flatten().collect()
    }
}

/// A value of the look for people.
pub(crate) fn shown(edited: &Edited) -> Field {
    let Some(value) = &edited.to else {
        let follows = edited.label == "game.look.language";
        return Message::new(if follows { "game.theme.system" } else { "game.value.default" }).into();
    };
    let theme = Theme::deserialize(value).ok().filter(|_| edited.label == "game.look.theme");
    let language = Language::deserialize(value).ok().map(Language::label);
    let named = theme.map(Theme::label).or(language).map(Field::from);
    named.unwrap_or_else(|| value.as_str().map_or_else(|| value.to_string(), str::to_owned).into())
}

/// `#rrggbb` of `#rgb`, `#rrggbb` or a name.
fn colour(given: &str) -> Result<String> {
    let low = given.trim().to_lowercase();
    if let Some((_, hex)) = NAMED.iter().find(|(name, _)| *name == low) {
        return Ok((*hex).to_owned());
    }
    let bad = || GameError::BadColour { given: given.to_owned() };
    let digits = low
        .strip_prefix('#')
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .ok_or_else(bad)?;
    match digits.len() {
        6 => Ok(low),
        3 => Ok(digits.chars().fold("#".to_owned(), |hex, digit| format!("{hex}{digit}{digit}"))),
        _ => Err(bad()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_six_digits() {
        assert_eq!(colour("#3B82F6").unwrap(), "#3b82f6");
        assert_eq!(colour("#0af").unwrap(), "#00aaff");
        assert_eq!(colour("Green").unwrap(), "#22c55e");
        for bad in ["", "#", "#12", "#ggg", "url(x)", "#é12"] {
            assert!(colour(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_and_backgrounds_have_bounds() {
        let scale = |font_scale| AppearanceChange {
            font_scale: Setting::To(font_scale),
            ..AppearanceChange::default()
        };
        assert!(scale(100).checked().is_ok());
        assert!(scale(20).checked().is_err());
        let background =
            AppearanceChange { background: Setting::To("a\nb".to_owned()), ..AppearanceChange::default() };
        assert!(background.checked().is_err());
    }
}
