//! A Java that a vendor offers as one archive.

use nova_model::Os;

/// How an archive is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archive {
    /// zip.
    Zip,
    /// tar and gzip.
    TarGz,
}

impl Archive {
    /// By the ending of a file's name.
    pub(super) fn of(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let ends = |end: &str| lower.ends_with(end);
        if ends(".zip") {
            return Some(Self::Zip);
        }
        ends(".tar.gz").then_some(Self::TarGz)
    }
}

/// A Java in one archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaPackage {
    /// Its version as the vendor writes it.
    pub version: String,
    /// Its major version.
    pub major: u32,
    /// The system it runs on.
    pub os: Os,
    /// The processor it runs on, by the one name used inside Nova.
    pub arch: String,
    /// Where it lies.
    pub url: String,
    /// Its SHA-256, where the answer has it.
    pub sha256: Option<String>,
    /// Its bytes, where the answer has them.
    pub size: Option<u64>,
    /// How it is packed.
    pub archive: Archive,
}

/// A SHA-256 in lower-case hex.
pub(super) fn sha256(text: &str) -> Option<String> {
    let sound = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    sound.then(|| text.to_ascii_lowercase())
}
