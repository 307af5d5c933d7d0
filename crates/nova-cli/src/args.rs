//! The command line: what can be typed, after the page `docs/nova.md`.

mod account;
mod model;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use nova_core::{Rungs, texts::Lang};

pub(crate) use account::{Account, LoginServer};
pub(crate) use model::{Consent, Limits, Model, SetModel, Step};

/// Nova, a Minecraft launcher with an assistant, in the terminal.
#[derive(Debug, Parser)]
#[command(name = "nova", version, disable_help_subcommand = true, args_override_self = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Flags that every command takes, before or after its name.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line are booleans")]
pub(crate) struct Global {
    /// The game folder (a `.minecraft`) to work on.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) game_dir: Option<PathBuf>,
    /// Where Nova keeps settings, journal, trash, backups and caches.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Other base addresses for the servers of the game and its loaders, as JSON.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) sources: Option<PathBuf>,
    /// The language of what is printed.
    #[arg(long, global = true, value_name = "zh-CN|zh-TW|en")]
    pub(crate) lang: Option<Lang>,
    /// One JSON object on standard output and nothing else there.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Confirms every line of the checklist, except permanent losses.
    #[arg(long, global = true)]
    pub(crate) yes: bool,
    /// Confirms permanent losses too (with `--yes`).
    #[arg(long, global = true)]
    pub(crate) yes_permanent: bool,
    /// Confirms only these lines of the checklist.
    #[arg(long, global = true, value_name = "1,3", value_delimiter = ',')]
    pub(crate) only: Vec<usize>,
    /// Pretends these capabilities, for listings and plan-only runs.
    #[arg(long, global = true, value_name = "LIST", value_delimiter = ',')]
    pub(crate) host_caps: Vec<HostCap>,
    /// Says more on standard error.
    #[arg(short = 'v', long, global = true)]
    pub(crate) verbose: bool,
}

/// A capability that can be pretended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HostCap {
    Pages,
    Appearance,
    Recorder,
    Plugins,
    Multiplayer,
    Questions,
}

/// Which level of the chain answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RungChoice {
    #[default]
    Auto,
    Planner,
    Json,
    Tools,
}

