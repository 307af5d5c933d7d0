//! A zip of a few texts, as they are: without packing, with one moment for all, so that the same texts make the same bytes.

/// 1980-01-01, the first day a zip can tell.
const DAY: u16 = 0x21;
/// Names are UTF-8.
const FLAGS: u16 = 0x0800;

/// The zip.
pub(super) fn zip(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in entries {
        let start = number(out.len());
        let common = common(name, bytes);
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(name.as_bytes());
        out.extend(bytes);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        // No comment, first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(start.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (start, many) = (number(out.len()), u16::try_from(entries.len()).unwrap_or(u16::MAX));
    out.extend(&directory);
    out.extend(b"PK\x05\x06\x00\x00\x00\x00");
    out.extend(many.to_le_bytes());
    out.extend(many.to_le_bytes());
    out.extend(number(directory.len()).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0; 2]);
    out
}

/// What the local header and the directory have in common.
fn common(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for small in [20, FLAGS, 0, 0, DAY] {
        out.extend(small.to_le_bytes());
    }
    for large in [crc(bytes), number(bytes.len()), number(bytes.len())] {
        out.extend(large.to_le_bytes());
    }
    out.extend(u16::try_from(name.len()).unwrap_or_default().to_le_bytes());
    out.extend([0; 2]);
    out
}

fn number(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 },
        )
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use nova_archive::{Limits, Zip};

    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let entries =
            [("a.txt".to_owned(), b"hello".to_vec()), ("files/日志.log".to_owned(), b"x\n".repeat(1_000))];
        let mut zip = Zip::open(Cursor::new(zip(&entries)), &Limits::pack()).unwrap();
        for (name, bytes) in &entries {
            assert_eq!(zip.read_name(name, 1 << 20).unwrap().as_ref(), Some(bytes));
        }
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    }
}
