//! The tests of the real window, and of the page in a browser: programs that are built, on a screen that nobody sees.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::accept::clear;
use crate::process::{has, say, text, watched};
use crate::workspace;

/// What a runner of tests came to: whether all passed, and its own last lines.
pub(crate) type Ran = (bool, Vec<String>);

/// The tests of the real window.
pub(crate) fn window_tests() -> Result<Ran> {
    if !cfg!(target_os = "linux") {
        say("skipped: the real window is driven on Linux only");
        return Ok((true, Vec::new()));
    }
    // What a run that was cut off left here goes with the next one.
    let folder = workspace::target()?.join("window-tests");
    clear(&folder)?;
    let mut run = on_screen(&format!("-fbdir {}", text(&folder)?))?;
    run.arg("node").args(runner()).args(tests_in("tests/window")?);
    run.env("NOVA_SCREEN", &folder).env("NOVA_TESTS", &folder);
    let ran = told(&mut run, "the window");
    clear(&folder)?;
    ran
}

/// The tests of the page in a browser, on the bridge.
pub(crate) fn browser_tests() -> Result<Ran> {
    let tests = tests_in("ui/tests/browser")?;
    if tests.is_empty() {
        say("skipped: there are no tests for the browser");
        return Ok((true, Vec::new()));
    }
    told(Command::new("node").args(runner()).args(tests), "the browser")
}

/// A program on a screen and a session bus of its own.
pub(crate) fn on_screen(more: &str) -> Result<Command> {
    if !has("sh", &["-c", "command -v xvfb-run && command -v dbus-run-session"]) {
        bail!("xvfb-run or dbus-run-session is missing: `cargo xtask setup`");
    }
    let screen = format!("-screen 0 1280x900x24 -nolisten tcp {more}");
    let mut command = Command::new("xvfb-run");
    command.args(["--auto-servernum", "--server-args", screen.trim(), "dbus-run-session", "--"]);
    Ok(command)
}

/// One file at a time: two cores, and figures of time in some.
fn runner() -> [&'static str; 3] {
    ["--test", "--test-concurrency=1", "--test-reporter=spec"]
}

fn told(run: &mut Command, what: &str) -> Result<Ran> {
    run.current_dir(workspace::root()).env("NO_COLOR", "1").env("CARGO_TARGET_DIR", workspace::target()?);
    let (passed, lines) = watched(run, is_summary)?;
    let head = format!("tests in {what}:");
    Ok((passed, std::iter::once(head).chain(lines.iter().map(|line| plain(line))).collect()))
}

fn tests_in(folder: &str) -> Result<Vec<PathBuf>> {
    let folder = workspace::root().join(folder);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut tests: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    tests.retain(|path| is_test(path));
    tests.sort();
    Ok(tests)
}

fn is_test(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(".test.mjs"))
}

/// Node's last lines; a test that failed.
fn is_summary(line: &str) -> bool {
    let words = ["tests ", "pass ", "fail ", "skipped ", "duration_ms "];
    line.strip_prefix("ℹ ").is_some_and(|rest| words.iter().any(|word| rest.starts_with(word)))
        || line.trim_start().starts_with('✖')
}

/// The mark that every terminal shows.
fn plain(line: &str) -> String {
    line.replacen('ℹ', "#", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_of_node_are_kept() {
        assert!(is_summary("ℹ tests 12") && is_summary("ℹ fail 0") && is_summary("  ✖ it works (3ms)"));
        assert!(!is_summary("✔ it works (3ms)") && !is_summary("ℹ suites 0"));
        assert_eq!(plain("ℹ pass 12"), "# pass 12");
    }
}
