//! What an archive may cost, and how much disorder around it is forgiven.

/// How much disorder is forgiven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leniency {
    /// For packs and backups, which are unpacked: nothing before or behind the archive, one reading of it only, no
    /// encrypted entry and no unknown method anywhere.
    Strict,
    /// For jars, which are only looked into: a prefix, an appendix and a wrong entry count are fine, as they are for
    /// Java, and a bad entry matters only once it is read.
    Jar,
}

/// How many bytes all entries together may claim to unpack to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TotalCap {
    /// At most this many bytes.
    Bytes(u64),
    /// The larger of a floor in bytes and a multiple of the archive's own size.
    Ratio {
        /// Always allowed.
        floor: u64,
        /// Times the size of the archive file.
        times: u64,
    },
    /// Not counted: the caller caps each read.
    PerRead,
}

impl TotalCap {
    /// The cap in bytes for an archive of `packed` bytes.
    pub fn bytes(self, packed: u64) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Ratio { floor, times } => packed.saturating_mul(times).max(floor),
            Self::PerRead => u64::MAX,
        }
    }
}

/// The caps of one archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most entries the central directory may list.
    pub entries: u64,
    /// Most bytes the central directory may take.
    pub directory_bytes: u64,
    /// Most bytes one entry may claim to unpack to.
    pub entry_bytes: u64,
    /// Most bytes all entries may claim together.
    pub total: TotalCap,
    /// How much disorder is forgiven.
    pub leniency: Leniency,
}

impl Limits {
    /// For archives that are unpacked: 65,536 entries, and 512 MiB or 20 times the packed size.
    pub fn pack() -> Self {
        Self {
            entries: 65_536,
            directory_bytes: 64 << 20,
            entry_bytes: u64::MAX,
            total: TotalCap::Ratio { floor: 512 << 20, times: 20 },
            leniency: Leniency::Strict,
        }
    }

    /// For jars that are looked into: more entries, no total, since each read has its own cap.
    pub fn jar() -> Self {
        Self {
            entries: 1 << 18,
            directory_bytes: 64 << 20,
            entry_bytes: u64::MAX,
            total: TotalCap::PerRead,
            leniency: Leniency::Jar,
        }
    }
}
