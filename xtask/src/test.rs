//! `cargo xtask test`: everything that must hold before a commit. The tests come last, so that the last lines are the
//! runners' own.

use std::process::Command;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::process::{cargo, complain, done, has, say, watched};
use crate::window::{Ran, browser_tests, window_tests};
use crate::{generated, tidy, ui, workspace};

/// A step and its name.
type Step = (&'static str, fn() -> Result<()>);
/// Tests and their name.
type Tests = (&'static str, fn() -> Result<Ran>);

/// The page comes before all that compiles the window, which has it inside.
const STEPS: [Step; 11] = [
    ("format", format),
    ("house rules", tidy::run),
    ("spelling", spelling),
    ("page", ui::build),
    ("page: format", ui::format),
    ("page: types", ui::check),
    ("lints", lints),
    ("licences and sources", deny),
    ("docs", docs),
    ("build", workspace::everything),
    ("generated files", generated::check),
];

const TESTS: [Tests; 4] = [
    ("tests of the page", page_tests),
    ("tests of the code", tests),
    ("tests in the browser", browser_tests),
    ("tests in the window", window_tests),
];

/// What was run, and how it went.
#[derive(Default)]
struct Record {
    failed: Vec<&'static str>,
    times: Vec<String>,
    summary: Vec<String>,
}

/// Runs every step, also after one failed, and fails if any did. Words pick the steps whose names begin with one of them; what those
/// steps are made from has to be there then.
pub(crate) fn run(picked: &[&str]) -> Result<()> {
    let is_picked = |name: &str| picked.is_empty() || picked.iter().any(|word| name.starts_with(word));
    let mut record = Record::default();
    for (name, step) in STEPS.into_iter().filter(|(name, _)| is_picked(name)) {
        record.timed(name, || step().map(|()| (true, Vec::new())));
    }
    for (name, tests) in TESTS.into_iter().filter(|(name, _)| is_picked(name)) {
        record.timed(name, tests);
    }
    if record.times.is_empty() {
        let names: Vec<&str> =
            STEPS.iter().map(|(name, _)| *name).chain(TESTS.iter().map(|(name, _)| *name)).collect();
        bail!("no step begins with that; there are {}", names.join(", "));
    }
    record.said()
}

impl Record {
    fn timed(&mut self, name: &'static str, step: impl FnOnce() -> Result<Ran>) {
        say(&format!("== {name}"));
        let started = Instant::now();
        let ran = step();
        self.times.push(format!("{name} {:.1} s", started.elapsed().as_secs_f64()));
        match ran {
            Ok((passed, summary)) => {
                self.summary.extend(summary);
                if !passed {
                    self.failed.push(name);
                }
            }
            Err(error) => {
                complain(&format!("{name}: {error:#}"));
                self.failed.push(name);
            }
        }
    }

    fn said(self) -> Result<()> {
        say(&format!("== times: {}", self.times.join(" · ")));
        say("== summary");
        for line in &self.summary {
            say(line);
        }
        if self.failed.is_empty() {
            return Ok(());
        }
        bail!("failed: {}", self.failed.join(", "))
    }
}

fn here(arguments: &[&str]) -> Command {
    let mut command = cargo();
    command.args(arguments).current_dir(workspace::root());
    command
}

fn format() -> Result<()> {
    done(&mut here(&["fmt", "--all", "--check"]))
}

fn lints() -> Result<()> {
    done(&mut here(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))
}

fn docs() -> Result<()> {
    done(here(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))
}

fn spelling() -> Result<()> {
    if !has("typos", &["--version"]) {
        say("skipped: typos is not installed");
        return Ok(());
    }
    done(Command::new("typos").current_dir(workspace::root()))
}

/// Advisories are left out: they need a database from the network.
fn deny() -> Result<()> {
    if !has("cargo-deny", &["--version"]) {
        say("skipped: cargo-deny is not installed");
        return Ok(());
    }
    done(&mut here(&["deny", "--log-level", "error", "check", "licenses", "bans", "sources"]))
}

fn page_tests() -> Result<Ran> {
    watched(&mut ui::tests(), |line| line.trim_start().starts_with("Tests ") || line.contains("FAIL"))
}

/// With nextest where it is installed (it leaves doc tests to cargo), else with cargo alone.
fn tests() -> Result<Ran> {
    let nova = workspace::program("nova")?;
    if !has("cargo-nextest", &["nextest", "--version"]) {
        return Ok(summed(watched(
            here(&["test", "--workspace", "--no-fail-fast"]).env("NOVA_BIN", nova),
            is_result,
        )?));
    }
    let (doc_passed, mut lines) = watched(&mut here(&["test", "--workspace", "--doc"]), is_result)?;
    let run = &mut here(&["nextest", "run", "--workspace", "--no-fail-fast"]);
    let (passed, summary) = watched(run.env("NOVA_BIN", nova), is_summary)?;
    lines.extend(summary);
    Ok((passed && doc_passed, lines))
}

fn is_result(line: &str) -> bool {
    line.starts_with("test result:")
}

fn is_summary(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("Summary [") || line.starts_with("FAIL [") || line.contains("tests run:")
}

/// The runner prints a result for each test binary; the sum comes after them.
fn summed((passed, mut lines): Ran) -> Ran {
    let sum = |word: &str| lines.iter().filter_map(|line| count(line, word)).sum::<u64>();
    let total = format!(
        "all binaries: {} passed; {} failed; {} ignored",
        sum("passed"),
        sum("failed"),
        sum("ignored")
    );
    lines.retain(|line| count(line, "passed") != Some(0) || count(line, "failed") != Some(0));
    lines.push(total);
    (passed, lines)
}

/// The number before a word: `12 passed` in `test result: ok. 12 passed; 0 failed; …`.
fn count(line: &str, word: &str) -> Option<u64> {
    let before = line.split(&format!(" {word}")).next()?;
    before.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "test result: ok. 12 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.22s";

    #[test]
    fn counts_stand_before_their_words() {
        assert_eq!(count(LINE, "passed"), Some(12));
        assert_eq!(count(LINE, "failed"), Some(1));
        assert_eq!(count("nothing of the kind", "passed"), None);
    }

    #[test]
    fn the_sum_is_over_all_binaries_and_empty_ones_are_left_out() {
        let empty =
            "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        let lines = vec![LINE.to_owned(), empty.to_owned(), LINE.to_owned()];
        let (passed, lines) = summed((false, lines));
        assert!(!passed);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines.last().unwrap(), "all binaries: 24 passed; 2 failed; 0 ignored");
    }
}
