//! Operating systems, as a parameter of the logic.

use serde::{Deserialize, Serialize};

/// An operating system. A parameter of the logic, so that the rules of each are tested on any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Os {
    /// Linux and other Unix systems.
    Linux,
    /// Windows.
    Windows,
    /// macOS.
    MacOs,
}

impl Os {
    /// The system this program was built for.
    pub fn here() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            Self::Linux
        }
    }
}
