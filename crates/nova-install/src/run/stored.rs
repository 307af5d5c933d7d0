//! Writing a small zip whose entries are not packed (APPNOTE 4.3.7, 4.3.12, 4.3.16): jars that are made out of another one.

use std::io::{Error, Result};

const LOCAL: &[u8] = b"PK\x03\x04";
const LISTED: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
/// Version 1.0; names are UTF-8; stored; midnight of 1980-01-01.
const KIND: [u8; 10] = [10, 0, 0, 8, 0, 0, 0, 0, 0x21, 0];

/// A zip that is being written.
#[derive(Default)]
pub(super) struct Stored {
    files: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

impl Stored {
    /// Adds a file with its checksum.
    pub(super) fn add(&mut self, name: &str, crc: u32, bytes: &[u8]) -> Result<()> {
        let (at, size) = (four(self.files.len())?, four(bytes.len())?);
        let named = u16::try_from(name.len()).map_err(Error::other)?.to_le_bytes();
        let common = [&KIND[..], &crc.to_le_bytes(), &size, &size, &named, &[0; 2]].concat();
        self.count = self.count.checked_add(1).ok_or_else(|| Error::other("too many entries"))?;
        for part in [LOCAL, &common, name.as_bytes(), bytes] {
            self.files.extend_from_slice(part);
        }
        // No comment, the first disk, no attributes.
        for part in [LISTED, &[10, 0], &common, &[0; 10], &at, name.as_bytes()] {
            self.directory.extend_from_slice(part);
        }
        Ok(())
    }

    /// The zip.
    pub(super) fn finish(mut self) -> Result<Vec<u8>> {
        let (at, size, count) =
            (four(self.files.len())?, four(self.directory.len())?, self.count.to_le_bytes());
        let end = [END, &[0; 4], &count, &count, &size, &at, &[0; 2]].concat();
        self.files.append(&mut self.directory);
        self.files.extend(end);
        Ok(self.files)
    }
}

fn four(number: usize) -> Result<[u8; 4]> {
    u32::try_from(number).map(u32::to_le_bytes).map_err(Error::other)
}
