//! The options that have a name for people and a range. Source: the game's own `options.txt` from 1.7 to 1.21 and the page about it in
//! the Minecraft Wiki. An option keeps the form it has in the file: newer games write quotes, older ones numbers for switches.

use nova_model::Message;

/// What an option can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// On or off.
    Switch,
    /// A whole number.
    Whole(i64, i64),
    /// A part of one, or a percentage.
    Part(f64, f64),
    /// Degrees of the field of view, kept as -1 (30°) to 1 (110°).
    Degrees,
    /// One of these; numbered ones are kept as their number.
    Named(&'static [&'static str]),
    /// One of these words.
    Word(&'static [&'static str]),
    /// `zh_cn`, in older games `zh_CN`.
    Language,
}

/// One option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Known {
    pub(crate) key: &'static str,
    pub(crate) label: &'static str,
    pub(crate) kind: Kind,
}

const fn known(key: &'static str, label: &'static str, kind: Kind) -> Known {
    Known { key, label, kind }
}

const KNOWN: &[Known] = &[
    known("renderDistance", "game.option.render-distance", Kind::Whole(2, 32)),
    known("simulationDistance", "game.option.simulation-distance", Kind::Whole(5, 32)),
    known("maxFps", "game.option.max-fps", Kind::Whole(10, 260)),
    known("guiScale", "game.option.gui-scale", Kind::Whole(0, 8)),
    known("fov", "game.option.fov", Kind::Degrees),
    known("gamma", "game.option.brightness", Kind::Part(0.0, 1.0)),
    known("mouseSensitivity", "game.option.mouse", Kind::Part(0.0, 1.0)),
    known("fullscreen", "game.option.fullscreen", Kind::Switch),
    known("enableVsync", "game.option.vsync", Kind::Switch),
    known("graphicsMode", "game.option.graphics", Kind::Named(&["fast", "fancy", "fabulous"])),
    known("fancyGraphics", "game.option.fancy", Kind::Switch),
    known("particles", "game.option.particles", Kind::Named(&["all", "decreased", "minimal"])),
    known("renderClouds", "game.option.clouds", Kind::Word(&["true", "false", "fast"])),
    known("biomeBlendRadius", "game.option.biome-blend", Kind::Whole(0, 7)),
    known("mipmapLevels", "game.option.mipmaps", Kind::Whole(0, 4)),
    known("entityDistanceScaling", "game.option.entity-distance", Kind::Part(0.5, 5.0)),
    known("entityShadows", "game.option.entity-shadows", Kind::Switch),
    known("bobView", "game.option.bobbing", Kind::Switch),
    known("autoJump", "game.option.auto-jump", Kind::Switch),
    known("invertYMouse", "game.option.invert-mouse", Kind::Switch),
    known("rawMouseInput", "game.option.raw-mouse", Kind::Switch),
    known("toggleCrouch", "game.option.toggle-sneak", Kind::Switch),
    known("toggleSprint", "game.option.toggle-sprint", Kind::Switch),
    known("showSubtitles", "game.option.subtitles", Kind::Switch),
    known("pauseOnLostFocus", "game.option.pause", Kind::Switch),
    known("advancedItemTooltips", "game.option.tooltips", Kind::Switch),
    known("forceUnicodeFont", "game.option.unicode", Kind::Switch),
    known("fovEffectScale", "game.option.fov-effects", Kind::Part(0.0, 1.0)),
    known("screenEffectScale", "game.option.distortion", Kind::Part(0.0, 1.0)),
    known("chatScale", "game.option.chat-scale", Kind::Part(0.0, 1.0)),
    known("chatOpacity", "game.option.chat-opacity", Kind::Part(0.0, 1.0)),
    known("narrator", "game.option.narrator", Kind::Named(&["off", "all", "chat", "system"])),
    known("mainHand", "game.option.main-hand", Kind::Word(&["left", "right"])),
    known("lang", "game.option.language", Kind::Language),
    known("soundCategory_master", "game.option.volume", Kind::Part(0.0, 1.0)),
    known("soundCategory_music", "game.option.volume-music", Kind::Part(0.0, 1.0)),
    known("soundCategory_record", "game.option.volume-records", Kind::Part(0.0, 1.0)),
    known("soundCategory_weather", "game.option.volume-weather", Kind::Part(0.0, 1.0)),
    known("soundCategory_block", "game.option.volume-blocks", Kind::Part(0.0, 1.0)),
    known("soundCategory_hostile", "game.option.volume-hostile", Kind::Part(0.0, 1.0)),
    known("soundCategory_neutral", "game.option.volume-friendly", Kind::Part(0.0, 1.0)),
    known("soundCategory_player", "game.option.volume-players", Kind::Part(0.0, 1.0)),
    known("soundCategory_ambient", "game.option.volume-ambient", Kind::Part(0.0, 1.0)),
    known("soundCategory_voice", "game.option.volume-voice", Kind::Part(0.0, 1.0)),
];

