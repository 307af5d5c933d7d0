//! The game's own options (`options.txt`): read, and changed in one line while every other byte stays.

mod known;

use std::path::{Path, PathBuf};

use nova_model::{Message, clean};
use serde::Serialize;

pub(crate) use known::{find, keys};

use crate::read::{ReadFault, read_file};

/// The game writes a few dozen kilobytes, with a line for every key of every mod.
const CAP: u64 = 4 << 20;
/// Lines further than this are not read.
const MOST_LINES: usize = 20_000;
/// Characters of a value that is shown.
const SHOWN: usize = 400;

/// One option of a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameOption {
    /// Its key in the file.
    pub key: String,
    /// Its value in the file, shortened.
    pub value: String,
    /// Its name for people, where it has one.
    pub name: Option<Message>,
    /// The value as people say it.
    pub shown: String,
    /// What it can be, where that is known.
    pub allowed: Option<Message>,
}

/// The options of a version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameOptions {
    /// The file.
    pub path: PathBuf,
    /// Whether it is there.
    pub exists: bool,
    /// Those with a name first, in the order of the file; the last of equal keys counts.
    pub items: Vec<GameOption>,
}

/// The file of a game folder.
pub(crate) fn file(dir: &Path) -> PathBuf {
    dir.join("options.txt")
}

/// Its bytes; nothing where there is none.
pub(crate) fn bytes(path: &Path) -> Result<Option<Vec<u8>>, ReadFault> {
    match read_file(path, CAP) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(ReadFault::Missing) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// The options in a file's bytes.
pub(crate) fn of(bytes: &[u8]) -> Vec<GameOption> {
    let mut found: Vec<GameOption> = Vec::new();
    for (key, value) in lines(bytes).filter_map(|line| split(line.bytes)) {
        let option = option(&String::from_utf8_lossy(key), &String::from_utf8_lossy(value));
        match found.iter_mut().find(|known| known.name.is_some() && known.key == option.key) {
            Some(known) => *known = option,
            None => found.push(option),
        }
    }
    found.sort_by_key(|option| option.name.is_none());
    found
}

fn option(key: &str, value: &str) -> GameOption {
    let known = find(key).filter(|known| known.key == key);
    GameOption {
        key: clean(key, 200),
        value: clean(value, SHOWN),
        name: known.map(|known| Message::new(known.label)),
        shown: clean(&known.map_or_else(|| value.to_owned(), |known| known.shown(value)), SHOWN),
        allowed: known.map(known::Known::allowed),
    }
}

/// The value of a key; the last one counts, as in the game.
pub(crate) fn value(bytes: &[u8], key: &str) -> Option<String> {
    let values = lines(bytes).filter_map(|line| split(line.bytes));
    let last = values.filter(|(name, _)| *name == key.as_bytes()).last()?;
    Some(String::from_utf8_lossy(last.1).into_owned())
}

/// The keys of a file.
pub(crate) fn keys_of(bytes: &[u8]) -> Vec<String> {
    let keys = lines(bytes).filter_map(|line| split(line.bytes));
    keys.map(|(key, _)| String::from_utf8_lossy(key).into_owned()).collect()
}

/// The file with another value for a key: the last line of it is changed, or one is added at the end.
pub(crate) fn with(bytes: &[u8], key: &str, value: &str) -> Vec<u8> {
    let there =
        lines(bytes).filter(|line| split(line.bytes).is_some_and(|(name, _)| name == key.as_bytes())).last();
    let line = format!("{key}:{value}");
    let mut result = bytes.to_vec();
    if let Some(old) = there {
        result.splice(old.start..old.start.saturating_add(old.bytes.len()), line.bytes());
        return result;
    }
    let end: &[u8] = if bytes.windows(2).any(|pair| pair == b"\r\n") { b"\r\n" } else { b"\n" };
    if !bytes.is_empty() && !bytes.ends_with(b"\n") {
        result.extend_from_slice(end);
    }
    result.extend_from_slice(line.as_bytes());
    result.extend_from_slice(end);
    result
}

/// A line without its end.
struct Line<'a> {
    start: usize,
    bytes: &'a [u8],
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    bytes.split_inclusive(|byte| *byte == b'\n').take(MOST_LINES).map(move |whole| {
        let line = Line { start, bytes: trimmed(whole) };
        start += whole.len();
        line
    })
}

fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let at = line.iter().position(|byte| *byte == b':').filter(|at| *at > 0)?;
    Some((line.get(..at)?, line.get(at + 1..)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_line_changes_and_every_other_byte_stays() {
        let before = b"version:3465\r\nfov:0.0\r\nodd line\r\n\xff\xfe:1\r\nfov:0.25\r\nlang:zh_cn";
        let after = with(before, "fov", "0.5");
        assert_eq!(after, b"version:3465\r\nfov:0.0\r\nodd line\r\n\xff\xfe:1\r\nfov:0.5\r\nlang:zh_cn");
        let more = with(before, "gamma", "1.0");
        assert!(more.starts_with(before) && more.ends_with(b"lang:zh_cn\r\ngamma:1.0\r\n"));
        assert_eq!(with(b"", "gamma", "1.0"), b"gamma:1.0\n");
    }

    #[test]
    fn the_last_of_equal_keys_counts_and_named_ones_come_first() {
        let items = of(b"mine:1\nfov:0.0\nfov:0.5\nlang:zh_cn\n");
        let keys: Vec<_> = items.iter().map(|option| (option.key.as_str(), option.shown.as_str())).collect();
        assert_eq!(keys, [("fov", "90°"), ("lang", "zh_cn"), ("mine", "1")]);
        assert_eq!(value(b"a:1\na:2:3\n", "a").as_deref(), Some("2:3"));
    }

    proptest! {
        #[test]
        fn any_file_keeps_its_other_lines(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
            let after = with(&bytes, "gamma", "1.0");
            let read = value(&after, "gamma");
            prop_assert_eq!(read.as_deref(), Some("1.0"));
            let others = |bytes: &[u8]| -> Vec<Vec<u8>> {
                lines(bytes).map(|line| line.bytes.to_vec()).filter(|line| !line.starts_with(b"gamma:") && !line.is_empty()).collect()
            };
            prop_assert_eq!(others(&bytes), others(&after));
        }
    }
}
