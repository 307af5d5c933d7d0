//! Arguments for the game: the version's own, and what older versions have no placeholder for.

use nova_model::{Message, Problem};

use super::{
    arg::LaunchArg,
    input::{LaunchInput, QuickPlay, Window},
    jvm::Context,
    values::Values,
};
use crate::{merge::Merged, rules::Features};

/// Mojang's name of the feature for a demo.
const DEMO: &str = "is_demo_user";

/// The features that are on, by what was asked for.
pub(super) fn features(input: &LaunchInput) -> Features {
    let mut features = input.features.clone();
    let mut on = |name: &str| features.insert(name.to_owned());
    if matches!(input.window, Window::Size { .. }) {
        on("has_custom_resolution");
    }
    if input.quick_play_log.is_some() {
        on("has_quick_plays_support");
    }
    match &input.quick_play {
        Some(QuickPlay::World(_)) => on("is_quick_play_singleplayer"),
        Some(QuickPlay::Server { .. }) => on("is_quick_play_multiplayer"),
        Some(QuickPlay::Realm(_)) => on("is_quick_play_realms"),
        None => false,
    };
    features
}

/// Every argument for the game, and what could not be done.
pub(super) fn arguments(context: &Context<'_>, values: &mut Values) -> (Vec<LaunchArg>, Vec<Problem>) {
    let merged = context.merged;
    let line = merged.minecraft_arguments.as_deref().unwrap_or_default();
    let mut args: Vec<LaunchArg> = line.split_whitespace().map(|word| values.fill(word)).collect();
    args.extend(context.words(&merged.game).map(|word| values.fill(word)));
    let mut added = Added { args, takes_flags: takes_flags(merged), refused: Vec::new() };
    added.window(context);
    added.quick_play(context);
    if context.features.contains(DEMO) {
        added.flag("--demo", &[]);
    }
    let problems = added.refused.iter().map(|what| refusal(merged, what)).collect();
    added.args.extend(context.input.extra_game.iter().map(|word| LaunchArg::Plain(word.clone())));
    (added.args, problems)
}

fn refusal(merged: &Merged, code: &'static str) -> Problem {
    Problem::warning(&merged.id, Message::new(code).with("id", merged.id.as_str()))
}

/// Versions up to 1.5 take a name and a session and nothing else.
fn takes_flags(merged: &Merged) -> bool {
    let line = merged.minecraft_arguments.as_deref().unwrap_or_default();
    line.contains("--username") || !merged.game.is_empty()
}

/// Whether the version has a place for a value.
fn has_place(merged: &Merged, placeholder: &str) -> bool {
    let in_line = merged.minecraft_arguments.as_deref().is_some_and(|line| line.contains(placeholder));
    in_line
        || merged.game.iter().any(|argument| argument.values.iter().any(|word| word.contains(placeholder)))
}

/// Arguments while what the version has no place for is added.
struct Added {
    args: Vec<LaunchArg>,
    takes_flags: bool,
    refused: Vec<&'static str>,
}

impl Added {
    fn flag(&mut self, name: &str, values: &[&str]) {
        let there = self.args.iter().any(|arg| arg.shown() == name);
        if self.takes_flags && !there {
            self.args.extend([name].iter().chain(values).map(|word| LaunchArg::from(*word)));
        }
    }

    fn window(&mut self, context: &Context<'_>) {
        let window = context.input.window;
        if window != Window::Default && !self.takes_flags {
            self.refused.push("version.window-unsupported");
        }
        match window {
            Window::Size { width, height } => {
                self.flag("--width", &[&width.to_string()]);
                self.flag("--height", &[&height.to_string()]);
            }
            Window::Fullscreen => self.flag("--fullscreen", &[]),
            Window::Default => {}
        }
    }

    /// Quick play came with 23w14a; before it there was a server's address, and no way into a world.
    fn quick_play(&mut self, context: &Context<'_>) {
        let place = match &context.input.quick_play {
            None => return,
            Some(QuickPlay::World(_)) => "${quickPlaySingleplayer}",
            Some(QuickPlay::Realm(_)) => "${quickPlayRealms}",
            Some(QuickPlay::Server { .. }) => "${quickPlayMultiplayer}",
        };
        if has_place(context.merged, place) {
            return;
        }
        match &context.input.quick_play {
            Some(QuickPlay::Server { host, port }) if self.takes_flags => {
                self.flag("--server", &[host.trim_matches(['[', ']'])]);
                self.flag("--port", &[&port.unwrap_or(25_565).to_string()]);
            }
            _ => self.refused.push("version.quick-play-unsupported"),
        }
    }
}
