//! How much of a fragmented MP4 is there: its boxes are walked by their sizes, nothing of what they hold is read.
//! Source: ISO/IEC 14496-12, 4.2 (boxes) and 8.8 (movie fragments).

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

/// More boxes than this are not counted: three a second for a whole day.
const MOST: usize = 300_000;
const HEADER: u64 = 8;

/// Whole fragments of a file: pictures that can be played. None where its head is not whole.
pub(crate) fn whole(path: &Path) -> io::Result<usize> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    count(file, length)
}

fn count(mut file: impl Read + Seek, length: u64) -> io::Result<usize> {
    let (mut at, mut fragments) = (0_u64, 0_usize);
    let (mut head, mut begun) = (false, false);
    for _ in 0..MOST {
        let Some((kind, end)) = next(&mut file, at, length)? else { break };
        match &kind {
            b"moov" => head = true,
            b"moof" => begun = true,
            b"mdat" if head && begun => {
                fragments = fragments.saturating_add(1);
                begun = false;
            }
            _ => {}
        }
        at = end;
    }
    Ok(fragments)
}

/// The kind of the box that begins here, and where it ends; none where it is not whole.
fn next(file: &mut (impl Read + Seek), at: u64, length: u64) -> io::Result<Option<([u8; 4], u64)>> {
    if length.saturating_sub(at) < HEADER {
        return Ok(None);
    }
    let mut word = [0; 4];
    let mut kind = [0; 4];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut word)?;
    file.read_exact(&mut kind)?;
    let size = match u64::from(u32::from_be_bytes(word)) {
        1 if length.saturating_sub(at) >= HEADER * 2 => {
            let mut large = [0; 8];
            file.read_exact(&mut large)?;
            u64::from_be_bytes(large)
        }
        size => size,
    };
    let end = at.checked_add(size).filter(|end| size >= HEADER && *end <= length);
    Ok(end.map(|end| (kind, end)))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn atom(kind: [u8; 4], content: usize) -> Vec<u8> {
        let mut bytes = u32::try_from(content + 8).unwrap().to_be_bytes().to_vec();
        bytes.extend(kind);
        bytes.extend(vec![7; content]);
        bytes
    }

    fn counted(bytes: &[u8]) -> usize {
        count(Cursor::new(bytes), u64::try_from(bytes.len()).unwrap()).unwrap()
    }

    #[test]
    fn a_fragment_counts_once_all_of_it_is_there() {
        let whole = [
            atom(*b"ftyp", 20),
            atom(*b"moov", 90),
            atom(*b"moof", 40),
            atom(*b"mdat", 500),
            atom(*b"moof", 4),
            atom(*b"mdat", 9),
        ]
        .concat();
        assert_eq!(counted(&whole), 2);
        assert_eq!(counted(&whole[..whole.len() - 1]), 1, "the last one is cut");
        assert_eq!(counted(&whole[..130]), 0);
        assert_eq!(counted(&[]), 0);
    }

    #[test]
    fn without_its_head_nothing_can_be_played() {
        assert_eq!(counted(&[atom(*b"moof", 4), atom(*b"mdat", 9)].concat()), 0);
    }

    #[test]
    fn sizes_that_lie_end_the_walk() {
        for size in [[0, 0, 0, 0], [0, 0, 0, 7], [255, 255, 255, 255], [0, 0, 0, 1]] {
            assert_eq!(counted(&[&size[..], b"moov", &[255; 12]].concat()), 0);
        }
        let large = [&[0, 0, 0, 1][..], b"moov", &24_u64.to_be_bytes(), &[0; 8]].concat();
        assert_eq!(counted(&[large, atom(*b"moof", 0), atom(*b"mdat", 0)].concat()), 1);
    }
}
