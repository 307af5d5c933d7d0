//! Names of world folders as text: what is shown and may be typed, and what a backup calls them.
//!
//! A folder may be called anything but `/`. Two worlds must never share a text: the second would be missing in a backup.

use std::{ffi::OsStr, fmt::Write as _};

use nova_files::safe_name;
use nova_model::clean;

/// The id of a world folder: its name, where that is text that shows as it is, else with `%XX` for each byte of what does
/// not.
pub fn world_id(folder: &OsStr) -> String {
    match folder.to_str() {
        Some(name)
            if !name.trim().is_empty() && name.chars().all(shows) && clean(name, name.len()) == name =>
        {
            name.to_owned()
        }
        _ => escaped(folder.as_encoded_bytes()),
    }
}

/// What a backup calls a world: its id, with `%XX` for what Windows could not hold in a name.
pub fn world_entry(id: &str) -> String {
    let steps: [fn(&str) -> String; 3] = [without_signs, without_end, without_start];
    steps.iter().fold(id.to_owned(), |name, step| if safe_name(&name).is_ok() { name } else { step(&name) })
}

/// A backslash parts a path on Windows.
fn shows(letter: char) -> bool {
    letter != '\\' && (letter == '\u{200d}' || clean(letter.encode_utf8(&mut [0; 4]), 1).starts_with(letter))
}

fn escaped(name: &[u8]) -> String {
    let blank = name.iter().all(u8::is_ascii_whitespace);
    let mut text = String::new();
    for chunk in name.utf8_chunks() {
        for letter in chunk.valid().chars() {
            let plain = shows(letter) && !matches!(letter, '%' | '\u{200d}') && !blank;
            push(&mut text, letter, plain);
        }
        push_bytes(&mut text, chunk.invalid());
    }
    text
}

fn without_signs(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        push(&mut text, letter, !matches!(letter, '<' | '>' | ':' | '"' | '|' | '?' | '*'));
    }
    text
}

/// Windows drops dots and blanks at the end.
fn without_end(name: &str) -> String {
    let (mut rest, mut text) = (name.chars(), String::new());
    let last = rest.next_back().filter(|last| matches!(last, '.' | ' '));
    let Some(last) = last else { return name.to_owned() };
    text.push_str(rest.as_str());
    push(&mut text, last, false);
    text
}

/// Names of devices, which the first letter makes.
fn without_start(name: &str) -> String {
    let (mut rest, mut text) = (name.chars(), String::new());
    if let Some(first) = rest.next() {
        push(&mut text, first, false);
    }
    text.push_str(rest.as_str());
    text
}

fn push(text: &mut String, letter: char, plain: bool) {
    if plain {
        text.push(letter);
    } else {
        push_bytes(text, letter.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

fn push_bytes(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // Writing into a string cannot fail.
        let _ = write!(text, "%{byte:02X}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_that_show_are_their_own_ids() {
        for name in ["World One", "我的世界", "🧨🌏", "👨‍👩‍👧", "100%", "--yes", "...", " x ", "a:b", "con", "A."]
        {
            assert_eq!(world_id(OsStr::new(name)), name);
        }
    }

    #[test]
    fn what_does_not_show_is_written_out() {
        let table = [
            ("W\nX", "W%0AX"),
            ("\u{1b}[31mx", "%1B[31mx"),
            ("\u{202e}txt", "%E2%80%AEtxt"),
            ("\u{1}", "%01"),
            (" ", "%20"),
            ("a\\b", "a%5Cb"),
            ("5%\n", "5%25%0A"),
        ];
        for (name, id) in table {
            assert_eq!(world_id(OsStr::new(name)), id);
        }
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_keep_names_apart() {
        use std::os::unix::ffi::OsStrExt;
        let id = |bytes: &[u8]| world_id(OsStr::from_bytes(bytes));
        assert_eq!((id(b"\xff"), id(b"W\xfe\xd0")), ("%FF".to_owned(), "W%FE%D0".to_owned()));
    }

    #[test]
    fn a_backup_holds_names_that_every_system_can() {
        let table = [
            ("World One", "World One"),
            ("con", "%63on"),
            ("A.", "A%2E"),
            ("x ", "x%20"),
            ("a:b", "a%3Ab"),
            ("con.", "con%2E"),
            ("What?.", "What%3F%2E"),
        ];
        for (id, entry) in table {
            assert_eq!(world_entry(id), entry);
        }
    }

    proptest! {
        #[test]
        fn every_folder_gets_a_name_that_can_be_stored(name in "[^/\0]{1,40}") {
            let id = world_id(OsStr::new(&name));
            prop_assert_eq!(clean(&id, id.len()), id.as_str());
            let entry = world_entry(&id);
            prop_assert!(entry.len() > 255 || name == "." || name == ".." || safe_name(&entry).is_ok(), "{:?}", entry);
        }
    }
}
