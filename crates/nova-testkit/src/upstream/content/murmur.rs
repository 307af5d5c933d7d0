//! CurseForge's fingerprint, written on its own: the bytes that count are gathered first.

/// `MurmurHash2` with seed 1 over all bytes but tab, line feed, carriage return and blank.
pub(super) fn fingerprint(bytes: &[u8]) -> u32 {
    const M: u32 = 0x5bd1_e995;
    let solid: Vec<u8> = bytes.iter().copied().filter(|byte| ![9, 10, 13, 32].contains(byte)).collect();
    let mut hash = 1 ^ u32::try_from(solid.len()).unwrap_or(u32::MAX);
    let mut words = solid.chunks_exact(4);
    for word in &mut words {
        let mut word = word.iter().rev().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte)).wrapping_mul(M);
        word ^= word >> 24;
        hash = hash.wrapping_mul(M) ^ word.wrapping_mul(M);
    }
    let rest = words.remainder();
    if !rest.is_empty() {
        hash ^= rest.iter().rev().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte));
        hash = hash.wrapping_mul(M);
    }
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(M);
    hash ^ hash >> 15
}
