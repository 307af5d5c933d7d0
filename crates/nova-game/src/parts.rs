//! What a game folder is made of, by the names in it: what goes along when a version is copied, or comes from another
//! launcher.

use std::{
    fs,
    path::{Path, PathBuf},
};

use nova_model::Message;
use serde::Serialize;

use crate::disk_usage::weigh;

/// More names in one game folder are not looked at.
const MOST: usize = 4_096;

/// A part of a game folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GamePart {
    /// Mods.
    Mods,
    /// What mods are set to, with their scripts.
    Config,
    /// Resource packs.
    ResourcePacks,
    /// Shader packs.
    ShaderPacks,
    /// The game's own options.
    Options,
    /// The list of servers.
    Servers,
    /// Worlds.
    Saves,
    /// Screenshots.
    Screenshots,
    /// What mods keep elsewhere: maps, schematics, waypoints.
    Other,
}

impl GamePart {
    /// What goes along when nobody says what: a copy is there to try something, and its worlds would be a second truth.
    pub const USUAL: [Self; 7] = [
        Self::Mods,
        Self::Config,
        Self::ResourcePacks,
        Self::ShaderPacks,
        Self::Options,
        Self::Servers,
        Self::Other,
    ];

    /// All of it.
    pub const ALL: [Self; 9] = [
        Self::Mods,
        Self::Config,
        Self::ResourcePacks,
        Self::ShaderPacks,
        Self::Options,
        Self::Servers,
        Self::Saves,
        Self::Screenshots,
        Self::Other,
    ];

    /// What it is called.
    pub fn name(self) -> Message {
        Message::new(match self {
            Self::Mods => "game.part.mods",
            Self::Config => "game.part.config",
            Self::ResourcePacks => "game.part.resource-packs",
            Self::ShaderPacks => "game.part.shader-packs",
            Self::Options => "game.part.options",
            Self::Servers => "game.part.servers",
            Self::Saves => "game.part.saves",
            Self::Screenshots => "game.part.screenshots",
            Self::Other => "game.part.other",
        })
    }

    /// Which part a name belongs to; none for what is made anew by itself, or belongs to a launcher.
    fn of(name: &str) -> Option<Self> {
        match name {
            "mods" | "coremods" => Some(Self::Mods),
            "config" | "defaultconfigs" | "kubejs" | "scripts" => Some(Self::Config),
            "resourcepacks" | "texturepacks" => Some(Self::ResourcePacks),
            "shaderpacks" => Some(Self::ShaderPacks),
            "options.txt" | "optionsof.txt" | "optionsshaders.txt" => Some(Self::Options),
            "servers.dat" => Some(Self::Servers),
            "saves" => Some(Self::Saves),
            "screenshots" => Some(Self::Screenshots),
            name if is_made_anew(name) || is_of_launchers(name) => None,
            _ => Some(Self::Other),
        }
    }
}

/// What the game and its mods make again, or nobody needs twice.
fn is_made_anew(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        "logs",
        "crash-reports",
        "cache",
        ".cache",
        "webcache",
        "webcache2",
        ".mixin.out",
        ".fabric",
        ".quilt",
        "natives",
        "server-resource-packs",
        "debug",
    ];
    let native = name.starts_with("natives-") || name.ends_with("-natives");
    NAMES.contains(&name) || native || name.starts_with("hs_err_pid") || ends_with(name, "log")
}

fn ends_with(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// What launchers keep there: a copy is no second one of theirs.
fn is_of_launchers(name: &str) -> bool {
    const NAMES: [&str; 22] = [
        "versions",
        "libraries",
        "assets",
        "runtime",
        "bin",
        "PCL",
        "PCL.ini",
        "hmclversion.cfg",
        "hmcl.json",
        "nova.json",
        "instance.json",
        "instance.cfg",
        "mmc-pack.json",
        "minecraftinstance.json",
        "profile.json",
        "modrinth.index.json",
        "manifest.json",
        "launcher_profiles.json",
        "launcher_accounts.json",
        "launcher_settings.json",
        "usercache.json",
        "usernamecache.json",
    ];
    let hidden = name.starts_with(".nova") || name.ends_with(".nova-part");
    NAMES.contains(&name) || hidden || name.starts_with("launcher_")
}

/// Whose folder it is that is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// One version's: all in it belongs to it.
    #[default]
    Own,
    /// Several versions': only what is known by its name.
    Shared,
}

/// One file or folder of a game folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePiece {
    /// What it is part of.
    pub part: GamePart,
    /// Its name in the folder.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

impl GamePiece {
    /// Its bytes; links in it count as nothing.
    pub fn bytes(&self) -> u64 {
        weigh(&self.path)
    }
}

/// The files and folders of a game folder, by name. Links and pipes among them are not: they would be another folder's.
/// `without` are names that belong to somebody else.
pub fn game_pieces(folder: &Path, sharing: Sharing, without: &[&str]) -> Vec<GamePiece> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MOST).filter_map(Result::ok);
    let plain = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir() || kind.is_file()));
    let piece = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let part = GamePart::of(&name).filter(|_| !without.contains(&name.as_str()))?;
        let taken = sharing == Sharing::Own || part != GamePart::Other;
        taken.then(|| GamePiece { part, path: entry.path(), name })
    };
    let mut pieces: Vec<GamePiece> = plain.filter_map(piece).collect();
    pieces.sort_by(|a, b| (a.part, &a.name).cmp(&(b.part, &b.name)));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_anew_or_belongs_to_a_launcher_is_no_part() {
        for name in
            ["logs", "1.20.1-natives", "natives-linux", "hs_err_pid12.log", ".nova", "PCL", "latest.log"]
        {
            assert_eq!(GamePart::of(name), None, "{name}");
        }
        for (name, part) in [
            ("mods", GamePart::Mods),
            ("kubejs", GamePart::Config),
            ("optionsof.txt", GamePart::Options),
            ("XaeroWaypoints", GamePart::Other),
        ] {
            assert_eq!(GamePart::of(name), Some(part), "{name}");
        }
    }
}
