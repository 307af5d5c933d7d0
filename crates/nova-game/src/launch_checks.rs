//! Checks of what a version is started with: arguments, variables, window, commands. Only what is set is checked.

use std::{fs, path::Path};

use nova_model::Message;

use crate::{
    Check, Java, LaunchSettings, Verdict, Version, Window, check_variable,
    environment::{Surroundings, bad, ok},
    jvm_args,
    read::read_file,
};

/// A list of modes has a few hundred bytes.
const MODES_CAP: u64 = 1 << 14;
/// Connectors further than this are not looked at.
const MOST_CONNECTORS: usize = 64;

/// The checks of what is set.
pub(crate) fn check(version: &Version, around: &Surroundings, java: Option<&Java>) -> Vec<Check> {
    let launch = version.own.launch.over(&around.settings.launch);
    let checks = [
        arguments(&launch, java),
        variables(&launch),
        window(&launch.window, &around.machine.system_root),
        commands(version, around),
    ];
    checks.into_iter().flatten().collect()
}

fn arguments(launch: &LaunchSettings, java: Option<&Java>) -> Option<Check> {
    let line = launch.jvm_args.as_deref()?;
    let hint = "game.hint.jvm";
    Some(match jvm_args(line, java.map(|java| java.major)) {
        Err(error) => bad("arguments", Verdict::Error, nova_model::Explain::report(&error).message, hint),
        Ok(args) => match args.warnings.first() {
            Some(warning) => bad("arguments", Verdict::Warning, warning.clone(), hint),
            None => ok("arguments", Message::new("game.check.arguments").with("n", args.words.len())),
        },
    })
}

fn variables(launch: &LaunchSettings) -> Option<Check> {
    if launch.env.is_empty() {
        return None;
    }
    let refused = launch.env.iter().find_map(|(name, value)| check_variable(name, value).err());
    Some(match refused {
        Some(error) => {
            let message = nova_model::Explain::report(&error).message;
            bad("variables", Verdict::Error, message, "game.hint.env")
        }
        None => ok("variables", Message::new("game.check.variables").with("n", launch.env.len())),
    })
}

/// A window that no screen has room for.
fn window(window: &Window, system_root: &Path) -> Option<Check> {
    let (width, height) = (window.width.unwrap_or_default(), window.height.unwrap_or_default());
    if window.fullscreen == Some(true) || (width, height) == (0, 0) {
        return None;
    }
    let (most_wide, most_high) = largest_screen(&system_root.join("sys/class/drm"))?;
    let about = |code| {
        Message::new(code)
            .with("width", i64::from(width))
            .with("height", i64::from(height))
            .with("screen", format!("{most_wide}×{most_high}"))
    };
    Some(if width > most_wide || height > most_high {
        bad("window", Verdict::Warning, about("game.check.window-large"), "game.hint.window")
    } else {
        ok("window", about("game.check.window"))
    })
}

/// The largest mode of a connected screen, where Linux lists them: files `modes` with lines such as `1920x1080`.
fn largest_screen(drm: &Path) -> Option<(u32, u32)> {
    let connectors = fs::read_dir(drm).ok()?.take(MOST_CONNECTORS).filter_map(std::result::Result::ok);
    let texts = connectors.filter_map(|entry| read_file(&entry.path().join("modes"), MODES_CAP).ok());
    let modes = texts.flat_map(|bytes| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        text.lines().filter_map(mode).collect::<Vec<_>>()
    });
    modes.max_by_key(|(width, height)| u64::from(*width) * u64::from(*height))
}

fn mode(line: &str) -> Option<(u32, u32)> {
    let (width, height) = line.trim().trim_end_matches('i').split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

/// Commands that came with the version's folder do not run before the player has allowed them.
fn commands(version: &Version, around: &Surroundings) -> Option<Check> {
    let own = &version.own.launch.commands;
    let allowed = own.is_empty() || around.settings.consents.get(&version.folder) == Some(own);
    let ask = Message::new("game.check.commands").with("id", version.id.as_str());
    (!allowed).then(|| bad("commands", Verdict::Warning, ask, "game.hint.commands"))
}
