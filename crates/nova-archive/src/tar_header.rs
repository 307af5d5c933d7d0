//! One header of a tar: a block of 512 bytes with fields at fixed places (POSIX ustar).

use crate::names;

/// Where the checksum stands; it is counted as blanks.
const SUM: std::ops::Range<usize> = 148..156;

/// A header whose checksum fits.
pub(crate) struct Header {
    name: Vec<u8>,
    target: Vec<u8>,
    pub(crate) mode: u64,
    pub(crate) size: u64,
    /// What it is of.
    pub(crate) flag: u8,
}

impl Header {
    /// None where it is no header.
    pub(crate) fn parse(block: &[u8; 512]) -> Option<Self> {
        let said = number(block.get(SUM)?)?;
        let counted = block.iter().enumerate().map(|(at, byte)| if SUM.contains(&at) { b' ' } else { *byte });
        if counted.map(u64::from).sum::<u64>() != said {
            return None;
        }
        let own = text(block.get(..100)?);
        // GNU's older form has other things in the place of the prefix.
        let is_posix = block.get(257..263) == Some(b"ustar\0");
        let prefix = if is_posix { text(block.get(345..500)?) } else { &[] };
        let name = if prefix.is_empty() { own.to_vec() } else { [prefix, b"/", own].concat() };
        Some(Self {
            name,
            target: text(block.get(157..257)?).to_vec(),
            mode: number(block.get(100..108)?).unwrap_or_default(),
            size: number(block.get(124..136)?)?,
            flag: *block.get(156)?,
        })
    }

    pub(crate) fn name(&self) -> String {
        names::decode(&self.name).into_owned()
    }

    pub(crate) fn target(&self) -> String {
        names::decode(&self.target).into_owned()
    }
}

/// Up to the first zero.
fn text(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// Octal digits between blanks and zeros; or, with the highest bit set, the bytes of the number itself.
fn number(field: &[u8]) -> Option<u64> {
    let (first, rest) = field.split_first()?;
    if *first == 0x80 {
        return rest.iter().try_fold(0_u64, |sum, byte| sum.checked_mul(256)?.checked_add(u64::from(*byte)));
    }
    let digits = std::str::from_utf8(text(field)).ok()?.trim();
    if digits.is_empty() { Some(0) } else { u64::from_str_radix(digits, 8).ok() }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_octal_or_bytes() {
        assert_eq!(number(b"0000644\0"), Some(0o644));
        assert_eq!(number(b"  644 \0\0"), Some(0o644));
        assert_eq!(number(b"\0\0\0\0\0\0\0\0"), Some(0));
        assert_eq!(number(b"\x80\0\0\0\0\0\0\0\0\0\x01\0"), Some(256));
        assert_eq!(number(b"\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), None);
        assert_eq!((number(b"99999999"), number(b"-1\0"), number(b"")), (None, None, None));
    }
}
