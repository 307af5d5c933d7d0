//! Ids of changes, backups and trash items: all 40 bits are random, so that two of the same millisecond differ; order comes
//! from the recorded time, not from the id.

use std::sync::Arc;

pub(crate) use nova_model::IdKind as Kind;

/// Where randomness comes from; passed in, so that tests can repeat a run.
pub type Entropy = Arc<dyn Fn() -> u64 + Send + Sync>;

/// A new id of a kind.
pub(crate) fn new(kind: Kind, entropy: &Entropy) -> String {
    let mut bits = [0; 5];
    bits.copy_from_slice(&entropy().to_be_bytes()[3..]);
    kind.id(bits)
}

/// Whether a text has the shape of an id of this kind. Ids become file names, so nothing else may pass.
pub(crate) fn is(kind: Kind, text: &str) -> bool {
    Kind::of(text) == Some(kind)
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
