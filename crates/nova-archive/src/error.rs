//! What can be wrong with an archive. Each variant names the entry it is about, in its decoded name.

use nova_model::{Explain, Field, Message, Report};
use thiserror::Error;

use crate::{Looks, NameFault};

/// An archive or an entry that is refused.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The reader failed.
    #[error("reading failed: {0}")]
    Io(#[from] std::io::Error),
    /// It is no zip at all, or one whose end is missing.
    #[error("no zip archive: {0:?}")]
    NotZip(Looks),
    /// The central directory makes no sense.
    #[error("bad central directory: {0:?}")]
    Directory(DirectoryFault),
    /// More entries than allowed.
    #[error("{count} entries, {cap} allowed")]
    TooManyEntries {
        /// Entries it lists or claims.
        count: u64,
        /// Entries allowed.
        cap: u64,
    },
    /// An entry claims or makes more bytes than allowed.
    #[error("{entry}: {size} bytes, {cap} allowed")]
    TooLarge {
        /// Its name.
        entry: String,
        /// Bytes it claims.
        size: u64,
        /// Bytes allowed.
        cap: u64,
    },
    /// All entries together claim more bytes than allowed.
    #[error("{size} bytes unpacked, {cap} allowed (from {entry} on)")]
    TotalTooLarge {
        /// The entry that crossed the line.
        entry: String,
        /// Bytes claimed up to and with it.
        size: u64,
        /// Bytes allowed.
        cap: u64,
    },
    /// Two entries share bytes.
    #[error("{entry} overlaps another entry or the directory")]
    Overlap {
        /// The one that starts first.
        entry: String,
    },
    /// The entry lies outside the archive.
    #[error("{entry} lies outside the archive")]
    Outside {
        /// Its name.
        entry: String,
    },
    /// The entry's own header says something else than the directory.
    #[error("{entry}: headers disagree about its {what:?}")]
    HeadersDisagree {
        /// Its name in the directory.
        entry: String,
        /// What they disagree about.
        what: Disagreement,
    },
    /// The entry is encrypted.
    #[error("{entry} is encrypted")]
    Encrypted {
        /// Its name.
        entry: String,
    },
    /// The entry is packed in a way that is not read.
    #[error("{entry}: unknown method {method}")]
    UnknownMethod {
        /// Its name.
        entry: String,
        /// The number of the method.
        method: u16,
    },
    /// The packed bytes are damaged or cut off.
    #[error("{entry} is damaged")]
    Corrupt {
        /// Its name.
        entry: String,
    },
    /// It unpacks to another size than it claims.
    #[error("{entry} is not the size it claims ({claimed})")]
    WrongSize {
        /// Its name.
        entry: String,
        /// Bytes it claims.
        claimed: u64,
    },
    /// Its checksum does not match.
    #[error("{entry}: checksum mismatch")]
    Checksum {
        /// Its name.
        entry: String,
    },
    /// There is no entry of this number or name.
    #[error("no entry {entry}")]
    NoEntry {
        /// What was asked for.
        entry: String,
    },
    /// The entry's name may not be used for a file.
    #[error("{entry}: unsafe name ({fault:?})")]
    UnsafeName {
        /// Its name.
        entry: String,
        /// What is wrong with it.
        fault: NameFault,
    },
    /// Two names mean one file on some systems.
    #[error("{first} and {second} are one file on some systems")]
    Collision {
        /// The earlier one.
        first: String,
        /// The later one.
        second: String,
    },
    /// Gzip or zlib data that is damaged.
    #[error("damaged gzip or zlib data")]
    GzipCorrupt,
    /// Gzip or zlib data that ends too early.
    #[error("gzip or zlib data that is cut off")]
    GzipTruncated,
    /// Gzip or zlib data that unpacks to more than allowed.
    #[error("gzip or zlib data of more than {cap} bytes")]
    GzipTooLarge {
        /// Bytes allowed.
        cap: u64,
    },
    /// A header of a tar that is none.
    #[error("damaged tar")]
    TarBroken,
    /// A tar that ends too early.
    #[error("a tar that is cut off")]
    TarCut,
    /// A device, a pipe, or another thing that is neither file nor folder nor link.
    #[error("{entry} is neither file nor folder nor link")]
    Special {
        /// Its name.
        entry: String,
    },
}

