//! The `nova` command: Nova in a terminal. The second host beside the window, and the one that tests drive.

mod args;
mod chat;
mod checklist;
mod codes;
mod commands;
mod context;
mod greeting;
mod help;
mod lines;
mod open;
mod output;
mod progress;
mod terminal;

use std::{env, process::ExitCode};

use clap::{CommandFactory, FromArgMatches};
use jiff::tz::TimeZone;
use nova_core::texts::Texts;

use args::{Cli, Command};
use output::{Exit, Output};

fn main() -> ExitCode {
    if let Some(data) = nova_host::is_watcher(env::args_os().skip(1)) {
        return if nova_host::watch(&data) { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let cli = match parsed() {
        Ok(cli) => cli,
        // What was typed stands in the error, so it is written like any other text.
        Err(error) if error.use_stderr() => {
            Output::new(false).note(error.render().to_string().trim_end());
            return ExitCode::from(Exit::Usage.code());
        }
        Err(help) => {
            // A stream that is gone cannot be told about it.
            let _ = help.print();
            return ExitCode::from(Exit::Done.code());
        }
    };
    let output = Output::new(cli.global.json);
    let exit = run(cli, &output);
    ExitCode::from(exit.code())
}

/// The command line, with its help in the language that is asked for or else in the system's.
fn parsed() -> Result<Cli, clap::Error> {
    let lang = help::named(env::args_os()).unwrap_or_else(nova_host::system_lang);
    let command = help::localized(Cli::command(), &Texts::new(lang, TimeZone::UTC));
    Cli::from_arg_matches(&command.try_get_matches()?)
}

fn run(cli: Cli, output: &Output) -> Exit {
    // Files alone are looked at: nothing of the launcher is opened for it.
    if let Command::Crash { paths } = &cli.command {
        return commands::crash::crash(paths, &cli.global, output);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            output.note(&format!("nova cannot start: {error}"));
            return Exit::Failed;
        }
    };
    let exit = runtime.block_on(commands::run(cli, output));
    // A read that was given up may still hang on a dead disk; the program does not wait for it.
    runtime.shutdown_background();
    exit
}
