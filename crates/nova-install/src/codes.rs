//! The codes of this crate's messages.

use nova_model::CodeDef;

/// Every code of this crate and the fields it may carry.
pub const CODES: &[CodeDef] = &[
    ("install.no-game", &["game"]),
    ("install.no-loader", &["loader", "game"]),
    ("install.no-build", &["version", "loader", "game"]),
    ("install.near", &["names"]),
    ("install.unsupported", &["loader"]),
    ("install.no-api", &["loader", "game"]),
    ("install.no-digest", &["loader"]),
    ("install.taken", &["id"]),
    ("install.address", &["url"]),
    ("install.unheard", &["name"]),
    ("install.files", &["n", "why"]),
    ("install.archive", &["path", "why"]),
    ("install.no-entry", &["installer", "entry"]),
    ("install.not-made", &["file"]),
    ("install.processor", &["step", "exit", "said"]),
    ("install.no-java", &[]),
    ("install.no-space", &["needed", "free"]),
    ("install.cancelled", &[]),
    ("install.no-job", &["id"]),
    ("install.title", &["id", "game"]),
    ("install.title-loader", &["id", "game", "loader", "build"]),
    ("install.title-swap", &["id", "game", "loader", "build"]),
    ("install.title-again", &["id", "game", "loader", "build"]),
    ("install.title-plain", &["id", "game"]),
];
