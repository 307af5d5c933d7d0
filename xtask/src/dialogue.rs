//! `cargo xtask run`: a short conversation in the terminal, on the game folder that is found or on a sample.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{done, output, say};
use crate::setup;
use crate::workspace::{self, Profile};

/// The sample: two mods that do not start together, one that is switched off, a world.
const SAMPLE: &str = r#"{"selected": "1.20.1-fabric", "versions": [
  {"id": "1.20.1-fabric", "game": "1.20.1", "loader": "fabric", "isolated": true,
   "mods": ["fabric-api", {"id": "sodium", "name": "Sodium", "version": "0.5.3", "breaks": {"optifabric": "*"}, "file": "sodium.jar"},
            {"id": "optifabric", "name": "OptiFabric", "version": "1.13.24", "file": "optifabric.jar"}],
   "disabled": ["litematica"], "saves": ["Survival", "新的世界"]}]}"#;

/// Where the conversation happens.
struct Place {
    game: PathBuf,
    /// None is Nova's own data folder.
    data: Option<PathBuf>,
}

/// Sets up, builds, and starts the conversation.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    setup::run()?;
    let place = match words {
        [] => match found() {
            Some(game) => Place { game, data: None },
            None => sample()?,
        },
        ["--game-dir", folder] => Place { game: PathBuf::from(folder), data: None },
        ["--sample"] => sample()?,
        _ => bail!("usage: cargo xtask run [--game-dir DIR | --sample]"),
    };
    let nova = workspace::nova(Profile::Debug)?;
    say(&format!("run: game folder {}", place.game.display()));
    done(&mut conversation_command(&nova, &place))
}

/// The one place that knows how a conversation is started.
fn conversation_command(nova: &Path, place: &Place) -> Command {
    let mut command = Command::new(nova);
    command.arg("--game-dir").arg(&place.game);
    if let Some(data) = &place.data {
        command.arg("--data-dir").arg(data);
    }
    command.arg("chat");
    command
}

/// The official launcher's folder, where it holds versions.
fn found() -> Option<PathBuf> {
    let home = std::env::home_dir()?;
    let windows = std::env::var_os("APPDATA").map(|folder| PathBuf::from(folder).join(".minecraft"));
    let places =
        [Some(home.join(".minecraft")), Some(home.join("Library/Application Support/minecraft")), windows];
    places.into_iter().flatten().find(|folder| folder.join("versions").is_dir())
}

/// A fresh sample below the target folder.
fn sample() -> Result<Place> {
    let folder = workspace::target()?.join("sample");
    let (game, data) = (folder.join("game"), folder.join("data"));
    if !game.is_dir() {
        let spec = crate::accept::work_file(&folder, "sample.json", SAMPLE)?;
        output(Command::new(workspace::testkit()?).arg("root").arg(spec).arg(&game))?;
    }
    Ok(Place { game, data: Some(data) })
}
