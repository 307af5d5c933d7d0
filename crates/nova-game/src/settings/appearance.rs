//! What a change of the look may hold, and where each value lies in the settings file.

use serde_json::Value;

use super::AppearanceChange;
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
        checked.accent = self.accent.as_deref().map(colour).transpose()?;
        if let Some(given) = self.font_scale.filter(|scale| !FONT_SCALE.contains(scale)) {
            return Err(GameError::BadFontScale { given });
        }
        let odd = |name: &&String| name.len() > LONGEST || name.chars().any(char::is_control);
        match self.background.as_ref().filter(odd) {
            Some(given) => Err(GameError::BadBackground { given: given.clone() }),
            None => Ok(checked),
        }
    }

    /// Every value that is to be set, with its place in the file.
    pub(crate) fn values(&self) -> Vec<(&'static [&'static str], Value)> {
        let look: [(&'static [&'static str], Option<Value>); 5] = [
            (&["appearance", "theme"], self.theme.and_then(|theme| serde_json::to_value(theme).ok())),
            (&["appearance", "accent"], self.accent.clone().map(Value::from)),
            (&["appearance", "background"], self.background.clone().map(Value::from)),
            (&["appearance", "font_scale"], self.font_scale.map(Value::from)),
            (&["language"], self.language.and_then(|language| serde_json::to_value(language).ok())),
        ];
        look.into_iter().filter_map(|(path, value)| Some((path, value?))).collect()
    }
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
        let scale =
            |font_scale| AppearanceChange { font_scale: Some(font_scale), ..AppearanceChange::default() };
        assert!(scale(100).checked().is_ok());
        assert!(scale(20).checked().is_err());
        let background =
            AppearanceChange { background: Some("a\nb".to_owned()), ..AppearanceChange::default() };
        assert!(background.checked().is_err());
    }
}