/// The option of a key; case is forgiven.
pub(crate) fn find(key: &str) -> Option<&'static Known> {
    let exact = KNOWN.iter().find(|known| known.key == key);
    exact.or_else(|| KNOWN.iter().find(|known| known.key.eq_ignore_ascii_case(key)))
}

/// The keys, for suggestions.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> + Clone {
    KNOWN.iter().map(|known| known.key)
}

impl Known {
    /// What is written for a wish, in the form that `now` has; nothing where the option cannot be so.
    pub(crate) fn written(&self, wish: &str, now: Option<&str>) -> Option<String> {
        let wish = wish.trim().trim_matches('"');
        let plain = match self.kind {
            Kind::Switch => switch(wish, now)?,
            Kind::Whole(min, max) => {
                whole(self.key, wish).filter(|number| (min..=max).contains(number))?.to_string()
            }
            Kind::Part(min, max) => float(part(wish, max).filter(|part| (min..=max).contains(part))?),
            Kind::Degrees => float((degrees(wish)? - 70.0) / 40.0),
            Kind::Named(names) => named(wish, names)?.to_string(),
            Kind::Word(words) => word(wish, words)?.to_owned(),
            Kind::Language => language(wish, now)?,
        };
        let quoted = now.is_some_and(|now| now.starts_with('"'));
        Some(if quoted { format!("\"{plain}\"") } else { plain })
    }

    /// A value for people.
    pub(crate) fn shown(&self, value: &str) -> String {
        let value = value.trim_matches('"');
        let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
        match (self.kind, number) {
            (Kind::Part(_, _), Some(part)) => format!("{:.0}%", part * 100.0),
            (Kind::Degrees, Some(part)) if (-1.0..=1.0).contains(&part) => {
                format!("{:.0}°", part * 40.0 + 70.0)
            }
            (Kind::Degrees, Some(degrees)) => format!("{degrees:.0}°"),
            (Kind::Named(names), _) => {
                let name = value.parse::<usize>().ok().and_then(|at| names.get(at));
                name.map_or_else(|| value.to_owned(), |name| (*name).to_owned())
            }
            _ => value.to_owned(),
        }
    }

    /// What it can be, for people.
    pub(crate) fn allowed(&self) -> Message {
        let bounds = |code, min: f64, max: f64| {
            Message::new(code).with("min", format!("{min:.0}")).with("max", format!("{max:.0}"))
        };
        let names = |names: &[&str]| {
            Message::new("game.allowed.names")
                .with("names", names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        match self.kind {
            Kind::Switch => Message::new("game.allowed.switch"),
            Kind::Whole(min, max) => Message::new("game.allowed.whole").with("min", min).with("max", max),
            Kind::Part(min, max) => bounds("game.allowed.percent", min * 100.0, max * 100.0),
            Kind::Degrees => bounds("game.allowed.degrees", 30.0, 110.0),
            Kind::Named(all) | Kind::Word(all) => names(all),
            Kind::Language => Message::new("game.allowed.language"),
        }
    }
}

/// Older games kept some switches as 0 and 1.
fn switch(wish: &str, now: Option<&str>) -> Option<String> {
    let on = match wish.to_lowercase().as_str() {
        "true" | "on" | "yes" | "1" | "开" | "开启" | "打开" => true,
        "false" | "off" | "no" | "0" | "关" | "关闭" => false,
        _ => return None,
    };
    let numbered = now.is_some_and(|now| matches!(now, "0" | "1"));
    Some(if numbered { u8::from(on).to_string() } else { on.to_string() })
}

/// The game takes frames a second in tens; the highest is no limit.
fn whole(key: &str, wish: &str) -> Option<i64> {
    let fps = key == "maxFps";
    if fps && matches!(wish.to_lowercase().as_str(), "unlimited" | "max" | "无限" | "无限制" | "不限")
    {
        return Some(260);
    }
    let number: i64 = wish.parse().ok()?;
    Some(if fps && number > 0 { (number.saturating_add(5) / 10).saturating_mul(10) } else { number })
}

/// `0.5`, `50%`; a number above the most is meant in percent.
fn part(wish: &str, most: f64) -> Option<f64> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    match wish.strip_suffix(['%', '％']) {
        Some(percent) => Some(number(percent)? / 100.0),
        None => number(wish).map(|number| if number > most { number / 100.0 } else { number }),
    }
}

fn degrees(wish: &str) -> Option<f64> {
    let text = wish.trim_end_matches(['°', '度']).trim();
    let number: f64 = text.parse().ok()?;
    (30.0..=110.0).contains(&number).then_some(number)
}

fn named(wish: &str, names: &[&str]) -> Option<usize> {
    let by_number = wish.parse::<usize>().ok().filter(|at| *at < names.len());
    by_number.or_else(|| names.iter().position(|name| name.eq_ignore_ascii_case(wish)))
}

fn word<'a>(wish: &str, words: &[&'a str]) -> Option<&'a str> {
    let wish = match wish.to_lowercase().as_str() {
        "on" | "fancy" => "true".to_owned(),
        "off" => "false".to_owned(),
        other => other.to_owned(),
    };
    words.iter().find(|word| **word == wish).copied()
}

