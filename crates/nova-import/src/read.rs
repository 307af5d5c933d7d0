//! Reading what other launchers wrote: capped, and whatever makes no sense is nothing.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use serde::de::DeserializeOwned;
use serde_json::Value;

/// `CurseForge` writes all that it knows of every mod into one file.
const CAP: u64 = 64 << 20;
/// More instances than this in one folder are not looked at.
const MOST: usize = 2_000;
/// The longest value that is a setting.
const LONGEST: usize = 32 << 10;

/// The bytes of a plain file.
fn bytes(path: &Path) -> Option<Vec<u8>> {
    // Opening a pipe would wait for whoever writes into it.
    if !path.metadata().is_ok_and(|meta| meta.is_file() && meta.len() <= CAP) {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(CAP).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// A text file. Bytes that are none become signs that say so.
pub(crate) fn text(path: &Path) -> Option<String> {
    let bytes = bytes(path)?;
    Some(String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes)).into_owned())
}

/// A JSON file of this form.
pub(crate) fn json<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let bytes = bytes(path)?;
    serde_json::from_slice(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes)).ok()
}

/// The folders in a folder, sorted.
pub(crate) fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MOST).filter_map(Result::ok);
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// A text in a JSON value, by its path.
pub(crate) fn word<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str().map(str::trim).filter(|text| !text.is_empty() && text.len() <= LONGEST)
}

/// A setting in one line.
pub(crate) fn line(text: &str) -> Option<String> {
    let line: String = text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    let line = line.trim();
    (!line.is_empty() && line.len() <= LONGEST).then(|| line.to_owned())
}

/// The keys of an INI file as Qt writes it: those before any section and those of `General`.
pub(crate) struct Ini(BTreeMap<String, String>);

impl Ini {
    /// A file's keys.
    pub(crate) fn read(path: &Path) -> Option<Self> {
        Some(Self::parse(&text(path)?))
    }

    pub(crate) fn parse(text: &str) -> Self {
        let mut keys = BTreeMap::new();
        let mut ours = true;
        for line in text.lines().map(str::trim) {
            if let Some(section) = line.strip_prefix('[') {
                ours = section.trim_end_matches(']').eq_ignore_ascii_case("General");
            } else if let Some((key, value)) =
                line.split_once('=').filter(|_| ours && !line.starts_with([';', '#']))
            {
                keys.insert(key.trim().to_owned(), unescaped(value.trim()));
            }
        }
        Self(keys)
    }

    /// A value that is text and not empty.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        let value = self.0.get(key)?.as_str();
        (!value.is_empty() && !value.starts_with('@') && value.len() <= LONGEST).then_some(value)
    }

    /// Whether a switch is on.
    pub(crate) fn is(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| value.eq_ignore_ascii_case("true") || value == "1")
    }

    /// A number.
    pub(crate) fn number<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.get(key)?.parse().ok()
    }
}

/// A value without its quotes and signs with a backslash before them.
fn unescaped(value: &str) -> String {
    let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
    let mut text = String::new();
    let mut signs = inner.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, signs.peek()) {
            ('\\', Some('x')) => {
                signs.next();
                let mut code = 0_u32;
                while let Some(digit) =
                    signs.peek().and_then(|sign| sign.to_digit(16)).filter(|_| code < 0x1_0000)
                {
                    code = code * 16 + digit;
                    signs.next();
                }
                text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            ('\\', Some(next @ ('n' | 't' | '\\' | '"' | '#' | ';'))) => {
                text.push(match next {
                    'n' => '\n',
                    't' => '\t',
                    other => *other,
                });
                signs.next();
            }
            _ => text.push(sign),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_other_sections_and_variants_are_left_out() {
        let ini = Ini::parse("a=1\n[General]\nb = two words\nEnv=@Variant(\\0)\n[UI]\nc=3\n;d=4\n");
        assert_eq!((ini.get("a"), ini.get("b")), (Some("1"), Some("two words")));
        assert_eq!((ini.get("c"), ini.get("Env"), ini.get(";d")), (None, None, None));
    }

    #[test]
    fn quotes_and_escapes_are_undone_and_paths_stay() {
        let ini = Ini::parse(
            r#"a="say \"hi\"\n"
b=C:\Games\MultiMC
c=\x6211\x7684
d=C:\\new"#,
        );
        assert_eq!(ini.get("a"), Some("say \"hi\"\n"));
        assert_eq!(ini.get("c"), Some("我的"));
        assert_eq!(ini.get("b"), Some(r"C:\Games\MultiMC"));
        assert_eq!(ini.get("d"), Some(r"C:\new"));
    }

    #[test]
    fn no_text_makes_it_panic() {
        for text in ["\\", "=\\x", "[", "=", "a=\"", "a=\\xfffffffff", "[General", "\u{0}=\u{0}"] {
            Ini::parse(text);
        }
    }
}
