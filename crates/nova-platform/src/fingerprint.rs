//! CurseForge's hash of a file: `MurmurHash2` (32 bits, seed 1, by Austin Appleby) over its bytes without white space, so that line ends
//! do not count.

const SEED: u32 = 1;
const M: u32 = 0x5bd1_e995;

/// The fingerprint of a file's bytes.
pub fn fingerprint(bytes: &[u8]) -> u32 {
    let solid = || bytes.iter().copied().filter(|byte| !matches!(byte, 9 | 10 | 13 | 32));
    // The length is the first thing that goes in. Files whose length does not fit are cut down to it, as the original does.
    let length = u32::try_from(solid().count() & 0xffff_ffff).unwrap_or_default();
    let mut hash = SEED ^ length;
    let mut word = [0_u8; 4];
    let mut filled = 0_usize;
    for byte in solid() {
        if let Some(place) = word.get_mut(filled) {
            *place = byte;
        }
        filled += 1;
        if filled == word.len() {
            hash = hash.wrapping_mul(M) ^ scrambled(u32::from_le_bytes(word));
            (word, filled) = ([0; 4], 0);
        }
    }
    if filled > 0 {
        hash = (hash ^ u32::from_le_bytes(word)).wrapping_mul(M);
    }
    settled(hash)
}

fn scrambled(word: u32) -> u32 {
    let word = word.wrapping_mul(M);
    (word ^ (word >> 24)).wrapping_mul(M)
}

fn settled(hash: u32) -> u32 {
    let hash = (hash ^ (hash >> 13)).wrapping_mul(M);
    hash ^ (hash >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_does_not_count_and_everything_else_does() {
        assert_eq!(fingerprint(b"a b\r\n\tc"), fingerprint(b"abc"));
        assert_ne!(fingerprint(b"abc"), fingerprint(b"abd"));
        assert_ne!(fingerprint(b"abc"), fingerprint(b"abc\0"), "the length counts");
        assert_ne!(fingerprint(b"abc\x0b"), fingerprint(b"abc"), "other blanks are bytes");
    }

    /// Worked out by another program after the description of `MurmurHash2`, with seed 1.
    #[test]
    fn known_values_come_out() {
        for (text, wanted) in GOLDEN {
            assert_eq!(fingerprint(text.as_bytes()), *wanted, "{text:?}");
        }
    }

    const GOLDEN: &[(&str, u32)] = &[
        ("", 1_540_447_798),
        ("a", 626_045_324),
        ("abc", 1_621_425_345),
        ("abcd", 3_376_380_438),
        ("nova", 759_757_366),
        ("The quick brown fox", 2_287_222_251),
    ];
}
