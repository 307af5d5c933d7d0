//! Why a file of somebody else's cannot be used at all. What is odd inside one that can be used is a [`nova_model::Problem`].

use nova_model::{Explain, Field, Message, Report};

/// What stops reading, merging or planning. Names and ids in it come from outside and are cleaned already.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VersionError {
    /// More bytes than such a file ever has.
    #[error("{name}: {size} bytes, {cap} allowed")]
    TooLarge {
        /// The file.
        name: String,
        /// Its bytes.
        size: u64,
        /// Bytes allowed.
        cap: u64,
    },
    /// It is no JSON (or nests too deep to be read).
    #[error("{name}: no JSON, line {line}")]
    NotJson {
        /// The file.
        name: String,
        /// The line where reading stopped.
        line: usize,
    },
    /// It is JSON (or XML) of another shape than such a file has.
    #[error("{name}: not in the expected form")]
    Shape {
        /// The file.
        name: String,
    },
    /// The name of the version it inherits from is no name of a version.
    #[error("{name}: inherits from {parent:?}, which is no name")]
    ParentName {
        /// The file.
        name: String,
        /// What it names.
        parent: String,
    },
    /// The version it inherits from was not given.
    #[error("{id}: inherits from {parent}, which is missing")]
    ParentMissing {
        /// The version.
        id: String,
        /// What it inherits from.
        parent: String,
    },
    /// A version inherits from itself through others.
    #[error("{id}: inherits from itself")]
    ParentLoop {
        /// The version.
        id: String,
    },
    /// More generations than any version has.
    #[error("{id}: inherits through too many versions")]
    ParentDepth {
        /// The version.
        id: String,
    },
    /// No main class in the whole chain: nothing could be started.
    #[error("{id}: no main class")]
    NoMainClass {
        /// The version.
        id: String,
    },
    /// An installer whose generation we do not run.
    #[error("{name}: installer of a kind that is not supported")]
    Installer {
        /// The installer.
        name: String,
    },
    /// A value of an installer profile that we refuse or cannot resolve.
    #[error("{name}: bad value for {key}: {value:?}")]
    InstallerValue {
        /// The installer.
        name: String,
        /// Which value.
        key: String,
        /// What it says.
        value: String,
    },
}

impl VersionError {
    fn message(&self) -> Message {
        match self {
            Self::TooLarge { name, size, cap } => Message::new("version.too-large")
                .with("name", name.as_str())
                .with("size", Field::Bytes(*size))
                .with("cap", Field::Bytes(*cap)),
            Self::NotJson { name, line } => {
                Message::new("version.not-json").with("name", name.as_str()).with("line", *line)
            }
            Self::Shape { name } => Message::new("version.shape").with("name", name.as_str()),
            Self::ParentName { name, parent } => Message::new("version.parent-name")
                .with("name", name.as_str())
                .with("parent", parent.as_str()),
            Self::ParentMissing { id, parent } => {
                Message::new("version.parent-missing").with("id", id.as_str()).with("parent", parent.as_str())
            }
            Self::ParentLoop { id } => Message::new("version.parent-loop").with("id", id.as_str()),
            Self::ParentDepth { id } => Message::new("version.parent-depth").with("id", id.as_str()),
            Self::NoMainClass { id } => Message::new("version.no-main-class").with("id", id.as_str()),
            Self::Installer { name } => {
                Message::new("version.installer.unsupported").with("name", name.as_str())
            }
            Self::InstallerValue { name, key, value } => Message::new("version.installer.value")
                .with("name", name.as_str())
                .with("key", key.as_str())
                .with("value", value.as_str()),
        }
    }
}

impl Explain for VersionError {
    fn report(&self) -> Report {
        Report::new(self.message())
    }
}
