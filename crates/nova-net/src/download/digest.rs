//! What a file must hash to, and the hash while the file comes.

use std::fmt;

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use md5::{Digest as _, Md5};
use sha1::Sha1;
use sha2::{Sha256, Sha512};

/// A kind of hash that somebody publishes for files of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DigestKind {
    /// MD5: only some old lists.
    Md5,
    /// SHA-1: Mojang, the mavens.
    Sha1,
    /// SHA-256: Adoptium, Azul.
    Sha256,
    /// SHA-512: Modrinth.
    Sha512,
}

impl DigestKind {
    /// Its name, as people write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Md5 => "MD5",
            Self::Sha1 => "SHA-1",
            Self::Sha256 => "SHA-256",
            Self::Sha512 => "SHA-512",
        }
    }
}

/// A hash of a whole file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Digest {
    /// MD5.
    Md5([u8; 16]),
    /// SHA-1.
    Sha1([u8; 20]),
    /// SHA-256.
    Sha256([u8; 32]),
    /// SHA-512.
    Sha512([u8; 64]),
}

impl Digest {
    /// Reads hexadecimal digits; `None` where it is not the hash of that kind.
    pub fn parse(kind: DigestKind, hex: &str) -> Option<Self> {
        let bytes = HEXLOWER_PERMISSIVE.decode(hex.trim().as_bytes()).ok()?;
        Some(match kind {
            DigestKind::Md5 => Self::Md5(bytes.try_into().ok()?),
            DigestKind::Sha1 => Self::Sha1(bytes.try_into().ok()?),
            DigestKind::Sha256 => Self::Sha256(bytes.try_into().ok()?),
            DigestKind::Sha512 => Self::Sha512(bytes.try_into().ok()?),
        })
    }

    /// Reads a SHA-1.
    pub fn sha1(hex: &str) -> Option<Self> {
        Self::parse(DigestKind::Sha1, hex)
    }

    /// Its kind.
    pub fn kind(&self) -> DigestKind {
        match self {
            Self::Md5(_) => DigestKind::Md5,
            Self::Sha1(_) => DigestKind::Sha1,
            Self::Sha256(_) => DigestKind::Sha256,
            Self::Sha512(_) => DigestKind::Sha512,
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Md5(bytes) => bytes,
            Self::Sha1(bytes) => bytes,
            Self::Sha256(bytes) => bytes,
            Self::Sha512(bytes) => bytes,
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(self.bytes()))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.kind().name())
    }
}

/// A hash that grows with its file; of no kind where nobody published one.
#[derive(Clone, Debug)]
pub struct Hasher(State);

#[derive(Clone, Debug)]
enum State {
    Nothing,
    Md5(Md5),
    Sha1(Sha1),
    Sha256(Sha256),
    Sha512(Sha512),
}

impl Hasher {
    /// A hash of nothing yet.
    pub fn new(kind: Option<DigestKind>) -> Self {
        Self(match kind {
            None => State::Nothing,
            Some(DigestKind::Md5) => State::Md5(Md5::new()),
            Some(DigestKind::Sha1) => State::Sha1(Sha1::new()),
            Some(DigestKind::Sha256) => State::Sha256(Sha256::new()),
            Some(DigestKind::Sha512) => State::Sha512(Sha512::new()),
        })
    }

    /// More of the file.
    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::Nothing => {}
            State::Md5(state) => state.update(bytes),
            State::Sha1(state) => state.update(bytes),
            State::Sha256(state) => state.update(bytes),
            State::Sha512(state) => state.update(bytes),
        }
    }

    /// The hash of all that came.
    pub fn finish(self) -> Option<Digest> {
        Some(match self.0 {
            State::Nothing => return None,
            State::Md5(state) => Digest::Md5(state.finalize().into()),
            State::Sha1(state) => Digest::Sha1(state.finalize().into()),
            State::Sha256(state) => Digest::Sha256(state.finalize().into()),
            State::Sha512(state) => Digest::Sha512(state.finalize().into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the three letters "abc", from the standards.
    const ABC: [(DigestKind, &str); 4] = [
        (DigestKind::Md5, "900150983cd24fb0d6963f7d28e17f72"),
        (DigestKind::Sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (DigestKind::Sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            DigestKind::Sha512,
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        ),
    ];

    #[test]
    fn each_kind_hashes_as_its_standard_says() {
        for (kind, hex) in ABC {
            let mut hasher = Hasher::new(Some(kind));
            hasher.update(b"a");
            hasher.update(b"bc");
            let digest = hasher.finish().unwrap();
            assert_eq!(Some(digest), Digest::parse(kind, &hex.to_uppercase()));
            assert_eq!((digest.kind(), digest.to_string()), (kind, hex.to_owned()));
        }
        assert_eq!(Hasher::new(None).finish(), None);
    }

    #[test]
    fn what_is_no_hash_of_its_kind_is_none() {
        for bad in ["", "a999", "not a hash", &"g".repeat(40), &"0".repeat(41), &"0".repeat(64)] {
            assert_eq!(Digest::sha1(bad), None, "{bad}");
        }
    }
}
