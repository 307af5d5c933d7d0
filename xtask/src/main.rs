//! `cargo xtask`: set-up, run, test, long acceptance runs, house rules, generated pages.

mod accept;
mod generated;
mod process;
mod setup;
mod start;
mod test;
mod tidy;
mod ui;
mod window;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::setup::For;

const USAGE: &str = "\
usage: cargo xtask TASK
  setup                        says what building and testing needs; on Debian as root it installs what is missing
  run [--terminal] [--game-dir DIR | --sample]
                               builds Nova and opens its window, or a conversation in the terminal
  ui                           builds the page, which has to be there before the window is compiled
  test [STEP...]               everything that must hold before a commit: format, lints, house rules, tests, docs; or the
                               steps whose names begin so (`test 'tests in the window'`)
  tidy                         the house rules alone
  gen                          writes the files that follow from the code: docs/tools.md, the page's types and its
                               traditional Chinese, the window's list of commands
  accept kill|hostile|requests|bench|keyring|window [--only NAME] [--runs N] [--step N] [--set FILE]
                               long runs against the data beside the clone; not part of `test`
  accept launches|dry-run|kills|faults|install-bench [--only NAME] [--runs N]
                               installing and starting over recorded metadata, each on real Javas; see `accept/play/`
  accept keyring               a key through a real key ring; wants dbus and gnome-keyring
  accept window [--runs N]     the release build: time to the first picture and memory, beside an empty window";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            process::complain(&format!("xtask: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result<()> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["setup"] => setup::run(For::Tests),
        ["run", rest @ ..] => start::run(rest),
        ["ui"] => ui::build(),
        ["test", picked @ ..] => test::run(picked),
        ["tidy"] => tidy::run(),
        ["gen"] => generated::write(),
        ["accept", name, rest @ ..] => accept::run(name, rest),
        ["measure-window", program, folder, runs] => accept::measure_window(program, folder, runs),
        ["verify-backups", nova, folder] => accept::verify_backups(nova, folder),
        _ => bail!("{USAGE}"),
    }
}
