//! A zip writer that can lie in every field.

use std::io::Write;

use flate2::{Compression, Crc, write::DeflateEncoder};

/// One entry; the fields of its two headers can be set apart.
#[derive(Clone)]
pub(crate) struct Item {
    pub(crate) name: Vec<u8>,
    pub(crate) local_name: Option<Vec<u8>>,
    pub(crate) packed: Vec<u8>,
    pub(crate) method: u16,
    pub(crate) local_method: Option<u16>,
    pub(crate) flags: u16,
    pub(crate) crc: u32,
    pub(crate) size: u32,
    pub(crate) local_sizes: Option<(u32, u32, u32)>,
    pub(crate) offset: Option<u32>,
    pub(crate) extra: Vec<u8>,
    pub(crate) mode: u32,
}

/// A deflated entry that tells the truth.
pub(crate) fn item(name: &str, data: &[u8]) -> Item {
    let mut crc = Crc::new();
    crc.update(data);
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).unwrap();
    Item {
        name: name.into(),
        local_name: None,
        packed: encoder.finish().unwrap(),
        method: 8,
        local_method: None,
        flags: 0,
        crc: crc.sum(),
        size: u32::try_from(data.len()).unwrap(),
        local_sizes: None,
        offset: None,
        extra: Vec::new(),
        mode: 0o100_644,
    }
}

/// The same, stored.
pub(crate) fn stored(name: &str, data: &[u8]) -> Item {
    Item { packed: data.to_vec(), method: 0, ..item(name, data) }
}

/// What the end record says, where it is not the truth.
#[derive(Clone, Default)]
pub(crate) struct End {
    pub(crate) count: Option<u16>,
    pub(crate) size: Option<u32>,
    pub(crate) offset: Option<u32>,
    pub(crate) disk: u16,
    pub(crate) comment: Vec<u8>,
}

pub(crate) fn zip(items: &[Item]) -> Vec<u8> {
    zip_with(items, &End::default())
}

pub(crate) fn zip_with(items: &[Item], end: &End) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for item in items {
        let offset = item.offset.unwrap_or(u32::try_from(bytes.len()).unwrap());
        local(&mut bytes, item);
        central(&mut directory, item, offset);
    }
    let start = u32::try_from(bytes.len()).unwrap();
    let size = u32::try_from(directory.len()).unwrap();
    let count = u16::try_from(items.len()).unwrap();
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06");
    for short in [end.disk, end.disk, end.count.unwrap_or(count), end.count.unwrap_or(count)] {
        bytes.extend(short.to_le_bytes());
    }
    bytes.extend(end.size.unwrap_or(size).to_le_bytes());
    bytes.extend(end.offset.unwrap_or(start).to_le_bytes());
    bytes.extend(u16::try_from(end.comment.len()).unwrap().to_le_bytes());
    bytes.extend(&end.comment);
    bytes
}

fn local(bytes: &mut Vec<u8>, item: &Item) {
    let name = item.local_name.as_ref().unwrap_or(&item.name);
    let packed = u32::try_from(item.packed.len()).unwrap();
    let (crc, packed, size) = item.local_sizes.unwrap_or((item.crc, packed, item.size));
    bytes.extend(b"PK\x03\x04\x14\x00");
    bytes.extend(item.flags.to_le_bytes());
    bytes.extend(item.local_method.unwrap_or(item.method).to_le_bytes());
    bytes.extend([0; 4]);
    for long in [crc, packed, size] {
        bytes.extend(long.to_le_bytes());
    }
    bytes.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
    bytes.extend([0; 2]);
    bytes.extend(name);
    bytes.extend(&item.packed);
}

fn central(bytes: &mut Vec<u8>, item: &Item, offset: u32) {
    bytes.extend(b"PK\x01\x02\x14\x03\x14\x00");
    bytes.extend(item.flags.to_le_bytes());
    bytes.extend(item.method.to_le_bytes());
    bytes.extend([0; 4]);
    for long in [item.crc, u32::try_from(item.packed.len()).unwrap(), item.size] {
        bytes.extend(long.to_le_bytes());
    }
    bytes.extend(u16::try_from(item.name.len()).unwrap().to_le_bytes());
    bytes.extend(u16::try_from(item.extra.len()).unwrap().to_le_bytes());
    bytes.extend([0; 6]);
    bytes.extend((item.mode << 16).to_le_bytes());
    bytes.extend(offset.to_le_bytes());
    bytes.extend(&item.name);
    bytes.extend(&item.extra);
}
