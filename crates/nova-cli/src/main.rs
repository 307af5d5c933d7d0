//! The `nova` command: Nova in a terminal. The second host beside the window, and the one that tests drive.

mod args;
mod chat;
mod checklist;
mod codes;
mod commands;
mod context;
mod greeting;
mod lines;
mod open;
mod output;
mod places;
mod progress;
mod system;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use args::Cli;
use output::{Exit, Output};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
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

fn run(cli: Cli, output: &Output) -> Exit {
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
