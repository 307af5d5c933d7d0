//! What a game is started with, for the answers that show it: general settings, and a version's own.

use nova_game::{GraphicsCard, LaunchSettings, Window};
use nova_model::{Field, Message, clean};

/// Characters of an argument line or value that is shown.
const SHOWN: usize = 200;

/// What is set, for a model; nothing that is not.
pub(super) fn lines(launch: &LaunchSettings) -> Vec<String> {
    let args = launch.jvm_args.as_deref().map(|args| format!("Java arguments: {}", shown(args)));
    let env = (!launch.env.is_empty()).then(|| format!("Variables: {}", variables(launch).join(", ")));
    let window = size(&launch.window).map(|size| format!("Window: {size}"));
    let card = (launch.graphics == Some(GraphicsCard::Discrete))
        .then(|| "Graphics card: the stronger one".to_owned());
    let commands =
        (!launch.commands.is_empty()).then(|| "Commands of the player run around the game".to_owned());
    [args, env, window, card, commands].into_iter().flatten().collect()
}

/// The same for a player.
pub(super) fn said(launch: &LaunchSettings) -> Vec<Message> {
    let args =
        launch.jvm_args.as_deref().map(|args| Message::new("core.launch.jvm").with("args", shown(args)));
    let env = variables(launch);
    let env = (!env.is_empty()).then(|| Message::new("core.launch.env").with("variables", env));
    let window = window(&launch.window).map(|size| Message::new("core.launch.window").with("size", size));
    let card =
        (launch.graphics == Some(GraphicsCard::Discrete)).then(|| Message::new("core.launch.graphics"));
    let commands = (!launch.commands.is_empty()).then(|| Message::new("core.launch.commands"));
    [args, env, window, card, commands].into_iter().flatten().collect()
}

fn shown(text: &str) -> String {
    if text.is_empty() { "-".to_owned() } else { clean(text, SHOWN) }
}

fn variables(launch: &LaunchSettings) -> Vec<String> {
    launch.env.iter().map(|(name, value)| clean(&format!("{name}={value}"), SHOWN)).collect()
}

fn size(window: &Window) -> Option<String> {
    match window {
        Window { fullscreen: Some(true), .. } => Some("full screen".to_owned()),
        Window { width: None, height: None, fullscreen: None } => None,
        Window { width: None, height: None, .. } => Some("not full screen".to_owned()),
        Window { width, height, .. } => Some(format!("{}×{}", side(*width), side(*height))),
    }
}

fn window(window: &Window) -> Option<Field> {
    match window {
        Window { fullscreen: Some(true), .. } => Some(Message::new("game.value.fullscreen").into()),
        Window { width: None, height: None, .. } => None,
        Window { width, height, .. } => Some(Field::Text(format!("{}×{}", side(*width), side(*height)))),
    }
}

fn side(side: Option<u32>) -> String {
    side.map_or_else(|| "?".to_owned(), |side| side.to_string())
}
