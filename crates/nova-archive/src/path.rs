//! Which entry names may become paths below a folder.

/// Most bytes of one part of a path (the limit of ext4, NTFS and APFS).
const PART_BYTES: usize = 255;
/// Most bytes of a whole name; deeper trees do not unpack on every system.
const NAME_BYTES: usize = 2048;
/// Most parts of a name.
const PARTS: usize = 256;

/// What is wrong with an entry name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// It, or a part of it, is empty.
    Empty,
    /// It leaves its folder on some system: `..`, a root, a drive, a share, a backslash.
    Escapes,
    /// It holds a control character, an invisible one, or one that Windows does not allow.
    Character,
    /// Windows keeps it for a device (`CON`, `NUL.txt`, `COM1`).
    Reserved,
    /// A part ends in a dot or a space, which Windows drops.
    Trailing,
    /// It is too long or too deep.
    Long,
}

impl NameFault {
    /// Its message code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Empty => "archive.name.empty",
            Self::Escapes => "archive.name.escapes",
            Self::Character => "archive.name.character",
            Self::Reserved => "archive.name.reserved",
            Self::Trailing => "archive.name.trailing",
            Self::Long => "archive.name.long",
        }
    }
}

/// Which names are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRules {
    /// Whatever would be unsafe or impossible on Linux, Windows or macOS: for archives of others.
    Portable,
    /// Only what leaves the folder: for our own backups of files that already had such names.
    Contained,
}

/// The parts of a name that is safe on every system.
pub fn safe_entry_path(name: &str) -> Result<Vec<String>, NameFault> {
    safe_entry_path_for(name, NameRules::Portable)
}

/// The parts of a name that is safe by the given rules. Empty parts and `.` are dropped, so two names may give the same
/// parts: [`crate::Collisions`] finds that.
pub fn safe_entry_path_for(name: &str, rules: NameRules) -> Result<Vec<String>, NameFault> {
    if leaves(name, rules) {
        return Err(NameFault::Escapes);
    }
    if name.len() > NAME_BYTES {
        return Err(NameFault::Long);
    }
    // `overrides//etc/x` is `/etc/x` for whoever cuts the first part off.
    if rules == NameRules::Portable && name.contains("//") {
        return Err(NameFault::Empty);
    }
    let mut parts = Vec::new();
    for part in name.split('/').filter(|part| !matches!(*part, "" | ".")) {
        check_part(part, rules)?;
        parts.push(part.to_owned());
    }
    match parts.len() {
        0 => Err(NameFault::Empty),
        1..=PARTS => Ok(parts),
        _ => Err(NameFault::Long),
    }
}

/// Whether the name as a whole points somewhere else.
fn leaves(name: &str, rules: NameRules) -> bool {
    let backslash = rules == NameRules::Portable && name.contains('\\');
    name.starts_with('/')
        || backslash
        || name.contains('\0')
        || (rules == NameRules::Portable && has_drive(name))
}

fn has_drive(name: &str) -> bool {
    matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

fn check_part(part: &str, rules: NameRules) -> Result<(), NameFault> {
    if part == ".." {
        return Err(NameFault::Escapes);
    }
    if part.len() > PART_BYTES {
        return Err(NameFault::Long);
    }
    match rules {
        NameRules::Contained => Ok(()),
        NameRules::Portable => check_portable(part),
    }
}

fn check_portable(part: &str) -> Result<(), NameFault> {
    // Windows drops trailing dots and spaces, so that `.. ` is `..` there.
    let kept = part.trim_end_matches(['.', ' ']);
    if kept.is_empty() && part.starts_with("..") || part.starts_with("..:") {
        return Err(NameFault::Escapes);
    }
    if has_drive(part) {
        return Err(NameFault::Escapes);
    }
    if part.chars().any(is_refused) {
        return Err(NameFault::Character);
    }
    if kept.len() != part.len() {
        return Err(NameFault::Trailing);
    }
    if is_device(part) { Err(NameFault::Reserved) } else { Ok(()) }
}

/// Characters that Windows forbids, that steer a terminal, or that nobody can see.
fn is_refused(c: char) -> bool {
    c.is_control()
        || matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*')
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{e0000}'..='\u{e007f}' | '\u{fff0}'..='\u{fffb}')
}

/// Device names of Windows: the part before the first dot counts, in any case, with blanks behind it.
fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).trim_end().to_ascii_uppercase();
    match stem.as_str() {
        "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" => true,
        _ => stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT")).is_some_and(is_port),
    }
}

