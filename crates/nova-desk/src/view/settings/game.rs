//! What holds for every version, and what there is to know about Nova itself.

use nova_core::texts::Texts;
use nova_game::{
    DownloadSource, GraphicsCard, Java, JavaSource, LaunchCommands, LaunchSettings, MemoryAdvice, Version,
};
use nova_model::clean;
use serde::Serialize;
use ts_rs::TS;

use super::super::ProblemRow;

/// Characters of a command or an argument line that are shown.
const LONG: usize = 4_000;

/// Memory, Java and the download source of all versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct GameSettings {
    /// The most memory in MiB; none where Nova chooses.
    pub max_mb: Option<u32>,
    /// What the computer has, in MiB.
    pub total_mb: u64,
    /// The chosen Java; none for the one that fits.
    pub java: Option<String>,
    /// The runtimes of this computer.
    pub javas: Vec<JavaRow>,
    /// What would suit the current version; none where there is no current version.
    pub advice: Option<AdviceView>,
    /// What games are started with beyond memory and Java.
    pub launch: LaunchView,
    /// Versions that bring commands of their own.
    pub commands: Vec<OwnCommands>,
    /// Where files are downloaded from.
    #[ts(type = "'official' | 'bmclapi' | 'auto'")]
    pub source: DownloadSource,
    /// Runtimes that do not work.
    pub problems: Vec<ProblemRow>,
}

/// A Java runtime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct JavaRow {
    /// Its id, as `set_java` takes it.
    pub id: String,
    /// `21`.
    pub major: u32,
    /// `21.0.3`.
    pub version: String,
    /// Who built it.
    pub vendor: Option<String>,
    /// Where it lies.
    pub path: String,
    /// The processor it is for.
    pub arch: Option<String>,
    /// How it was found.
    #[ts(type = "string | null")]
    pub source: Option<JavaSource>,
}

/// How much memory would suit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct AdviceView {
    /// The version it is for.
    pub version: String,
    /// MiB to set.
    pub mb: u64,
    /// The sum behind it, one sentence each.
    pub reasons: Vec<String>,
}

/// What games are started with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LaunchView {
    /// Further arguments of Java, as typed.
    pub jvm_args: String,
    /// Environment variables.
    pub env: Vec<Variable>,
    /// The window's width in pixels.
    pub width: Option<u32>,
    /// The window's height in pixels.
    pub height: Option<u32>,
    /// Whether it fills the screen.
    pub fullscreen: bool,
    /// Whether the stronger graphics card draws.
    pub strong_card: bool,
    /// The player's own commands.
    pub commands: CommandsView,
}

/// One variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// Commands around a game; empty where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct CommandsView {
    /// Runs before the game.
    pub before: String,
    /// Stands before the Java.
    pub wrapper: String,
    /// Runs after the game.
    pub after: String,
}

/// The commands that a version brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct OwnCommands {
    /// The version.
    pub version: String,
    /// What they are.
    pub commands: CommandsView,
    /// Whether the player has allowed exactly these.
    pub allowed: bool,
}

impl AdviceView {
    pub(crate) fn of(version: &Version, advice: &MemoryAdvice, texts: &Texts) -> Self {
        let reasons = advice.reasons.iter().map(|reason| texts.say(reason)).collect();
        Self { version: version.id.clone(), mb: advice.mb, reasons }
    }
}

impl LaunchView {
    pub(crate) fn of(launch: &LaunchSettings) -> Self {
        let variable = |(name, value): (&String, &String)| Variable {
            name: clean(name, 200),
            value: clean(value, LONG),
        };
        Self {
            jvm_args: clean(launch.jvm_args.as_deref().unwrap_or_default(), LONG),
            env: launch.env.iter().map(variable).collect(),
            width: launch.window.width,
            height: launch.window.height,
            fullscreen: launch.window.fullscreen.unwrap_or_default(),
            strong_card: launch.graphics == Some(GraphicsCard::Discrete),
            commands: CommandsView::of(&launch.commands),
        }
    }
}

impl CommandsView {
    fn of(commands: &LaunchCommands) -> Self {
        let text = |text: &Option<String>| clean(text.as_deref().unwrap_or_default(), LONG);
        Self {
            before: text(&commands.before),
            wrapper: text(&commands.wrapper),
            after: text(&commands.after),
        }
    }
}

impl OwnCommands {
    /// Of a version; none where it brings none.
    pub(crate) fn of(version: &Version, allowed: impl FnOnce() -> bool) -> Option<Self> {
        let commands = &version.own.launch.commands;
        (!commands.is_empty()).then(|| Self {
            version: version.id.clone(),
            commands: CommandsView::of(commands),
            allowed: allowed(),
        })
    }
}

impl JavaRow {
    pub(crate) fn of(java: &Java) -> Self {
        Self {
            id: java.id.clone(),
            major: java.major,
            version: clean(&java.version, 60),
            vendor: java.vendor.as_deref().map(|vendor| clean(vendor, 60)),
            path: clean(&java.path.to_string_lossy(), 400),
            arch: java.arch.as_deref().map(|arch| clean(arch, 40)),
            source: java.sources.first().copied(),
        }
    }
}

/// Nova itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct About {
    /// Its version.
    pub version: String,
    /// Where it keeps its settings, backups, trash and chats.
    pub data: String,
}
