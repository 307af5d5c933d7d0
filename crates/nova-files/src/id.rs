//! Short ids: a letter and 8 base32 characters, the random tail of a `UUIDv7`. All 40 bits are random, so that two ids of
//! the same millisecond differ; order comes from the recorded time, not from the id.

use std::sync::Arc;

/// Where randomness comes from; passed in, so that tests can repeat a run.
pub type Entropy = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Digits and lower-case letters without the ones that look alike (i, l, o, u).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// What an id names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Change,
    Backup,
    Trash,
}

impl Kind {
    fn letter(self) -> char {
        match self {
            Self::Change => 'c',
            Self::Backup => 'b',
            Self::Trash => 't',
        }
    }
}

/// A new id of a kind.
pub(crate) fn new(kind: Kind, entropy: &Entropy) -> String {
    let mut bits = entropy();
    let mut id = format!("{}-", kind.letter());
    for _ in 0..8 {
        let index = usize::try_from(bits & 31).unwrap_or(0);
        id.push(ALPHABET.get(index).map_or('0', |&byte| char::from(byte)));
        bits >>= 5;
    }
    id
}

/// Whether a text has the shape of an id of this kind. Ids become file names, so nothing else may pass.
pub(crate) fn is(kind: Kind, text: &str) -> bool {
    let mut chars = text.chars();
    let tail: Vec<char> = match (chars.next(), chars.next()) {
        (Some(letter), Some('-')) if letter == kind.letter() => chars.collect(),
        _ => return false,
    };
    tail.len() == 8 && tail.iter().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase())
}

/// The randomness of the system.
pub(crate) fn system_entropy() -> Entropy {
    // A system without randomness repeats an id, which is then found to be taken and refused.
    Arc::new(|| getrandom::u64().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_their_shape_and_differ_within_a_millisecond() {
        let entropy = system_entropy();
        let ids: std::collections::BTreeSet<String> =
            (0..2000).map(|_| new(Kind::Change, &entropy)).collect();
        assert_eq!(ids.len(), 2000);
        assert!(ids.iter().all(|id| is(Kind::Change, id)));
    }

    #[test]
    fn what_is_not_an_id_does_not_pass() {
        for text in
            ["", "c-", "c-short", "b-12345678", "c-../../..", "c-1234567/", "c-123456789", "c-ABCDEFGH"]
        {
            assert!(!is(Kind::Change, text), "{text}");
        }
    }
}
