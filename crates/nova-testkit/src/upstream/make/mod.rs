//! Making bytes: fillers that follow from an address, packed data, jars, classes and assets.

pub(crate) mod assets;
pub(crate) mod class;
pub(crate) mod client;
pub(crate) mod jar;
pub(crate) mod natives;

use std::io::Write;

use anyhow::Result;
use lzma_rust2::{LzmaOptions, LzmaWriter};

use crate::Rng;

/// Some hundred bytes to two KiB that follow from a name.
pub(crate) fn filler(name: &str) -> Vec<u8> {
    let mut rng = Rng::named(name);
    let size = 200 + rng.below(1800);
    rng.bytes(usize::try_from(size).unwrap_or(200))
}

/// Packed as Mojang packs a runtime's files, and Forge its patches.
pub(crate) fn lzma(plain: &[u8]) -> Result<Vec<u8>> {
    let options = LzmaOptions::with_preset(0);
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(plain.len() as u64))?;
    writer.write_all(plain)?;
    Ok(writer.finish()?)
}

/// The names of a version and a side, as the installers' programs write them too.
pub(crate) fn mappings(version: &str, side: &str) -> Vec<u8> {
    format!("# stand-in mappings {version} {side}\n").into_bytes()
}

/// A configuration of the log whose console speaks XML.
pub(crate) fn log_config() -> Vec<u8> {
    let console = r#"<Console name="Out" target="SYSTEM_OUT"><LegacyXMLLayout /></Console>"#;
    let file = r#"<RandomAccessFile name="File" fileName="logs/latest.log"><PatternLayout pattern="[%d{HH:mm:ss}] [%t/%level]: %msg{nolookups}%n" /></RandomAccessFile>"#;
    let loggers = r#"<Root level="info"><AppenderRef ref="Out"/><AppenderRef ref="File"/></Root>"#;
    let body = format!("<Appenders>{console}{file}</Appenders><Loggers>{loggers}</Loggers>");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Configuration status=\"WARN\">{body}</Configuration>\n"
    )
    .into_bytes()
}
