//! The command: starts the bridge and prints its link, or prints what is generated from the commands and labels.

use std::{io::Write, path::PathBuf, sync::Arc};

use anyhow::Result;
use clap::{Parser, Subcommand};
use nova_bridge::{Bridge, BridgeSetup};
use nova_core::texts::Lang;
use nova_host::Named;
use nova_tools::{Capabilities, NoHost};

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
    /// Hosts of the game and its loaders that are asked elsewhere: a file as the terminal's `--sources` takes it.
    #[arg(long)]
    sources: Option<PathBuf>,
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
    if let Some(data) = nova_host::is_watcher(std::env::args_os().skip(1)) {
        return if nova_host::watch(&data) { Ok(()) } else { anyhow::bail!("the game was not started") };
    }
    let args = Args::parse();
    match &args.task {
        Some(Task::Types) => say(&nova_desk::bindings()?),
        Some(Task::Labels { folder }) => say(&nova_bridge::traditional(folder)?),
        None => serve(args).await,
    }
}

async fn serve(args: Args) -> Result<()> {
    let sources = args.sources.as_deref().map(nova_host::sources).transpose();
    let sources = sources.map_err(anyhow::Error::msg)?.unwrap_or_default();
    let named = Named { data_dir: args.data_dir, game_dir: args.game_dir, lang: args.lang, sources };
    let setup = nova_host::setup(named, Arc::new(NoHost), Capabilities::new());
    let system_lang = args.lang.unwrap_or_else(nova_host::system_lang);
    let recorder = nova_host::recorder(&setup);
    let bridge =
        Bridge::open(BridgeSetup { setup, system_lang, recorder, ui: args.ui, port: args.port }).await?;
    say(&format!(
        "{}
",
        bridge.link()
    ))?;
    bridge.serve().await
}

fn say(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
