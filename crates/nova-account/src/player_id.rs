//! A player's id: a UUID, with dashes for people and files, without them for the game and the services.

use std::fmt;

use uuid::Uuid;

/// A player's id. `Display` has the dashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(Uuid);

impl PlayerId {
    /// Reads an id with dashes or without; nothing else that stands for a UUID elsewhere.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = matches!(text.len(), 32 | 36) && text.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
        plain.then(|| Uuid::try_parse(text).ok().map(Self)).flatten()
    }

    /// The form without dashes.
    pub fn undashed(self) -> String {
        self.0.simple().to_string()
    }

    /// The version 3 id of a digest.
    pub(crate) fn of_md5(digest: [u8; 16]) -> Self {
        Self(uuid::Builder::from_md5_bytes(digest).into_uuid())
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_no_other() {
        let id = PlayerId::parse("b50ad385-829d-3141-a216-7e7d7539ba7f").unwrap();
        assert_eq!(PlayerId::parse("B50AD385829D3141A2167E7D7539BA7F"), Some(id));
        assert_eq!(id.undashed(), "b50ad385829d3141a2167e7d7539ba7f");
        assert_eq!(id.to_string(), "b50ad385-829d-3141-a216-7e7d7539ba7f");
        for odd in [
            "",
            "b50ad385-829d-3141-a216-7e7d7539ba7",
            "{b50ad385-829d-3141-a216-7e7d7539ba7f}",
            "urn:uuid:b50ad385-829d-3141-a216-7e7d7539ba7f",
            "--------------------------------",
        ] {
            assert_eq!(PlayerId::parse(odd), None, "{odd}");
        }
    }
}