/// What is wrong with a central directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectoryFault {
    /// It lies outside the file, or before the end record leaves room for it.
    Outside,
    /// A record in it is cut off or does not begin as it must.
    Malformed,
    /// It lists another number of entries than the end record says.
    WrongCount,
    /// The 64-bit and the 32-bit end records disagree, or the 64-bit one is missing.
    Zip64,
    /// Bytes before the archive shift its offsets.
    Prefix,
    /// Bytes lie behind the archive.
    Appendix,
    /// More than one end record fits, so that readers would see different archives.
    Ambiguous,
    /// It is spread over several files.
    MultiDisk,
    /// It is larger than allowed.
    TooLarge,
}

/// What two headers of an entry disagree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// There is no local header where the directory says.
    Header,
    /// The names differ.
    Name,
    /// The methods differ.
    Method,
    /// The sizes or checksums differ.
    Sizes,
    /// Only one says that it is encrypted.
    Encryption,
}

impl DirectoryFault {
    fn code(self) -> &'static str {
        match self {
            Self::Outside | Self::Malformed => "archive.directory.broken",
            Self::WrongCount => "archive.directory.count",
            Self::Zip64 => "archive.directory.zip64",
            Self::Prefix => "archive.directory.prefix",
            Self::Appendix => "archive.directory.appendix",
            Self::Ambiguous => "archive.directory.ambiguous",
            Self::MultiDisk => "archive.directory.multi-disk",
            Self::TooLarge => "archive.directory.too-large",
        }
    }
}

impl ArchiveError {
    fn code(&self) -> &'static str {
        match self {
            Self::Io(_) => "archive.io",
            Self::NotZip(looks) => looks.code(),
            Self::Directory(fault) => fault.code(),
            Self::TooManyEntries { .. } => "archive.too-many-entries",
            Self::TooLarge { .. } => "archive.too-large",
            Self::TotalTooLarge { .. } => "archive.total-too-large",
            Self::Overlap { .. } => "archive.overlap",
            Self::Outside { .. } => "archive.outside",
            Self::HeadersDisagree { .. } => "archive.headers-disagree",
            Self::Encrypted { .. } => "archive.encrypted",
            Self::UnknownMethod { .. } => "archive.unknown-method",
            Self::Corrupt { .. } => "archive.corrupt",
            Self::WrongSize { .. } => "archive.wrong-size",
            Self::Checksum { .. } => "archive.checksum",
            Self::NoEntry { .. } => "archive.no-entry",
            Self::UnsafeName { fault, .. } => fault.code(),
            Self::Collision { .. } => "archive.collision",
            Self::GzipCorrupt => "archive.gzip-corrupt",
            Self::GzipTruncated => "archive.gzip-truncated",
            Self::GzipTooLarge { .. } => "archive.gzip-too-large",
            Self::TarBroken => "archive.tar-broken",
            Self::TarCut => "archive.tar-cut",
            Self::Special { .. } => "archive.special",
        }
    }

    /// The entry it is about, where it is about one.
    pub fn entry(&self) -> Option<&str> {
        match self {
            Self::TooLarge { entry, .. }
            | Self::TotalTooLarge { entry, .. }
            | Self::Overlap { entry }
            | Self::Outside { entry }
            | Self::HeadersDisagree { entry, .. }
            | Self::Encrypted { entry }
            | Self::UnknownMethod { entry, .. }
            | Self::Corrupt { entry }
            | Self::WrongSize { entry, .. }
            | Self::Checksum { entry }
            | Self::NoEntry { entry }
            | Self::Special { entry }
            | Self::UnsafeName { entry, .. }
            | Self::Collision { second: entry, .. } => Some(entry),
            _ => None,
        }
    }

    /// The sentence for people, as data.
    pub fn message(&self) -> Message {
        let message = Message::new(self.code());
        let message = match self.entry() {
            Some(entry) => message.with("entry", entry),
            None => message,
        };
        match self {
            Self::Io(error) => message.with("reason", error.to_string()),
            Self::TooManyEntries { count, cap } => {
                message.with("count", number(*count)).with("cap", number(*cap))
            }
            Self::TooLarge { size, cap, .. } | Self::TotalTooLarge { size, cap, .. } => {
                message.with("size", Field::Bytes(*size)).with("cap", Field::Bytes(*cap))
            }
            Self::UnknownMethod { method, .. } => message.with("method", i64::from(*method)),
            Self::WrongSize { claimed, .. } => message.with("size", Field::Bytes(*claimed)),
            Self::Collision { first, .. } => message.with("first", first.as_str()),
            Self::GzipTooLarge { cap } => message.with("cap", Field::Bytes(*cap)),
            _ => message,
        }
    }
}

fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl Explain for ArchiveError {
    fn report(&self) -> Report {
        Report::new(self.message())
    }
}
