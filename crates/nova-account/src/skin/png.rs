//! Whether a file is a picture that can be a skin. Nothing is unpacked: size and structure are enough, and the servers look again.

/// What the game's service takes.
const CAP: usize = 24 * 1024;
/// What a skin server may have: several times as large.
const CAP_ELSEWHERE: usize = 256 * 1024;
const LARGEST_SIDE: u32 = 1024;
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Whose rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// The game's own service: 64 by 64 or 64 by 32, at most 24 KiB.
    Microsoft,
    /// A skin server: the same several times over.
    Yggdrasil,
}

/// What is wrong with a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureFault {
    /// It is no PNG.
    NotPng,
    /// No skin has this size.
    Size {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// The file is too large.
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The most.
        limit: u64,
    },
    /// Its pieces do not fit together.
    Damaged,
}

/// Checks a file before it is sent.
pub fn check_skin(bytes: &[u8], kind: PictureKind) -> Result<(), PictureFault> {
    let limit = if kind == PictureKind::Microsoft { CAP } else { CAP_ELSEWHERE };
    if bytes.len() > limit {
        return Err(PictureFault::TooLarge { bytes: wide(bytes.len()), limit: wide(limit) });
    }
    let (width, height) = size(bytes)?;
    let fits = match kind {
        PictureKind::Microsoft => width == 64 && matches!(height, 64 | 32),
        PictureKind::Yggdrasil => {
            let times = width / 64;
            let whole = width % 64 == 0 && (1..=LARGEST_SIDE / 64).contains(&times);
            whole && (height == 64 * times || height == 32 * times)
        }
    };
    if fits { Ok(()) } else { Err(PictureFault::Size { width, height }) }
}

/// Whether bytes that came from a server are a picture at all.
pub(crate) fn is_texture(bytes: &[u8]) -> bool {
    size(bytes).is_ok_and(|(width, height)| width.max(height) <= LARGEST_SIDE)
}

/// Width and height; walks over all pieces to the last.
fn size(bytes: &[u8]) -> Result<(u32, u32), PictureFault> {
    let mut rest = bytes.strip_prefix(SIGNATURE).ok_or(PictureFault::NotPng)?;
    let (first, after) = chunk(rest).ok_or(PictureFault::Damaged)?;
    let (width, height) = header(&first).ok_or(PictureFault::Damaged)?;
    let mut has_data = false;
    rest = after;
    loop {
        let (next, after) = chunk(rest).ok_or(PictureFault::Damaged)?;
        match next.name {
            b"IDAT" => has_data = true,
            b"IEND" if has_data => return Ok((width, height)),
            b"IEND" => return Err(PictureFault::Damaged),
            _ => {}
        }
        rest = after;
    }
}

struct Chunk<'a> {
    name: &'a [u8],
    data: &'a [u8],
}

/// The next piece: its length, name, data and checksum.
fn chunk(bytes: &[u8]) -> Option<(Chunk<'_>, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let (name, rest) = rest.split_at_checked(4)?;
    let (data, rest) = rest.split_at_checked(length)?;
    let (_, rest) = rest.split_at_checked(4)?;
    Some((Chunk { name, data }, rest))
}

fn header(first: &Chunk<'_>) -> Option<(u32, u32)> {
    let (width, rest) = first.data.split_first_chunk::<4>()?;
    let (height, _) = rest.split_first_chunk::<4>()?;
    let right = first.name == b"IHDR" && first.data.len() == 13;
    right.then(|| (u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

fn wide(size: usize) -> u64 {
    u64::try_from(size).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(name: &[u8], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length[..], name, data, &[0; 4]].concat()
    }

    fn picture(width: u32, height: u32, data: usize) -> Vec<u8> {
        let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
        let pieces = [piece(b"IHDR", &head), piece(b"IDAT", &vec![0; data]), piece(b"IEND", b"")];
        [SIGNATURE.to_vec(), pieces.concat()].concat()
    }

    #[test]
    fn each_service_takes_its_own_sizes() {
        for (width, height) in [(64, 64), (64, 32)] {
            assert_eq!(check_skin(&picture(width, height, 9), PictureKind::Microsoft), Ok(()));
            assert_eq!(check_skin(&picture(width * 4, height * 4, 9), PictureKind::Yggdrasil), Ok(()));
        }
        for (width, height) in [(128, 128), (64, 63), (32, 64), (0, 0), (u32::MAX, u32::MAX)] {
            let fault = PictureFault::Size { width, height };
            assert_eq!(check_skin(&picture(width, height, 9), PictureKind::Microsoft), Err(fault));
        }
        assert!(check_skin(&picture(2048, 2048, 9), PictureKind::Yggdrasil).is_err());
        assert!(check_skin(&picture(64, 128, 9), PictureKind::Yggdrasil).is_err());
    }

    #[test]
    fn other_files_cut_ones_and_large_ones_are_refused() {
        assert_eq!(check_skin(b"GIF89a", PictureKind::Microsoft), Err(PictureFault::NotPng));
        let whole = picture(64, 64, 200);
        for cut in SIGNATURE.len()..whole.len() {
            assert_eq!(
                check_skin(&whole[..cut], PictureKind::Microsoft),
                Err(PictureFault::Damaged),
                "{cut}"
            );
        }
        assert!(matches!(
            check_skin(&picture(64, 64, 30_000), PictureKind::Microsoft),
            Err(PictureFault::TooLarge { .. })
        ));
        assert_eq!(check_skin(&picture(64, 64, 30_000), PictureKind::Yggdrasil), Ok(()));
    }
}
