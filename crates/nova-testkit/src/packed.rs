//! Archives in which a Java is offered: tar.gz and zip with links and executables, in any spelling that a test wants.

use std::io::Write;

use anyhow::Result;
use flate2::{Compression, GzBuilder};
use zip::{ZipWriter, write::SimpleFileOptions};

/// What an entry of an archive is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A file.
    File(Vec<u8>),
    /// A file that may be run.
    Program(Vec<u8>),
    /// A folder.
    Folder,
    /// A symbolic link to this target.
    Link(String),
    /// Another name of this entry; tar only.
    Same(String),
    /// A device; tar only.
    Device,
}

/// An entry of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// Its name, as it stands there; at most 100 bytes in a tar.
    pub name: String,
    /// What it is.
    pub what: What,
}

impl Packed {
    /// An entry.
    pub fn new(name: impl Into<String>, what: What) -> Self {
        Self { name: name.into(), what }
    }
}

/// A tar that gzip has packed.
pub fn tar_gz(entries: &[Packed]) -> Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::fast());
    for entry in entries {
        let (flag, mode, data, target): (u8, u32, &[u8], &str) = match &entry.what {
            What::File(data) => (b'0', 0o644, data, ""),
            What::Program(data) => (b'0', 0o755, data, ""),
            What::Folder => (b'5', 0o755, &[], ""),
            What::Link(target) => (b'2', 0o777, &[], target),
            What::Same(target) => (b'1', 0o644, &[], target),
            What::Device => (b'3', 0o644, &[], ""),
        };
        encoder.write_all(&header(&entry.name, flag, mode, data.len(), target))?;
        encoder.write_all(data)?;
        encoder.write_all(&vec![0; data.len().next_multiple_of(512) - data.len()])?;
    }
    encoder.write_all(&[0; 1024])?;
    Ok(encoder.finish()?)
}

fn header(name: &str, flag: u8, mode: u32, size: usize, target: &str) -> Vec<u8> {
    let mut block = vec![0; 512];
    let mut put = |at: usize, text: &[u8]| {
        for (place, byte) in block.iter_mut().skip(at).zip(text) {
            *place = *byte;
        }
    };
    put(0, name.as_bytes());
    put(100, format!("{mode:07o}").as_bytes());
    put(124, format!("{size:011o}").as_bytes());
    put(136, b"00000000000");
    put(148, b"        ");
    put(156, &[flag]);
    put(157, target.as_bytes());
    put(257, b"ustar\x0000");
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    for (place, byte) in block.iter_mut().skip(148).zip(format!("{sum:06o}\0 ").as_bytes()) {
        *place = *byte;
    }
    block
}

/// A file as Mojang packs those of a runtime.
pub fn lzma(plain: &[u8]) -> Result<Vec<u8>> {
    crate::upstream::lzma(plain)
}

/// A zip with the modes of Unix.
pub fn zip_of(entries: &[Packed]) -> Result<Vec<u8>> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let plain = SimpleFileOptions::default();
    for entry in entries {
        let (data, mode) = match &entry.what {
            What::File(data) => (data, 0o644),
            What::Program(data) => (data, 0o755),
            What::Folder => {
                writer.add_directory(&entry.name, plain.unix_permissions(0o755))?;
                continue;
            }
            What::Link(target) => {
                writer.add_symlink(&entry.name, target, plain.unix_permissions(0o777))?;
                continue;
            }
            What::Same(_) | What::Device => continue,
        };
        writer.start_file(&entry.name, plain.unix_permissions(mode))?;
        writer.write_all(data)?;
    }
    Ok(writer.finish()?.into_inner())
}
