//! Bytes with their SHA-1, and digests as hex.

use data_encoding::HEXLOWER;
use sha1::{Digest, Sha1};

/// What is served at one address.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) bytes: Vec<u8>,
    pub(crate) sha1: String,
}

impl Made {
    pub(crate) fn of(bytes: Vec<u8>) -> Self {
        let sha1 = sha1(&bytes);
        Self { bytes, sha1 }
    }

    pub(crate) fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The digest that a file beside it (`.sha1`, `.md5` ...) holds; `None` for another ending.
    pub(crate) fn digest(&self, kind: &str) -> Option<String> {
        match kind {
            "sha1" => Some(self.sha1.clone()),
            "sha256" => Some(HEXLOWER.encode(&sha2::Sha256::digest(&self.bytes))),
            "sha512" => Some(HEXLOWER.encode(&sha2::Sha512::digest(&self.bytes))),
            "md5" => Some(HEXLOWER.encode(&md5::Md5::digest(&self.bytes))),
            _ => None,
        }
    }
}

pub(crate) fn sha1(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha1::digest(bytes))
}
