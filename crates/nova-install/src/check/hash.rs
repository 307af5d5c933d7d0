//! SHA-1, which names almost every file of the game.

use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::Path,
};

use sha1::Digest;

/// Large enough that the calls cost nothing, small enough to stay in the cache.
const PIECE: usize = 128 << 10;

/// A SHA-1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha1([u8; 20]);

impl Sha1 {
    /// Of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(sha1::Sha1::digest(bytes).into())
    }

    /// Of a file.
    ///
    /// # Errors
    /// What the system says.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        let (mut file, mut hash) = (File::open(path)?, sha1::Sha1::new());
        let mut piece = vec![0; PIECE];
        loop {
            match file.read(&mut piece)? {
                0 => return Ok(Self(hash.finalize().into())),
                read => hash.update(piece.get(..read).unwrap_or_default()),
            }
        }
    }

    /// From its 40 hex digits.
    pub fn parse(text: &str) -> Option<Self> {
        let digit = |letter: u8| char::from(letter).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let text: &[u8; 40] = text.as_bytes().try_into().ok()?;
        let mut bytes = [0; 20];
        for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
            let [high, low] = pair else { return None };
            *byte = (digit(*high)? << 4) | digit(*low)?;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for Sha1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Sha1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_bytes_are_the_same_hash() {
        let text = "a9993e364706816aba3e25717850c26c9cd0d89d";
        assert_eq!(Sha1::of(b"abc").to_string(), text);
        assert_eq!(Sha1::parse(text), Some(Sha1::of(b"abc")));
        assert_eq!(Sha1::parse(&text.to_uppercase()), Some(Sha1::of(b"abc")));
        for wrong in [
            "",
            "a9",
            "z9993e364706816aba3e25717850c26c9cd0d89d",
            "a9993e364706816aba3e25717850c26c9cd0d89d0",
        ] {
            assert_eq!(Sha1::parse(wrong), None, "{wrong}");
        }
    }
}
