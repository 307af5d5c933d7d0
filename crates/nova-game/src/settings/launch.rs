//! What a game is started with beyond memory and Java: arguments, variables, window, graphics card, the player's commands. The
//! same keys stand in `settings.json` (for all versions) and in a version's `nova.json` (for that one).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Variables further than this are not read.
const MOST_VARIABLES: usize = 200;
/// Longer texts are no arguments, values or commands.
const LONGEST: usize = 32 << 10;

/// Which graphics card draws, on computers that have two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GraphicsCard {
    /// As the system decides.
    #[default]
    System,
    /// The stronger one.
    Discrete,
}

/// The game's window. What is `None` the game decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// In pixels.
    pub width: Option<u32>,
    /// In pixels.
    pub height: Option<u32>,
    /// Whether it fills the screen.
    pub fullscreen: Option<bool>,
}

/// The player's own commands around a game, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchCommands {
    /// Runs before the game.
    pub before: Option<String>,
    /// Stands before the Java.
    pub wrapper: Option<String>,
    /// Runs after the game.
    pub after: Option<String>,
}

impl LaunchCommands {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What a game is started with beyond memory and Java.
///
/// In the file: `"jvm_args": "-XX:+UseZGC"`, `"env": {"NAME": "value"}`, `"window": {"width": 1280, "height": 720, "fullscreen":
/// false}`, `"graphics": "discrete"`, `"commands": {"before": …, "wrapper": …, "after": …}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchSettings {
    /// Further arguments for Java, as typed. In a version's own settings an empty text means none at all.
    pub jvm_args: Option<String>,
    /// Environment variables.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// The window.
    #[serde(default)]
    pub window: Window,
    /// The graphics card.
    pub graphics: Option<GraphicsCard>,
    /// The commands.
    #[serde(default, skip_serializing_if = "LaunchCommands::is_empty")]
    pub commands: LaunchCommands,
}

impl LaunchSettings {
    /// Reads key by key, so that one odd value spoils no other; the keys with odd values are told.
    pub(crate) fn of(map: &Map<String, Value>) -> (Self, Vec<&'static str>) {
        let mut keys = Keys { odd: Vec::new() };
        let window = keys.object(map, "window");
        let commands = keys.object(map, "commands");
        let settings = Self {
            jvm_args: keys.text(map, "jvm_args", "jvm_args"),
            env: keys.variables(map),
            window: Window {
                width: keys.typed(&window, "width", "window.width"),
                height: keys.typed(&window, "height", "window.height"),
                fullscreen: keys.typed(&window, "fullscreen", "window.fullscreen"),
            },
            graphics: keys.typed(map, "graphics", "graphics"),
            commands: LaunchCommands {
                before: keys.text(&commands, "before", "commands.before"),
                wrapper: keys.text(&commands, "wrapper", "commands.wrapper"),
                after: keys.text(&commands, "after", "commands.after"),
            },
        };
        (settings, keys.odd)
    }

    /// These, with the general ones where nothing is set here. Commands are taken as a whole.
    #[must_use]
    pub fn over(&self, general: &Self) -> Self {
        let mut env = general.env.clone();
        env.extend(self.env.clone());
        Self {
            jvm_args: self
                .jvm_args
                .clone()
                .or_else(|| general.jvm_args.clone())
                .filter(|args| !args.is_empty()),
            env,
            window: Window {
                width: self.window.width.or(general.window.width),
                height: self.window.height.or(general.window.height),
                fullscreen: self.window.fullscreen.or(general.window.fullscreen),
            },
            graphics: self.graphics.or(general.graphics),
            commands: if self.commands.is_empty() { &general.commands } else { &self.commands }.clone(),
        }
    }
}

/// Reads the keys and notes the odd ones.
struct Keys {
    odd: Vec<&'static str>,
}

impl Keys {
    fn typed<T: serde::de::DeserializeOwned>(
        &mut self,
        map: &Map<String, Value>,
        key: &str,
        name: &'static str,
    ) -> Option<T> {
        let value = map.get(key).filter(|value| !value.is_null())?;
        let read = T::deserialize(value).ok();
        if read.is_none() {
            self.odd.push(name);
        }
        read
    }

    fn text(&mut self, map: &Map<String, Value>, key: &str, name: &'static str) -> Option<String> {
        let text: String = self.typed(map, key, name)?;
        let fits = text.len() <= LONGEST && !text.chars().any(char::is_control);
        if !fits {
            self.odd.push(name);
        }
        Some(text).filter(|_| fits)
    }

    fn object(&mut self, map: &Map<String, Value>, key: &'static str) -> Map<String, Value> {
        self.typed(map, key, key).unwrap_or_default()
    }

    fn variables(&mut self, map: &Map<String, Value>) -> BTreeMap<String, String> {
        let given = self.object(map, "env");
        let texts = given.iter().take(MOST_VARIABLES).filter_map(|(name, value)| {
            let value = value.as_str().filter(|value| value.len() <= LONGEST)?;
            Some((name.clone(), value.to_owned()))
        });
        let read: BTreeMap<String, String> = texts.collect();
        if read.len() < given.len() {
            self.odd.push("env");
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> (LaunchSettings, Vec<&'static str>) {
        let Value::Object(map) = value else { panic!("not an object") };
        LaunchSettings::of(&map)
    }

    #[test]
    fn one_odd_value_spoils_no_other() {
        let (settings, odd) =
            read(json!({"jvm_args": 7, "env": {"A": "1", "B": 2}, "window": {"width": "wide",
            "fullscreen": true}, "graphics": "discrete", "commands": "rm"}));
        assert_eq!(odd, ["commands", "jvm_args", "env", "window.width"]);
        assert_eq!(settings.env.get("A").map(String::as_str), Some("1"));
        assert_eq!(
            (settings.window.fullscreen, settings.graphics),
            (Some(true), Some(GraphicsCard::Discrete))
        );
        assert!(settings.commands.is_empty());
    }

    #[test]
    fn own_settings_stand_over_the_general_ones_key_by_key() {
        let (general, _) =
            read(json!({"jvm_args": "-Da=1", "env": {"A": "1", "B": "1"}, "window": {"width": 800,
            "height": 600}, "commands": {"before": "a", "after": "b"}}));
        let (own, _) = read(
            json!({"env": {"B": "2"}, "window": {"width": 1280}, "commands": {"wrapper": "gamemoderun"}}),
        );
        let both = own.over(&general);
        assert_eq!(both.jvm_args.as_deref(), Some("-Da=1"));
        assert_eq!(
            both.env,
            BTreeMap::from([("A", "1"), ("B", "2")].map(|(a, b)| (a.to_owned(), b.to_owned())))
        );
        assert_eq!((both.window.width, both.window.height), (Some(1280), Some(600)));
        assert_eq!((both.commands.before, both.commands.wrapper), (None, Some("gamemoderun".to_owned())));
        let (none, _) = read(json!({"jvm_args": ""}));
        assert_eq!(none.over(&general).jvm_args, None);
    }
}
