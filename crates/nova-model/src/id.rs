//! Short ids of things in the journal and around it: `c-2b7k09xq`.
//!
//! The eight characters are 40 bits of a `UUIDv7`: 10 bits of its time, then 30 of its random bits. The time bits count steps
//! of 2^29 ms (six days), so sorted ids are in the order of the weeks they were made in (the count wraps every 17 years,
//! next in September 2039). Ids made in the same step, within one millisecond or not, differ by the random bits: a
//! thousand of them collide with a chance of 1 : 2,000, ten with 1 : 24,000,000. Whoever owns a name space draws again
//! when a name is taken. The exact time of a thing is stored beside it and never read from its id.

use crate::{Millis, Random};

/// Crockford's digits in lower case: sorted like their values, without the letters that look like others.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 8;
/// The longest id accepted from a file that something else wrote, in bytes.
const LONGEST_FOREIGN: usize = 200;

/// What an id names; its letter comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdKind {
    /// `c-`: a change in the journal.
    Change,
    /// `b-`: a backup.
    Backup,
    /// `t-`: something in the trash area.
    Trash,
    /// `f-`: a finding.
    Finding,
    /// `x-`: a fix.
    Fix,
    /// `j-`: a job.
    Job,
    /// A turn of a chat.
    Turn,
    /// `h-`: a chat.
    Chat,
    /// `n-`: something the player wants to be remembered.
    Note,
    /// `r-`: a run of a game.
    Run,
    /// `a-`: an account.
    Account,
    /// `i-`: an instance of another launcher.
    Importable,
    /// `d-`: a file that the player attached.
    Attached,
}

impl IdKind {
    /// Every kind.
    pub const ALL: [Self; 13] = [
        Self::Change,
        Self::Backup,
        Self::Trash,
        Self::Finding,
        Self::Fix,
        Self::Job,
        Self::Turn,
        Self::Chat,
        Self::Note,
        Self::Run,
        Self::Account,
        Self::Importable,
        Self::Attached,
    ];

    /// The letter before the dash.
    pub fn letter(self) -> char {
        match self {
            Self::Change => 'c',
            Self::Backup => 'b',
            Self::Trash => 't',
            Self::Finding => 'f',
            Self::Fix => 'x',
            Self::Job => 'j',
            Self::Turn => 'u',
            Self::Chat => 'h',
            Self::Note => 'n',
            Self::Run => 'r',
            Self::Account => 'a',
            Self::Importable => 'i',
            Self::Attached => 'd',
        }
    }

    /// The kind of an id in our own form; `None` for any other text, old sidecar ids included.
    pub fn of(id: &str) -> Option<Self> {
        let (letter, digits) = id.split_once('-')?;
        let ours =
            digits.len() == LENGTH && digits.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        let mut letters = letter.chars();
        let (first, None) = (letters.next()?, letters.next()) else { return None };
        Self::ALL.into_iter().find(|kind| ours && kind.letter() == first)
    }

    /// The id whose eight characters stand for these 40 bits. For ids that follow from contents (a finding keeps its id
    /// over runs) the bits are the first bytes of a hash; for all others use [`short_id`].
    pub fn id(self, bits: [u8; 5]) -> String {
        self.spell(bits.iter().fold(0, |value, byte| (value << 8) | u128::from(*byte)))
    }

    /// The id of the lowest forty bits.
    fn spell(self, bits: u128) -> String {
        let digits = (0..LENGTH).rev().map(|place| digit(bits >> (5 * place)));
        [self.letter(), '-'].into_iter().chain(digits).collect()
    }
}

fn digit(value: u128) -> char {
    let index = usize::try_from(value & 31).unwrap_or_default();
    DIGITS.get(index).copied().map_or('0', char::from)
}

/// A new id: the letter, a dash, eight characters. `random` are ten bytes of a [`Random`], fresh for each id.
pub fn short_id(kind: IdKind, now: Millis, random: [u8; 10]) -> String {
    let millis = u64::try_from(now).unwrap_or_default();
    let uuid = uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().as_u128();
    let time = (uuid >> (80 + 29)) & 0x3ff;
    kind.spell((time << 30) | (uuid & 0x3fff_ffff))
}

