//! NBT lies gzipped, zlibbed or plain; the first bytes tell.

use nova_archive::{ArchiveError, GzipEnd, gunzip_partly, unzlib};

use super::NbtError;

/// Most bytes of an unpacked tree.
const BYTES: u64 = 64 << 20;

/// The plain bytes.
#[derive(Debug)]
pub(crate) struct Unpacked {
    pub(crate) bytes: Vec<u8>,
    /// Whether the packing was in order to its end.
    pub(crate) is_whole: bool,
}

impl Unpacked {
    pub(crate) fn of(bytes: &[u8]) -> Result<Self, NbtError> {
        match bytes {
            [] => Err(NbtError::Empty),
            [0x1f, 0x8b, ..] => {
                let unpacked = gunzip_partly(bytes, BYTES);
                if unpacked.end == GzipEnd::Capped {
                    return Err(ArchiveError::GzipTooLarge { cap: BYTES }.into());
                }
                Ok(Self { is_whole: unpacked.end == GzipEnd::Complete, bytes: unpacked.bytes })
            }
            [first, second, ..] if is_zlib(*first, *second) => {
                Ok(Self { bytes: unzlib(bytes, BYTES)?, is_whole: true })
            }
            plain => Ok(Self { bytes: plain.to_vec(), is_whole: true }),
        }
    }
}

/// RFC 1950: method 8, and the first two bytes are a multiple of 31.
fn is_zlib(first: u8, second: u8) -> bool {
    first & 0x0f == 8 && (u16::from(first) << 8 | u16::from(second)) % 31 == 0
}
