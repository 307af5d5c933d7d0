//! `cargo xtask run`: the window, or a conversation in the terminal, on the game folder that is found or on a sample.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{done, output, say};
use crate::setup::{self, For};
use crate::ui;
use crate::workspace::{self, Profile};

/// The sample: two mods that do not start together, one that is switched off, a world.
const SAMPLE: &str = r#"{"selected": "1.20.1-fabric", "versions": [
  {"id": "1.20.1-fabric", "game": "1.20.1", "loader": "fabric", "isolated": true,
   "mods": ["fabric-api", {"id": "sodium", "name": "Sodium", "version": "0.5.3", "breaks": {"optifabric": "*"}, "file": "sodium.jar"},
            {"id": "optifabric", "name": "OptiFabric", "version": "1.13.24", "file": "optifabric.jar"}],
   "disabled": ["litematica"], "saves": ["Survival", "新的世界"]}]}"#;

const USAGE: &str = "usage: cargo xtask run [--terminal] [--game-dir DIR | --sample]";

/// Which program is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Front {
    Window,
    Terminal,
}

/// Where Nova works.
struct Place {
    game: PathBuf,
    /// None is Nova's own data folder.
    data: Option<PathBuf>,
}

/// Sets up, builds, and starts it.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    let (front, words) = front(words);
    setup::run(if front == Front::Window { For::Window } else { For::Terminal })?;
    let place = match words {
        [] => match found() {
            Some(game) => Place { game, data: None },
            None => sample()?,
        },
        ["--game-dir", folder] => Place { game: PathBuf::from(folder), data: None },
        ["--sample"] => sample()?,
        _ => bail!("{USAGE}"),
    };
    say(&format!("run: game folder {}", place.game.display()));
    match front {
        Front::Window => window(&place),
        Front::Terminal => done(place.told(&workspace::nova(Profile::Debug)?).arg("chat")),
    }
}

fn front<'a, 'b>(words: &'a [&'b str]) -> (Front, &'a [&'b str]) {
    match words {
        ["--terminal", rest @ ..] => (Front::Terminal, rest),
        words => (Front::Window, words),
    }
}

/// It says in a sentence of its own where there is no screen.
fn window(place: &Place) -> Result<()> {
    ui::build()?;
    done(&mut place.told(&workspace::desktop(Profile::Debug)?))
}

impl Place {
    /// A program of ours that works here.
    fn told(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.arg("--game-dir").arg(&self.game);
        if let Some(data) = &self.data {
            command.arg("--data-dir").arg(data);
        }
        command
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_started_unless_the_terminal_is_asked_for() {
        assert_eq!(front(&["--sample"]), (Front::Window, ["--sample"].as_slice()));
        assert_eq!(front(&["--terminal", "--sample"]), (Front::Terminal, ["--sample"].as_slice()));
    }
}
