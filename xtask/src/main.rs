//! `cargo xtask`: set-up, run, test, long acceptance runs, house rules, generated pages.

mod accept;
mod dialogue;
mod gen_docs;
mod process;
mod setup;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask TASK
  setup                        checks the toolchain and installs what small thing is missing
  run [--game-dir DIR | --sample]
                               builds Nova and starts a conversation in the terminal
  test                         everything that must hold before a commit: format, lints, house rules, tests, docs
  tidy                         the house rules alone
  gen [--check]                writes docs/tools.md from the tool registry, or says whether it is fresh
  accept kill|hostile|requests|bench|keyring [--only NAME] [--runs N] [--step N] [--set FILE]
                               long runs against the data beside the clone; not part of `test`
  accept keyring               a key through a real key ring; wants dbus and gnome-keyring";

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
        ["setup"] => setup::run(),
        ["run", rest @ ..] => dialogue::run(rest),
        ["test"] => test::run(),
        ["tidy"] => tidy::run(),
        ["gen"] => gen_docs::write(),
        ["gen", "--check"] => gen_docs::check(),
        ["accept", name, rest @ ..] => accept::run(name, rest),
        ["verify-backups", nova, folder] => accept::verify_backups(nova, folder),
        _ => bail!("{USAGE}"),
    }
}
