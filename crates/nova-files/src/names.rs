//! Names that Windows, macOS and Linux can all hold.

use nova_model::Message;

use crate::{FilesError, Result};

/// The longest file name in bytes (ext4, APFS and NTFS all stop at 255 units).
const LONGEST: usize = 255;

/// Names that Windows gives to devices, whatever extension follows.
/// Source: "Naming Files, Paths, and Namespaces" of the Windows documentation.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// Empty.
    Empty,
    /// `.` or `..`.
    Dots,
    /// More than 255 bytes.
    Long,
    /// A control character.
    Control,
    /// One of `< > : " / \ | ? *`.
    Sign,
    /// A dot or space at the end.
    End,
    /// A device of Windows (`CON`, `COM1`, …).
    Device,
}

impl NameFault {
    pub(crate) fn message(self) -> Message {
        Message::new(match self {
            Self::Empty => "files.name.empty",
            Self::Dots => "files.name.dots",
            Self::Long => "files.name.long",
            Self::Control => "files.name.control",
            Self::Sign => "files.name.sign",
            Self::End => "files.name.end",
            Self::Device => "files.name.device",
        })
    }
}

/// Whether a new file, version or world may have this name on every system.
pub fn safe_name(name: &str) -> Result<()> {
    match fault(name) {
        None => Ok(()),
        Some(why) => Err(FilesError::BadName { name: name.to_owned(), why }),
    }
}

/// What is wrong with a name, if anything.
pub(crate) fn fault(name: &str) -> Option<NameFault> {
    if name.is_empty() {
        Some(NameFault::Empty)
    } else if name == "." || name == ".." {
        Some(NameFault::Dots)
    } else if name.len() > LONGEST {
        Some(NameFault::Long)
    } else if name.chars().any(char::is_control) {
        Some(NameFault::Control)
    } else if name.contains(['<', '>', ':', '"', '/', '\\', '|', '?', '*']) {
        Some(NameFault::Sign)
    } else if name.ends_with(['.', ' ']) {
        Some(NameFault::End)
    } else {
        is_device(name).then_some(NameFault::Device)
    }
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_lowercase();
    DEVICES.contains(&stem.as_str()) || is_port(&stem)
}

/// `com1` to `com9` and `lpt1` to `lpt9`, with the superscript digits that Windows takes for the same.
fn is_port(stem: &str) -> bool {
    let Some(digit) = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt")) else { return false };
    let mut digits = digit.chars();
    matches!(digits.next(), Some('0'..='9' | '¹' | '²' | '³')) && digits.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ordinary_names_are_fine() {
        for name in
            ["1.20.1-fabric", "世界 一", "🧨🌏", ".hidden", "com10", "console", "--yes", "...x", "lpt"]
        {
            assert_eq!(fault(name), None, "{name}");
        }
    }

    #[test]
    fn each_fault_is_named() {
        let table = [
            ("", NameFault::Empty),
            ("..", NameFault::Dots),
            ("a/b", NameFault::Sign),
            ("c:", NameFault::Sign),
            ("x\u{1}", NameFault::Control),
            ("x\n", NameFault::Control),
            ("x.", NameFault::End),
            ("x ", NameFault::End),
            ("CON", NameFault::Device),
            ("aux.txt", NameFault::Device),
            ("Com1", NameFault::Device),
            ("lpt².dat", NameFault::Device),
            ("nul .x", NameFault::Device),
        ];
        for (name, why) in table {
            assert_eq!(fault(name), Some(why), "{name:?}");
        }
        assert_eq!(fault(&"世".repeat(86)), Some(NameFault::Long));
    }

    proptest! {
        #[test]
        fn a_safe_name_is_one_plain_component(name in "\\PC{0,20}") {
            if fault(&name).is_none() {
                let path = std::path::Path::new(&name);
                let parts: Vec<_> = path.components().collect();
                prop_assert!(matches!(parts.as_slice(), [std::path::Component::Normal(_)]));
            }
        }
    }
}
