//! The Nova window: a thin shell around nova-desk. It opens one window, lends the desk what only a desktop can do, and forwards the
//! page's commands. What the page may call is in `capabilities/main.json`.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod args;
mod blank;
mod codes;
mod commands;
#[cfg(target_os = "linux")]
mod display;
#[cfg(target_os = "linux")]
mod graphics;
mod instance;
mod page;
mod shell;
mod window;

use std::{
    io::Write,
    process::ExitCode,
    sync::{Arc, OnceLock},
    time::Instant,
};

use args::Args;
use clap::Parser;
use jiff::tz::TimeZone;
use nova_core::texts::Texts;
use nova_desk::{Desk, DeskSetup};
use nova_model::{Message, Report, clean};
use nova_tools::{Capabilities, NoHost};
use tauri::{App, Manager, RunEvent, Wry};
use tauri_plugin_window_state::StateFlags;

use page::Page;
use shell::{Desktop, Timing};

fn main() -> ExitCode {
    let started = Instant::now();
    if let Some(data) = nova_host::is_watcher(std::env::args_os().skip(1)) {
        return if nova_host::watch(&data) { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let args = Args::parse();
    match start(&args, started) {
        Ok(()) => ExitCode::SUCCESS,
        Err(report) => {
            let lang = args.lang.unwrap_or_else(nova_host::system_lang);
            let texts = Texts::new(lang, TimeZone::UTC);
            // Nobody reads it: the exit code says it too.
            drop(writeln!(std::io::stderr(), "{}", texts.report(&report)));
            ExitCode::FAILURE
        }
    }
}

fn start(args: &Args, started: Instant) -> Result<(), Report> {
    #[cfg(target_os = "linux")]
    {
        graphics::prepare(args.safe_graphics);
        display::check()?;
    }
    if args.blank { blank::run(started) } else { run(args, started) }
}

/// Opens the window and stays until it is closed.
fn run(args: &Args, started: Instant) -> Result<(), Report> {
    let setup = nova_host::setup(args.named(), Arc::new(NoHost), Capabilities::new());
    let system_lang = args.lang.unwrap_or_else(nova_host::system_lang);
    let remembered = StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED;
    let failure = Arc::new(OnceLock::new());
    let failed = Arc::clone(&failure);
    let app = tauri::Builder::default()
        .plugin(instance::plugin(&setup.data_dir))
        .plugin(tauri_plugin_window_state::Builder::default().with_state_flags(remembered).build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .invoke_handler(commands::handler())
        .setup(move |app| {
            let shell = Desktop { app: app.handle().clone(), timing: Timing::wanted(started) };
            // Tauri makes a panic of an error here: it is kept, and told in a sentence.
            let recorder = nova_host::recorder(&setup);
            if let Err(error) = open(app, DeskSetup { setup, system_lang, shell: Arc::new(shell), recorder })
            {
                let _ = failed.set(error.to_string());
                app.handle().exit(1);
            }
            Ok(())
        })
        .build(context())
        .map_err(|error| not_started(&error.to_string()))?;
    app.run_return(|app, event| {
        if let (RunEvent::Exit, Some(desk)) = (event, app.try_state::<Arc<Desk>>()) {
            desk.close();
        }
    });
    failure.get().map_or(Ok(()), |why| Err(not_started(why)))
}

/// Opens the desk, then its window.
fn open(app: &App, setup: DeskSetup) -> Result<(), Box<dyn std::error::Error>> {
    let desk = Desk::open(setup)?;
    let page = Page::default();
    let theme = window::chosen(desk.look().theme);
    app.manage(desk);
    app.manage(page.clone());
    window::open(app.handle(), theme, &page)?;
    Ok(())
}

/// What the build made of tauri.conf.json, the capability file and the page.
fn context() -> tauri::Context<Wry> {
    tauri::generate_context!()
}

fn not_started(why: &str) -> Report {
    Report::new(Message::new("desktop.not-started").with("why", clean(why, 300)))
}
