//! Ids that follow from what they stand for: the same after a restart, and drawn by nobody.

use sha2::{Digest, Sha256};

/// Forty bits that follow from these.
pub(crate) fn bits(parts: &[&str]) -> [u8; 5] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
        hash.update([0]);
    }
    let mut bits = [0; 5];
    bits.iter_mut().zip(hash.finalize()).for_each(|(bit, byte)| *bit = byte);
    bits
}
