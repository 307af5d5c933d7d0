//! SHA-1 digests as the files name them.

use std::fmt;

/// A SHA-1 digest in lower-case hex.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha1(String);

impl Sha1 {
    /// The digest, if the text is 40 hex digits in either case.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let sound = text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        sound.then(|| Self(text.to_ascii_lowercase()))
    }

    /// Its 40 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its first two digits, the folder of an asset.
    pub fn prefix(&self) -> &str {
        self.0.get(..2).unwrap_or_default()
    }
}

impl fmt::Display for Sha1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_forty_hex_digits_are_a_digest() {
        let digest = Sha1::parse("A9993E364706816ABA3E25717850C26C9CD0D89D").unwrap();
        assert_eq!((digest.as_str(), digest.prefix()), ("a9993e364706816aba3e25717850c26c9cd0d89d", "a9"));
        for bad in [
            "",
            "a9",
            "../3e364706816aba3e25717850c26c9cd0d89d00",
            "g9993e364706816aba3e25717850c26c9cd0d89d",
        ] {
            assert_eq!(Sha1::parse(bad), None, "{bad}");
        }
    }
}
