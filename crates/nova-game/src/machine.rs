//! The computer as the host describes it: operating system, environment and well-known folders, all passed in.

use std::{collections::BTreeMap, ffi::OsString, path::PathBuf};

use nova_model::Os;

/// What the host knows about the computer.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The operating system.
    pub os: Os,
    /// The processor family as Rust names it (`x86_64`, `aarch64`).
    pub arch: String,
    /// The player's home folder.
    pub home: Option<PathBuf>,
    /// The folder this program lies in; HMCL and PCL keep a `.minecraft` beside themselves.
    pub program_dir: Option<PathBuf>,
    /// The environment variables (`PATH`, `JAVA_HOME`, `APPDATA`, …).
    pub env: BTreeMap<String, OsString>,
    /// What stands for `/` (or the system drive) when well-known absolute places are looked up. Tests use a folder.
    pub system_root: PathBuf,
}

impl Machine {
    /// A machine with nothing in it.
    pub fn new(os: Os, arch: impl Into<String>) -> Self {
        Self {
            os,
            arch: arch.into(),
            home: None,
            program_dir: None,
            env: BTreeMap::new(),
            system_root: PathBuf::from("/"),
        }
    }

    /// An environment variable that is set and not empty, as a path.
    pub(crate) fn env_path(&self, name: &str) -> Option<PathBuf> {
        self.env.get(name).filter(|value| !value.is_empty()).map(PathBuf::from)
    }
}