impl RungChoice {
    /// The rungs that may answer.
    pub(crate) fn rungs(self) -> Rungs {
        match self {
            Self::Auto => Rungs::All,
            Self::Planner => Rungs::Planner,
            Self::Json => Rungs::Json,
            Self::Tools => Rungs::Tools,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Asks Nova one thing: it looks, answers, and proposes changes as a checklist.
    Ask(Ask),
    /// A conversation in the terminal.
    Chat(Chat),
    /// The tools, in the order of the registry.
    Tools {
        /// Only what looks.
        #[arg(long)]
        read_only: bool,
    },
    /// Calls one tool with JSON arguments.
    Call {
        /// The tool's name.
        tool: String,
        /// Its arguments, a JSON object.
        #[arg(default_value = "{}", allow_hyphen_values = true)]
        arguments: String,
    },
    /// Installed versions.
    #[command(subcommand)]
    Versions(Versions),
    /// Java runtimes of this computer; lists them if nothing else is said.
    Java {
        #[command(subcommand)]
        what: Option<Java>,
    },
    /// Starts a version of the game.
    Launch(Launch),
    /// Mods of a version.
    Mods(Mods),
    /// Backups of worlds and settings.
    #[command(subcommand)]
    Backup(Backup),
    /// Worlds.
    #[command(subcommand)]
    Saves(Saves),
    /// What Nova changed, newest first.
    History,
    /// Takes back a change, or a whole turn.
    Undo {
        /// The change's id, a turn's id, or `latest`.
        id: String,
    },
    /// Downloads and installations that run or were interrupted.
    Jobs {
        /// What to do with them; lists them if left out.
        #[command(subcommand)]
        what: Option<Jobs>,
    },
    /// Checks game folders, Java, data folder, mods and the model, and says what to do.
    Doctor,
    /// Who plays: accounts, signing in and out.
    #[command(subcommand)]
    Account(Account),
    /// The language model that answers: where it is, its key, its limits.
    #[command(subcommand)]
    Model(Model),
    /// Sets how much Nova may do by itself: only talk, only look, ask before every change, or do reversible changes of
    /// chosen tools at once.
    Trust {
        /// The step.
        #[arg(value_enum)]
        step: Step,
        /// The tools, after `chosen`.
        #[arg(value_name = "TOOL")]
        tools: Vec<String>,
    },
    /// Chats that were held.
    #[command(subcommand)]
    Chats(Chats),
    /// Shows a version's log: its end, or what is found in it.
    Logs(Logs),
    /// Says what ended a run of the game, from its logs and reports.
    Crash {
        /// A log, a report, or a folder with the files of one run.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Ask {
    /// What you want, in your own words.
    #[arg(required = true, num_args = 1.., value_name = "TEXT")]
    pub(crate) text: Vec<String>,
    /// Which level of the chain answers.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) rung: RungChoice,
    /// Shows the checklist and changes nothing anywhere.
    #[arg(long)]
    pub(crate) plan_only: bool,
    /// What was said before, and answers that stand in for tools, as JSON.
    #[arg(long, value_name = "FILE.json")]
    pub(crate) context: Option<PathBuf>,
    /// A file that it is about: a log, a crash report. May be given several times.
    #[arg(long, value_name = "FILE")]
    pub(crate) attach: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Chat {
    /// Which level of the chain answers.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) rung: RungChoice,
    /// Goes on with the last chat.
    #[arg(long = "continue", conflicts_with = "id")]
    pub(crate) resume: bool,
    /// Goes on with this chat.
    #[arg(long = "chat", value_name = "ID")]
    pub(crate) id: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Versions {
    /// Every installed version.
    List,
    /// One version in detail.
    Show {
        /// Its id.
        id: String,
    },
    /// Versions of the game that can be installed.
    Remote {
        /// Part of an id.
        query: Option<String>,
    },
    /// Installs a version of the game.
    Install(Install),
    /// Checks every file of a version by its hash.
    Check {
        /// Its id; the current version if left out.
        id: Option<String>,
    },
    /// Downloads what of a version is missing or broken.
    Repair {
        /// Its id; the current version if left out.
        id: Option<String>,
    },
    /// Gives a version another mod loader, another build of the one it has, or `none`.
    Loader(ChangeLoader),
    /// What of a version changed since it last ran well.
    Changes {
        /// Its id; the current version if left out.
        id: Option<String>,
    },
    /// Brings a version back to what it was when it last ran well.
    RestoreGood {
        /// Its id; the current version if left out.
        id: Option<String>,
    },
    /// Puts a version aside, its worlds backed up first.
    Remove {
        /// Its id.
        id: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Jobs {
    /// Every job that is not done.
    List,
    /// Goes on with an interrupted job.
    Resume {
        /// Its id.
        id: String,
    },
    /// Stops a job, or throws away what is left of it.
    Cancel {
        /// Its id.
        id: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Install {
    /// The game version, or `latest`.
    pub(crate) game: String,
    /// With this mod loader.
    #[arg(long, value_name = "fabric|quilt|forge|neoforge|optifine|liteloader")]
    pub(crate) loader: Option<String>,
    /// The loader's build; the recommended one if left out.
    #[arg(long, value_name = "BUILD")]
    pub(crate) loader_version: Option<String>,
    /// The name of the new version.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// With Fabric API, or QFAPI/QSL for Quilt.
    #[arg(long)]
    pub(crate) with_api: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ChangeLoader {
    /// Its id.
    pub(crate) id: String,
    /// The loader, or `none`.
    pub(crate) loader: String,
    /// The loader's build; the recommended one if left out.
    pub(crate) build: Option<String>,
    /// With Fabric API, or QFAPI/QSL for Quilt.
    #[arg(long)]
    pub(crate) with_api: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Java {
    /// Every Java that was found.
    List,
    /// Downloads a Java and keeps it in Nova's own folder.
    Install {
        /// The major version, for example 17.
        major: u32,
    },
    /// Whether a version can start: its Java, and everything else it needs.
    Check {
        /// The version; the current one if left out.
        version: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Launch {
    /// The version; the current one if left out.
    pub(crate) version: Option<String>,
    /// Joins this server at once.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) server: Option<String>,
    /// Opens this world at once.
    #[arg(long, value_name = "WORLD")]
    pub(crate) world: Option<String>,
    /// Shows the command line and starts nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Logs {
    /// The version; the current one if left out.
    pub(crate) version: Option<String>,
    /// Lists bad endings, crash reports and logs, and shows none.
    #[arg(long, conflicts_with_all = ["file", "level", "find", "lines"])]
    pub(crate) list: bool,
    /// One log or report as `--list` names it; the newest if left out.
    #[arg(long, value_name = "ID")]
    pub(crate) file: Option<String>,
    /// Only lines of this level and above.
    #[arg(long, value_enum)]
    pub(crate) level: Option<LogLevel>,
    /// Only lines with these words, or that fit an expression between slashes.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) find: Option<String>,
    /// The most lines, or hits, that are shown.
    #[arg(long, value_name = "N")]
    pub(crate) lines: Option<usize>,
}

/// How serious a line of a log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    Debug,
    Info,
    Warn,
    Error,
    Fatal,
}

impl LogLevel {
    /// As the tools call it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
            Self::Fatal => "fatal",
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Mods {
    /// The version; the current one if left out.
    #[arg(long, global = true, value_name = "ID")]
    pub(crate) version: Option<String>,
    #[command(subcommand)]
    pub(crate) what: ModsWhat,
}

#[derive(Debug, Args)]
pub(crate) struct ModSearch {
    /// The words to look for.
    #[arg(required = true)]
    pub(crate) query: Vec<String>,
    /// Only what works with this loader.
    #[arg(long)]
    pub(crate) loader: Option<String>,
    /// Only what works with this game version.
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Only this platform: modrinth or curseforge.
    #[arg(long)]
    pub(crate) source: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModsWhat {
    /// Every mod with its state.
    List,
    /// Conflicts, missing dependencies, broken files.
    Check,
    /// Switches a mod on.
    Enable {
        /// Its id or file name.
        name: String,
    },
    /// Switches a mod off (renamed, not deleted).
    Disable {
        /// Its id or file name.
        name: String,
    },
    /// Looks for mods on Modrinth and CurseForge.
    Search(ModSearch),
    /// Reads jars anywhere and says what is in them.
    Read {
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Backup {
    /// Zips worlds, or config and mods.
    Create {
        /// A world; all of them if left out.
        #[arg(long, value_name = "NAME")]
        world: Vec<String>,
        /// More to put in: config, mods.
        #[arg(long, value_delimiter = ',', value_name = "config,mods")]
        include: Vec<String>,
        /// The version; the current one if left out.
        #[arg(long, value_name = "ID")]
        version: Option<String>,
    },
    /// Every backup.
    List,
    /// Reads every entry of a backup against its checksums.
    Verify {
        /// Its id, or `latest`.
        id: String,
    },
    /// Puts a backup back; what is there now is backed up first.
    Restore {
        /// Its id, or `latest`.
        id: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Saves {
    /// Every world.
    List {
        /// Only of this version.
        #[arg(long, value_name = "ID")]
        version: Option<String>,
    },
    /// Moves a world to another version, zipped first.
    Move {
        /// The world.
        #[arg(allow_hyphen_values = true)]
        world: String,
        /// The version it goes to.
        #[arg(long, allow_hyphen_values = true)]
        to: String,
        /// The version it is in; the current one if left out.
        #[arg(long)]
        from: Option<String>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Chats {
    /// Every chat, the last used one first.
    List {
        /// Those that were deleted.
        #[arg(long)]
        deleted: bool,
    },
    /// Looks for words in what was said.
    Search {
        /// The words; all of them have to be there.
        #[arg(required = true, num_args = 1.., value_name = "WORDS")]
        words: Vec<String>,
    },
    /// What was said in a chat.
    Show {
        /// The chat's id, or `latest`.
        id: String,
    },
    /// A chat as a text to give away; keys and names are taken out.
    Export {
        /// The chat's id, or `latest`.
        id: String,
        /// To read, or every entry as it was kept.
        #[arg(long, value_enum, default_value_t)]
        format: ChatFormat,
        /// A new file; nothing is overwritten.
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
    },
    /// Gives a chat another title.
    Rename {
        /// The chat's id, or `latest`.
        id: String,
        /// The new title.
        #[arg(required = true, num_args = 1..)]
        title: Vec<String>,
    },
    /// Deletes a chat; it can be brought back.
    Delete {
        /// The chat's id, or `latest`.
        id: String,
    },
    /// Brings a deleted chat back.
    Restore {
        /// The chat's id.
        id: String,
    },
    /// Deletes a chat for good; wants `--yes-permanent`.
    Purge {
        /// The chat's id.
        id: String,
    },
}

/// The form of an exported chat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChatFormat {
    #[default]
    Md,
    Json,
}