/// Two or three letters, an underscore, a region; games before 1.11 write the region in capitals.
fn language(wish: &str, now: Option<&str>) -> Option<String> {
    let (language, region) = wish.split_once(['_', '-'])?;
    let letters = |text: &str, most: usize| {
        (2..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    if !letters(language, 3) || !letters(region, 8) {
        return None;
    }
    let capitals = now.is_some_and(|now| now.chars().any(char::is_uppercase));
    let region = if capitals { region.to_uppercase() } else { region.to_lowercase() };
    Some(format!("{}_{region}", language.to_lowercase()))
}

/// As the game writes it: at least one place.
fn float(number: f64) -> String {
    let rounded = (number * 10_000.0).round() / 10_000.0;
    format!("{rounded:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(key: &str, wish: &str, now: Option<&str>) -> Option<String> {
        find(key).unwrap().written(wish, now)
    }

    #[test]
    fn wishes_become_what_the_game_writes() {
        let table = [
            ("renderDistance", "12", None, "12"),
            ("RENDERDISTANCE", "32", Some("12"), "32"),
            ("maxFps", "144", None, "140"),
            ("maxFps", "unlimited", None, "260"),
            ("fov", "90", None, "0.5"),
            ("fov", "70°", Some("0.25"), "0.0"),
            ("gamma", "100%", None, "1.0"),
            ("gamma", "0.5", None, "0.5"),
            ("soundCategory_music", "30", None, "0.3"),
            ("fullscreen", "on", None, "true"),
            ("fancyGraphics", "off", Some("1"), "0"),
            ("graphicsMode", "Fabulous", None, "2"),
            ("particles", "1", None, "1"),
            ("renderClouds", "fast", Some("\"true\""), "\"fast\""),
            ("renderClouds", "off", Some("true"), "false"),
            ("lang", "zh_CN", None, "zh_cn"),
            ("lang", "zh-cn", Some("en_US"), "zh_CN"),
            ("mainHand", "left", Some("\"right\""), "\"left\""),
        ];
        for (key, wish, now, expected) in table {
            assert_eq!(written(key, wish, now).as_deref(), Some(expected), "{key} {wish}");
        }
    }

    #[test]
    fn what_an_option_cannot_be_is_nothing() {
        for (key, wish) in [
            ("renderDistance", "33"),
            ("renderDistance", "1"),
            ("renderDistance", "12.5"),
            ("maxFps", "5000"),
            ("maxFps", "-9223372036854775808"),
            ("fov", "200"),
            ("gamma", "NaN"),
            ("gamma", "1000%"),
            ("fullscreen", "maybe"),
            ("particles", "3"),
            ("lang", "chinese"),
            ("lang", "zh_cn\nx:1"),
            ("renderClouds", "x"),
        ] {
            assert_eq!(written(key, wish, None), None, "{key} {wish}");
        }
    }

    #[test]
    fn values_are_shown_as_people_say_them() {
        let shown = |key: &str, value: &str| find(key).unwrap().shown(value);
        assert_eq!(shown("fov", "0.5"), "90°");
        assert_eq!(shown("fov", "90.0"), "90°");
        assert_eq!(shown("gamma", "0.5"), "50%");
        assert_eq!(shown("graphicsMode", "2"), "fabulous");
        assert_eq!(shown("particles", "9"), "9");
        assert_eq!(shown("renderClouds", "\"fast\""), "fast");
    }
}
