//! A zip writer that can lie in every field.

use std::io::Write;

use flate2::{Compression, Crc, write::DeflateEncoder};

/// One entry; the fields of its two headers can be set apart.
#[derive(Clone)]
pub struct Item {
    pub name: Vec<u8>,
    pub local_name: Option<Vec<u8>>,
    pub packed: Vec<u8>,
    pub method: u16,
    pub local_method: Option<u16>,
    pub flags: u16,
    pub crc: u32,
    pub size: u32,
    pub local_sizes: Option<(u32, u32, u32)>,
    pub offset: Option<u32>,
    pub extra: Vec<u8>,
    pub mode: u32,
}

/// A deflated entry that tells the truth.
pub fn item(name: &str, data: &[u8]) -> Item {
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
pub fn stored(name: &str, data: &[u8]) -> Item {
    Item { packed: data.to_vec(), method: 0, ..item(name, data) }
}

/// What the end record says, where it is not the truth.
#[derive(Clone, Default)]
pub struct End {
    pub count: Option<u16>,
    pub size: Option<u32>,
    pub offset: Option<u32>,
    pub disk: u16,
    pub comment: Vec<u8>,
}

pub fn zip(items: &[Item]) -> Vec<u8> {
    zip_with(items, &End::default())
}

pub fn zip_with(items: &[Item], end: &End) -> Vec<u8> {
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
