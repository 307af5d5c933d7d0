//! A small NBT writer (the big-endian Java form), enough for level.dat, player data and servers.dat.

use std::io::Write;

use anyhow::{Context, Result};
use flate2::{Compression, write::GzEncoder};

/// One NBT value.
#[derive(Clone, Debug, PartialEq)]
pub enum Tag {
    /// Tag 1; the game's booleans are bytes.
    Byte(i8),
    /// Tag 2.
    Short(i16),
    /// Tag 3.
    Int(i32),
    /// Tag 4.
    Long(i64),
    /// Tag 5.
    Float(f32),
    /// Tag 6.
    Double(f64),
    /// Tag 7.
    Bytes(Vec<u8>),
    /// Tag 8, at most 65,535 bytes of UTF-8 without NUL and without characters beyond the BMP (the game writes those
    /// in a form of its own).
    Text(String),
    /// Tag 9; the type is that of the first element, and an empty list has the type 0.
    List(Vec<Tag>),
    /// Tag 10, in the order given.
    Compound(Vec<(String, Tag)>),
}

impl Tag {
    /// A compound from pairs.
    pub fn compound<const N: usize>(pairs: [(&str, Tag); N]) -> Self {
        Self::Compound(pairs.into_iter().map(|(name, tag)| (name.to_owned(), tag)).collect())
    }

    /// A list of texts.
    pub fn texts<S: AsRef<str>>(texts: &[S]) -> Self {
        Self::List(texts.iter().map(|text| Self::Text(text.as_ref().to_owned())).collect())
    }

    /// The bytes of a file whose root has an empty name, not packed (the form of servers.dat).
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = vec![self.id()];
        write_text(&mut out, "")?;
        self.write(&mut out)?;
        Ok(out)
    }

    /// The same, packed with gzip (the form of level.dat).
    pub fn to_gzip(&self) -> Result<Vec<u8>> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&self.to_bytes()?)?;
        Ok(encoder.finish()?)
    }

    fn id(&self) -> u8 {
        match self {
            Self::Byte(_) => 1,
            Self::Short(_) => 2,
            Self::Int(_) => 3,
            Self::Long(_) => 4,
            Self::Float(_) => 5,
            Self::Double(_) => 6,
            Self::Bytes(_) => 7,
            Self::Text(_) => 8,
            Self::List(_) => 9,
            Self::Compound(_) => 10,
        }
    }

    fn write(&self, out: &mut Vec<u8>) -> Result<()> {
        match self {
            Self::Byte(value) => out.extend(value.to_be_bytes()),
            Self::Short(value) => out.extend(value.to_be_bytes()),
            Self::Int(value) => out.extend(value.to_be_bytes()),
            Self::Long(value) => out.extend(value.to_be_bytes()),
            Self::Float(value) => out.extend(value.to_be_bytes()),
            Self::Double(value) => out.extend(value.to_be_bytes()),
            Self::Bytes(bytes) => write_bytes(out, bytes)?,
            Self::Text(text) => write_text(out, text)?,
            Self::List(tags) => write_list(out, tags)?,
            Self::Compound(pairs) => write_compound(out, pairs)?,
        }
        Ok(())
    }
}

fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) -> Result<()> {
    out.extend(i32::try_from(bytes.len()).context("a byte array is too long")?.to_be_bytes());
    out.extend(bytes);
    Ok(())
}

fn write_text(out: &mut Vec<u8>, text: &str) -> Result<()> {
    out.extend(u16::try_from(text.len()).context("a text is longer than 65,535 bytes")?.to_be_bytes());
    out.extend(text.as_bytes());
    Ok(())
}

fn write_list(out: &mut Vec<u8>, tags: &[Tag]) -> Result<()> {
    out.push(tags.first().map_or(0, Tag::id));
    out.extend(i32::try_from(tags.len()).context("a list is too long")?.to_be_bytes());
    tags.iter().try_for_each(|tag| tag.write(out))
}

fn write_compound(out: &mut Vec<u8>, pairs: &[(String, Tag)]) -> Result<()> {
    for (name, tag) in pairs {
        out.push(tag.id());
        write_text(out, name)?;
        tag.write(out)?;
    }
    out.push(0);
    Ok(())
}
