//! One word of a command line, which may hold a secret.

use std::fmt;

use nova_model::Secret;

/// A word of the command line. One with a secret in it prints itself with a mark in the secret's place.
#[derive(Clone, PartialEq, Eq)]
pub enum LaunchArg {
    /// A word that anybody may see.
    Plain(String),
    /// A word with a secret in it.
    Secret {
        /// The word as the game gets it.
        word: Secret,
        /// The word as it may be shown.
        shown: String,
    },
}

impl LaunchArg {
    /// The word for the process that is started, and for nothing else.
    pub fn expose(&self) -> &str {
        match self {
            Self::Plain(word) => word,
            Self::Secret { word, .. } => word.expose(),
        }
    }

    /// The word as it may be shown, logged and kept.
    pub fn shown(&self) -> &str {
        match self {
            Self::Plain(word) => word,
            Self::Secret { shown, .. } => shown,
        }
    }

    /// Whether there is a secret in it.
    pub fn is_secret(&self) -> bool {
        matches!(self, Self::Secret { .. })
    }
}

impl From<String> for LaunchArg {
    fn from(word: String) -> Self {
        Self::Plain(word)
    }
}

impl From<&str> for LaunchArg {
    fn from(word: &str) -> Self {
        Self::Plain(word.to_owned())
    }
}

impl fmt::Debug for LaunchArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.shown(), f)
    }
}

impl fmt::Display for LaunchArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shown())
    }
}