fn is_port(number: &str) -> bool {
    let mut chars = number.chars();
    matches!((chars.next(), chars.next()), (Some('1'..='9' | '¹' | '²' | '³'), None))
}

#[cfg(test)]
mod tests {
    use super::{NameFault, NameRules, safe_entry_path, safe_entry_path_for};

    #[test]
    fn plain_names_become_parts() {
        assert_eq!(safe_entry_path("config/模组/a b.txt").unwrap(), ["config", "模组", "a b.txt"]);
        assert_eq!(safe_entry_path("config/./x/y/").unwrap(), ["config", "x", "y"]);
        for literal in [
            ".../x".replace("...", "%2e%2e"),
            "~/x".into(),
            "$HOME/x".into(),
            "．．/x".into(),
            "-rf/x".into(),
        ] {
            assert!(safe_entry_path(&literal).is_ok(), "{literal}");
        }
    }

    #[test]
    fn whatever_leaves_the_folder_is_refused() {
        let names = [
            "../x",
            "a/../../x",
            "a/..",
            "..",
            "/x",
            "//x",
            "..\\x",
            "C:\\x",
            "C:/x",
            "C:x",
            "\\\\s\\x",
            "\\x",
            "a\0b",
            ".. /x",
            "..../x",
            "a/C:/x",
            "..:$DATA/x",
        ];
        for name in names {
            assert_eq!(safe_entry_path(name), Err(NameFault::Escapes), "{name:?}");
        }
    }

    #[test]
    fn what_windows_cannot_hold_is_refused() {
        let reserved = ["CON", "a/nul.txt", "aux.jar", "COM1.cfg", "com¹", "LPT9", "CONIN$", "con .txt"];
        for name in reserved {
            assert_eq!(safe_entry_path(name), Err(NameFault::Reserved), "{name:?}");
        }
        for name in ["mods./x", "a /x", "x."] {
            assert_eq!(safe_entry_path(name), Err(NameFault::Trailing), "{name:?}");
        }
        for name in ["ab:c", "a<b", "a\nb", "a\u{202e}b", "a\u{200b}", "a\u{9b}b"] {
            assert_eq!(safe_entry_path(name), Err(NameFault::Character), "{name:?}");
        }
        assert!(safe_entry_path("console/com10/nullable.txt").is_ok());
    }

    #[test]
    fn empty_and_long_names_are_refused() {
        for name in ["", ".", "./", "a//b", "a//"] {
            assert_eq!(safe_entry_path(name), Err(NameFault::Empty), "{name:?}");
        }
        assert_eq!(safe_entry_path(&"n".repeat(300)), Err(NameFault::Long));
        assert_eq!(safe_entry_path(&"d/".repeat(300)), Err(NameFault::Long));
        assert_eq!(safe_entry_path(&"d/".repeat(3000)), Err(NameFault::Long));
    }

    #[test]
    fn our_own_backups_keep_odd_names_but_never_leave() {
        assert_eq!(safe_entry_path_for("a:b//con", NameRules::Contained).unwrap(), ["a:b", "con"]);
        assert_eq!(safe_entry_path_for("a/../..", NameRules::Contained), Err(NameFault::Escapes));
        assert_eq!(safe_entry_path_for("/a", NameRules::Contained), Err(NameFault::Escapes));
    }
}