/// A new id with bytes drawn from `random`.
pub fn draw_id(kind: IdKind, now: Millis, random: &dyn Random) -> String {
    let mut bytes = [0; 10];
    random.fill(&mut bytes);
    short_id(kind, now, bytes)
}

/// Whether a text found as an id in a file may be used as one: it can stand in a file name on every system, on a command
/// line and in a sentence. Letters and digits of any script, `-`, `_` and inner dots and spaces; at most 200 bytes.
pub fn is_safe_id(id: &str) -> bool {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    let edge = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    id.len() <= LONGEST_FOREIGN
        && edge(id.chars().next())
        && edge(id.chars().next_back())
        && id.chars().all(inner)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Counts up, so that each draw differs.
    struct Counting(std::sync::atomic::AtomicU64);

    impl Random for Counting {
        fn fill(&self, buffer: &mut [u8]) {
            let count = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed).to_be_bytes();
            for (place, byte) in buffer.iter_mut().rev().zip(count.iter().rev()) {
                *place = *byte;
            }
        }
    }

    #[test]
    fn ids_drawn_in_one_millisecond_differ() {
        let random = Counting(std::sync::atomic::AtomicU64::new(0));
        let ids: BTreeSet<_> =
            (0..5_000).map(|_| draw_id(IdKind::Change, 1_796_000_000_000, &random)).collect();
        assert_eq!(ids.len(), 5_000);
    }

    #[test]
    fn only_our_own_form_has_a_kind() {
        assert_eq!(IdKind::of("c-0123abcd"), Some(IdKind::Change));
        assert_eq!(IdKind::of("f-zzzzzzzz"), Some(IdKind::Finding));
        for other in [
            "",
            "c",
            "c-",
            "c-0123abc",
            "c-0123abcde",
            "c-0123ABCD",
            "q-0123abcd",
            "cc-0123abcd",
            "c-0123abc中",
            "备份-0123abcd",
        ] {
            assert_eq!(IdKind::of(other), None, "{other}");
        }
    }

    #[test]
    fn ids_of_others_are_used_only_when_they_are_safe_as_names() {
        for id in ["backup-2024-01-01_12.30", "我的备份 3", "x", "_old"] {
            assert!(is_safe_id(id), "{id}");
        }
        let long = "a".repeat(201);
        for id in [
            "",
            ".",
            "..",
            "../x",
            "a/b",
            "a\\b",
            "c:d",
            "-rf",
            "a\n",
            "a\u{202e}b",
            "trailing ",
            "dot.",
            "*",
            long.as_str(),
        ] {
            assert!(!is_safe_id(id), "{id}");
        }
    }

    #[test]
    fn an_id_from_a_hash_is_always_the_same() {
        assert_eq!(IdKind::Finding.id([0; 5]), "f-00000000");
        assert_eq!(IdKind::Finding.id([255; 5]), "f-zzzzzzzz");
        assert_eq!(IdKind::Fix.id([0, 0, 0, 0, 33]), "x-00000011");
    }

    proptest! {
        #[test]
        fn every_id_has_its_kind_and_is_safe(now in any::<i64>(), random in any::<[u8; 10]>(), kind in 0..IdKind::ALL.len()) {
            let kind = IdKind::ALL[kind];
            let id = short_id(kind, now, random);
            prop_assert_eq!(IdKind::of(&id), Some(kind));
            prop_assert!(is_safe_id(&id));
        }

        #[test]
        fn ids_of_later_weeks_sort_later(
            week in 0_i64..400, later in 1_i64..200, a in any::<[u8; 10]>(), b in any::<[u8; 10]>(),
        ) {
            // Within the years 2023 to 2039, where the count of weeks does not wrap.
            let step = 1_i64 << 29;
            let start = 1_700_000_000_000 / step * step;
            let first = short_id(IdKind::Change, start + week * step, a);
            let second = short_id(IdKind::Change, start + (week + later) * step, b);
            prop_assert!(first < second);
        }
    }
}
