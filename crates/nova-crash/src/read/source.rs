//! A file of a run, as a stream of bytes in an 8-bit encoding.

use std::io::{self, Chain, Cursor, Read};

use nova_archive::GzipReader;
use serde::Serialize;

use super::decode::{FromUtf16, is_utf16};

/// Bytes of a packed log that are unpacked at most.
const UNPACKED: u64 = 1 << 30;
/// A packed log may grow this many times; a log of text never does, a bomb does.
const HEAD: usize = 512;

/// What kind of file it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// What the launcher kept of the game's output.
    Output,
    /// `logs/latest.log`, or another log of the game.
    Log,
    /// `logs/debug.log`: the same run, with more in it.
    Debug,
    /// A crash report of the game.
    Report,
    /// A crash of Java itself.
    HsErr,
    /// Not known by its name; what is in it decides.
    #[default]
    Unknown,
}

/// One file of a run.
pub struct Source<'a> {
    /// What it is called in evidence.
    pub name: String,
    /// What it is, where the caller knows.
    pub kind: Kind,
    /// Its bytes, packed or not.
    pub reader: Box<dyn Read + 'a>,
}

impl<'a> Source<'a> {
    /// A file whose kind follows from its name.
    pub fn new(name: impl Into<String>, reader: impl Read + 'a) -> Self {
        let name = name.into();
        Self { kind: kind_by_name(&name), name, reader: Box::new(reader) }
    }
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("name", &self.name).field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// The kind of a file by its name.
pub(crate) fn kind_by_name(name: &str) -> Kind {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
    let begins = |with: &[&str]| with.iter().any(|start| file.starts_with(start));
    match () {
        () if begins(&["hs_err", "java_error"]) => Kind::HsErr,
        () if begins(&["crash-", "crash_", "crashreport"]) => Kind::Report,
        () if begins(&["debug", "fml-client", "fml-server", "forge-client", "forge-server"]) => Kind::Debug,
        () if begins(&["latest", "client", "server"]) => Kind::Log,
        () if ["output", "launcher", "minecraft.log", "stdout", "stderr", "console"]
            .iter()
            .any(|word| file.contains(word)) =>
        {
            Kind::Output
        }
        () => Kind::Unknown,
    }
}

type Whole<'a> = Chain<Cursor<Vec<u8>>, Box<dyn Read + 'a>>;

/// The source's bytes, unpacked and in an 8-bit encoding.
pub(crate) fn open(reader: Box<dyn Read + '_>) -> io::Result<Box<dyn Read + '_>> {
    let (head, whole) = peek(reader)?;
    if !head.starts_with(&[0x1f, 0x8b]) {
        return Ok(plain(&head, whole));
    }
    let (head, unpacked) = peek(Box::new(GzipReader::new(whole, UNPACKED)))?;
    Ok(plain(&head, unpacked))
}

fn plain<'a>(head: &[u8], whole: Whole<'a>) -> Box<dyn Read + 'a> {
    match is_utf16(head) {
        Some(encoding) => Box::new(FromUtf16::new(whole, encoding)),
        None => Box::new(whole),
    }
}

/// The first bytes, and a reader that gives them again.
fn peek(mut reader: Box<dyn Read + '_>) -> io::Result<(Vec<u8>, Whole<'_>)> {
    let mut head = Vec::with_capacity(HEAD);
    match reader.by_ref().take(HEAD as u64).read_to_end(&mut head) {
        // A packed file that is cut within its first bytes still has those.
        Err(error) if head.is_empty() => return Err(error),
        _ => {}
    }
    Ok((head.clone(), Cursor::new(head).chain(reader)))
}
