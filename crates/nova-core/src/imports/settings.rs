//! What another launcher has set for an instance, judged like the player's own settings here. What is refused is left out and
//! said; commands are kept and run only once they are allowed.

use nova_game::{check_variable, jvm_args};
use nova_import::{Source, Wishes};
use nova_model::{Message, clean, words};
use serde_json::{Map, Value, json};

use crate::launcher::Launcher;

/// MiB that a heap may have.
const MEMORY: std::ops::RangeInclusive<u64> = 256..=(256 << 10);
/// Pixels that a window's sides may have.
const SIDES: std::ops::RangeInclusive<u32> = 320..=16_384;
/// Characters of a note and of a group's name.
const NOTE: usize = 1_000;
const GROUP: usize = 60;
const MOST_VARIABLES: usize = 100;

impl Launcher {
    /// The version's `nova.json`, and what the player should know of it.
    pub(super) fn import_settings(&self, source: &Source) -> (Vec<u8>, Vec<Message>) {
        let (wishes, mut told) = (&source.wishes, Vec::new());
        let mut map = Map::new();
        map.insert("isolation".to_owned(), json!(true));
        if let Some(mb) = wishes.max_mb.filter(|mb| MEMORY.contains(mb)) {
            map.insert("max_mb".to_owned(), json!(mb));
        }
        if let Some(line) = arguments(wishes, &mut told) {
            map.insert("jvm_args".to_owned(), json!(line));
        }
        if let Some(id) = self.known_java(wishes) {
            map.insert("java".to_owned(), json!(id));
        }
        environment(wishes, &mut map, &mut told);
        window(wishes, &mut map);
        commands(wishes, &mut map, &mut told);
        for (key, text, most) in [("note", &wishes.note, NOTE), ("group", &wishes.group, GROUP)] {
            let text = text.as_deref().map(|text| clean(text.trim(), most)).filter(|text| !text.is_empty());
            map.extend(text.map(|text| (key.to_owned(), json!(text))));
        }
        let mut bytes = serde_json::to_vec_pretty(&map).unwrap_or_default();
        bytes.push(b'\n');
        (bytes, told)
    }

    /// The Java it was started with, where it is one that is known here: nothing else is run.
    fn known_java(&self, wishes: &Wishes) -> Option<String> {
        let wanted = wishes.java.as_ref()?;
        let real = wanted.canonicalize().unwrap_or_else(|_| wanted.clone());
        let same = |path: &std::path::Path| path == real || path.starts_with(real.join("bin"));
        self.game.java().items.into_iter().find(|java| same(&java.path)).map(|java| java.id)
    }
}

/// The line as it is, or those of its words that may stand.
fn arguments(wishes: &Wishes, told: &mut Vec<Message>) -> Option<String> {
    let line = wishes.jvm_args.as_deref()?;
    if jvm_args(line, None).is_ok() {
        return Some(line.to_owned());
    }
    let all = words(line).unwrap_or_default();
    let (kept, refused): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|word| !word.contains(['\'', '"', ' ']) && jvm_args(word, None).is_ok());
    let refused: Vec<String> = refused.iter().map(|word| clean(word, 80)).collect();
    let kept = kept.join(" ");
    if refused.is_empty() || jvm_args(&kept, None).is_err() {
        told.push(Message::new("core.import.args").with("args", vec![clean(line, 200)]));
        return None;
    }
    told.push(Message::new("core.import.args").with("args", refused));
    Some(kept).filter(|line| !line.is_empty())
}

fn environment(wishes: &Wishes, map: &mut Map<String, Value>, told: &mut Vec<Message>) {
    let (good, bad): (Vec<_>, Vec<_>) =
        wishes.env.iter().partition(|(name, value)| check_variable(name, value).is_ok());
    if !bad.is_empty() {
        let names: Vec<String> = bad.iter().map(|(name, _)| clean(name, 80)).collect();
        told.push(Message::new("core.import.env").with("names", names));
    }
    let env: Map<String, Value> =
        good.into_iter().take(MOST_VARIABLES).map(|(name, value)| (name.clone(), json!(value))).collect();
    if !env.is_empty() {
        map.insert("env".to_owned(), Value::Object(env));
    }
}

fn window(wishes: &Wishes, map: &mut Map<String, Value>) {
    let side = |side: Option<u32>| side.filter(|side| SIDES.contains(side));
    let (width, height) = (side(wishes.window.width), side(wishes.window.height));
    if width.is_some() || height.is_some() || wishes.window.fullscreen.is_some() {
        let window = json!({ "width": width, "height": height, "fullscreen": wishes.window.fullscreen });
        map.insert("window".to_owned(), window);
    }
}

fn commands(wishes: &Wishes, map: &mut Map<String, Value>, told: &mut Vec<Message>) {
    let commands = &wishes.commands;
    if commands.is_empty() {
        return;
    }
    let all = [&commands.before, &commands.wrapper, &commands.after];
    let shown: Vec<String> = all.into_iter().flatten().map(|line| clean(line, 200)).collect();
    told.push(Message::new("core.import.commands").with("commands", shown));
    map.insert("commands".to_owned(), serde_json::to_value(commands).unwrap_or_default());
}
