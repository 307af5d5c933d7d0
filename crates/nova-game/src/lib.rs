//! Versions, settings, game roots, Java and the machine: the services over a real game folder.
//!
//! [`Game`] is the handle the tools, pages and the terminal hold; each call looks at the disk as it is now. Looking never
//! changes anything. A change is returned as a [`Proposal`]: the steps (`nova_files::Batch`) and what a preview shows.
//! Everything outside is passed in: the machine with its environment ([`Machine`]), the running processes and open worlds
//! ([`Probe`]), the clock.

mod change;
mod codes;
mod disk_usage;
mod environment;
mod error;
mod game;
mod instance;
mod java;
mod jvm;
mod launch_checks;
mod lock_files;
mod machine;
mod memory;
mod names;
mod options;
mod parts;
mod profiles;
mod proposal;
mod read;
mod roots;
mod running;
mod settings;
mod system;
mod variables;
mod version;
mod world_names;

pub use change::json_under;
pub use codes::CODES;
pub use disk_usage::{DiskUsage, Usage, UsageKind};
pub use environment::{Check, Verdict};
pub use error::{GameError, Result};
pub use game::{Game, GameSetup};
pub use instance::{Folders, Instance, Isolation, IsolationRule, OwnLaunch, OwnSettings};
pub use java::{BuildLimit, Fit, Java, JavaKind, JavaList, JavaNeed, JavaSource, Suits};
pub use jvm::{ArgsMode, JvmArgs, jvm_args};
pub use machine::Machine;
pub use memory::{MemoryAdvice, MemoryFacts};
pub use nova_model::Os;
pub use options::{GameOption, GameOptions};
pub use parts::{GamePart, GamePiece, Sharing, game_pieces};
pub use proposal::Proposal;
pub use roots::{GameRoot, RootSource, RootState, Roots};
pub use running::{GameProcess, Probe, SystemProbe};
pub use settings::{
    Appearance, AppearanceChange, DownloadSource, GraphicsCard, Language, LaunchCommands, LaunchSettings,
    Limits, LimitsChange, LocalConsent, ModelChange, ModelEndpoint, Money, NotMoney, Price, RootSettings,
    Setting, Settings, StoreLimit, Theme, Trust, Window,
};
pub use system::{DiskSpace, SystemInfo};
pub use variables::check_variable;
pub use version::{Loader, LoaderBuild, Version, VersionList};
pub use world_names::{world_entry, world_id};
