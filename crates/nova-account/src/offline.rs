//! Offline players: which names the game takes, and the id that follows from a name.

use md5::{Digest, Md5};
use nova_model::{Message, acts};

use crate::{AccountError, PlayerId, Result};

/// The game's protocol has room for so many UTF-16 units.
const LONGEST: usize = 16;
/// Names that can be bought are not shorter.
const USUAL_LEAST: usize = 3;

/// Why a name cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// There is nothing in it.
    Empty,
    /// It has more than 16 characters.
    TooLong,
    /// It has blanks at an edge, control or invisible characters, or one that a command line or a file name could trip over.
    Characters,
}

/// The id of an offline player, as the game itself makes it: version 3 of `OfflinePlayer:` and the name.
pub fn offline_id(name: &str) -> PlayerId {
    let mut hash = Md5::new();
    hash.update(b"OfflinePlayer:");
    hash.update(name.as_bytes());
    PlayerId::of_md5(hash.finalize().into())
}

/// Whether the game takes a name. What works in some versions or places only is a warning.
pub fn check_name(name: &str) -> Result<Vec<Message>> {
    if let Some(fault) = fault(name) {
        return Err(AccountError::BadName { name: nova_model::clean(name, 40), fault });
    }
    let mut warnings = Vec::new();
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        warnings.push(Message::new("account.warn.name-odd").with("name", name));
    } else if name.len() < USUAL_LEAST {
        warnings.push(Message::new("account.warn.name-short").with("name", name));
    }
    Ok(warnings)
}

fn fault(name: &str) -> Option<NameFault> {
    let odd = |c: char| acts(c) || matches!(c, '"' | '\'' | '\\' | '/' | ':' | '\u{200d}');
    if name.trim().is_empty() {
        Some(NameFault::Empty)
    } else if name.encode_utf16().count() > LONGEST {
        Some(NameFault::TooLong)
    } else if name.trim() != name || name.chars().any(odd) {
        Some(NameFault::Characters)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_the_game_makes() {
        let vectors = [
            ("Notch", "b50ad385-829d-3141-a216-7e7d7539ba7f"),
            ("Steve", "5627dd98-e6be-3c21-b8a8-e92344183641"),
            ("jeb_", "a762f560-4fce-3236-812a-b80efff0b62b"),
            ("钠玩家", "1b157fba-75cc-306c-8ce1-de80a69c5a74"),
        ];
        for (name, id) in vectors {
            assert_eq!(offline_id(name).to_string(), id, "{name}");
        }
        assert_ne!(offline_id("notch"), offline_id("Notch"));
    }

    #[test]
    fn usual_names_pass_and_unusual_ones_are_warned_of() {
        for name in ["Steve", "a_B3", "abcdefghijklmnop"] {
            assert_eq!(check_name(name).unwrap(), [], "{name}");
        }
        for (name, code) in [
            ("钠玩家", "account.warn.name-odd"),
            ("two words", "account.warn.name-odd"),
            ("ab", "account.warn.name-short"),
        ] {
            let warnings = check_name(name).unwrap();
            assert_eq!(warnings.len(), 1, "{name}");
            assert_eq!(warnings[0].code, code);
        }
    }

    #[test]
    fn names_that_break_the_game_or_the_command_line_are_refused() {
        let why = |name: &str| match check_name(name) {
            Err(AccountError::BadName { fault, .. }) => Some(fault),
            _ => None,
        };
        assert_eq!(why(""), Some(NameFault::Empty));
        assert_eq!(why("   "), Some(NameFault::Empty));
        assert_eq!(why("abcdefghijklmnopq"), Some(NameFault::TooLong));
        for name in [" a", "a ", "a\nb", "a\u{202e}b", "a\"b", "a/b", "a\u{200b}b"] {
            assert_eq!(why(name), Some(NameFault::Characters), "{name:?}");
        }
    }
}
