//! What a file that is no archive looks like, so that the player is told more than "not a zip".

/// What the first bytes of a file look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// No bytes at all.
    Empty,
    /// Nothing but zero bytes: a download that was never written.
    Zeros,
    /// A Git LFS pointer instead of the file.
    LfsPointer,
    /// A web page, mostly an error page saved as a file.
    Html,
    /// Some other text.
    Text,
    /// A RAR archive.
    Rar,
    /// A 7z archive.
    SevenZip,
    /// Gzip data.
    Gzip,
    /// It begins like a zip, but its end is missing.
    CutZip,
    /// None of these.
    Unknown,
}

impl Looks {
    /// Judges the first bytes of a file (a few hundred are enough).
    pub fn of(head: &[u8]) -> Self {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
        match head {
            [] => Self::Empty,
            _ if head.iter().all(|byte| *byte == 0) => Self::Zeros,
            [b'P', b'K', 3, 4, ..] => Self::CutZip,
            [b'R', b'a', b'r', b'!', ..] => Self::Rar,
            [b'7', b'z', 0xbc, 0xaf, ..] => Self::SevenZip,
            [0x1f, 0x8b, ..] => Self::Gzip,
            _ if head.starts_with(b"version https://git-lfs") => Self::LfsPointer,
            _ if begins_a_page(text) => Self::Html,
            _ if is_text(head) => Self::Text,
            _ => Self::Unknown,
        }
    }

    /// The last part of its message code.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Empty => "archive.not-zip.empty",
            Self::Zeros => "archive.not-zip.zeros",
            Self::LfsPointer => "archive.not-zip.lfs",
            Self::Html => "archive.not-zip.html",
            Self::Text => "archive.not-zip.text",
            Self::Rar => "archive.not-zip.rar",
            Self::SevenZip => "archive.not-zip.7z",
            Self::Gzip => "archive.not-zip.gzip",
            Self::CutZip => "archive.not-zip.cut",
            Self::Unknown => "archive.not-zip.unknown",
        }
    }
}

fn begins_a_page(text: &[u8]) -> bool {
    let starts = |tag: &[u8]| text.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag));
    starts(b"<!doctype") || starts(b"<html") || starts(b"<?xml") || starts(b"<head")
}

fn is_text(head: &[u8]) -> bool {
    let plain = |byte: &u8| *byte >= 0x20 && *byte != 0x7f || matches!(byte, b'\t' | b'\n' | b'\r');
    head.iter().all(plain) && head.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::Looks;

    #[test]
    fn what_stands_in_for_a_jar_is_named() {
        assert_eq!(Looks::of(b""), Looks::Empty);
        assert_eq!(Looks::of(&[0; 64]), Looks::Zeros);
        assert_eq!(Looks::of(b"version https://git-lfs.github.com/spec/v1\n"), Looks::LfsPointer);
        assert_eq!(Looks::of(b"\xef\xbb\xbf \n<!DOCTYPE html>"), Looks::Html);
        assert_eq!(Looks::of(b"Not Found"), Looks::Text);
        assert_eq!(Looks::of(b"Rar!\x1a\x07"), Looks::Rar);
        assert_eq!(Looks::of(b"PK\x03\x04\x14"), Looks::CutZip);
        assert_eq!(Looks::of(b"\x01\x02\xff"), Looks::Unknown);
    }
}
