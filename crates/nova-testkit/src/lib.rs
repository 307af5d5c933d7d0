//! Builders for what Nova works on: game roots, versions, jars, worlds, backups, logs, Java folders and settings, and the
//! [`Tree`] that says what a command changed. Development only; no clock, and the same call makes the same bytes each time.
//! [`model`] has a scripted model server, [`upstream`] a stand-in of what a launcher installs from, [`accounts`] one of the services that
//! sign players in; all listen on this machine alone. [`game`] is the stand-in of the game itself, [`javas`] that of a Java.
//!
//! Everything is described first and written with one `write` call:
//!
//! ```
//! use nova_testkit::{GameFolder, GameRoot, Jar, Tree, Version, World};
//!
//! # fn main() -> anyhow::Result<()> {
//! # let temp = tempfile::tempdir()?;
//! let sodium = Jar::fabric("sodium").version("0.5.3").for_game("1.20.1").breaks("optifabric", "*");
//! let own = GameFolder::new().jar(sodium).disabled(Jar::fabric("optifabric")).world(World::new("Survival"));
//! GameRoot::new().version(Version::fabric("1.20.1-fabric", "1.20.1").own(own)).write(temp.path())?;
//!
//! let before = Tree::of(temp.path())?;
//! assert!(before.has("versions/1.20.1-fabric/mods/sodium.jar"));
//! # Ok(())
//! # }
//! ```

pub mod accounts;
mod backup;
mod catalog;
mod disk;
mod folder;
pub mod foreign;
pub mod game;
mod jar;
mod java;
pub mod javas;
mod loader_json;
mod log;
mod metadata;
pub mod model;
mod moment;
mod nbt;
mod packed;
mod requests;
mod rng;
mod root;
mod settings;
mod spec;
mod tree;
mod unpacked;
pub mod upstream;
mod version;
mod version_json;
mod world;

pub use backup::BackupFile;
pub use disk::{make_folder, write_file, write_script};
pub use folder::GameFolder;
pub use jar::{Damage, Jar};
pub use java::Jdk;
pub use log::{LogFile, crash_report, gzip};
pub use metadata::{Loader, ModInfo, Need};
pub use moment::moment;
pub use nbt::Tag;
pub use packed::{Packed, What, lzma, tar_gz, zip_of};
pub use requests::{RequestWorld, WorldPaths};
pub use rng::Rng;
pub use root::GameRoot;
pub use settings::Settings;
pub use spec::RootSpec;
pub use tree::{Node, Tree};
pub use unpacked::{jar_from_folder, pack_folders};
pub use version::{Form, Version};
pub use world::{Mode, World};
