//! Development only: the window's page and its commands over loopback HTTP, so that the page can be looked at and tested in a browser.
//! The shipped window does not depend on this crate.
//!
//! It listens on 127.0.0.1 only, and answers a command only with the random token that it prints in its address, since any web page
//! could post to a port.

mod gate;
mod pages;
mod serve;
mod shell;

use std::{io::Write, net::SocketAddr, path::PathBuf, sync::Arc};

use anyhow::Result;
use clap::{Parser, Subcommand};
use nova_core::texts::Lang;
use nova_desk::{Desk, DeskSetup};
use nova_host::Named;
use nova_tools::NoHost;
use tokio::net::TcpListener;

use crate::{gate::Gate, serve::Served, shell::BrowserShell};

/// The window's page and its commands over loopback HTTP.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    task: Option<Task>,
    /// The port; 0 for any.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The built page.
    #[arg(long, default_value = "ui/dist")]
    ui: PathBuf,
    /// The game folder.
    #[arg(long)]
    game_dir: Option<PathBuf>,
    /// The data folder.
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// The language, until the settings say otherwise.
    #[arg(long)]
    lang: Option<Lang>,
}

#[derive(Subcommand)]
enum Task {
    /// Prints the TypeScript of the commands.
    Types,
    /// Prints the page's labels in traditional Chinese.
    Labels {
        /// The folder of the labels.
        folder: PathBuf,
    },
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    match &args.task {
        Some(Task::Types) => say(&nova_desk::bindings()),
        Some(Task::Labels { folder }) => say(&pages::traditional(folder)?),
        None => serve(args).await,
    }
}

async fn serve(args: Args) -> Result<()> {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], args.port))).await?;
    let address = listener.local_addr()?;
    let named = Named { data_dir: args.data_dir, game_dir: args.game_dir, lang: args.lang };
    let setup = nova_host::setup(named, Arc::new(NoHost), nova_tools::Capabilities::new());
    let gate = Gate::new(address, &*setup.random);
    let shell = Arc::new(BrowserShell::default());
    let system_lang = args.lang.unwrap_or_else(nova_host::system_lang);
    let recorder = nova_host::recorder(&setup);
    let desk = Desk::open(DeskSetup { setup, system_lang, shell: Arc::clone(&shell) as _, recorder })?;
    say(&format!("http://{address}/#token={}\n", gate.token()))?;
    let served = Served { desk, gate, shell, ui: args.ui };
    axum::serve(listener, serve::routes(served)).await?;
    Ok(())
}

fn say(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
